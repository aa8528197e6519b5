/** What people call the parts of a level. Ids are for files and tooltips only. */

/** @import * as T from "../server/types.js" */
import { formOf, sizeOf } from "../drawing/parts.js";
import { rounded, sentence } from "../text.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const LONG = 1.5; // width over height from which a rectangle is long rather than a block
/** @type {Record<string, [block: string, long: string, triangle: string, circle: string]>} */
const NOUNS = {
  ground: ["ground", "ground", "ground", "ground"],
  metal: ["metal block", "bar", "metal wedge", "metal disc"],
  wood: ["crate", "plank", "wooden wedge", "wooden disc"],
  catapult: ["catapult", "catapult", "catapult", "catapult"],
};

/** @param {T.Part} part @param {T.Catalog} catalog */
function isLong(part, catalog) {
  const { width, height } = sizeOf(part, catalog);
  return Math.max(width, height) >= LONG * Math.min(width, height);
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function nounOf(part, catalog) {
  const nouns = NOUNS[part.kind];
  const label = catalog.kinds.find((kind) => kind.name === part.kind)?.label ?? part.kind;
  if (!nouns) return label.toLowerCase();
  const [block, long, triangle, circle] = nouns;
  const form = formOf(part);
  if (form === "triangle") return triangle;
  if (form === "circle") return circle;
  return isLong(part, catalog) ? long : block;
}

/**
 * A part on its own: what it is and how large, such as `Bar 150 × 25`.
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 */
export function describe(part, catalog) {
  const noun = sentence(nounOf(part, catalog));
  if (catalog.kinds.find((kind) => kind.name === part.kind)?.button) return noun;
  const { width, height } = sizeOf(part, catalog);
  const size = formOf(part) === "circle" ? rounded(width) : `${rounded(width)}\u00a0×\u00a0${rounded(height)}`;
  return `${noun} ${size}`;
}

/**
 * A name that no other part of the level has, such as `short plank` or `second bar`. Players do not
 * tell blocks of ground apart, designers do.
 * @param {T.Level} level
 * @param {string} id
 * @param {T.Catalog} catalog
 * @param {boolean} [apart] whether ground is told apart, too
 */
export function nameIn(level, id, catalog, apart = false) {
  if (id === (level.ball.id ?? "ball")) return "ball";
  if (id === (level.flag.id ?? "flag")) return "flag";
  const group = [level.pieces, level.scenery].find((parts) => parts.some((part) => part.id === id));
  const part = group?.find((each) => each.id === id);
  if (!group || !part) return id;
  const noun = nounOf(part, catalog);
  if (part.kind === "ground" && !apart) return noun;
  const alike = group.filter((each) => nounOf(each, catalog) === noun);
  const area = (/** @type {T.Part} */ each) => sizeOf(each, catalog).width * sizeOf(each, catalog).height;
  const areas = [...new Set(alike.map(area))].sort((a, b) => a - b);
  const [small, large] = isLong(part, catalog) ? ["short", "long"] : ["small", "large"];
  const words = areas.length === 2 ? [small, large] : areas.length === 3 ? [small, "middle", large] : [];
  const size = words[areas.indexOf(area(part))] ?? "";
  const same = size ? alike.filter((each) => area(each) === area(part)) : alike;
  const order = same.length > 1 ? ORDINALS[same.indexOf(part)] ?? `${same.indexOf(part) + 1}th` : "";
  return [order, size, noun].filter(Boolean).join(" ");
}

/**
 * A sentence in which ids have become names.
 * @param {string} text
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 * @param {boolean} [apart] whether ground is told apart, too
 */
export function withNames(text, level, catalog, apart = false) {
  let result = text;
  for (const { id, kind } of [...level.pieces, ...level.scenery]) {
    const name = nameIn(level, id, catalog, apart);
    const plain = id.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const quoted = new RegExp(`(?:\\b(?:piece|part|${kind}) )?'${plain}'`, "gi");
    result = result.replaceAll(quoted, `the ${name}`);
    if (/[A-Z0-9]/.test(id)) result = result.replaceAll(new RegExp(`(?<![\\w'-])${plain}(?![\\w'-])`, "g"), `the ${name}`);
  }
  return result;
}

/**
 * Why a placement is not allowed.
 * @param {T.BreachData} breach
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 */
export function breachText(breach, level, catalog) {
  const name = `The ${nameIn(level, breach.piece, catalog)}`;
  const other = breach.other && nameIn(level, breach.other, catalog);
  /** @type {Record<string, string>} */
  const texts = {
    BELOW_TRAY: "reaches into the tray",
    ON_SCREEN: "sticks out of the screen too far",
    CLEAR_OF_BALL: "covers the ball",
    CLEAR_OF_FLAG: "covers the flag",
    SOLIDS_APART: `overlaps the ${other}`,
    BUTTONS_APART: `overlaps the ${other}`,
    UPRIGHT: "must stand upright",
  };
  const text = texts[breach.rule];
  return text ? `${name} ${text}.` : sentence(`${withNames(breach.detail, level, catalog)}.`);
}

/**
 * The parts that faults and warnings speak of, the ball and the flag among them.
 * @param {T.Level} level
 * @param {T.Problem[]} problems
 * @param {T.WarningData[]} warnings
 * @returns {Set<string>} ids
 */
export function partsAtFault(level, problems, warnings) {
  const found = new Set(warnings.flatMap(({ parts }) => parts));
  for (const { where, what } of problems) {
    const [, group, index] = /^(ball|flag|scenery|pieces)\b(?:\[(\d+)\])?/.exec(where) ?? [];
    if (group === "ball" || group === "flag") found.add(level[group].id ?? group);
    else if (group) found.add((group === "scenery" ? level.scenery : level.pieces)[Number(index ?? -1)]?.id ?? "");
    for (const { id } of [...level.pieces, ...level.scenery]) if (what.includes(`'${id}'`)) found.add(id);
  }
  return found;
}

/**
 * A fault of a level's file, with the part's name instead of a path such as `scenery[2].width`.
 * @param {T.Problem} problem
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 */
export function problemText({ where, what }, level, catalog) {
  const found = /^(scenery|pieces)\[(\d+)\](?:\.(\w+))?$/.exec(where);
  const group = found?.[1] === "scenery" ? level.scenery : level.pieces;
  const part = found ? group[Number(found[2])] : undefined;
  const text = withNames(what, level, catalog, true);
  if (!part) return where ? `${sentence(where.replace(/^(ball|flag)\./, "$1: "))} ${text}` : sentence(text);
  const field = found?.[3] ? `${found[3]} ` : "";
  return `${sentence(nameIn(level, part.id, catalog, true))}: ${field}${text}`;
}
