/** The visitor's own levels in the gallery: built here, or opened from a file or a link. */

/** @import { App } from "../app.js" */
/** @import { Draft } from "../model/store.js" */
import { OWN } from "../app.js";
import { button, download, h } from "../dom.js";
import { adopt, draftHash, same } from "../model/drafts.js";
import { packText } from "../model/pack_file.js";
import * as store from "../model/store.js";
import { count } from "../text.js";

/** All of them, the latest first. @param {App} app @returns {Draft[]} */
export function ownLevels(app) {
  const custom = store.custom();
  const loose = custom && !custom.draft && !app.shipped.some((each) => same(each.level, custom.level));
  if (loose) store.keepCustom({ ...custom, draft: adopt(custom.level, custom.solutions ?? []).key });
  return store.drafts();
}

/** @param {HTMLElement[]} cards @param {Draft[]} all */
export function ownSection(cards, all) {
  const save = button("Save all as one file", "save", () => download("my-levels.json", new Blob([packText(all)], { type: "application/json" })), { class: "small", title: "A pack that any studio opens" });
  return h(
    "section",
    { class: "own" },
    h("div", { class: "row own-head" }, h("h2", {}, "Yours", h("small", {}, count(all.length, "level"))), save),
    h("div", { class: "grid" }, ...cards),
  );
}

/** @param {Draft} draft @param {IntersectionObserver} seen draws its picture */
export function ownCard({ key, level, certificate }, seen) {
  const title = level.title || "Untitled";
  const thumb = h("div", { class: "thumb", "data-level": OWN + key });
  seen.observe(thumb);
  return h(
    "div",
    { class: "card own-card" },
    h("a", { class: "cover", href: `#/play/${OWN}${key}` }, thumb, h("span", { class: "name" }, title)),
    h(
      "span",
      { class: "facts" },
      h("span", {}, count(level.pieces.length, "piece")),
      certificate?.solvable && h("span", {}, "solvable"),
      h("a", { class: "link edit", href: draftHash(key), "aria-label": `Edit ${title}` }, "Edit"),
    ),
  );
}
