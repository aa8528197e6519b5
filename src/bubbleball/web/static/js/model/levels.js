/** Changes to a level, each giving a new one; nothing is changed in place. */

/** @import * as T from "../server/types.js" */
import { sizeOf } from "../drawing/parts.js";

/** @typedef {'scenery' | 'pieces'} Group */
/** @typedef {{x?: number, y?: number, width?: number, height?: number, angle?: number, loose?: boolean}} Change */

/** @returns {T.Level} a level to begin with */
export function blank() {
  return {
    version: 1,
    title: "",
    author: "",
    origin: "designed",
    ball: { id: "ball", x: 60, y: 120 },
    flag: { id: "flag", x: 420, y: 265 },
    scenery: [
      { id: "ground-1", kind: "ground", x: 80, y: 180, width: 140, height: 15, angle: 15 },
      { id: "ground-2", kind: "ground", x: 390, y: 300, width: 180, height: 20 },
    ],
    pieces: [{ id: "metal-1", kind: "metal", x: 95, y: 35, width: 150, height: 25 }],
  };
}

/**
 * @param {T.Level} level
 * @param {string} id
 * @returns {{group: Group, part: T.Part} | null}
 */
export function partOf(level, id) {
  for (const group of /** @type {const} */ (["scenery", "pieces"])) {
    const part = level[group].find((each) => each.id === id);
    if (part) return { group, part };
  }
  return null;
}

/** @param {T.Level} level */
export const ballId = (level) => level.ball.id ?? "ball";
/** @param {T.Level} level */
export const flagId = (level) => level.flag.id ?? "flag";

/** @param {T.Level} level */
export const ids = (level) => [
  ballId(level),
  flagId(level),
  ...[...level.scenery, ...level.pieces].map((part) => part.id),
];

/**
 * @param {T.Level} level
 * @param {string} kind
 */
export function newId(level, kind) {
  const taken = new Set(ids(level));
  for (let n = 1; ; n += 1) if (!taken.has(`${kind}-${n}`)) return `${kind}-${n}`;
}

/**
 * @param {T.Level} level
 * @param {string} id
 * @param {Change} change
 * @returns {T.Level}
 */
export function changed(level, id, change) {
  if (id === ballId(level)) return { ...level, ball: { ...level.ball, ...pick(change, ["x", "y"]) } };
  if (id === flagId(level)) return { ...level, flag: { ...level.flag, ...pick(change, ["x", "y", "angle"]) } };
  const swap = (/** @type {T.Part} */ part) => (part.id === id ? { ...part, ...change } : part);
  return { ...level, scenery: level.scenery.map(swap), pieces: level.pieces.map(swap) };
}

/**
 * @param {Change} change
 * @param {('x' | 'y' | 'angle')[]} keys
 */
function pick(change, keys) {
  return Object.fromEntries(keys.filter((key) => change[key] !== undefined).map((key) => [key, change[key]]));
}

/**
 * @param {T.Level} level
 * @param {T.Part} part
 * @param {Group} group
 * @returns {T.Level}
 */
export const added = (level, part, group) => ({ ...level, [group]: [...level[group], part] });

/**
 * @param {T.Level} level
 * @param {string} id
 * @returns {T.Level}
 */
export function without(level, id) {
  const others = (/** @type {T.Part} */ part) => part.id !== id;
  const { teleports, ...rest } = level;
  const pairs = teleports?.filter((pair) => !pair.includes(id));
  return {
    ...rest,
    ...(pairs?.length ? { teleports: pairs } : {}),
    scenery: level.scenery.filter(others),
    pieces: level.pieces.filter(others),
  };
}

/** Ids of the teleports, in the order of building. @param {T.Level} level */
export const teleports = (level) => [...level.scenery, ...level.pieces].filter((part) => part.kind === "teleport").map((part) => part.id);

/** The pairs of teleports: as listed, or as the game pairs them, in the order of building. @param {T.Level} level */
export function pairsOf(level) {
  if (level.teleports?.length) return level.teleports;
  const ends = teleports(level);
  return ends.flatMap((end, index) => (index % 2 ? [/** @type {[string, string]} */ ([ends[index - 1] ?? end, end])] : []));
}

/** Where a teleport leads to. @param {T.Level} level @param {string} id @returns {string | null} */
export const partner = (level, id) => pairsOf(level).find((pair) => pair.includes(id))?.find((end) => end !== id) ?? null;

/**
 * Let one teleport lead to another; those that are left alone by it lead to each other.
 * @param {T.Level} level
 * @param {string} id
 * @param {string} other
 * @returns {T.Level}
 */
export function paired(level, id, other) {
  const [a, b] = [partner(level, id), partner(level, other)];
  const kept = pairsOf(level).filter((pair) => !pair.includes(id) && !pair.includes(other));
  if (a && b && a !== other) kept.push([a, b]);
  return { ...level, teleports: [...kept, [id, other]] };
}

/**
 * Make a part scenery, or a piece that the player may place.
 * @param {T.Level} level
 * @param {string} id
 * @param {Group} group
 * @returns {T.Level}
 */
export function regrouped(level, id, group) {
  const found = partOf(level, id);
  if (!found || found.group === group || (group === "pieces" && found.part.kind === "ground")) return level;
  const { loose: _, ...part } = found.part;
  return added({ ...level, [found.group]: level[found.group].filter((each) => each.id !== id) }, part, group);
}

/**
 * The size of the upright box around something as it is turned.
 * @param {{width: number, height: number, angle?: number, form?: T.Form | null}} thing
 */
export function extentOf({ width: w, height: h, angle, form }) {
  const turn = form === "circle" ? 0 : ((angle ?? 0) * Math.PI) / 180;
  const [c, d] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return { width: w * c + h * d, height: w * d + h * c };
}

/** @param {T.Part} part @param {T.Catalog} catalog */
const extent = (part, catalog) => extentOf({ ...part, ...sizeOf(part, catalog) });

/**
 * A free place in the tray for a part, left to right in two rows; upright if it is too high as it is turned.
 * @param {T.Level} level
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 * @returns {{x: number, y: number, angle?: number}}
 */
export function trayPlace(level, part, catalog) {
  const { screen } = catalog;
  const gap = 5;
  if (part.angle && extent(part, catalog).height > screen.tray - 2 * gap) {
    return { ...trayPlace(level, { ...part, angle: 0 }, catalog), angle: 0 };
  }
  const { width: w, height: h } = extent(part, catalog);
  const boxes = level.pieces.filter((other) => other.id !== part.id).map((other) => {
    const { width, height } = extent(other, catalog);
    const [x, y] = [width / 2, height / 2];
    return { left: other.x - x, right: other.x + x, top: other.y - y, bottom: other.y + y };
  });
  for (const y of [gap + h / 2, screen.tray - gap - h / 2]) {
    for (let x = 20 + w / 2; x + w / 2 <= screen.width - gap; x += 5) {
      const free = boxes.every((box) =>
        x + w / 2 + gap <= box.left || x - w / 2 - gap >= box.right || y + h / 2 + gap <= box.top || y - h / 2 - gap >= box.bottom);
      if (free) return { x, y };
    }
  }
  return { x: 20 + w / 2, y: Math.min(screen.tray - h / 2, gap + h / 2) };
}
