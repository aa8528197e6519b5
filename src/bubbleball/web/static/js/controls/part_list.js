/** The things of a level as a list: whoever cannot point at the picture selects them here. */

/** @import * as T from "../server/types.js" */
import { h } from "../dom.js";
import * as levels from "../model/levels.js";
import { nameIn } from "../model/names.js";
import { sentence } from "../text.js";

/**
 * @param {T.Catalog} catalog
 * @param {{select: (id: string, adds: boolean) => void, remove: () => void}} actions
 */
export function partList(catalog, actions) {
  const list = h("ul", {});
  const root = h("section", { class: "part-list", "aria-label": "Parts" }, h("h2", {}, "Parts"), list);

  /** @param {T.Level} level @param {string} id @param {Set<string>} chosen @param {Set<string>} wrong */
  const entry = (level, id, chosen, wrong) => {
    const group = levels.partOf(level, id)?.group;
    const name = sentence(nameIn(level, id, catalog, true));
    const node = h("button", { type: "button", class: "part", "data-part": id, "aria-pressed": String(chosen.has(id)) }, name, group === "pieces" && h("span", { class: "sub" }, " in the tray"), wrong.has(id) && h("span", { class: "fault" }, " at fault"));
    node.addEventListener("click", (event) => actions.select(id, event.shiftKey || event.ctrlKey || event.metaKey));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      if (!chosen.has(id)) actions.select(id, false);
      actions.remove();
    });
    return h("li", {}, node);
  };

  return {
    root,
    /**
     * The focus stays where it was in the list, or goes to what has taken its place.
     * @param {T.Level} level
     * @param {Set<string>} chosen
     * @param {Set<string>} wrong parts at fault
     */
    show: (level, chosen, wrong) => {
      const buttons = () => [...list.querySelectorAll("button")];
      const at = buttons().findIndex((node) => node === document.activeElement);
      const focused = buttons()[at]?.getAttribute("data-part");
      list.replaceChildren(...levels.ids(level).map((id) => entry(level, id, chosen, wrong)));
      if (at < 0) return;
      const again = buttons().find((node) => node.getAttribute("data-part") === focused);
      (again ?? buttons()[Math.min(at, buttons().length - 1)])?.focus({ preventScroll: true });
    },
  };
}
