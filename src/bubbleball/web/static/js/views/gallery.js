/** All levels as pictures, with search and marks on what is solved. */

/** @import { App, View } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { filePicker } from "../controls/file_picker.js";
import { movingPicture } from "../controls/moving_picture.js";
import { ownCard, ownLevels, ownSection } from "../controls/own_levels.js";
import { stars } from "../controls/win.js";
import { button, download, field, h, icon, select } from "../dom.js";
import { picture } from "../drawing/stage.js";
import { attemptsCsv, attemptsNotebook } from "../model/attempts.js";
import { winning } from "../model/demos.js";
import { describe } from "../model/names.js";
import * as store from "../model/store.js";
import { count, sentence } from "../text.js";

/** @type {[string, string][]} */
const ORDERS = [
  ["pack", "as in the packs"],
  ["easy", "easiest first"],
  ["hard", "hardest first"],
];
/** @type {[string, string][]} */
const SHOWN = [
  ["all", "all"],
  ["open", "not solved yet"],
  ["solved", "solved"],
];

/**
 * @param {App} app
 * @returns {View}
 */
export function gallery(app) {
  const marks = { alone: store.solved(), helped: store.solvedWithHelp() };
  const wish = store.galleryState();
  const gone = new AbortController();
  const list = h("div", { class: "packs" });
  const found = h("p", { class: "sub", role: "status" });

  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      const work = app.work(entry.target.getAttribute("data-level") ?? "");
      if (work) entry.target.append(picture(work.level, app.catalog));
    }
  }, { rootMargin: "300px" });
  const own = ownLevels(app);
  const ownCards = new Map(own.map((draft) => [draft, ownCard(draft, seen)]));
  const dots = ranks(app.shipped);
  for (const level of app.shipped) cards.set(level.name, card(level, marks, seen, dots.get(level.name) ?? 0));

  const refresh = () => {
    const levels = app.shipped.filter((level) => fits(level, wish, marks, app.catalog));
    const sorted = [...levels];
    if (wish.order !== "pack") {
      const sign = wish.order === "easy" ? 1 : -1;
      sorted.sort((a, b) => sign * ((a.difficulty ?? 5) - (b.difficulty ?? 5)));
    }
    const groups = wish.order === "pack" ? app.packs.map((pack) => pack.name) : [""];
    const wanted = (/** @type {T.Level} */ level) => matches(wish.text, `yours own draft ${level.title || "untitled"} ${partsText(level, app.catalog)}`);
    const mine = wish.shown === "solved" ? [] : [...ownCards].filter(([draft]) => wanted(draft.level)).map(([, node]) => node);
    list.replaceChildren(...(mine.length ? [ownSection(mine, own)] : []));
    for (const group of groups) {
      const inside = sorted.filter((level) => !group || level.name.startsWith(`${group}/`));
      if (!inside.length) continue;
      const whole = app.packs.find((pack) => pack.name === group)?.levels ?? [];
      const done = whole.filter((level) => level.name in marks.alone).length;
      const grid = h("div", { class: "grid" }, ...inside.map((level) => cards.get(level.name)));
      const head = group && h("h2", {}, sentence(group), h("small", {}, `${done} of ${whole.length} solved`));
      list.append(h("section", {}, head, grid));
    }
    store.keepGalleryState(wish);
    found.textContent = levels.length + mine.length ? "" : "No level fits. Try other words.";
  };

  const search = h("input", { type: "search", placeholder: "title, number, piece …", value: wish.text });
  search.addEventListener("input", () => {
    wish.text = search.value;
    refresh();
  });
  const root = h(
    "div",
    { class: "view gallery" },
    hero(app, marks.alone, gone.signal),
    h(
      "div",
      { class: "filters" },
      field("Search", search),
      field("Order", select(ORDERS, wish.order, (value) => {
        wish.order = value;
        refresh();
      })),
      field("Show", select(SHOWN, wish.shown, (value) => {
        wish.shown = value;
        refresh();
      })),
      opener(app),
    ),
    found,
    list,
  );
  refresh();
  const leave = () => {
    gone.abort();
    seen.disconnect();
    store.keepGalleryState({ ...wish, scroll: window.scrollY });
  };
  return { root, title: "Levels", scroll: wish.scroll, leave };
}

/**
 * What to do next: for a newcomer with a moving picture of the game, later with what is done.
 * @param {App} app
 * @param {Record<string, number>} marks
 * @param {AbortSignal} gone
 */
function hero(app, marks, gone) {
  const next = app.shipped.find((level) => !(level.name in marks)) ?? app.shipped[0];
  const fresh = Object.keys(marks).length === 0;
  return h(
    "section",
    { class: "hero" },
    h(
      "div",
      {},
      h("h1", {}, fresh ? "Get the ball to the flag" : "Welcome back"),
      h("p", {}, fresh ? "Drag pieces from the tray, turn them, press Start. Gravity does the rest." : progress(app, marks)),
      next && h("a", { class: "button primary big", href: `#/play/${next.name}` }, icon("play"), `${fresh ? "Play" : "Go on with"} “${next.level.title || next.name}”`),
    ),
    fresh
      ? h("div", { class: "hero-picture" }, movingPicture(app.catalog, winning(), "A ball rolls down a bar, a spring throws it to the flag", gone))
      : h("div", { class: "hero-packs" }, ...app.packs.map((pack) => packProgress(pack, marks))),
  );
}

/** How much of a pack is solved. @param {T.Pack} pack @param {Record<string, number>} marks */
function packProgress({ name, levels }, marks) {
  const done = levels.filter((level) => level.name in marks).length;
  return field(`${sentence(name)}: ${done} of ${levels.length}`, h("progress", { max: levels.length, value: done }));
}

/** What has been won so far. @param {App} app @param {Record<string, number>} marks */
function progress(app, marks) {
  const earned = app.shipped.reduce((sum, level) => sum + (store.best(level.name)?.stars ?? 0), 0);
  return `${count(Object.keys(marks).length, "level")} solved of ${app.shipped.length}, ${count(earned, "star")}.`;
}

/** @typedef {{alone: Record<string, number>, helped: Record<string, number>}} Marks on solved levels */

/**
 * @param {T.ShippedLevel} level
 * @param {{text: string, shown: string}} wish
 * @param {Marks} marks
 * @param {T.Catalog} catalog
 */
function fits(level, wish, marks, catalog) {
  const solved = level.name in marks.alone;
  if (wish.shown === "solved" && !solved) return false;
  if (wish.shown === "open" && solved) return false;
  const { title, origin } = level.level;
  const number = level.name.split("/").at(-1);
  return matches(wish.text, `${level.name} level ${number} ${title} ${level.family} ${origin} ${partsText(level.level, catalog)}`);
}

/** The pieces of a level in words to search. @param {T.Level} level @param {T.Catalog} catalog */
const partsText = ({ pieces }, catalog) => pieces.map((piece) => `${piece.kind} ${piece.form ?? ""} ${describe(piece, catalog)} ${piece.kind === "teleport" ? "teleporter" : ""}`).join(" ");

/** Whether all wanted words are in a text, and numbers as a whole. @param {string} wanted @param {string} text */
const matches = (wanted, text) =>
  wanted.trim().toLowerCase().split(/\s+/).every((word) => (/^\d+$/.test(word) ? text.split(/\D+/).includes(word) : text.toLowerCase().includes(word)));

/**
 * @param {T.ShippedLevel} level
 * @param {Marks} marks
 * @param {IntersectionObserver} seen
 * @param {number} dots for its difficulty, 0 if it is unknown
 */
function card(level, marks, seen, dots) {
  const solved = level.name in marks.alone;
  const helped = !solved && level.name in marks.helped;
  const best = store.best(level.name);
  const thumb = h("div", { class: "thumb", "data-level": level.name });
  seen.observe(thumb);
  return h(
    "a",
    { class: solved ? "card solved" : "card", href: `#/play/${level.name}` },
    thumb,
    h("span", { class: "name" }, level.level.title || level.name),
    h(
      "span",
      { class: "facts" },
      h("span", {}, level.name),
      h("span", {}, count(level.level.pieces.length, "piece")),
    ),
    h("span", { class: "facts marks" }, level.difficulty !== null && difficulty(level.difficulty, dots), best ? stars(best.stars) : ""),
    solved && h("span", { class: "tick" }, icon("check"), h("span", { class: "sr-only" }, "solved")),
    helped && h("span", { class: "tick helped", title: "solved with help" }, icon("bulb"), h("span", { class: "sr-only" }, "solved with help")),
  );
}

/**
 * One to five dots for each level: a fifth of all levels gets each number.
 * @param {T.ShippedLevel[]} levels
 */
function ranks(levels) {
  const rated = levels.filter((level) => level.difficulty !== null).sort((a, b) => Number(a.difficulty) - Number(b.difficulty));
  return new Map(rated.map((level, index) => [level.name, 1 + Math.floor((5 * index) / rated.length)]));
}

/** @param {number} value 0 to 10 @param {number} dots */
function difficulty(value, dots) {
  const text = `difficulty ${value.toFixed(1)} of 10`;
  const marks = Array.from({ length: 5 }, (_, n) => h("i", { class: n < dots ? "on" : "" }));
  return h("span", { class: "difficulty", title: text }, h("span", { class: "sr-only" }, text), ...marks);
}

/** @param {App} app */
function opener(app) {
  const picker = filePicker(app, (draft) => app.openOwn(draft.key, [], "play"));
  return h(
    "div",
    { class: "openers" },
    picker.button,
    picker.input,
    store.allAttempts().size > 0 && button("Attempts (CSV)", "save", () => download("attempts.csv", new Blob([attemptsCsv()], { type: "text/csv" })), { title: "Every attempt of this browser, for a spreadsheet" }),
    store.allAttempts().size > 0 && button("Notebook", "save", () => download("attempts.ipynb", new Blob([attemptsNotebook()], { type: "application/json" })), { title: "A notebook that plays the attempts again" }),
  );
}
