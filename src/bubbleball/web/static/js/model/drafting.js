/** A level being built: its changes, undo and redo, and its place in the browser's memory. */

/** @import * as T from "../server/types.js" */
/** @import { Change, Group } from "./levels.js" */
/** @import { Draft } from "./store.js" */
import { sizeOf } from "../drawing/parts.js";
import { History } from "./history.js";
import * as levels from "./levels.js";
import { tidy } from "./poses.js";
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
    /** @type {Map<string, Change>} what a drag has done so far */
    this.live = new Map();
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
    return { ...thing, ...this.live.get(id) };
  }

  /**
   * @param {string} id
   * @param {Change} change what lies in the tray becomes a piece, below it scenery
   * @param {string} [key] equal keys in quick succession are undone together
   */
  change(id, change, key = "") {
    this.changeAll([[id, change]], key);
  }

  /** Several things in one step. @param {Iterable<[id: string, change: Change]>} changes @param {string} [key] */
  changeAll(changes, key = "") {
    let next = this.level;
    for (const [id, change] of changes) {
      const held = this.#held(id, change);
      next = levels.changed(next, id, held);
      if (held.y !== undefined) next = levels.regrouped(next, id, held.y < this.catalog.screen.tray ? "pieces" : "scenery");
    }
    this.live.clear();
    this.commit(next, key);
  }

  /**
   * Some things moved together, as far as all of them stay in sight.
   * @param {string[]} ids
   * @param {number} dx px
   * @param {number} dy
   * @returns {Map<string, Change>}
   */
  shifted(ids, dx, dy) {
    const things = ids.map((id) => /** @type {Thing} */ (this.thing(id)));
    const { width, height } = this.catalog.screen;
    /** @param {number} wanted @param {number[]} back @param {number[]} on room of each */
    const held = (wanted, back, on) => Math.max(-Math.min(...back), Math.min(wanted, ...on));
    const right = held(dx, things.map(({ x }) => x), things.map(({ x }) => width - x));
    const down = held(dy, things.map((thing) => thing.y - this.#top(thing)), things.map(({ y }) => height - y));
    return new Map(things.map(({ id, x, y }) => [id, { x: tidy(x + right), y: tidy(y + down) }]));
  }

  /** The least y of the centre: the ball, the flag and ground stay out of the tray. @param {Thing} thing */
  #top({ kind, height }) {
    return ["ball", "flag", "ground"].includes(kind) ? this.catalog.screen.tray + height / 2 : 0;
  }

  /**
   * Keep the centre in sight.
   * @param {string} id
   * @param {Change} change
   * @returns {Change}
   */
  #held(id, change) {
    const { width, height } = this.catalog.screen;
    const thing = this.thing(id);
    const held = { ...change };
    if (held.x !== undefined) held.x = Math.max(0, Math.min(width, held.x));
    if (held.y !== undefined) held.y = Math.max(thing ? this.#top(thing) : 0, Math.min(height, held.y));
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
   * Add some parts in one step.
   * @param {{part: T.Part, group: Group}[]} parts
   * @returns {string[]} their ids
   */
  add(parts) {
    let next = this.level;
    const ids = parts.map(({ part, group }) => {
      const id = levels.newId(next, part.kind);
      next = levels.added(next, { ...part, id }, group);
      return id;
    });
    this.commit(next);
    return ids;
  }

  /** Remove some parts in one step. @param {string[]} ids */
  remove(ids) {
    this.commit(ids.reduce(levels.without, this.level));
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
    this.live.clear();
    this.history.push(other.level);
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("elsewhere"));
  }

  leave() {
    this.unwatch();
  }
}
