/** What all views share: the catalogue, the packs, the level at hand and the game's physics. */

/** @import * as T from "./server/types.js" */
import * as store from "./model/store.js";

export const MINE = "mine"; // name of a level that is in no pack

/**
 * @typedef {object} Work the level at hand
 * @property {string} name of a shipped level, or `mine`
 * @property {T.Level} level
 * @property {T.Placement[]} placements to begin with
 * @property {T.Placement[][]} solutions known ones
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} root
 * @property {string} title
 * @property {() => void} [leave] called before the next view comes
 */

export class App {
  /**
   * @param {T.Catalog} catalog
   * @param {T.Pack[]} packs
   */
  constructor(catalog, packs) {
    this.catalog = catalog;
    this.packs = packs;
    /** @type {T.Physics} what differs from the real game; kept while the page is open */
    this.physics = {};
  }

  /** @returns {T.ShippedLevel[]} */
  get shipped() {
    return this.packs.flatMap((pack) => pack.levels);
  }

  /** @param {string} name */
  find(name) {
    return this.shipped.find((level) => level.name === name);
  }

  /** The level after this one, if there is one. @param {string} name */
  next(name) {
    const pack = this.packs.find((each) => each.levels.some((level) => level.name === name));
    const index = pack?.levels.findIndex((level) => level.name === name) ?? -1;
    return pack?.levels[index + 1];
  }

  /**
   * @param {string} name
   * @returns {Work | null}
   */
  work(name) {
    if (name === MINE) {
      const custom = store.custom();
      return custom && { name, level: custom.level, placements: custom.placements, solutions: [] };
    }
    const found = this.find(name);
    if (!found) return null;
    const { level, solutions } = found;
    return { name, level, placements: store.placements(name), solutions };
  }

  /** The level last looked at, or the first there is. */
  get usual() {
    const { last } = store.preferences();
    if (last && this.work(last)) return last;
    return this.shipped[0]?.name ?? MINE;
  }

  /** @param {string} hash */
  go(hash) {
    location.hash = hash;
  }

  /**
   * @param {T.Level} level
   * @param {T.Placement[]} placements
   * @param {'play' | 'solve' | 'physics'} view
   */
  openMine(level, placements, view) {
    store.keepCustom({ level, placements });
    const hash = `#/${view}/${MINE}`;
    if (location.hash === hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
    else this.go(hash);
  }

  /** Whether the game runs on other physics than the real one. */
  get changed() {
    return Object.keys(this.physics).length > 0;
  }
}
