/** The pieces that a player has placed: history, the piece being dragged, and broken rules. */

/** @import { App, Work } from "../app.js" */
/** @import { Pose } from "../drawing/parts.js" */
/** @import * as T from "../server/types.js" */
import { MINE } from "../app.js";
import * as api from "../server/api.js";
import { messageOf } from "../text.js";
import { History } from "./history.js";
import * as store from "./store.js";

/** Dispatches `change`, then `verdict` when the rules are checked, or `trouble` if they cannot be. */
export class Placements extends EventTarget {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    super();
    this.app = app;
    this.work = work;
    this.level = work.level;
    /** @type {History<T.Placement[]>} */
    this.history = new History(work.placements);
    /** @type {T.Placement[] | null} during a drag, not yet kept */
    this.live = null;
    /** @type {T.BreachData[]} */
    this.breaches = [];
    this.message = "";
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

  /** Whether the player may turn it. @param {string} id */
  turns(id) {
    return this.app.catalog.kinds.find((kind) => kind.name === this.piece(id)?.kind)?.turns ?? false;
  }

  /**
   * @param {string} id
   * @param {Pose} pose
   * @param {boolean} done let go of; in the upper half of the tray it goes back there
   * @param {string} key
   */
  move(id, pose, done, key) {
    const others = this.history.value.filter((placement) => placement.piece !== id);
    const back = done && pose.y < this.app.catalog.screen.tray / 2;
    const list = back ? others : [...others, { piece: id, ...pose }];
    if (done) this.set(list, key);
    else {
      this.live = list;
      this.#changed();
    }
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
    this.set([...this.history.value.filter((each) => each.piece !== placement.piece), placement]);
  }

  /** @param {string} id */
  remove(id) {
    this.set(this.history.value.filter((placement) => placement.piece !== id));
  }

  undo() {
    if (this.history.undo()) this.#kept();
  }

  redo() {
    if (this.history.redo()) this.#kept();
  }

  /** Give up a drag. */
  cancel() {
    this.#kept();
  }

  #kept() {
    this.live = null;
    const placements = this.history.value;
    if (this.work.name === MINE) store.keepCustom({ level: this.level, placements });
    else store.keepPlacements(this.work.name, placements);
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
        this.breaches = await api.check(this.level, this.current);
        this.dispatchEvent(new Event("verdict"));
      }
    } catch (error) {
      this.message = messageOf(error);
      this.dispatchEvent(new Event("trouble"));
    } finally {
      this.asking = false;
    }
  }
}
