/** A hint: the solver thinks in the background, and the player gets one piece of what it found. */

/** @import { App } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import * as T from "../server/types.js" */
import { outlines } from "../drawing/overlays.js";
import { nameOf } from "../drawing/stage.js";
import * as api from "../server/api.js";

const TRIALS = 5;
const SECONDS = 30;
const NEAR = { px: 3, degrees: 3 }; // a piece this close counts as placed

/** @param {T.Placement} a @param {T.Placement} b */
function alike(a, b) {
  const turn = Math.abs(((a.angle - b.angle + 540) % 360) - 180);
  return a.piece === b.piece && Math.hypot(a.x - b.x, a.y - b.y) < NEAR.px && turn < NEAR.degrees;
}

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
   * Draw the first piece of the solver's answer that is not yet where it should be.
   * @param {T.Placement[]} placed
   * @param {AbortSignal} signal
   * @returns {Promise<{placement: T.Placement | null, text: string}>}
   */
  async show(placed, signal) {
    const { physics } = this.app;
    const key = JSON.stringify(physics);
    if (!this.found || key !== this.physics) {
      this.found = await this.#solve(physics, signal);
      this.physics = key;
    }
    if (!this.found) return { placement: null, text: "The solver found no solution either." };
    const placement = this.found.find((wanted) => !placed.some((each) => alike(wanted, each)));
    if (!placement) return { placement: null, text: "The solver would leave it like this. Press Start." };
    this.clear();
    this.node = outlines(this.level, [placement], this.app.catalog, "hint");
    this.stage.layers.thoughts.append(this.node);
    const piece = this.level.pieces.find((part) => part.id === placement.piece);
    const what = piece ? nameOf(piece, this.app.catalog).toLowerCase() : placement.piece;
    const [x, y, angle] = [placement.x, placement.y, placement.angle].map(Math.round);
    return { placement, text: `Try the ${what} at ${x}, ${y}, turned ${angle}°.` };
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
