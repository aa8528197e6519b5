/** The levels being built that this browser remembers. */

/** @import { App } from "../app.js" */
/** @import * as T from "../server/types.js" */
/** @import { Draft } from "./store.js" */
import { hash } from "../text.js";
import { blank } from "./levels.js";
import * as store from "./store.js";

/** The key of a level that is in no pack; attempts are kept by it. @param {T.Level} level */
export const keyOf = (level) => `mine.${hash(JSON.stringify(level))}`;

/**
 * A draft that is kept once something in it has changed.
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @returns {Draft}
 */
export const newDraft = (level, solutions) => ({ key: crypto.randomUUID(), time: Date.now(), level, solutions });

/**
 * The draft that an address means: `draft/<key>`, the name of a level to copy, `new`, or nothing
 * for the latest.
 * @param {App} app
 * @param {string} address
 * @returns {Draft | null} null if there is none
 */
export function draftAt(app, address) {
  if (address === "") return store.drafts()[0] ?? newDraft(blank(), []);
  if (address === "new") return newDraft(blank(), []);
  if (address.startsWith("draft/")) return store.draft(address.slice("draft/".length));
  const work = app.work(address);
  return work && newDraft(work.level, work.solutions);
}

/** The address of a draft in the builder. @param {string} key */
export const draftHash = (key) => `#/build/draft/${key}`;

/** Whether two levels are the same to the last number. @param {T.Level} a @param {T.Level} b */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Keep a level that was opened among the visitor's own. One that is there already is not kept
 * twice; another one of the same title gets a number.
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @returns {Draft}
 */
export function adopt(level, solutions) {
  const all = store.drafts();
  const title = level.title ?? "";
  const taken = new Set(all.map((draft) => draft.level.title));
  const titled = (/** @type {string} */ text) => all.find((draft) => same(draft.level, { ...level, title: text }));
  let [free, number] = [title, 2];
  for (; title && taken.has(free) && !titled(free); number += 1) free = `${title} (${number})`;
  const known = titled(free);
  if (known) return known;
  const draft = newDraft({ ...level, title: free }, solutions);
  if (!store.keepDraft(draft)) throw new Error("this browser has no room for another level; delete drafts first");
  return draft;
}
