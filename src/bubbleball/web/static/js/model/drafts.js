/** The levels being built that this browser remembers. */

/** @import { App } from "../app.js" */
/** @import * as T from "../server/types.js" */
/** @import { Draft } from "./store.js" */
import { blank } from "./levels.js";
import * as store from "./store.js";

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
