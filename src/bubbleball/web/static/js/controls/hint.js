/** A hint: the solver thinks in the background, and the player gets one step of what it found. */

/** @import { App } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import * as T from "../server/types.js" */
import { outlines } from "../drawing/overlays.js";
import { nameIn } from "../model/names.js";
import * as api from "../server/api.js";

const TRIALS = 5;
const SECONDS = 30;
const NEAR = { px: 3, degrees: 3 }; // a piece this close counts as placed

/**
 * Whether two placements of a piece are the same to the eye.
 * @param {T.Placement} a
 * @param {T.Placement} b
 */
export function alike(a, b) {
  const turn = Math.abs(((a.angle - b.angle + 540) % 360) - 180);
  return a.piece === b.piece && Math.hypot(a.x - b.x, a.y - b.y) < NEAR.px && turn < NEAR.degrees;
}

/** @param {T.Placement} a @param {T.Placement} b */
const equal = (a, b) => a.piece === b.piece && a.x === b.x && a.y === b.y && a.angle === b.angle;

/**
 * @typedef {object} Step of a hint
 * @property {string} text
 * @property {T.Placement | null} place where a piece should go
 * @property {string | null} remove id of a piece that should go back to the tray
 */

export class Hint {
  /** @param {App} app @param {T.Level} level @param {Stage} stage */
  constructor(app, level, stage) {
    this.app = app;
    this.level = level;
    this.stage = stage;
    /** @type {T.Placement[] | null} main block first */
    this.found = null;
    this.physics = "";
    /** @type {SVGElement | null} */
    this.node = null;
  }

  /**
   * What to do next to get from what stands to the solver's solution; drawn on the stage.
   * @param {T.Placement[]} placed
   * @param {AbortSignal} signal
   * @returns {Promise<Step>}
   */
  async next(placed, signal) {
    const { physics } = this.app;
    const key = JSON.stringify(physics);
    if (!this.found || key !== this.physics) {
      this.found = await this.#solve(physics, signal);
      this.physics = key;
    }
    const { found } = this;
    if (!found) return { text: "The solver found no solution either.", place: null, remove: null };
    const wanted = found.find((each) => !placed.some((other) => alike(each, other)));
    const extra = placed.find((each) => !found.some((other) => other.piece === each.piece));
    if (extra) return this.#remove(extra);
    if (wanted) return this.#place(wanted);
    const { solved } = await api.play(this.level, placed, physics, signal);
    if (solved) return { text: "The solver would leave it like this. Press Start.", place: null, remove: null };
    const inexact = found.find((each) => !placed.some((other) => equal(each, other)));
    return this.#place(inexact ?? /** @type {T.Placement} */ (found[0]));
  }

  /** @param {T.Placement} extra @returns {Step} */
  #remove(extra) {
    this.#draw(extra);
    const name = nameIn(this.level, extra.piece, this.app.catalog);
    return { text: `The solver’s solution does without the ${name}.`, place: null, remove: extra.piece };
  }

  /** @param {T.Placement} wanted @returns {Step} */
  #place(wanted) {
    this.#draw(wanted);
    const name = nameIn(this.level, wanted.piece, this.app.catalog);
    return { text: `The ${name} belongs where the picture shows it.`, place: wanted, remove: null };
  }

  /** @param {T.Placement} placement */
  #draw(placement) {
    this.clear();
    this.node = outlines(this.level, [placement], this.app.catalog, "hint");
    this.stage.layers.thoughts.append(this.node);
  }

  /**
   * @param {T.Physics} physics
   * @param {AbortSignal} signal
   * @returns {Promise<T.Placement[] | null>}
   */
  async #solve(physics, signal) {
    /** @type {T.Placement[] | null} */
    let found = null;
    /** @type {string | null} */
    let main = null;
    const [solver] = this.app.catalog.solvers;
    const request = {
      level: this.level,
      solver: solver?.name ?? "",
      planner: null,
      seed: 0,
      max_trials: Math.min(TRIALS, this.app.catalog.limits.trials),
      time_limit: Math.min(SECONDS, this.app.catalog.limits.solve_seconds),
      physics,
    };
    await api.solve(request, (event) => {
      if (event.type === "thought" && event.main) main = event.main.piece;
      if (event.type === "step" && event.trial.solved) found = event.placements;
    }, signal);
    const list = /** @type {T.Placement[] | null} */ (found);
    return list && [...list].sort((a, b) => Number(b.piece === main) - Number(a.piece === main));
  }

  clear() {
    this.node?.remove();
    this.node = null;
  }
}
