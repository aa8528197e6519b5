/** What is drawn over a level: paths, contacts, ghosts, hints, and what a solver thinks. */

/** @import * as T from "../server/types.js" */
import { s } from "../dom.js";
import { drawPart, outline, transformOf } from "./parts.js";

const CLOSE = 5; // px; of contacts nearer to each other than this the first is marked

/**
 * The frames after which the ball was somewhere else: a teleport, not a motion.
 * @param {T.TrialData} trial
 */
export const jumps = (trial) =>
  new Set(trial.effects.filter((effect) => effect.jumped).map((effect) => effect.frame));

/**
 * SVG path data through points, broken after the given ones.
 * @param {[number, number][]} points
 * @param {Set<number>} [breaks]
 */
export function pathData(points, breaks) {
  let data = "";
  points.forEach(([x, y], index) => {
    const move = index === 0 || breaks?.has(index - 1);
    data += `${move ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`;
  });
  return data;
}

/**
 * @param {[number, number][]} points
 * @param {string} kind class of the line
 */
export const line = (points, kind) => s("path", { class: `line ${kind}`, d: pathData(points) });

/**
 * Where the ball went in a trial.
 * @param {T.TrialData} trial
 * @param {string} kind class of the line
 */
export const ballPath = (trial, kind) =>
  s("path", { class: `line ${kind}`, d: pathData(trial.ball, jumps(trial)) });

/** A path that grows while the ball moves. */
export class Trail {
  /** @param {T.TrialData} trial */
  constructor(trial) {
    const points = trial.ball;
    const breaks = jumps(trial);
    this.node = ballPath(trial, "trace");
    /** @type {number[]} length of the path at each frame */
    this.lengths = [0];
    for (let n = 1; n < points.length; n += 1) {
      const [a, b] = [points[n - 1], points[n]];
      const step = a && b ? Math.hypot(b[0] - a[0], b[1] - a[1]) : 0;
      this.lengths.push((this.lengths[n - 1] ?? 0) + (breaks.has(n - 1) ? 0 : step));
    }
    this.total = this.lengths.at(-1) ?? 0;
    this.node.setAttribute("stroke-dasharray", `${this.total + 1} ${this.total + 1}`);
  }

  /** @param {number} frame may lie between two */
  until(frame) {
    const low = Math.floor(frame);
    const from = this.lengths[low] ?? this.total;
    const to = this.lengths[low + 1] ?? from;
    const shown = from + (to - from) * (frame - low);
    this.node.setAttribute("stroke-dashoffset", String(this.total + 1 - shown));
  }
}

/**
 * Marks where the ball touched something, each with its frame.
 * @param {T.TrialData} trial
 * @returns {{frame: number, node: SVGElement}[]}
 */
export function contactMarks(trial) {
  const apart = trial.contacts.filter(({ point: [x, y] }, index) =>
    !trial.contacts.slice(0, index).some(({ point: [a, b] }) => Math.hypot(a - x, b - y) < CLOSE));
  const marks = apart.map(({ frame, part, point: [x, y] }) => {
    const title = s("title", {}, `touches ${part}`);
    return { frame, node: s("g", { class: "contact" }, title, s("circle", { cx: x, cy: y, r: 2.6 })) };
  });
  for (const effect of trial.effects) {
    const [x, y] = effect.position;
    const title = s("title", {}, `enters ${effect.part}`);
    const node = s("g", { class: "contact effect" }, title, s("circle", { cx: x, cy: y, r: 4.5 }));
    marks.push({ frame: effect.frame, node });
  }
  return marks;
}

/**
 * Outlines of pieces at poses.
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @param {T.Catalog} catalog
 * @param {string} kind class
 */
export function outlines(level, placements, catalog, kind) {
  const group = s("g", { class: kind });
  for (const placement of placements) {
    const piece = level.pieces.find((part) => part.id === placement.piece);
    if (!piece) continue;
    const node = outline(piece, catalog);
    node.setAttribute("transform", transformOf(placement));
    node.setAttribute("data-outline", piece.id);
    group.append(node);
  }
  return group;
}

/**
 * Pieces at poses, drawn as on the stage, with a rim in the colour of what they are shown for.
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @param {T.Catalog} catalog
 * @param {string} kind class
 */
export function figures(level, placements, catalog, kind) {
  const group = outlines(level, placements, catalog, kind);
  for (const rim of [...group.children]) {
    const piece = level.pieces.find((part) => part.id === rim.getAttribute("data-outline"));
    if (!piece) continue;
    const art = drawPart(piece, catalog);
    art.setAttribute("transform", rim.getAttribute("transform") ?? "");
    rim.before(art);
  }
  return group;
}

/**
 * The last attempt: its path and where its pieces stood.
 * @param {T.Level} level
 * @param {T.TrialData} trial
 * @param {T.Catalog} catalog
 */
export function ghost(level, trial, catalog) {
  return s(
    "g",
    { class: "ghost" },
    outlines(level, trial.placements, catalog, "ghost-pieces"),
    ballPath(trial, "ghost-path"),
  );
}

/**
 * Where the ball was nearest to the flag in a run that failed.
 * @param {T.AccountData} account
 * @param {T.Flag} flag
 */
export function missMark({ x, y, gap }, flag) {
  const text = s("text", { x: (x + flag.x) / 2, y: (y + flag.y) / 2 - 6 }, `${Math.round(gap)} px`);
  const node = s("g", { class: "miss" }, s("path", { d: `M${x} ${y}L${flag.x} ${flag.y}` }), s("circle", { cx: x, cy: y, r: 15 }));
  if (gap > 40) node.append(text);
  return node;
}

/** A place to look at. @param {[number, number]} at */
export const lookMark = ([x, y]) =>
  s("g", { class: "look" }, s("circle", { cx: x, cy: y, r: 34 }), s("circle", { class: "inner", cx: x, cy: y, r: 26 }));

/** @param {T.Region} region */
export function regionMark(region) {
  const { left, top, right, bottom, target_x, target_y, target_radius } = region;
  return s(
    "g",
    { class: "region" },
    s("rect", { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), rx: 4 }),
    s("circle", { class: "target", cx: target_x, cy: target_y, r: target_radius }),
    s("path", { class: "cross", d: `M${target_x - 4} ${target_y}h8M${target_x} ${target_y - 4}v8` }),
  );
}

const BINS = 10; // colours of costs

/**
 * Candidates as a cloud of dots, coloured by cost: the best stand out and lie on top.
 * @param {[number, number, number][]} candidates
 */
export function cloud(candidates) {
  const group = s("g", { class: "cloud" });
  const ranked = candidates.filter((c) => c.every(Number.isFinite)).sort((a, b) => b[2] - a[2]);
  const paths = Array.from({ length: BINS }, () => "");
  ranked.forEach(([x, y], index) => {
    const bin = Math.min(BINS - 1, Math.floor((index / ranked.length) * BINS));
    paths[bin] += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  });
  paths.forEach((d, bin) => {
    if (d) group.append(s("path", { class: `dots cost-${Math.floor(((BINS - 1 - bin) / BINS) * 5)}`, d }));
  });
  return group;
}
