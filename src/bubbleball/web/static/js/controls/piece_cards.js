/** Cards that explain a kind of piece the first time it appears, each with a moving picture. */

/** @import { App, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { button, h } from "../dom.js";
import { demoOf } from "../model/demos.js";
import * as store from "../model/store.js";
import { movingPicture } from "./moving_picture.js";

/**
 * The cards of a level: kinds that this browser has not seen before, or all when asked.
 * @param {App} app
 * @param {Work} work
 * @param {AbortSignal} gone
 */
export function pieceCards(app, work, gone) {
  const kinds = [...new Set(work.level.pieces.map((piece) => piece.kind))];
  const box = h("div", { class: "piece-cards" });
  const show = (/** @type {T.Kind[]} */ wanted) => {
    box.replaceChildren(...wanted.map((kind) => card(app, kind, gone)).filter((each) => each !== null));
    store.noteKinds(wanted);
  };
  const known = store.knownKinds();
  show(kinds.filter((kind) => !known.includes(kind)));
  const all = button("What do the pieces do?", "hint", () => show(kinds), { class: "plain small wide" });
  return { box, all };
}

/** @param {App} app @param {T.Kind} kind @param {AbortSignal} gone */
function card(app, kind, gone) {
  const demo = demoOf(kind);
  if (!demo) return null;
  const label = app.catalog.kinds.find((each) => each.name === kind)?.label ?? kind;
  const node = h(
    "section",
    { class: "piece-card", "data-kind": kind },
    movingPicture(app.catalog, demo.level, `${label} in motion`, gone),
    h("div", {}, h("h3", {}, label), h("p", {}, demo.text)),
    button("Close", "cross", () => node.remove(), { quiet: true, class: "round plain close" }),
  );
  return node;
}
