/** A win: stars, the best so far, and the next level. */

/** @import { App, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { h, icon } from "../dom.js";
import * as store from "../model/store.js";
import { count } from "../text.js";
import { hasHelp } from "./coach.js";

/**
 * What a win has earned: solved; with the fewest known pieces; without help.
 * @param {Work} work
 * @param {T.Placement[]} placed
 * @returns {[earned: boolean, label: string][]}
 */
export function starsOf(work, placed) {
  const known = work.solutions.map((solution) => solution.length);
  const fewest = known.length ? Math.min(...known) : placed.length;
  return [
    [true, "solved"],
    [placed.length <= fewest, `with the fewest known pieces (${fewest})`],
    [!hasHelp(work, placed) && !store.asked(work.key), "without help"],
  ];
}

/** A win counts as soon as it is known. @param {App} app @param {Work} work @param {T.TrialData} trial */
export function noteWin(app, work, { solved, placements }) {
  if (!solved || app.changed || !app.find(work.name)) return;
  store.markSolved(work.name, placements.length, hasHelp(work, placements));
  store.keepBest(work.name, { stars: starsOf(work, placements).filter(([earned]) => earned).length, pieces: placements.length });
}

/** Stars as a picture. @param {number} earned @param {string} [label] */
export function stars(earned, label = `${earned} of 3 stars`) {
  return h("span", { class: "stars", title: label }, h("span", { class: "sr-only" }, label), ...[0, 1, 2].map((n) => h("i", { class: n < earned ? "on" : "" }, "★")));
}

/**
 * What the banner over a won run says.
 * @param {App} app
 * @param {Work} work
 * @param {T.TrialData} trial
 */
export function winBanner(app, work, { placements }) {
  const earned = starsOf(work, placements);
  const used = `${placements.length} of ${count(work.level.pieces.length, "piece")}`;
  const caveat = app.changed ? "under changed physics: it does not count" : hasHelp(work, placements) ? "with help" : "";
  const best = store.best(work.name);
  const missing = earned.filter(([got]) => !got).map(([, label]) => label);
  return [
    h("strong", {}, "Solved!"),
    stars(earned.filter(([got]) => got).length),
    h("span", {}, caveat ? `${used}, ${caveat}` : used),
    best && best.pieces < placements.length && h("span", {}, `your best: ${count(best.pieces, "piece")}`),
    !caveat && missing.length ? h("span", { class: "sub" }, `one star more ${missing[0]}`) : "",
  ].filter((each) => each !== false && each !== null);
}

/** Where to go after a win. @param {App} app @param {Work} work */
export function nextLink(app, work) {
  const next = app.next(work.name);
  const [href, label] = next ? [`#/play/${next.name}`, "Next level"] : ["#/levels", "All levels"];
  return h("a", { class: "button primary start next-level", href }, icon("next"), label);
}
