/** From level to level: the one before, the place in the pack, the one after. */

/** @import { App, Work } from "../app.js" */
import { h, icon } from "../dom.js";

/**
 * @param {App} app
 * @param {Work} work
 * @param {string} view in which the other levels are opened
 */
export function levelNav(app, work, view) {
  const pack = app.packs.find(({ levels }) => levels.some(({ name }) => name === work.name));
  const index = pack?.levels.findIndex(({ name }) => name === work.name) ?? -1;
  if (!pack) return h("p", { class: "sub" }, "from a link, a file or the builder");
  const link = (/** @type {number} */ at, /** @type {string} */ symbol, /** @type {string} */ label) => {
    const other = pack.levels[at];
    if (!other) return h("span", { class: "round plain off" }, icon(symbol));
    return h("a", { class: "button round plain", href: `#/${view}/${other.name}`, title: `${label}: ${other.level.title || other.name}` }, icon(symbol), h("span", { class: "sr-only" }, label));
  };
  return h(
    "nav",
    { class: "level-nav", "aria-label": "Levels of the pack" },
    link(index - 1, "back", "Previous level"),
    h("span", { class: "sub" }, `${work.name} · ${index + 1}\u00a0of\u00a0${pack.levels.length}`),
    link(index + 1, "next", "Following level"),
  );
}
