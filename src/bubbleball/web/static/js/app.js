/** What all views share: the catalogue, the packs, the level at hand and the game's physics. */

/** @import { SolveStream } from "./server/solve_stream.js" */
/** @import * as T from "./server/types.js" */
import { keyOf } from "./model/drafts.js";
import * as store from "./model/store.js";

export const MINE = "mine"; // name of a level that came by a link, or of an untouched copy
export const OWN = "draft/"; // begins the name of a level that this browser keeps

/**
 * @typedef {object} Work the level at hand
 * @property {string} name of a shipped level, `draft/<key>`, or `mine`
 * @property {string} key differs for different levels
 * @property {string} title for people
 * @property {T.Level} level
 * @property {T.Placement[]} placements to begin with
 * @property {T.Placement[][]} solutions known ones
 * @property {string | null} draft key of the draft that it was made from
 * @property {(placements: T.Placement[]) => void} keep remembers what is placed
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} root
 * @property {string} title
 * @property {number} [scroll] where the page was scrolled to, px
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
    /** @type {Map<string, SolveStream>} the last solve of each level, by key */
    this.solves = new Map();
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
    if (name.startsWith(OWN)) return this.#own(name);
    return name === MINE ? this.#mine() : this.#shipped(name);
  }

  /** @param {string} name @returns {Work | null} */
  #own(name) {
    const draft = store.draft(name.slice(OWN.length));
    return draft
      ? {
          name,
          key: keyOf(draft.level),
          title: draft.level.title || "Your level",
          level: draft.level,
          placements: store.placements(name).filter(({ piece }) => draft.level.pieces.some(({ id }) => id === piece)),
          solutions: draft.solutions,
          draft: draft.key,
          keep: (placements) => store.keepPlacements(name, placements),
        }
      : null;
  }

  /** @param {string} name @returns {Work | null} */
  #shipped(name) {
    const found = this.find(name);
    return found
      ? {
          name,
          key: name,
          title: found.level.title || name,
          level: found.level,
          placements: store.placements(name),
          solutions: found.solutions,
          draft: null,
          keep: (placements) => store.keepPlacements(name, placements),
        }
      : null;
  }

  /** @returns {Work | null} */
  #mine() {
    const custom = store.custom();
    return custom
      ? {
          name: MINE,
          key: keyOf(custom.level),
          title: custom.level.title || "Your level",
          level: custom.level,
          placements: custom.placements,
          solutions: custom.solutions ?? [],
          draft: custom.draft ?? null,
          keep: (placements) => store.keepCustom({ ...custom, placements }),
        }
      : null;
  }

  /** The level last looked at, or the first there is. */
  get usual() {
    const { last } = store.preferences();
    if (last && this.work(last)) return last;
    return this.shipped[0]?.name ?? MINE;
  }

  /** @param {string} hash */
  go(hash) {
    if (location.hash === hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
    else location.hash = hash;
  }

  /**
   * Open a level that is in no pack.
   * @param {store.CustomWork} work
   * @param {'play' | 'solve' | 'physics'} view
   */
  openMine(work, view) {
    store.keepCustom(work);
    this.go(`#/${view}/${MINE}`);
  }

  /**
   * Open a level that this browser keeps.
   * @param {string} key of its draft
   * @param {T.Placement[]} placements none: what was placed before
   * @param {'play' | 'solve' | 'physics'} view
   */
  openOwn(key, placements, view) {
    if (placements.length) store.keepPlacements(OWN + key, placements);
    this.go(`#/${view}/${OWN}${key}`);
  }

  /** Name of the preset that is in force; empty if the physics is none of them. */
  get preset() {
    const same = (/** @type {T.Physics} */ values) =>
      this.catalog.physics.every(({ key }) => values[key] === this.physics[key]);
    return this.catalog.presets.find((each) => same(each.values))?.name ?? "";
  }

  /** Whether the game runs on other physics than the real one. */
  get changed() {
    return Object.keys(this.physics).length > 0;
  }
}
