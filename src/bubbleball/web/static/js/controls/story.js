/** A solve to look at: picture, chapters, sentence and belief, whether it runs or was recorded. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import { Known } from "../model/known.js" */
/** @import * as T from "../server/types.js" */
import { button, h } from "../dom.js";
import { line, outlines } from "../drawing/overlays.js";
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { legend, roleList, Thoughts } from "../drawing/thoughts.js";
import { stepText, summary, titleOf } from "../model/chapters.js";
import { knownAt } from "../model/known.js";
import { withNames } from "../model/names.js";
import { sentence } from "../text.js";
import { beliefTable } from "./belief.js";
import { Timeline } from "./timeline.js";
import { transport } from "./transport.js";

/** @typedef {EventTarget & {moments: Moment[], index: number, busy: boolean}} MomentSource what a story is told from */

/** @type {Record<string, T.MethodStage>} the stage that a chapter is about */
const MAIN_STAGE = { learn: "learn", plan: "guide", search: "coarse", choose: "check" };
const RUNS = {
  look: "A run with nothing placed is free. The solver watches it to see where the ball goes unaided.",
  try: "Only now does the game run with the pieces placed. The solver sees the recorded run and nothing else of the game.",
};
const READING = { least: 900, letter: 18 }; // ms that a thought is shown, and more for each letter

/** Dispatches `show` when another moment is drawn. */
export class Story extends EventTarget {
  /**
   * @param {T.Catalog} catalog
   * @param {T.Level} level
   * @param {MomentSource} stream
   * @param {{gone: AbortSignal, physics: () => T.Physics, label: string, invitation: string}} options
   */
  constructor(catalog, level, stream, { gone, physics, label, invitation }) {
    super();
    this.catalog = catalog;
    this.level = level;
    this.stream = stream;
    this.physics = physics;
    this.stage = new Stage(catalog, { label });
    this.stage.show(level);
    this.player = new Player(this.stage);
    this.player.addEventListener("end", () => this.timeline.later(READING.least));
    this.thoughts = new Thoughts(this.stage, level);
    this.timeline = new Timeline(stream, gone);
    this.timeline.addEventListener("change", () => this.#show());
    this.transport = transport(this.player);
    this.transport.hidden = true;
    this.legend = h("div", { class: "legend" });
    this.chapter = h("h2", { class: "chapter-title" }, "How the solver thinks");
    this.sentence = h("p", { class: "sentence" }, invitation);
    this.roles = h("div", {});
    this.why = h("p", { class: "sub why" });
    this.rival = h("div", { class: "rival-box" });
    this.belief = h("div", { class: "belief-box" });
    this.board = h("div", { class: "board" }, h("div", { class: "stage-box" }, this.stage.svg), this.legend, this.timeline.root, this.transport);
    this.words = h("section", { class: "panel story", "aria-label": "What the solver does" }, h("div", { class: "sentence-box" }, this.chapter, this.sentence, this.roles, this.why, this.rival));
  }

  /** What is known at the moment that is shown. @returns {Known} */
  get known() {
    return knownAt(this.stream.moments, this.timeline.index);
  }

  /** Away with a solve, for another one. */
  clear() {
    this.player.unload();
    this.thoughts.clear();
    this.belief.replaceChildren();
  }

  /** Draw the moment that the timeline points at. */
  #show() {
    const { index } = this.timeline;
    const moment = this.stream.moments[index];
    if (!moment) return;
    const { known } = this;
    this.#tell(moment);
    if (moment.type === "step") {
      this.player.load(moment.trial);
      this.transport.hidden = false;
      this.player.play();
    } else {
      this.player.unload();
      this.transport.hidden = true;
      this.stage.place(known.plan?.placed ?? known.trial?.placements ?? []);
      this.timeline.later(READING.least + READING.letter * (this.sentence.textContent ?? "").length);
    }
    this.thoughts.draw(known);
    this.rival.replaceChildren(...(moment.type === "thought" && moment.why_not ? [this.#whyNot(moment)] : []));
    this.legend.replaceChildren(legend(known));
    this.roles.replaceChildren(roleList(known.fresh ? null : known.plan, this.level, this.catalog));
    this.belief.replaceChildren(beliefTable(this.catalog, this.stream.moments, index, this.physics()));
    this.dispatchEvent(new Event("show"));
  }

  /** The runner-up, and why it was not chosen. @param {T.ThoughtEvent} thought */
  #whyNot({ rival, rival_path, why_not }) {
    const show = button("Why not the runner-up?", "hint", () => {
      const { catalog, level, stage } = this;
      stage.layers.roles.append(outlines(level, rival, catalog, "rival-block"));
      stage.layers.thoughts.append(line(rival_path, "rival-path"));
      this.legend.replaceChildren(legend(this.known, true));
      show.replaceWith(h("p", {}, why_not));
    }, { class: "small" });
    return show;
  }

  /** Say what happens, and what that is for. @param {Moment} moment */
  #tell(moment) {
    const { chapter, everyStep } = this.timeline;
    if (!chapter) return;
    const own = moment.type === "thought" ? moment.text : stepText(moment);
    const text = everyStep ? own : summary(chapter, this.stream.moments);
    const stage = moment.type === "step" ? null : everyStep ? moment.stage : this.#stageOf(chapter.kind);
    const fact = this.catalog.stages.find((each) => each.stage === stage);
    this.chapter.textContent = everyStep && fact ? fact.name : titleOf(chapter);
    this.sentence.textContent = sentence(withNames(text, this.level, this.catalog));
    this.why.textContent = fact ? `In this step the solver ${fact.text}` : RUNS[chapter.kind === "look" ? "look" : "try"];
  }

  /** Which stage a chapter is explained by; not every solver checks what it chooses. @param {string} kind */
  #stageOf(kind) {
    const main = MAIN_STAGE[kind];
    const done = this.stream.moments.some((each) => each.type === "thought" && each.stage === main);
    return kind === "choose" && !done ? "choose" : main;
  }

  leave() {
    this.timeline.pause();
    this.player.unload();
  }
}
