/** A recorded run or solve on a page of its own: no server, no network. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { Story } from "../controls/story.js";
import { h } from "../dom.js";

/** What has been recorded; nothing more comes. */
class Recorded extends EventTarget {
  /** @param {Moment[]} moments */
  constructor(moments) {
    super();
    this.moments = moments;
    this.index = 0;
    this.busy = false;
  }
}

/** @type {T.StoryData} */
const data = JSON.parse(document.getElementById("story")?.textContent ?? "{}");
const story = new Story(data.catalog, data.level, new Recorded(data.moments), {
  gone: new AbortController().signal,
  physics: () => data.physics,
  label: data.title,
  invitation: "",
});
const only = data.moments.length === 1; // a run, not a solve
const root = h(
  "div",
  { class: only ? "view solve only" : "view solve" },
  story.board,
  h("div", { class: "panel head" }, h("h1", {}, data.title), h("p", { class: "sub" }, data.text)),
  story.words,
  h("aside", { class: "panel side" }, only ? "" : story.belief),
);
document.getElementById("main")?.replaceChildren(root);
story.timeline.watching = true;
story.timeline.recall();
