/** The first lesson: the first level teaches drag, turn, start and win by doing them. */

/** @import { App, Work } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import { Placements } from "../model/placements.js" */
import { announce, button, h, s } from "../dom.js";
import * as store from "../model/store.js";

/** @typedef {'drag' | 'turn' | 'start' | 'watch' | 'again' | 'won'} LessonStep */

/** @type {Record<LessonStep, string>} */
const TEXTS = {
  drag: "Drag the bar from the tray at the top into the gap. It is metal and stays where you put it.",
  turn: "Turn it a little: drag the round handle beside it, turn the wheel over it, or press E.",
  start: "Press Start. From now on only gravity acts.",
  watch: "Watch the ball.",
  again: "Not yet. Move the bar so that the ball can roll across the gap, and press Start again.",
  won: "That is the whole game: place, start, watch, try again.",
};
const GAP = { x: 250, y: 225, r: 70 }; // where the ground of the first level has its gap, px

/** Whether the lesson is due. @param {App} app @param {Work} work */
export const isDue = (app, work) =>
  work.name === app.shipped[0]?.name && !store.preferences().taught && Object.keys(store.solved()).length === 0;

export class Lesson {
  /** @param {Stage} stage @param {Placements} placements @param {Work} work */
  constructor(stage, placements, work) {
    this.placements = placements;
    this.stage = stage;
    this.piece = work.level.pieces[0];
    this.text = h("p", {});
    this.skip = button("Skip the lesson", null, () => this.end(), { class: "small" });
    this.box = h("div", { class: "lesson" }, h("h2", {}, "First lesson"), this.text, this.skip);
    this.mark = s("g", { class: "look lesson-mark" }, s("circle", { cx: GAP.x, cy: GAP.y, r: GAP.r }));
    /** @type {LessonStep} */
    this.step = "drag";
    this.over = false;
    placements.addEventListener("change", () => this.#placed());
    stage.layers.thoughts.append(this.mark);
    this.#say(placements.current.length ? "start" : "drag");
  }

  /** @param {LessonStep} step */
  #say(step) {
    if (this.over) return;
    this.step = step;
    this.text.textContent = TEXTS[step];
    this.box.setAttribute("data-step", step);
    this.mark.classList.toggle("hidden", step !== "drag" && step !== "again");
    announce(TEXTS[step]);
  }

  #placed() {
    const at = this.piece && this.placements.history.value.find(({ piece }) => piece === this.piece?.id);
    if (!at) this.#say("drag");
    else if (Math.abs(at.angle - (this.piece?.angle ?? 0)) < 0.1) this.#say(this.step === "start" || this.step === "again" ? "start" : "turn");
    else this.#say("start");
  }

  started() {
    this.#say("watch");
  }

  /** @param {boolean} solved */
  ended(solved) {
    this.#say(solved ? "won" : "again");
    this.skip.hidden = solved;
    if (solved) store.prefer({ taught: true });
  }

  end() {
    this.over = true;
    store.prefer({ taught: true });
    this.mark.remove();
    this.box.remove();
  }
}
