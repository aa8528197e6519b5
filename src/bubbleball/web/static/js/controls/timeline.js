/** A solve as a row of chapters: click, step or slide to any of them, or to every single step. */

/** @import { MomentSource } from "./story.js" */
/** @import { StoryChapter } from "../model/chapters.js" */
import { button, h, icon, select, toggle } from "../dom.js";
import { chaptersOf, titleOf } from "../model/chapters.js";
import * as store from "../model/store.js";

/** @type {Record<string, string>} */
const NAMES = {
  guide: "Guide paths",
  region: "Region",
  coarse: "Coarse search",
  fine: "Fine search",
  support: "Supports",
  check: "Check",
  learn: "Learn",
  choose: "Choose",
};

/** @type {[string, string][]} */
const PACES = [["0.5", "slow"], ["1", "normal"], ["2", "fast"], ["4", "very fast"]];

/** Dispatches `change` when another moment is to be shown. */
export class Timeline extends EventTarget {
  /** @param {MomentSource} stream @param {AbortSignal} gone */
  constructor(stream, gone) {
    super();
    this.stream = stream;
    const { pace, steps } = store.preferences();
    this.pace = Number(pace) || 1;
    this.everyStep = steps;
    /** @type {StoryChapter[]} */
    this.chapters = [];
    this.watching = stream.busy || stream.moments.length === 0; // advance automatically, at a readable pace
    this.timer = 0;
    this.waiting = false; // at the last stop, for more to come
    this.story = h("div", { class: "chapters", role: "group", "aria-label": "Chapters of the solve" });
    this.list = h("div", { class: "moments", role: "group", "aria-label": "Steps of the solve", hidden: !steps });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the solve" });
    this.slider.addEventListener("input", () => this.#goTo(Number(this.slider.value)));
    this.back = button("Earlier", "back", () => this.#goTo(this.#place - 1), { quiet: true, class: "round plain" });
    this.next = button("Later", "next", () => this.#goTo(this.#place + 1), { quiet: true, class: "round plain" });
    this.watchIcon = icon("pause");
    this.watchLabel = h("span", { class: "sr-only" }, "Pause");
    this.watchButton = h("button", { type: "button", class: "round", title: "Watch or pause", onclick: () => this.watch(!this.watching) }, this.watchIcon, this.watchLabel);
    this.count = h("span", { class: "clock" }, "");
    this.root = h(
      "div",
      { class: "timeline", hidden: true },
      h(
        "div",
        { class: "timeline-rows" },
        h("div", { class: "row" }, this.watchButton, this.back, this.slider, this.next, this.count, this.#paces(), this.#detail()),
        this.story,
        this.list,
      ),
    );
    stream.addEventListener("moment", () => this.#grow(), { signal: gone });
    stream.addEventListener("start", () => this.#clear(), { signal: gone });
  }

  #paces() {
    return select(PACES, String(this.pace), (value) => {
      this.pace = Number(value);
      store.prefer({ pace: value });
    }, { "aria-label": "Reading speed", class: "pace" });
  }

  #detail() {
    return toggle("Every step", this.everyStep, (on) => {
      this.everyStep = on;
      store.prefer({ steps: on });
      this.list.hidden = !on;
      this.#mark();
      this.dispatchEvent(new Event("change"));
    });
  }

  /** @returns {number[]} indices of the moments at which one stops */
  get #stops() {
    return this.everyStep ? this.stream.moments.map((_, index) => index) : this.chapters.map((chapter) => chapter.shown);
  }

  /** Which stop one is at. */
  get #place() {
    const place = this.everyStep ? this.index : this.chapters.findIndex((chapter) => chapter === this.chapter);
    return Math.max(0, place);
  }

  /** The chapter that is shown. */
  get chapter() {
    return this.chapters.find(({ first, last }) => first <= this.index && this.index <= last);
  }

  get index() {
    return this.stream.index;
  }

  /** Show what a solve has done so far. */
  recall() {
    this.stream.moments.forEach((moment, index) => this.list.append(this.#chip(moment, index)));
    this.#retell();
    this.root.hidden = this.stream.moments.length === 0;
    if (!this.root.hidden) this.go(this.index, !this.watching);
  }

  #clear() {
    this.chapters = [];
    this.list.replaceChildren();
    this.story.replaceChildren();
    this.root.hidden = true;
    this.watch(true);
  }

  #grow() {
    const index = this.stream.moments.length - 1;
    const moment = this.stream.moments[index];
    if (!moment) return;
    this.root.hidden = false;
    this.list.append(this.#chip(moment, index));
    this.#retell();
    const goesOn = (this.chapters.at(-1)?.first ?? 0) <= this.index; // the chapter that is shown
    if (index === 0 || (goesOn && this.watching && !this.everyStep)) this.go(index, false);
    else {
      this.#mark();
      if (this.watching && this.waiting) this.later(0);
    }
  }

  #retell() {
    this.chapters = chaptersOf(this.stream.moments);
    this.story.replaceChildren(...this.chapters.map((chapter) => this.#title(chapter)));
  }

  /** @param {StoryChapter} chapter */
  #title(chapter) {
    const end = this.stream.moments[chapter.last];
    const won = end?.type === "step" && end.trial.solved;
    const mark = chapter.kind === "try" && icon(won ? "check" : "cross");
    return h("button", { type: "button", class: `chapter ${chapter.kind}${won ? " won" : ""}`, onclick: () => this.go(chapter.shown, true) }, mark, titleOf(chapter));
  }

  /** Advance automatically, or stay. @param {boolean} on */
  watch(on) {
    this.watching = on;
    this.watchIcon.firstElementChild?.setAttribute("href", on ? "#icon-pause" : "#icon-play");
    this.watchLabel.textContent = on ? "Pause" : "Watch";
    clearTimeout(this.timer);
    if (!on) return;
    const atEnd = this.#place >= this.#stops.length - 1;
    if (atEnd && !this.stream.busy) this.go(this.#stops[0] ?? 0, false); // from the beginning
    else this.later(0);
  }

  /** Stay, and remember whether to advance. */
  pause() {
    clearTimeout(this.timer);
  }

  /** The next stop after a while, if one is watching. @param {number} wait ms */
  later(wait) {
    clearTimeout(this.timer);
    this.waiting = false;
    if (!this.watching) return;
    this.timer = window.setTimeout(() => {
      const next = this.#stops[this.#place + 1];
      if (next !== undefined) this.go(next, false);
      else if (this.stream.busy) this.waiting = true;
      else this.watch(false);
    }, wait / this.pace);
  }

  /**
   * @param {import("../server/solve_stream.js").Moment} moment
   * @param {number} index
   */
  #chip(moment, index) {
    const label = moment.type === "thought"
      ? NAMES[moment.stage] ?? moment.stage
      : moment.number === 0 ? "First look" : `Trial ${moment.number}`;
    const kind = moment.type === "thought" ? `stage-${moment.stage}` : moment.trial.solved ? "trial won" : moment.number ? "trial" : "";
    const mark = moment.type === "step" && moment.number > 0 && icon(moment.trial.solved ? "check" : "cross");
    return h("button", { type: "button", class: `moment ${kind}`, "data-index": index, onclick: () => this.go(index, true) }, mark, label);
  }

  /** To one of the stops. @param {number} place */
  #goTo(place) {
    const stops = this.#stops;
    this.go(stops[Math.max(0, Math.min(stops.length - 1, place))] ?? 0, true);
  }

  /**
   * @param {number} index
   * @param {boolean} byHand
   */
  go(index, byHand) {
    const last = this.stream.moments.length - 1;
    this.stream.index = Math.max(0, Math.min(last, index));
    if (byHand) this.watch(false);
    this.#mark();
    this.dispatchEvent(new Event("change"));
  }

  #mark() {
    const last = this.#stops.length - 1;
    const place = this.#place;
    this.slider.max = String(last);
    this.slider.value = String(place);
    this.back.disabled = place <= 0;
    this.next.disabled = place >= last;
    this.count.textContent = `${place + 1} / ${last + 1}`;
    point(this.story, this.chapters.findIndex((chapter) => chapter === this.chapter));
    point(this.list, this.index);
  }
}

/** Mark one of a row of buttons as the current one. @param {HTMLElement} row @param {number} current */
function point(row, current) {
  [...row.children].forEach((child, index) => {
    const box = /** @type {HTMLElement} */ (child);
    if (index !== current) box.removeAttribute("aria-current");
    else {
      box.setAttribute("aria-current", "step");
      row.scrollLeft = box.offsetLeft - row.clientWidth / 2;
    }
  });
}
