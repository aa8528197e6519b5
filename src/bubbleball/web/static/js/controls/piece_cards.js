/** Cards that explain a kind of piece the first time it appears, each with a moving picture. */

/** @import { App, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { button, h } from "../dom.js";
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import { demoOf } from "../model/demos.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";

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
  const stage = new Stage(app.catalog, { still: true, label: `${label} in motion` });
  stage.svg.setAttribute("viewBox", `0 ${app.catalog.screen.tray} ${app.catalog.screen.width} ${app.catalog.screen.height - app.catalog.screen.tray}`);
  stage.show(demo.level);
  const node = h(
    "section",
    { class: "piece-card", "data-kind": kind },
    stage.svg,
    h("div", {}, h("h3", {}, label), h("p", {}, demo.text)),
    button("Close", "cross", () => node.remove(), { quiet: true, class: "round plain close" }),
  );
  void run(stage, demo.level, node, gone);
  return node;
}

/** Show the run again and again while the card is there. @param {Stage} stage @param {T.Level} level @param {HTMLElement} node @param {AbortSignal} gone */
async function run(stage, level, node, gone) {
  try {
    const trial = await api.play(level, [], {}, gone);
    const player = new Player(stage);
    player.showContacts = false;
    player.load(trial);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      player.seek(player.last);
      return;
    }
    player.addEventListener("end", () => {
      if (node.isConnected && !gone.aborted) player.play();
    });
    gone.addEventListener("abort", () => player.pause());
    player.play();
  } catch (error) {
    if (!gone.aborted) complain(error);
  }
}
