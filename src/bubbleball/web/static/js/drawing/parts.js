/** Pictures of single things: parts, ball, flag. Each is drawn about its own centre. */

/** @import * as T from "../server/types.js" */
import { s } from "../dom.js";

/** @typedef {{x: number, y: number, angle: number}} Pose centre of a box, px, and its turn, degrees */
/** @typedef {{width: number, height: number}} Size of a box, px */

/**
 * The size of a part's unturned box.
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 * @returns {Size}
 */
export const sizeOf = (part, catalog) => ({
  width: part.width ?? catalog.button,
  height: part.height ?? catalog.button,
});

const WOODEN = new Set(["wood", "catapult"]);
const PLAIN = new Set(["ground", "metal", "wood"]);

/**
 * The outline's name: what the file says, or what the kind always is.
 * @param {T.Part} part
 */
export function formOf(part) {
  if (part.kind === "catapult") return "beam";
  if (!PLAIN.has(part.kind)) return "circle";
  return part.form ?? "rectangle";
}

/**
 * The part's outline as one SVG shape about the centre of its box.
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 * @param {number} [inset] px
 * @returns {SVGElement}
 */
export function outline(part, catalog, inset = 0) {
  const { width, height } = sizeOf(part, catalog);
  const [w, h] = [width - 2 * inset, height - 2 * inset];
  const form = formOf(part);
  if (form === "circle") return s("circle", { r: Math.max(0, w / 2) });
  if (form === "triangle") {
    return s("polygon", { points: `${-w / 2},${-h / 2} ${w / 2},${h / 2} ${-w / 2},${h / 2}` });
  }
  if (form === "beam") {
    const thickness = catalog.beam * height;
    const top = height / 2 - thickness;
    return s("rect", { x: -w / 2, y: top + inset, width: w, height: thickness - 2 * inset });
  }
  return s("rect", { x: -w / 2, y: -h / 2, width: Math.max(0, w), height: Math.max(0, h) });
}

/**
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 */
export function drawPart(part, catalog) {
  const group = s("g", { class: `art ${WOODEN.has(part.kind) ? "wooden" : ""} k-${part.kind}` });
  if (part.kind === "ground") group.append(...ground(part, catalog));
  else if (part.kind === "metal") group.append(...metal(part, catalog));
  else if (part.kind === "wood") group.append(...wood(part, catalog));
  else if (part.kind === "catapult") group.append(...catapult(part, catalog));
  else group.append(...powerUp(part, catalog));
  return group;
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function ground(part, catalog) {
  const body = outline(part, catalog);
  body.setAttribute("class", "ground");
  return [body];
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function metal(part, catalog) {
  const body = outline(part, catalog, 0.5);
  body.setAttribute("class", "metal");
  const { width: w, height: h } = sizeOf(part, catalog);
  const marks = [body];
  if (formOf(part) === "rectangle" && h >= 8) {
    marks.push(s("path", { class: "sheen", d: `M${-w / 2 + 3} ${-h / 2 + 4}H${w / 2 - 3}` }));
    for (const x of w >= 30 ? [-w / 2 + 7, w / 2 - 7] : [0]) {
      marks.push(s("circle", { class: "rivet", cx: x, cy: 0, r: 2 }));
    }
  } else if (formOf(part) === "circle") {
    marks.push(s("circle", { class: "sheen", r: Math.max(0, w / 2 - 5) }));
    marks.push(s("circle", { class: "rivet", r: 2 }));
  } else if (formOf(part) === "triangle") {
    marks.push(s("circle", { class: "rivet", cx: -w / 2 + 8, cy: h / 2 - 8, r: 2 }));
  }
  return marks;
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function wood(part, catalog) {
  const body = outline(part, catalog, 0.5);
  body.setAttribute("class", "wood");
  const { width: w, height: h } = sizeOf(part, catalog);
  /** @type {SVGElement[]} */
  const marks = [body];
  if (formOf(part) === "rectangle") {
    const lines = Math.max(1, Math.min(5, Math.floor(h / 9)));
    for (let n = 1; n <= lines; n += 1) {
      const y = -h / 2 + (n * h) / (lines + 1);
      const [a, b] = [-w / 2 + 4 + ((n * 7) % 11), w / 2 - 4 - ((n * 5) % 13)];
      if (b > a) marks.push(s("path", { class: "grain", d: `M${a} ${y}Q0 ${y + (n % 2 ? 2 : -2)} ${b} ${y}` }));
    }
  } else if (formOf(part) === "circle") {
    for (const share of [0.25, 0.55, 0.8]) marks.push(s("circle", { class: "grain", r: (share * w) / 2 }));
  } else {
    for (const share of [0.35, 0.62]) {
      const y = -h / 2 + (0.4 + share / 2) * h;
      const reach = -w / 2 + ((y + h / 2) / h) * w;
      marks.push(s("path", { class: "grain", d: `M${-w / 2 + 5} ${y}H${reach - 6}` }));
    }
  }
  return marks;
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function catapult(part, catalog) {
  const body = outline(part, catalog, 0.5);
  body.setAttribute("class", "wood beam");
  const { width: w, height: h } = sizeOf(part, catalog);
  const top = h / 2 - catalog.beam * h;
  const scoop = s("path", {
    class: "scoop",
    d: `M${-w / 2 + 6} ${top + 2}q9 6 18 0M${w / 2 - 24} ${top + 2}q9 6 18 0M-5 ${h / 2 - 2}l5 -6 5 6`,
  });
  return [body, s("path", { class: "grain", d: `M${-w / 2 + 8} ${h / 2 - 5}H${w / 2 - 8}` }), scoop];
}

/** @param {T.Part} part @param {T.Catalog} catalog */
function powerUp(part, catalog) {
  const paths = catalog.kinds.find((kind) => kind.name === part.kind)?.glyph ?? [];
  return [
    s("circle", { class: `power ${part.kind.split("-")[0]}`, r: catalog.button / 2 - 0.75 }),
    s("g", { class: "glyph" }, ...paths.map((path) => s("path", { class: path.paint, d: path.d, "stroke-width": path.width || null }))),
  ];
}

/** @param {number} radius */
export function drawBall(radius) {
  return s(
    "g",
    { class: "ball" },
    s("circle", { class: "body", r: radius - 0.75 }),
    s("path", { class: "gleam", d: `M${-radius * 0.55} ${-radius * 0.25}A${radius * 0.62} ${radius * 0.62} 0 0 1 ${-radius * 0.1} ${-radius * 0.62}` }),
  );
}

/** @param {Pick<T.Level, 'flag' | 'scenery'>} level @param {T.Catalog} catalog */
export function drawFlag({ flag, scenery }, catalog) {
  const [w, h] = [flag.width ?? catalog.flag_width, flag.height ?? catalog.flag_height];
  const [left, top] = [-w / 2 + 7, -h / 2 + 2];
  const [columns, rows] = [4, 3];
  const cell = Math.min((w - 12) / columns, (h * 0.5) / rows);
  let dark = "";
  for (let row = 0; row < rows; row += 1) {
    for (let column = row % 2; column < columns; column += 2) {
      dark += `M${left + column * cell} ${top + row * cell}h${cell}v${cell}h${-cell}z`;
    }
  }
  const held = (/** @type {number} */ x) => scenery.some((part) => {
    const size = sizeOf(part, catalog);
    return !part.angle && Math.abs(flag.x + x - part.x) <= size.width / 2 && Math.abs(part.y - size.height / 2 - flag.y - h / 2) <= 6;
  });
  const turned = !flag.angle && !held(left) && held(-left); // the pole stands on the ground, not beside it
  return s(
    "g",
    { class: "flag", transform: turned ? "scale(-1 1)" : null },
    s("path", { class: "base", d: `M${left - 6} ${h / 2}h13l-3 -4h-7z` }),
    s("path", { class: "pole", d: `M${left} ${h / 2 - 2}V${-h / 2}` }),
    s(
      "g",
      { class: "cloth" },
      s("rect", { class: "light", x: left, y: top, width: columns * cell, height: rows * cell }),
      s("path", { class: "dark", d: dark }),
      s("rect", { class: "hem", x: left, y: top, width: columns * cell, height: rows * cell }),
    ),
  );
}

/** @param {Pose} pose */
export const transformOf = (pose) =>
  pose.angle ? `translate(${pose.x} ${pose.y}) rotate(${pose.angle})` : `translate(${pose.x} ${pose.y})`;
