/** What the browser remembers: solved levels, work in progress, preferences. */

/** @import * as T from "../server/types.js" */

const PREFIX = "bubbleball.";

/**
 * @template V
 * @param {string} key
 * @param {V} fallback
 * @returns {V}
 */
function read(key, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage is off, or holds something else
  }
}

/**
 * @param {string} key
 * @param {unknown} value undefined removes it
 * @returns {boolean} whether it is kept
 */
function write(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is off or full; the page works without
  }
}

/** @typedef {{level: T.Level, placements: T.Placement[]}} Work a level that is in no pack */

/** @returns {Record<string, number>} level name -> fewest pieces used */
export const solved = () => read("solved", {});

/**
 * @param {string} name
 * @param {number} pieces
 */
export function markSolved(name, pieces) {
  const marks = solved();
  marks[name] = Math.min(marks[name] ?? Infinity, pieces);
  write("solved", marks);
}

/** @param {string} name @returns {T.Placement[]} */
export const placements = (name) => read(`placed.${name}`, []);

/** @param {string} name @param {T.Placement[]} value */
export const keepPlacements = (name, value) =>
  write(`placed.${name}`, value.length ? value : undefined);

/**
 * @typedef {object} Draft a level being built; kept until the visitor deletes it
 * @property {string} key
 * @property {number} time of the last change, ms
 * @property {T.Level} level
 * @property {T.Placement[][]} solutions
 */

const MAX_DRAFTS = 30;

/** @returns {Draft[]} the latest first */
export const drafts = () => read("drafts", []);

/** @param {Draft} draft @returns {boolean} whether it is kept */
export function keepDraft(draft) {
  const others = drafts().filter((each) => each.key !== draft.key);
  return write("drafts", [draft, ...others].slice(0, MAX_DRAFTS));
}

/** @param {string} key */
export const dropDraft = (key) => write("drafts", drafts().filter((each) => each.key !== key));

/** @returns {Work | null} a level opened from a link or a file, or built and now played */
export const custom = () => read("custom", null);

/** @param {Work} work */
export const keepCustom = (work) => write("custom", work);

/** @typedef {{theme: string, traces: boolean, contacts: boolean, ghost: boolean, speed: string, snap: boolean, last: string}} Preferences */

/** @returns {Preferences} */
export function preferences() {
  const standard = {
    theme: "auto",
    traces: true,
    contacts: true,
    ghost: true,
    speed: "1",
    snap: true,
    last: "",
  };
  return { ...standard, ...read("preferences", {}) };
}

/** @param {Partial<Preferences>} change */
export const prefer = (change) => write("preferences", { ...preferences(), ...change });
