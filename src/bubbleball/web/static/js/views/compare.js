/** Two solvers side by side on the same level: the same clock, the same budget. */

/** @import { App, View, Work } from "../app.js" */
import { levelNav } from "../controls/level_nav.js";
import { Story } from "../controls/story.js";
import { button, field, h, select } from "../dom.js";
import { SolveStream } from "../server/solve_stream.js";
import { count } from "../text.js";

const TRIALS = 10;
const SECONDS = 60;

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function compare(app, work) {
  const gone = new AbortController();
  const names = app.catalog.solvers.map((each) => each.name);
  const sides = [side(app, work, names[0] ?? "", gone.signal), side(app, work, names[1] ?? names[0] ?? "", gone.signal)];
  const start = button("Start both", "play", () => sides.forEach((each) => each.start()), { class: "primary" });
  const stop = button("Stop both", "stop", () => sides.forEach((each) => void each.stream.stop()), { disabled: true });
  for (const { stream } of sides) {
    stream.addEventListener("state", () => {
      stop.disabled = !sides.some((each) => each.stream.busy);
    }, { signal: gone.signal });
  }
  const root = h(
    "div",
    { class: "view compare" },
    h("div", { class: "panel compare-head" }, h("h1", {}, work.title), levelNav(app, work, "compare"), h("div", { class: "row" }, start, stop)),
    ...sides.map((each) => each.root),
  );
  const leave = () => {
    gone.abort();
    for (const each of sides) {
      each.stream.quit();
      each.story.leave();
    }
  };
  return { root, title: `Compare solvers on ${work.title}`, leave };
}

/**
 * @param {App} app
 * @param {Work} work
 * @param {string} solver
 * @param {AbortSignal} gone
 */
function side(app, work, solver, gone) {
  const stream = new SolveStream();
  const story = new Story(app.catalog, work.level, stream, { gone, physics: () => app.physics, label: `${work.title}, as this solver sees it`, invitation: "Press Start both." });
  const wish = { solver };
  const choice = select(app.catalog.solvers.map((each) => [each.name, each.name]), solver, (name) => {
    wish.solver = name;
    label();
  });
  const state = h("p", { class: "sub outcome", role: "status" });
  const facts = h("p", { class: "tally" });
  const show = () => {
    const tried = stream.moments.reduce((sum, moment) => sum + (moment.type === "thought" ? moment.candidate_count : 0), 0);
    state.textContent = stream.note;
    facts.textContent = stream.moments.length ? `${count(stream.trials.length, "trial")}, ${count(tried, "candidate")} in its models` : "";
  };
  stream.addEventListener("state", show, { signal: gone });
  stream.addEventListener("moment", show, { signal: gone });
  stream.addEventListener("start", () => story.clear(), { signal: gone });
  const start = () =>
    void stream.start({ level: work.level, solver: wish.solver, planner: null, seed: 0, max_trials: TRIALS, time_limit: SECONDS, physics: app.physics });
  const root = h("section", { class: "contestant" }, h("div", { class: "contestant-head" }, field("Solver", choice, { class: "field inline" }), h("div", {}, state, facts)), story.board, story.words);
  const label = () => {
    root.setAttribute("aria-label", `Solver ${wish.solver}`);
    story.words.setAttribute("aria-label", `What ${wish.solver} does`);
  };
  label();
  return { root, story, stream, start };
}
