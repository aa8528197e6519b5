/** Exact values of the part that is selected in the builder. */

/** @import { Change, Group } from "../model/levels.js" */
/** @import * as T from "../server/types.js" */
import { button, field, h, select, toast, toggle } from "../dom.js";
import { sizeOf } from "../drawing/parts.js";
import { describe } from "../model/names.js";

/**
 * @typedef {object} Actions
 * @property {(change: Change) => void} change
 * @property {(group: Group) => void} regroup
 * @property {[id: string, name: string][]} teleports that this one could lead to
 * @property {string} partner id of the one that it leads to; empty for none
 * @property {(other: string) => void} pair
 * @property {() => void} copy
 * @property {() => void} remove
 */

/**
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} change
 * @param {Record<string, any>} [props]
 */
function numberField(label, value, change, props = {}) {
  const shown = String(Math.round(value * 100) / 100);
  const input = h("input", { type: "number", step: "any", inputmode: "decimal", value: shown, "data-field": label, ...props });
  input.addEventListener("change", () => {
    if (input.validity.valid && Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
    else {
      if (input.validity.rangeUnderflow) toast(`${label} must be at least ${props["min"]} px.`, "error");
      input.value = shown;
    }
  });
  return field(label, input);
}

/**
 * @param {T.Catalog} catalog
 * @param {{group: Group, part: T.Part}} found
 * @param {Actions} actions
 */
export function partInspector(catalog, { group, part }, actions) {
  const kind = catalog.kinds.find((each) => each.name === part.kind);
  const size = sizeOf(part, catalog);
  const round = part.form === "circle" || kind?.button;
  return h(
    "fieldset",
    { class: "inspector" },
    h("legend", {}, describe(part, catalog)),
    numberField("x", part.x, (x) => actions.change({ x })),
    numberField("y", part.y, (y) => actions.change({ y })),
    kind?.turns && numberField("Angle", part.angle ?? 0, (angle) => actions.change({ angle })),
    kind?.solid && numberField(round ? "Size" : "Width", size.width, (width) => actions.change(round ? { width, height: width } : { width }), { min: 1 }),
    kind?.solid && !round && numberField("Height", size.height, (height) => actions.change({ height }), { min: 1 }),
    part.kind !== "ground" && h("div", { class: "wide" }, toggle("The player may place it", group === "pieces", (on) => actions.regroup(on ? "pieces" : "scenery"), { "data-field": "movable" })),
    kind?.wooden && group === "scenery" && h("div", { class: "wide" }, toggle("Loose: it falls and topples", part.loose ?? false, (loose) => actions.change({ loose }), { "data-field": "loose" })),
    part.kind === "teleport" && leadsTo(actions),
    h("div", { class: "wide row" }, button("Copy", "copy", actions.copy, { class: "small" }), button("Delete", "delete", actions.remove, { class: "small" })),
  );
}

/** @param {Actions} actions */
function leadsTo({ teleports, partner, pair }) {
  /** @type {[string, string][]} */
  const none = partner ? [] : [["", teleports.length ? "nowhere yet" : "nowhere: add a second one"]];
  return field("Leads to", select([...none, ...teleports], partner, (other) => other && pair(other), { "data-field": "partner" }), { class: "field wide" });
}

/**
 * What can be done with several parts at once.
 * @param {number} count
 * @param {Pick<Actions, 'copy' | 'remove'>} actions
 */
export function severalInspector(count, { copy, remove }) {
  return h(
    "fieldset",
    { class: "inspector" },
    h("legend", {}, `${count} parts`),
    h("p", { class: "wide sub" }, "Drag one of them, or press an arrow key, to move them all."),
    h("div", { class: "wide row" }, button("Copy", "copy", copy, { class: "small" }), button("Delete", "delete", remove, { class: "small" })),
  );
}

/**
 * @param {'ball' | 'flag'} what
 * @param {T.Ball | T.Flag} thing
 * @param {(change: Change) => void} change
 */
export function goalInspector(what, thing, change) {
  return h(
    "fieldset",
    { class: "inspector" },
    h("legend", {}, what === "ball" ? "Ball" : "Flag"),
    numberField("x", thing.x, (x) => change({ x })),
    numberField("y", thing.y, (y) => change({ y })),
    what === "flag" && numberField("Angle", ("angle" in thing ? thing.angle : 0) ?? 0, (angle) => change({ angle })),
  );
}
