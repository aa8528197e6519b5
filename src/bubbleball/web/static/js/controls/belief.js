/** What the solver believes about the physics: values with bands, and how they changed. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { h, s } from "../dom.js";

/** @param {number} value */
const short = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());

/**
 * Beliefs in the order in which they were held, each with the moment it came at.
 * @param {Moment[]} moments
 * @returns {{index: number, trials: number, belief: T.Estimate[]}[]}
 */
function beliefs(moments) {
  const list = [];
  let trials = 0;
  for (const [index, moment] of moments.entries()) {
    if (moment.type === "step") trials = moment.number;
    else {
      if (!list.length && moment.belief_before.length) list.push({ index: -1, trials, belief: moment.belief_before });
      if (moment.belief.length) list.push({ index, trials, belief: moment.belief });
    }
  }
  return list;
}

/**
 * A row for each parameter that the trials have told something about: its band belief by belief,
 * the latest at the bottom, against the game's own value. The others are folded away.
 * @param {T.Catalog} catalog
 * @param {Moment[]} moments
 * @param {number} index up to which the solve is looked at
 * @param {T.Physics} physics of the game
 */
export function beliefTable(catalog, moments, index, physics) {
  const all = beliefs(moments);
  const held = all.filter((each) => each.index <= index);
  const now = held.at(-1) ?? all[0];
  if (!now) return h("p", { class: "sub" }, "This solver has no belief about the physics.");
  const rows = now.belief.map((estimate) => {
    const fact = catalog.physics.find((each) => each.key === estimate.name);
    const truth = physics[estimate.name] ?? fact?.real ?? null;
    const history = (held.length ? held : [now]).flatMap((each) => each.belief.filter((b) => b.name === estimate.name));
    return { seen: estimate.evidence > 0, node: row(estimate, history, truth, fact?.label ?? estimate.name, fact?.unit ?? "") };
  });
  const seen = rows.filter((each) => each.seen);
  const others = rows.filter((each) => !each.seen).map((each) => each.node);
  return h(
    "div",
    {},
    h("p", { class: "sub" }, "What it believes about the physics. Each band holds the value with 95 %; the lower, the later. ", h("span", { class: "key" }, h("i", { class: "key-truth" }), " the game’s value,"), " unknown to the solver."),
    table(seen.map((each) => each.node)),
    others.length ? h("details", {}, h("summary", {}, seen.length ? `Not observed yet: ${others.length}` : "Nothing observed yet"), table(others)) : "",
  );
}

/** @param {HTMLElement[]} rows */
const table = (rows) =>
  h(
    "table",
    { class: "belief", hidden: rows.length === 0 },
    h("thead", {}, h("tr", {}, ...["Physics", "Believed", "Band"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows),
  );

const BAND = { width: 160, row: 7, most: 5 }; // px; beliefs shown of one parameter

/**
 * @param {T.Estimate} estimate
 * @param {T.Estimate[]} history the latest last
 * @param {number | null} truth
 * @param {string} label
 * @param {string} unit
 */
function row(estimate, history, truth, label, unit) {
  const shown = history.length > BAND.most ? [...history.slice(0, 1), ...history.slice(1 - BAND.most)] : history;
  const ends = [...shown.flatMap((each) => [each.low, each.high]), ...(truth === null ? [] : [truth])].filter(Number.isFinite);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const pad = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  const x = (/** @type {number} */ value) => 2 + ((BAND.width - 4) * (value - low + pad)) / (high - low + 2 * pad);
  const height = Math.max(2, shown.length) * BAND.row + 4;
  const bar = s("svg", { viewBox: `0 0 ${BAND.width} ${height}`, class: "band", "aria-hidden": "true" });
  shown.forEach((each, number) => {
    const width = Math.max(1.5, x(each.high) - x(each.low));
    const kind = number === shown.length - 1 ? "band-now" : "band-old";
    bar.append(s("rect", { class: kind, x: x(each.low), y: 3 + number * BAND.row, width, height: BAND.row - 2, rx: 2 }));
  });
  bar.append(s("circle", { class: "mean", cx: x(estimate.mean), cy: 3 + (shown.length - 0.5) * BAND.row - 1, r: 3 }));
  if (truth !== null) bar.append(s("path", { class: "truth", d: `M${x(truth)} 0V${height}` }));
  const spoken = `from ${short(estimate.low)} to ${short(estimate.high)}${truth === null ? "" : `; the game has ${short(truth)}`}`;
  return h(
    "tr",
    { "data-parameter": estimate.name, title: estimate.evidence ? `${estimate.evidence} observations` : "no observations yet" },
    h("th", { scope: "row" }, label),
    h("td", { class: "number" }, `${short(estimate.mean)}${unit && ` ${unit}`}`),
    h("td", {}, bar, h("span", { class: "sr-only" }, spoken)),
  );
}

const CHART = { width: 220, height: 90, left: 34, bottom: 16, top: 6, right: 6 };

/**
 * One small chart for each parameter that there is evidence for: mean and band, belief by belief,
 * against the game's own value.
 * @param {T.Catalog} catalog
 * @param {Moment[]} moments
 * @param {T.Physics} physics
 */
export function learningCharts(catalog, moments, physics) {
  const all = beliefs(moments);
  const names = [...new Set(all.flatMap((each) => each.belief.filter((b) => b.evidence > 0).map((b) => b.name)))];
  return names.map((name) => {
    const fact = catalog.physics.find((each) => each.key === name);
    const line = all.flatMap((each) => each.belief.filter((b) => b.name === name));
    return chart(line, fact?.label ?? name, physics[name] ?? fact?.real ?? null);
  });
}

/**
 * @param {T.Estimate[]} line
 * @param {string} label
 * @param {number | null} truth
 */
function chart(line, label, truth) {
  const { width, height, left, bottom, top, right } = CHART;
  const values = [...line.flatMap((b) => [b.low, b.high]), ...(truth === null ? [] : [truth])].filter(Number.isFinite);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const x = (/** @type {number} */ n) => left + (n / Math.max(1, line.length - 1)) * (width - left - right);
  const y = (/** @type {number} */ value) => top + (1 - (value - low) / span) * (height - top - bottom);
  const upper = line.map((b, n) => `${x(n)},${y(b.high)}`);
  const lower = line.map((b, n) => `${x(n)},${y(b.low)}`).reverse();
  const last = line.at(-1);
  const spoken = `${label}: believed ${last ? short(last.mean) : "nothing"}${truth === null ? "" : `, the game has ${short(truth)}`}`;
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, label),
    s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": spoken },
      s("path", { class: "axis", d: `M${left} ${top}V${height - bottom}H${width - right}` }),
      s("polygon", { class: "band-now", points: [...upper, ...lower].join(" ") }),
      truth !== null && s("path", { class: "truth", d: `M${left} ${y(truth)}H${width - right}` }),
      s("polyline", { class: "mean-line", points: line.map((b, n) => `${x(n)},${y(b.mean)}`).join(" ") }),
      ...line.map((b, n) => s("circle", { class: "mean", cx: x(n), cy: y(b.mean), r: 2.5 })),
      s("text", { x: left - 4, y: top + 7, "text-anchor": "end" }, short(high)),
      s("text", { x: left - 4, y: height - bottom, "text-anchor": "end" }, short(low)),
      s("text", { x: width - right, y: height - 3, "text-anchor": "end" }, "beliefs, first to last"),
    ),
  );
}
