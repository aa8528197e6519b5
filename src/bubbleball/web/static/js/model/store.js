/** What the browser remembers: solved levels, work in progress, preferences. */

/** @import * as T from "../server/types.js" */

const PREFIX = "bubbleball.";

/**
 * @template V
 * @param {string} key
 * @param {V} fallback
 * @param {() => Storage} [place]
 * @returns {V}
 */
function read(key, fallback, place = () => localStorage) {
  try {
    const text = place().getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage is off, or holds something else
  }
}

/**
 * @param {string} key
 * @param {unknown} value undefined removes it
 * @param {() => Storage} [place]
 * @returns {boolean} whether it is kept
 */
function write(key, value, place = () => localStorage) {
  try {
    if (value === undefined) place().removeItem(PREFIX + key);
    else place().setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is off or full; the page works without
  }
}

/**
 * @typedef {object} CustomWork a level that is in no pack
 * @property {T.Level} level
 * @property {T.Placement[]} placements
 * @property {T.Placement[][]} [solutions] known ones; never shown unasked
 * @property {string} [draft] key of the draft that it was made from
 */

/** @returns {Record<string, number>} level name -> fewest pieces used, without help */
export const solved = () => read("solved", {});

/** @returns {Record<string, number>} level name -> pieces used, with help */
export const solvedWithHelp = () => read("solved-with-help", {});

/**
 * @param {string} name
 * @param {number} pieces
 * @param {boolean} helped by a hint, a stored solution or a solver
 */
export function markSolved(name, pieces, helped) {
  const marks = helped ? solvedWithHelp() : solved();
  marks[name] = Math.min(marks[name] ?? Infinity, pieces);
  write(helped ? "solved-with-help" : "solved", marks);
}

/** @typedef {{stars: number, pieces: number}} Best of all wins of a level */

/** @param {string} name @returns {Best | null} */
export const best = (name) => read("best", /** @type {Record<string, Best>} */ ({}))[name] ?? null;

/** @param {string} name @param {Best} won */
export function keepBest(name, won) {
  /** @type {Record<string, Best>} */
  const all = read("best", {});
  const old = all[name] ?? won;
  all[name] = { stars: Math.max(old.stars, won.stars), pieces: Math.min(old.pieces, won.pieces) };
  write("best", all);
}

/** @returns {string[]} kinds of pieces that have been explained */
export const knownKinds = () => read("kinds", []);

/** @param {string[]} kinds */
export const noteKinds = (kinds) => write("kinds", [...new Set([...knownKinds(), ...kinds])]);

/** @param {string} name @returns {T.Placement[]} */
export const placements = (name) => read(`placed.${name}`, []);

/** @param {string} name @param {T.Placement[]} value */
export const keepPlacements = (name, value) =>
  write(`placed.${name}`, value.length ? value : undefined);

/** @param {string} name @returns {T.Placement[]} poses that a hint or a solution gave away */
export const givenAway = (name) => read(`given.${name}`, []);

/** @param {string} name @param {T.Placement[]} value */
export function giveAway(name, value) {
  const known = givenAway(name);
  const fresh = value.filter((each) => !known.some((old) => JSON.stringify(old) === JSON.stringify(each)));
  if (fresh.length) write(`given.${name}`, [...known, ...fresh]);
}

/** @param {string} name @returns {boolean} whether the coach was asked since the level was begun */
export const asked = (name) => read(`asked.${name}`, false);

/** @param {string} name */
export const noteHelp = (name) => write(`asked.${name}`, true);

/** @param {string} name */
export const forgetHelp = (name) => write(`asked.${name}`, undefined);

/** @typedef {import("./attempts.js").Attempt} Attempt */

const ATTEMPTS = "attempts.";

/** @param {string} key of a level @returns {Attempt[]} */
export const attempts = (key) => read(ATTEMPTS + key, []);

/** @param {string} key @param {Attempt[]} value */
export const keepAttempts = (key, value) => write(ATTEMPTS + key, value);

/** @returns {Map<string, Attempt[]>} by level */
export const allAttempts = () =>
  new Map(storedKeys().filter((key) => key.startsWith(ATTEMPTS)).sort().map((key) => [key.slice(ATTEMPTS.length), read(key, [])]));

/** @typedef {{past: unknown[], value: unknown, future: unknown[]}} Steps of undo and redo */

/** @param {string} key @returns {Steps | null} this tab's steps; they survive a reload */
export const steps = (key) => read(`steps.${key}`, null, () => sessionStorage);

/** @param {string} key @param {Steps} value */
export function keepSteps(key, value) {
  let { past, future } = value;
  while (!write(`steps.${key}`, { past, value: value.value, future }, () => sessionStorage)) {
    if (!past.length && !future.length) return;
    past = past.slice(Math.ceil(past.length / 2)); // storage is full: the oldest go first
    future = future.slice(Math.ceil(future.length / 2));
  }
}

/**
 * @typedef {object} Draft a level being built; kept until the visitor deletes it
 * @property {string} key
 * @property {number} time of the last change, ms
 * @property {T.Level} level
 * @property {T.Placement[][]} solutions
 * @property {T.CertificateEvent | null} [certificate] of the level as it is
 */

const DRAFT = "draft.";

/** @returns {Draft[]} the latest first */
export function drafts() {
  moveOldDrafts();
  const keys = storedKeys().filter((key) => key.startsWith(DRAFT));
  const found = keys.map((key) => /** @type {Draft | null} */ (read(key, null))).filter((draft) => draft !== null);
  return found.sort((a, b) => b.time - a.time);
}

/** @param {string} key @returns {Draft | null} */
export const draft = (key) => read(DRAFT + key, null);

/** @param {Draft} value @returns {boolean} whether it is kept */
export const keepDraft = (value) => write(DRAFT + value.key, value);

/** @param {string} key */
export function dropDraft(key) {
  write(DRAFT + key, undefined);
  keepPlacements(`draft/${key}`, []);
}

/**
 * Call back when another tab has changed a draft.
 * @param {string} key
 * @param {(draft: Draft) => void} changed
 * @returns {() => void} ends it
 */
export function watchDraft(key, changed) {
  const listen = (/** @type {StorageEvent} */ event) => {
    const now = event.key === PREFIX + DRAFT + key ? draft(key) : null;
    if (now) changed(now);
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

function storedKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Version 0.1 kept all drafts in one list. */
function moveOldDrafts() {
  /** @type {Draft[]} */
  const old = read("drafts", []);
  if (old.length && old.every((each) => keepDraft(each))) write("drafts", undefined);
}

/** @returns {CustomWork | null} a level opened from a link or a file, or built and now played */
export const custom = () => read("custom", null);

/** @param {CustomWork} work */
export const keepCustom = (work) => write("custom", work);

/** @typedef {{text: string, order: string, shown: string, scroll: number}} GalleryState */

/** @returns {GalleryState} this tab's search, filters and scroll position */
export const galleryState = () => ({
  ...{ text: "", order: "pack", shown: "all", scroll: 0 },
  ...read("gallery", {}, () => sessionStorage),
});

/** @param {GalleryState} state */
export const keepGalleryState = (state) => write("gallery", state, () => sessionStorage);

/** @typedef {{theme: string, traces: boolean, contacts: boolean, ghost: boolean, speed: string, arrows: boolean, strobe: boolean, muted: boolean, taught: boolean, pace: string, steps: boolean, snap: boolean, last: string}} Preferences */

/** @returns {Preferences} */
export function preferences() {
  const standard = {
    theme: "auto",
    traces: true,
    contacts: true,
    ghost: true,
    speed: "1",
    arrows: false,
    strobe: false,
    muted: false,
    taught: false,
    pace: "1",
    steps: false,
    snap: true,
    last: "",
  };
  return { ...standard, ...read("preferences", {}) };
}

/** @param {Partial<Preferences>} change */
export const prefer = (change) => write("preferences", { ...preferences(), ...change });
