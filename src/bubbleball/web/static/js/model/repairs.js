/** The smallest change that solves what stands: asked of the server once, then followed step by step. */

/** @import { App } from "../app.js" */
/** @import * as T from "../server/types.js" */
import * as api from "../server/api.js";

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

/**
 * Whether a piece is where a step wants it.
 * @param {T.RepairStep} step
 * @param {T.Placement[]} placed
 */
function done({ piece, after }, placed) {
  const at = placed.find((each) => each.piece === piece);
  return after ? at !== undefined && alike(at, after) : at === undefined;
}

export class Repairs {
  /** @param {App} app @param {T.Level} level */
  constructor(app, level) {
    this.app = app;
    this.level = level;
    /** @type {{attempt: T.Placement[], physics: string, found: T.RepairedEvent} | null} */
    this.known = null;
  }

  /**
   * How what stands can be made to solve the level.
   * @param {T.Placement[]} placed
   * @param {AbortSignal} signal
   * @returns {Promise<T.RepairedEvent>}
   */
  async of(placed, signal) {
    const { level, app: { physics } } = this;
    if (!this.#onTheWay(placed)) {
      const found = await api.repair({ level, placements: placed, physics }, signal);
      this.known = { attempt: placed, physics: JSON.stringify(physics), found };
    }
    const { found } = /** @type {NonNullable<typeof this.known>} */ (this.known);
    return found;
  }

  /** What is left to do. @param {T.RepairedEvent} found @param {T.Placement[]} placed */
  static left(found, placed) {
    return found.steps.filter((step) => !done(step, placed));
  }

  /** Whether what stands is the attempt with some of its repair's steps taken. @param {T.Placement[]} placed */
  #onTheWay(placed) {
    if (!this.known || this.known.physics !== JSON.stringify(this.app.physics)) return false;
    const { attempt, found } = this.known;
    if (!Repairs.left(found, placed).length && found.steps.length) return false; // all taken: look again
    const piece = (/** @type {T.Placement[]} */ list, /** @type {string} */ id) => list.find((each) => each.piece === id);
    return this.level.pieces.every(({ id }) => {
      const [now, then] = [piece(placed, id), piece(attempt, id)];
      const step = found.steps.find((each) => each.piece === id);
      const same = now && then ? alike(now, then) : now === then;
      return same || (step !== undefined && done(step, placed));
    });
  }
}
