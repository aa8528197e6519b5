/** The start: load what all views share, then show the view that the address names. */

/** @import { View, Work } from "./app.js" */
import { App, MINE } from "./app.js";
import { showKeys } from "./controls/key_list.js";
import { muted, toggleMuted } from "./controls/sounds.js";
import { announce, h } from "./dom.js";
import { complain } from "./errors.js";
import { adopt, same } from "./model/drafts.js";
import { problemText } from "./model/names.js";
import { readShare } from "./model/share.js";
import * as store from "./model/store.js";
import * as api from "./server/api.js";
import { connection } from "./server/connection.js";
import { messageOf } from "./text.js";
import { gallery } from "./views/gallery.js";
import { play } from "./views/play.js";

/** @type {Record<string, (app: App, work: Work) => View | Promise<View>>} */
const VIEWS = {
  play,
  solve: async (app, work) => (await import("./views/solve.js")).solve(app, work),
  compare: async (app, work) => (await import("./views/compare.js")).compare(app, work),
  physics: async (app, work) => (await import("./views/physics.js")).physics(app, work),
};

/** @type {View | null} */
let current = null;
let turn = 0; // a view that was asked for earlier must not come up over a later one

/** @param {App} app */
async function route(app) {
  const mine = (turn += 1);
  const [, name = "levels", ...rest] = location.hash.split("/");
  if (name === "share") {
    await openLink(app, rest.join("/"));
    return;
  }
  let view;
  try {
    view = await make(app, name, decodeURIComponent(rest.join("/")));
  } catch (error) {
    view = failed(app, error);
  }
  if (mine !== turn) {
    view.leave?.();
    return;
  }
  show(view, name);
}

/** @param {View} view @param {string} name */
function show(view, name) {
  const first = current === null;
  current?.leave?.();
  current = view;
  const main = document.getElementById("main");
  main?.replaceChildren(view.root);
  if (!first) {
    main?.focus({ preventScroll: true }); // the keyboard goes on in the new view
    announce(view.title);
  }
  document.title = `${view.title} · Bubble Ball`;
  const page = name === "compare" ? "solve" : name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("data-view") === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  window.scrollTo(0, view.scroll ?? 0);
}

/**
 * @param {App} app
 * @param {string} name
 * @param {string} level
 * @returns {Promise<View>}
 */
async function make(app, name, level) {
  if (name === "levels") return gallery(app);
  if (name === "puzzles") return otherGame(level);
  if (name === "build") {
    const view = (await import("./views/build.js")).build(app, level);
    return view ?? message("No such draft", "This browser has no such draft; it may have been deleted.");
  }
  const show = VIEWS[name];
  if (!show) return message("No such page", `There is no page “${name}” in the studio.`);
  const wanted = level || app.usual;
  const work = app.work(wanted);
  if (!work) return message("No such level", `There is no level “${wanted}” here.`);
  store.prefer({ last: wanted });
  return show(app, work);
}

/** The puzzles of other games, or one of them. @param {string} rest of the address @returns {Promise<View>} */
async function otherGame(rest) {
  const [game, ...name] = rest.split("/");
  if (!name.length) return (await import("./views/puzzles.js")).puzzles();
  return (await import("./views/puzzle.js")).puzzleView(game === "phyre" ? "phyre" : "interphyre", name.join("/"));
}

/** A view that could not be loaded; it is tried again when the server is back. @param {App} app @param {unknown} error */
function failed(app, error) {
  if (!(error instanceof TypeError)) return message("Something went wrong", messageOf(error));
  connection.lost(); // a script that cannot be fetched is a TypeError
  connection.addEventListener("change", () => void route(app), { once: true });
  return message("The server does not answer", "This page appears when the server is back.");
}

/** @param {App} app @param {string} packed */
async function openLink(app, packed) {
  try {
    const { level, placements, physics } = await readShare(packed, app.catalog);
    const { problems: [fault] } = await api.inspect(level);
    if (fault) throw new Error(`the link holds a faulty level: ${problemText(fault, level, app.catalog)}`);
    app.physics = physics;
    const known = app.shipped.some((each) => same(each.level, level));
    store.keepCustom({ level, placements, ...(known ? {} : { draft: adopt(level, []).key }) });
    location.replace(`#/play/${MINE}`);
  } catch (error) {
    complain(error);
    location.replace("#/levels");
  }
}

/**
 * @param {string} title
 * @param {string} text
 * @returns {View}
 */
function message(title, text) {
  const back = h("a", { class: "button primary", href: "#/levels" }, "To the levels");
  return { title, root: h("div", { class: "view message" }, h("h1", {}, title), h("p", {}, text), back) };
}

/** The button that switches between light and dark; theme.js has set the first theme. */
function themeButton() {
  document.getElementById("theme")?.addEventListener("click", () => {
    const shown = document.documentElement.dataset.theme;
    const dark = shown ? shown === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = dark ? "light" : "dark";
    store.prefer({ theme });
    document.documentElement.dataset.theme = theme;
  });
}

/** The buttons and keys for sound and for the list of keys. */
function soundAndKeys() {
  const sound = document.getElementById("sound");
  const show = () => {
    sound?.setAttribute("aria-pressed", String(!muted()));
    sound?.querySelector("use")?.setAttribute("href", muted() ? "#icon-mute" : "#icon-sound");
  };
  const toggle = () => {
    announce(toggleMuted() ? "Sound off." : "Sound on.");
    show();
  };
  show();
  sound?.addEventListener("click", toggle);
  document.getElementById("keys")?.addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") showKeys();
    else if (event.key === "m") toggle();
  });
}

/** One banner while the server is away. */
function awayBanner() {
  connection.addEventListener("change", () => {
    const banner = document.getElementById("away");
    if (banner) banner.hidden = !connection.away;
    announce(connection.away ? "The server does not answer." : "The server is back.");
  });
}

async function start() {
  themeButton();
  soundAndKeys();
  awayBanner();
  try {
    const [catalog, packs] = await Promise.all([api.catalog(), api.packs()]);
    const app = new App(catalog, packs);
    window.addEventListener("hashchange", () => void route(app));
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    });
    await route(app);
  } catch (error) {
    document.getElementById("main")?.replaceChildren(
      message("The studio cannot start", messageOf(error)).root,
    );
  }
}

history.scrollRestoration = "manual"; // each view says where it was scrolled to
void start();
