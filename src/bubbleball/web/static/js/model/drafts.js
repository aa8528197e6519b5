/** The levels being built that this browser remembers: begin one, go on with one, delete one. */

/** @import * as T from "../server/types.js" */
/** @import { Draft } from "./store.js" */
import { field, select } from "../dom.js";
import * as store from "./store.js";

/**
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @returns {Draft}
 */
export function newDraft(level, solutions) {
  const draft = { key: crypto.randomUUID(), time: Date.now(), level, solutions };
  store.keepDraft(draft);
  return draft;
}

/** Open the builder again; it takes the latest draft. */
const reopen = () => window.dispatchEvent(new HashChangeEvent("hashchange"));

/** @param {Draft} draft */
export function goOnWith(draft) {
  store.keepDraft({ ...draft, time: Date.now() });
  reopen();
}

/** @param {Draft} draft */
export function dropDraft(draft) {
  if (!window.confirm(`Delete the draft “${draft.level.title || "untitled"}”?`)) return;
  store.dropDraft(draft.key);
  reopen();
}

/** A choice among all drafts, if there are several. @param {Draft} current */
export function draftMenu(current) {
  const all = store.drafts();
  if (all.length < 2) return null;
  /** @type {[string, string][]} */
  const options = all.map((draft) => [draft.key, `${draft.level.title || "untitled"}, ${new Date(draft.time).toLocaleString()}`]);
  return field("Your drafts", select(options, current.key, (key) => {
    const draft = store.drafts().find((each) => each.key === key);
    if (draft) goOnWith(draft);
  }));
}
