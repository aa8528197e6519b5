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

/** Whether two levels differ only in title and author. @param {T.Level} a @param {T.Level} b */
const sameGeometry = (a, b) =>
  JSON.stringify({ ...a, title: "", author: "" }) === JSON.stringify({ ...b, title: "", author: "" });

/** Dispatches `change` when the level changes, and `elsewhere` when another tab has changed it. */
export class Drafting extends EventTarget {
  /** @param {T.Catalog} catalog @param {Draft} draft */
  constructor(catalog, draft) {
    super();
    this.catalog = catalog;
    this.draft = draft;
    /** @type {History<T.Level>} */
    this.history = new History(draft.level, `draft.${draft.key}`);
    /** @type {{id: string, change: Change} | null} a drag in progress */
    this.live = null;
    this.kept = true; // in the browser
    this.unwatch = store.watchDraft(draft.key, (other) => this.#adopt(other));
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
    const held = this.#held(id, change);
    let next = levels.changed(this.level, id, held);
    if (held.y !== undefined) {
      next = levels.regrouped(next, id, held.y < this.catalog.screen.tray ? "pieces" : "scenery");
    }
    this.commit(next, key);
  }

  /**
   * Keep the centre in sight; the ball, the flag and ground stay out of the tray.
   * @param {string} id
   * @param {Change} change
   * @returns {Change}
   */
  #held(id, change) {
    const { width, height, tray } = this.catalog.screen;
    const thing = this.thing(id);
    const below = thing && ["ball", "flag", "ground"].includes(thing.kind) ? tray + thing.height / 2 : 0;
    const held = { ...change };
    if (held.x !== undefined) held.x = Math.max(0, Math.min(width, held.x));
    if (held.y !== undefined) held.y = Math.max(below, Math.min(height, held.y));
    return held;
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
    const before = this.level;
    this.history.push(level, key);
    this.#changed(before);
  }

  undo() {
    const before = this.level;
    if (this.history.undo()) this.#changed(before);
  }

  redo() {
    const before = this.level;
    if (this.history.redo()) this.#changed(before);
  }

  /** @param {T.Level} before */
  #changed(before) {
    const found = sameGeometry(before, this.level) ? {} : { solutions: [], certificate: null };
    this.keep({ level: this.level, ...found });
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Partial<Draft>} change */
  keep(change) {
    this.draft = { ...this.draft, ...change, time: Date.now() };
    this.kept = store.keepDraft(this.draft);
  }

  /** Another tab has changed the draft: go on from there; Undo leads back. @param {Draft} other */
  #adopt(other) {
    this.draft = other;
    if (JSON.stringify(other.level) === JSON.stringify(this.level)) return;
    this.live = null;
    this.history.push(other.level);
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("elsewhere"));
  }

  leave() {
    this.unwatch();
  }
}
