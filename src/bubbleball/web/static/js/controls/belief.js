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
 * A table with one row for each parameter: band, mean, and the game's own value.
 * @param {T.Catalog} catalog
 * @param {Moment[]} moments
 * @param {number} index up to which the solve is looked at
 * @param {T.Physics} physics of the game
 */
export function beliefTable(catalog, moments, index, physics) {
  const all = beliefs(moments);
  const now = all.filter((each) => each.index <= index).at(-1) ?? all[0];
  if (!now) return h("p", { class: "sub" }, "This solver has no belief about the physics.");
  const rows = now.belief.map((estimate) => {
    const fact = catalog.physics.find((each) => each.key === estimate.name);
    const truth = physics[estimate.name] ?? fact?.real ?? null;
    const history = all.filter((each) => each.index <= index).map((each) => each.belief.find((b) => b.name === estimate.name));
    const ever = all.flatMap((each) => each.belief.filter((b) => b.name === estimate.name));
    return row(estimate, history.filter((each) => each !== undefined), ever, truth, fact?.label ?? estimate.name, fact?.unit ?? "");
  });
  return h(
    "table",
    { class: "belief" },
    h("caption", {}, "Belief about the physics. Band: 95 %. ", h("i", { class: "key-truth" }), " the game’s value, unknown to the solver."),
    h("thead", {}, h("tr", {}, ...["Physics", "Believed", "Evidence", "Band"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows),
  );
}

/**
 * @param {T.Estimate} estimate
 * @param {T.Estimate[]} history
 * @param {T.Estimate[]} ever
 * @param {number | null} truth
 * @param {string} label
 * @param {string} unit
 */
function row(estimate, history, ever, truth, label, unit) {
  const ends = [...ever.flatMap((each) => [each.low, each.high]), ...(truth === null ? [] : [truth])].filter(Number.isFinite);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const pad = (high - low) * 0.08 || Math.abs(high) * 0.1 || 1;
  const x = (/** @type {number} */ value) => 2 + (116 * (value - low + pad)) / (high - low + 2 * pad);
  const bar = s("svg", { viewBox: "0 0 120 26", class: "band", "aria-hidden": "true" });
  bar.append(s("path", { class: "axis", d: "M2 20H118" }));
  for (const old of history.slice(-6, -1)) {
    bar.append(s("path", { class: "band-old", d: `M${x(old.low)} 20H${x(old.high)}` }));
  }
  bar.append(
    s("rect", { class: "band-now", x: x(estimate.low), y: 9, width: Math.max(1.5, x(estimate.high) - x(estimate.low)), height: 8, rx: 3 }),
    s("circle", { class: "mean", cx: x(estimate.mean), cy: 13, r: 3.4 }),
  );
  if (truth !== null) bar.append(s("path", { class: "truth", d: `M${x(truth)} 4V23` }));
  const spoken = `from ${short(estimate.low)} to ${short(estimate.high)}${truth === null ? "" : `; the game has ${short(truth)}`}`;
  return h(
    "tr",
    { "data-parameter": estimate.name },
    h("th", { scope: "row" }, label),
    h("td", { class: "number" }, `${short(estimate.mean)}${unit && ` ${unit}`}`),
    h("td", { class: "number" }, estimate.evidence ? `${estimate.evidence}` : h("span", { title: "no evidence yet" }, "prior")),
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
