/** The pieces that a player has placed: history, the piece being dragged, and broken rules. */

/** @import { App, Work } from "../app.js" */
/** @import { Pose } from "../drawing/parts.js" */
/** @import * as T from "../server/types.js" */
import { complain } from "../errors.js";
import * as api from "../server/api.js";
import { History } from "./history.js";
import { breachText } from "./names.js";

/** Dispatches `change`, then `verdict` once the rules have been checked. */
export class Placements extends EventTarget {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    super();
    this.app = app;
    this.work = work;
    this.level = work.level;
    const seen = work.placements.filter((placement) => this.#inPicture(placement));
    /** @type {History<T.Placement[]>} */
    this.history = new History(seen, work.key);
    /** @type {T.Placement[] | null} during a drag, not yet kept */
    this.live = null;
    /** @type {T.BreachData[]} */
    this.breaches = [];
    this.asking = false;
    this.stale = false;
    this.left = false;
  }

  /** What is placed now. */
  get current() {
    return this.live ?? this.history.value;
  }

  /** @param {string} id */
  piece(id) {
    return this.level.pieces.find((part) => part.id === id);
  }

  /** @param {string} id */
  placed(id) {
    return this.current.find((placement) => placement.piece === id);
  }

  /** What is wrong, or what to do next. */
  get verdict() {
    const { level } = this;
    if (this.breaches.length > 0) return [...new Set(this.breaches.map((breach) => breachText(breach, level, this.app.catalog)))].join(" ");
    if (this.current.length > 0) return "Ready. Press Start.";
    return level.pieces.length
      ? "Drag a piece from the tray, then press Start."
      : "This level has no pieces. Press Start and watch.";
  }

  /** Whether the player may turn it. @param {string} id */
  turns(id) {
    return this.app.catalog.kinds.find((kind) => kind.name === this.piece(id)?.kind)?.turns ?? false;
  }

  /** Whether the centre is in sight, tray included. @param {{x: number, y: number}} at */
  #inPicture({ x, y }) {
    const { width, height, margin } = this.app.catalog.screen;
    return x >= -margin && x <= width + margin && y >= 0 && y <= height + margin;
  }

  /**
   * Move a piece while it is dragged. Let go of in the tray or out of sight it returns to the tray.
   * @param {string} id
   * @param {Pose} pose
   * @param {boolean} done let go of
   */
  drag(id, pose, done) {
    const others = this.#without(id);
    const back = pose.y < this.app.catalog.screen.tray || !this.#inPicture(pose);
    if (!done) this.#preview([...others, { piece: id, ...pose }]);
    else this.set(back ? others : [...others, { piece: id, ...pose }]);
  }

  /**
   * Place a piece by keys or numbers; it stays in sight.
   * @param {string} id
   * @param {Pose} pose
   * @param {string} key
   */
  move(id, { x, y, angle }, key) {
    const { width, height } = this.app.catalog.screen;
    const held = { x: Math.max(0, Math.min(width, x)), y: Math.max(0, Math.min(height, y)), angle };
    this.set([...this.#without(id), { piece: id, ...held }], key);
  }

  /** @param {string} id */
  #without(id) {
    return this.history.value.filter((placement) => placement.piece !== id);
  }

  /**
   * @param {T.Placement[]} placements
   * @param {string} [key] equal keys in quick succession are undone together
   */
  set(placements, key = "") {
    this.history.push(placements, key);
    this.#kept();
  }

  /** @param {T.Placement} placement */
  put(placement) {
    this.set([...this.#without(placement.piece), placement]);
  }

  /** @param {string} id */
  remove(id) {
    this.set(this.#without(id));
  }

  undo() {
    if (this.history.undo()) this.#kept();
  }

  redo() {
    if (this.history.redo()) this.#kept();
  }

  /** Give up a drag. */
  cancel() {
    this.live = null;
    this.#changed();
  }

  /** @param {T.Placement[]} placements */
  #preview(placements) {
    this.live = placements;
    this.#changed();
  }

  #kept() {
    this.live = null;
    this.work.keep(this.history.value);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
    void this.check();
  }

  /** Ask the server about the rules: one question at a time, always the latest. */
  async check() {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.stale && !this.left) {
        this.stale = false;
        const found = await api.check(this.level, this.current);
        if (this.stale && !this.live) continue; // let go elsewhere since: Start waits for that place only
        this.breaches = found;
        this.dispatchEvent(new Event("verdict"));
      }
    } catch (error) {
      complain(error);
    } finally {
      this.asking = false;
    }
  }
}
