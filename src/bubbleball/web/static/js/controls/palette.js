/** The parts a level can be made of; click to add one, or drag it onto the level. */

/** @import * as T from "../server/types.js" */
import { h, s } from "../dom.js";
import { drawPart } from "../drawing/parts.js";
import { describe } from "../model/names.js";

const [SMALL, LONGEST] = [80, 200]; // px

/**
 * @typedef {object} Taker
 * @property {(part: T.Part) => void} add put it in the middle
 * @property {(part: T.Part, event: PointerEvent, done: boolean) => void} drag
 * @property {() => void} cancel a drag is given up
 */

/**
 * @param {T.Catalog} catalog
 * @param {Taker} taker
 */
export function palette(catalog, taker) {
  const entries = catalog.kinds.flatMap((kind) =>
    kind.sizes.map((size) => {
      /** @type {T.Part} */
      const part = { id: "", kind: kind.name, x: 0, y: 0 };
      if (kind.solid) Object.assign(part, { width: size.width, height: size.height });
      if (kind.solid && (size.form === "triangle" || size.form === "circle")) part.form = size.form;
      return entry(part, catalog, taker, size);
    }));
  return h("div", { class: "palette", role: "group", "aria-label": "Add a part" }, ...entries);
}

/**
 * @param {T.Part} part
 * @param {T.Catalog} catalog
 * @param {Taker} taker
 * @param {{width: number, height: number}} size
 */
function entry(part, catalog, taker, size) {
  const scale = size.width > SMALL ? LONGEST : SMALL; // parts of a kind are drawn to one scale
  const [w, hgt] = [Math.max(scale, size.width) + 6, size.height + 6];
  const view = s("svg", { viewBox: `${-w / 2} ${-hgt / 2} ${w} ${hgt}`, "aria-hidden": "true" }, drawPart(part, catalog));
  const label = describe(part, catalog);
  const node = h("button", { type: "button", class: "entry", title: `Add: ${label}` }, view, h("span", {}, label));
  let dragged = false;
  let pointer = -1;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragged = false;
    pointer = event.pointerId;
    node.setPointerCapture(pointer);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer || !node.hasPointerCapture(pointer)) return;
    const box = node.getBoundingClientRect();
    const outside = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
    if (!dragged && !outside) return;
    dragged = true;
    taker.drag(part, event, false);
  });
  node.addEventListener("pointerup", (event) => {
    if (event.pointerId === pointer && dragged) taker.drag(part, event, true);
    pointer = -1;
  });
  node.addEventListener("pointercancel", (event) => {
    if (event.pointerId === pointer && dragged) taker.cancel();
    pointer = -1;
  });
  node.addEventListener("click", () => {
    if (!dragged) taker.add(part);
    dragged = false;
  });
  return node;
}
