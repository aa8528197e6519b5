/** A solver's thoughts as pictures on the stage, and the legend that explains them. */

/** @import { Configuration, Known } from "../model/known.js" */
/** @import * as T from "../server/types.js" */
/** @import { Stage } from "./stage.js" */
import { h, s } from "../dom.js";
import { roleOf } from "../model/known.js";
import { nameIn } from "../model/names.js";
import { sentence } from "../text.js";
import { ballPath, cloud, line, outlines, regionMark } from "./overlays.js";

export class Thoughts {
  /** @param {Stage} stage @param {T.Level} level */
  constructor(stage, level) {
    this.stage = stage;
    this.level = level;
  }

  clear() {
    this.stage.clear("thoughts", "roles");
  }

  /** @param {Known} known */
  draw(known) {
    this.clear();
    const layer = this.stage.layers.thoughts;
    const { plan, fresh, trial } = known;
    if (!fresh && known.region) layer.append(regionMark(known.region));
    known.guides.slice(1).forEach((guide) => layer.append(line(guide, "guide other")));
    if (known.guides[0]) layer.append(line(known.guides[0], "guide"));
    if (trial && !fresh) layer.append(ballPath(trial, plan?.placed.length ? "recorded before" : "recorded"));
    if (!fresh) layer.append(cloud(known.candidates));
    if (!plan) return;
    if (!fresh) this.#roles(plan);
    if (plan.predicted.length) layer.append(line(plan.predicted, "predicted"));
    for (const event of plan.events) {
      const title = s("title", {}, `expected: meets the ${nameIn(this.level, event.part, this.stage.catalog)} after ${event.seconds.toFixed(2)} s`);
      layer.append(s("g", { class: "meeting" }, title, s("circle", { cx: event.x, cy: event.y, r: 5 })));
    }
  }

  /** Mark what each planned piece does. @param {Configuration} plan */
  #roles(plan) {
    for (const placement of plan.placed) {
      const role = roleOf(plan, placement.piece);
      this.stage.layers.roles.append(outlines(this.level, [placement], this.stage.catalog, `${role}-block`));
    }
  }
}

const ROLES = { main: "main block", support: "support", guide: "also guides the ball" };

/**
 * The pieces of a plan with their roles, in words.
 * @param {Configuration | null} plan
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 */
export function roleList(plan, level, catalog) {
  const items = (plan?.placed ?? []).map(({ piece }) => {
    const role = roleOf(/** @type {Configuration} */ (plan), piece);
    return h("li", { title: piece }, h("i", { class: `swatch ${role}` }), h("span", {}, h("b", {}, sentence(nameIn(level, piece, catalog))), `: ${ROLES[role]}`));
  });
  return h("ul", { class: "roles", "aria-label": "Planned pieces" }, ...items);
}

/** @type {[string, string, string][]} swatch, name, explanation */
const ENTRIES = [
  ["guide-path", "Guide path", "a path for the ball from start to flag, by geometry alone"],
  ["recorded", "Recorded path", "what the ball did in the last trial"],
  ["region", "Local region", "where the recorded path leaves the guide path: something must be placed here"],
  ["target", "Target", "where the ball should get to next"],
  ["candidates", "Candidates", "placements tried in the models, coloured from good to bad; the best are large"],
  ["main", "Main block", "the piece that should meet the ball"],
  ["support", "Supporting block", "a piece that only holds another"],
  ["guide", "Further piece", "placed earlier; it guides the ball as well"],
  ["predicted", "Predicted path", "what the solver expects before the trial"],
  ["rival", "Runner-up", "what was not chosen, and its predicted path"],
];

/**
 * What the colours in the picture mean: only of what is in it.
 * @param {Known} known
 * @param {boolean} [rival] whether the runner-up is shown
 */
export function legend(known, rival = false) {
  const { plan, fresh, trial, region } = known;
  const roles = fresh ? [] : (plan?.placed ?? []).map(({ piece }) => roleOf(/** @type {Configuration} */ (plan), piece));
  /** @type {Record<string, unknown>} */
  const shown = {
    "guide-path": known.guides.length,
    recorded: trial,
    region: !fresh && region,
    target: !fresh && region,
    candidates: !fresh && known.candidates.length,
    main: roles.includes("main"),
    support: roles.includes("support"),
    guide: roles.includes("guide"),
    predicted: plan?.predicted.length,
    rival,
  };
  const items = ENTRIES.filter(([swatch]) => shown[swatch]).map(([swatch, name, text]) =>
    h("li", { title: text, tabindex: 0 }, h("i", { class: `swatch ${swatch}` }), h("span", {}, name), h("span", { class: "sr-only" }, `: ${text}`)));
  return h("ul", { "aria-label": "What the colours mean" }, ...items);
}
