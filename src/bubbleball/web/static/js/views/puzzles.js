/** The puzzles of other games, as far as their data are on this machine. */

/** @import { View } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { h } from "../dom.js";
import { PuzzleStage } from "../drawing/puzzle_stage.js";
import * as api from "../server/api.js";
import { count, puzzleTitle } from "../text.js";

/** @returns {Promise<View>} */
export async function puzzles() {
  const games = await api.puzzles();
  const sections = await Promise.all(games.map(section));
  const root = h(
    "div",
    { class: "view puzzles" },
    h("h1", {}, "Other games"),
    h("p", {}, "In PHYRE and in Interphyre you place a ball so that two bodies stay in contact for three seconds."),
    ...sections,
  );
  return { root, title: "Other games" };
}

/** @param {T.PuzzleGame} game */
async function section(game) {
  const name = game.name === "phyre" ? "phyre" : "interphyre";
  if (game.missing) return h("section", {}, h("h2", {}, game.title), h("p", { class: "missing" }, ...withCommands(game.missing)));
  const cards = game.groups.map((group) => card(name, group));
  return h("section", {}, h("h2", {}, game.title), h("div", { class: "grid" }, ...cards));
}

/** A sentence in which `commands` are set as such. @param {string} text */
const withCommands = (text) => `${text}.`.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** @param {"phyre" | "interphyre"} game @param {T.PuzzleGroup} group */
function card(game, group) {
  const thumb = h("div", { class: "thumb" });
  const names = h("select", { "aria-label": `Puzzle of ${puzzleTitle(group.name)}` });
  const name = h("span", { class: "name" }, puzzleTitle(group.name));
  const link = h("a", { class: "cover", href: `#/puzzles/${game}/${group.name}`, title: group.name }, thumb, name);
  const choose = () => link.setAttribute("href", `#/puzzles/${game}/${names.value}`);
  names.addEventListener("change", choose);
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    const found = await api.puzzleNames(game, group.name);
    names.replaceChildren(...found.map((each) => h("option", { value: each }, puzzleTitle(each))));
    choose();
    const first = found[0];
    if (first) thumb.replaceChildren(new PuzzleStage(await api.puzzle(game, first)).svg);
  }, { rootMargin: "200px" });
  const node = h("div", { class: "card puzzle-card" }, link, h("span", { class: "facts" }, count(group.puzzles, "puzzle")), names);
  seen.observe(node);
  return node;
}
