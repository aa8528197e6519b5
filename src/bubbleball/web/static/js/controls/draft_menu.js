/** A choice among the levels being built. */

/** @import { App } from "../app.js" */
/** @import { Draft } from "../model/store.js" */
import { field, select } from "../dom.js";
import { draftHash } from "../model/drafts.js";
import * as store from "../model/store.js";

/** All drafts, if there are several. @param {App} app @param {Draft} current */
export function draftMenu(app, current) {
  const all = store.drafts();
  if (all.filter((draft) => draft.key !== current.key).length === 0) return null;
  /** @type {[string, string][]} */
  const options = all.map((draft) => [draft.key, `${draft.level.title || "untitled"}, ${new Date(draft.time).toLocaleString()}`]);
  if (!all.some((draft) => draft.key === current.key)) options.unshift([current.key, "this level, not changed yet"]);
  return field("Your drafts", select(options, current.key, (key) => app.go(draftHash(key))));
}

/** Delete a draft after a question. @param {App} app @param {Draft} draft */
export function deleteDraft(app, draft) {
  if (!window.confirm(`Delete the draft “${draft.level.title || "untitled"}”?`)) return;
  store.dropDraft(draft.key);
  app.go("#/build");
}
