/** A level being built: its changes, undo and redo, and its place in the browser's memory. */

/** @import * as T from "../server/types.js" */
/** @import { Change, Group } from "./levels.js" */
/** @import { Draft } from "./store.js" */
import { sizeOf } from "../drawing/parts.js";
import { History } from "./history.js";
import * as levels from "./levels.js";
import * as store from "./store.js";

/**
 * @typedef {object} Thing a part, the ball or the flag
 * @property {string} id
 * @property {T.Kind | 'ball' | 'flag'} kind
 * @property {number} x centre, px
 * @property {number} y
 * @property {number} width px
 * @property {number} height
 * @property {number} [angle] degrees
 * @property {T.Form | null} [form]
 */

/** Reports every `change` of the level. */
export class Drafting extends EventTarget {
  /** @param {T.Catalog} catalog @param {Draft} draft */
  constructor(catalog, draft) {
    super();
    this.catalog = catalog;
    this.draft = draft;
    /** @type {History<T.Level>} */
    this.history = new History(draft.level);
    /** @type {{id: string, change: Change} | null} a drag under way */
    this.live = null;
    this.kept = true; // in the browser
  }

  get level() {
    return this.history.value;
  }

  /**
   * Anything with an id, as a part.
   * @param {string} id
   * @returns {Thing | null}
   */
  thing(id) {
    const { ball, flag } = this.level;
    const size = 2 * this.catalog.ball_radius;
    if (id === levels.ballId(this.level)) return { id, kind: "ball", x: ball.x, y: ball.y, width: size, height: size };
    if (id === levels.flagId(this.level)) return { id, kind: "flag", width: this.catalog.flag_width, height: this.catalog.flag_height, ...flag };
    const part = levels.partOf(this.level, id)?.part;
    return part ? { ...part, ...sizeOf(part, this.catalog) } : null;
  }

  /** The same with what a drag has done to it so far. @param {string} id */
  shown(id) {
    const thing = /** @type {Thing} */ (this.thing(id));
    return this.live?.id === id ? { ...thing, ...this.live.change } : thing;
  }

  /**
   * @param {string} id
   * @param {Change} change what lies in the tray becomes a piece, below it scenery
   * @param {string} [key] equal keys in quick succession are undone together
   */
  change(id, change, key = "") {
    this.live = null;
    let next = levels.changed(this.level, id, change);
    if (change.y !== undefined) {
      next = levels.regrouped(next, id, change.y < this.catalog.screen.tray ? "pieces" : "scenery");
    }
    this.commit(next, key);
  }

  /** @param {string} id @param {Group} group */
  regroup(id, group) {
    const { screen } = this.catalog;
    const part = levels.partOf(this.level, id)?.part;
    if (!part) return;
    const middle = { x: screen.width / 2, y: (screen.tray + screen.height) / 2 };
    const place = group === "pieces" ? levels.trayPlace(this.level, part, this.catalog) : middle;
    this.commit(levels.changed(levels.regrouped(this.level, id, group), id, place));
  }

  /**
   * @param {T.Part} part
   * @param {Group} [group]
   * @returns {string} its id
   */
  add(part, group = "scenery") {
    const id = levels.newId(this.level, part.kind);
    this.commit(levels.added(this.level, { ...part, id }, group));
    return id;
  }

  /** @param {string} id */
  remove(id) {
    this.commit(levels.without(this.level, id));
  }

  /** @param {T.Level} level @param {string} [key] */
  commit(level, key = "") {
    this.history.push(level, key);
    this.#changed();
  }

  undo() {
    if (this.history.undo()) this.#changed();
  }

  redo() {
    if (this.history.redo()) this.#changed();
  }

  #changed() {
    this.keep({ level: this.level, solutions: [] });
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Partial<Draft>} change */
  keep(change) {
    this.draft = { ...this.draft, ...change, time: Date.now() };
    this.kept = store.keepDraft(this.draft);
  }
}
