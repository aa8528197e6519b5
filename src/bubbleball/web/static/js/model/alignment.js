/** Which edges and middles of upright boxes are in line with each other. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box centre and size, px */
/** @typedef {{x1: number, y1: number, x2: number, y2: number}} Line px */

const SAME = 0.01; // px

/** @type {{at: 'x' | 'y', size: 'width' | 'height', along: 'x' | 'y', length: 'width' | 'height'}[]} */
const AXES = [
  { at: "x", size: "width", along: "y", length: "height" },
  { at: "y", size: "height", along: "x", length: "width" },
];

/**
 * How far a box has to go to be in line with others that are near, and lines that show it: edges
 * with edges, middles with middles. Null along an axis on which nothing is near.
 * @param {Box} box
 * @param {Box[]} others
 * @param {number} reach px
 * @returns {{dx: number | null, dy: number | null, lines: Line[]}}
 */
export function aligned(box, others, reach) {
  const [across, down] = AXES.map((axis) => onAxis(box, others, reach, axis));
  const moved = { ...box, x: box.x + (across?.gap ?? 0), y: box.y + (down?.gap ?? 0) };
  const lines = AXES.flatMap((axis, n) => linesOf(moved, [across, down][n]?.met ?? [], axis));
  return { dx: across?.gap ?? null, dy: down?.gap ?? null, lines };
}

/**
 * @param {Box} box
 * @param {Box[]} others
 * @param {number} reach
 * @param {(typeof AXES)[number]} axis
 */
function onAxis(box, others, reach, { at, size }) {
  const edges = (/** @type {Box} */ each) => [each[at] - each[size] / 2, each[at] + each[size] / 2];
  const pairs = others.flatMap((other) => [
    { other, line: other[at], gap: other[at] - box[at] },
    ...edges(other).flatMap((line) => edges(box).map((own) => ({ other, line, gap: line - own }))),
  ]);
  const gap = pairs.map((pair) => pair.gap).reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Infinity);
  if (Math.abs(gap) > reach) return null;
  return { gap, met: pairs.filter((pair) => Math.abs(pair.gap - gap) < SAME) };
}

/**
 * One line for each place, as long as all boxes that meet there.
 * @param {Box} box
 * @param {{other: Box, line: number}[]} met
 * @param {(typeof AXES)[number]} axis
 * @returns {Line[]}
 */
function linesOf(box, met, { at, along, length }) {
  const places = [...new Set(met.map(({ line }) => line))];
  return places.map((line) => {
    const boxes = [box, ...met.filter((each) => each.line === line).map(({ other }) => other)];
    const from = Math.min(...boxes.map((each) => each[along] - each[length] / 2));
    const to = Math.max(...boxes.map((each) => each[along] + each[length] / 2));
    return at === "x" ? { x1: line, y1: from, x2: line, y2: to } : { x1: from, y1: line, x2: to, y2: line };
  });
}
