/** Where the selected piece would solve the level, as colours on the stage. */

/** @import { App } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import { Placements } from "../model/placements.js" */
/** @import * as T from "../server/types.js" */
import { announce, button, h, relabel, s } from "../dom.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";

const LABEL = "Where would it work?";

export class HeatMapButton {
  /** @param {App} app @param {T.Level} level @param {Stage} stage @param {Placements} placements @param {() => void} used */
  constructor(app, level, stage, placements, used) {
    this.app = app;
    this.level = level;
    this.stage = stage;
    this.placements = placements;
    this.used = used;
    /** @type {string | null} */
    this.piece = null;
    /** @type {SVGElement | null} */
    this.node = null;
    /** @type {AbortController | null} */
    this.control = null;
    this.button = button(LABEL, "bulb", () => void this.#toggle(), { class: "wide", disabled: true, title: "Select a piece in the level: this predicts the run with it at every place, and counts as help" });
    this.key = h("p", { class: "sub wide heat-key", hidden: true });
  }

  /** @param {string | null} piece that is selected and placed */
  select(piece) {
    if (piece === this.piece) return;
    this.piece = piece;
    this.button.disabled = piece === null;
    this.clear();
  }

  clear() {
    this.control?.abort();
    this.node?.remove();
    this.node = null;
    this.key.hidden = true;
    relabel(this.button, LABEL, "bulb");
  }

  async #toggle() {
    const { piece, placements } = this;
    const at = piece && placements.placed(piece);
    if (this.node || this.control || !at) {
      this.clear();
      return;
    }
    this.used();
    const control = new AbortController();
    this.control = control;
    relabel(this.button, "Predicting …", "cross");
    try {
      const body = { level: this.level, placements: placements.history.value, physics: this.app.physics, piece, angle: at.angle };
      this.#draw(await api.heatMap(body, control.signal));
    } catch (error) {
      relabel(this.button, LABEL, "bulb");
      complain(error);
    } finally {
      this.control = null;
    }
  }

  /** @param {T.HeatMapReply} map */
  #draw({ step, points, solved }) {
    const cells = (/** @type {boolean} */ wanted) =>
      points.flatMap(([x, y], index) => (solved[index] === wanted ? [`M${x - step / 2} ${y - step / 2}h${step}v${step}h${-step}z`] : [])).join("");
    this.node = s("g", { class: "heat" }, s("path", { class: "fails", d: cells(false) }), s("path", { class: "works", d: cells(true) }));
    this.stage.layers.marks.append(this.node);
    const count = solved.filter(Boolean).length;
    relabel(this.button, "Hide the map", "cross");
    const fails = [h("i", { class: "fails" }), count ? "here it does not. " : "At this angle the piece solves the level nowhere. "];
    const works = count ? [h("i", {}), "With its middle here the piece solves the level; "] : [];
    this.key.replaceChildren(...works, ...fails, "Where there is no colour, the rules forbid it.");
    this.key.hidden = false;
    announce(`At this angle the piece would solve the level at ${count} of ${solved.length} places.`);
  }
}
