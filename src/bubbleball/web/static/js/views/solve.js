/** Watch a solver think: stage by stage, trial after trial, forwards and backwards. */

/** @import { App, View, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { exporters } from "../controls/exporters.js";
import { levelNav } from "../controls/level_nav.js";
import { Story } from "../controls/story.js";
import { announce, button, field, h, select } from "../dom.js";
import * as store from "../model/store.js";
import { SolveStream } from "../server/solve_stream.js";
import { count, sentence } from "../text.js";

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function solve(app, work) {
  const view = new SolveView(app, work);
  return { root: view.root, title: `Solve ${work.title}`, leave: () => view.leave() };
}

const FEW = 3; // changed constants that are listed

/**
 * What differs from the real game.
 * @param {T.Physics} physics
 * @param {T.Catalog} catalog
 */
function worldText(physics, catalog) {
  const changed = catalog.physics.filter(({ key, real }) => (physics[key] ?? real) !== real);
  if (!changed.length) return "";
  if (changed.length > FEW) return `${count(changed.length, "constant")} of the game are changed.`;
  const parts = changed.map(({ key, label, unit }) => [label.toLowerCase(), Number((physics[key] ?? 0).toPrecision(3)), unit].filter((part) => part !== "").join(" "));
  return `Here: ${parts.join(", ")}.`;
}

class SolveView {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.stream = app.solves.get(work.key) ?? new SolveStream();
    app.solves.set(work.key, this.stream); // a solve survives leaving this view
    this.gone = new AbortController();
    this.story = new Story(app.catalog, work.level, this.stream, {
      gone: this.gone.signal,
      physics: () => this.stream.request?.physics ?? {},
      label: `${work.title}, as the solver sees it`,
      invitation: "Press Solve. The solver looks, plans, searches, chooses, tries and learns; each chapter is shown here.",
    });
    this.story.addEventListener("show", () => {
      this.playOn.disabled = !this.story.known.trial;
    });
    this.stream.addEventListener("state", () => this.#state(), { signal: this.gone.signal });
    this.stream.addEventListener("start", () => this.story.clear(), { signal: this.gone.signal });

    this.wish = { solver: app.catalog.solvers[0]?.name ?? "", planner: "", seed: 0, trials: 10, seconds: 60 };
    this.state = h("p", { class: "sub", role: "status" });
    this.solveButton = button("Solve", "play", () => void this.#start(), { class: "primary start" });
    this.stopButton = button("Stop", "stop", () => void this.stream.stop(), { class: "start", hidden: true });
    this.exports = exporters(this.stream, work.level, app.catalog);
    this.playOn = button("Play on from here", "next", () => this.#playOn(), { disabled: true, class: "wide" });
    this.root = this.#layout();
    this.#state();
    this.story.timeline.recall();
  }

  #layout() {
    const { work } = this;
    return h(
      "div",
      { class: "view solve" },
      this.story.board,
      h(
        "div",
        { class: "panel head" },
        h("h1", {}, work.title),
        levelNav(this.app, work, "solve"),
        h("div", { class: "start-row" }, this.solveButton, this.stopButton),
        this.state,
      ),
      this.story.words,
      h(
        "aside",
        { class: "panel side", "aria-label": "Solver" },
        this.story.belief,
        this.#settings(),
        h("p", { class: "sub" }, "The solver does not know the game’s physics; it learns from its trials. ", h("a", { href: `#/physics/${work.name}` }, "Change it by hand"), "."),
        h("div", { class: "links" }, h("a", { class: "link", href: `#/compare/${work.name}` }, "Two solvers side by side")),
        h("div", { class: "tools" }, this.playOn, ...this.exports.buttons),
      ),
    );
  }

  #settings() {
    const { catalog } = this.app;
    const { wish } = this;
    const number = (/** @type {'seed' | 'trials' | 'seconds'} */ key, /** @type {number} */ low, /** @type {number} */ high) => {
      const input = h("input", { type: "number", min: low, max: high, step: 1, value: wish[key] });
      input.addEventListener("change", () => {
        wish[key] = Math.max(low, Math.min(high, Math.round(Number(input.value) || low)));
        input.value = String(wish[key]);
      });
      return input;
    };
    const planners = select([["", "its own"], ...catalog.planners.map((name) => /** @type {[string, string]} */ ([name, name]))], "", (value) => {
      wish.planner = value;
    });
    const about = h("p", { class: "sub" });
    const { preset } = this.app;
    /** @type {[string, string][]} */
    const worlds = catalog.presets.map((each) => [each.name, each.name]);
    if (!preset) worlds.unshift(["", "your own"]);
    const explain = () => {
      const solver = catalog.solvers.find((each) => each.name === wish.solver);
      about.textContent = `${sentence(`${solver?.text ?? ""}.`)} ${worldText(this.app.physics, catalog)}`;
      planners.disabled = !solver?.planners;
    };
    const world = select(worlds, preset, (name) => {
      const chosen = catalog.presets.find((each) => each.name === name);
      if (chosen) this.app.physics = { ...chosen.values };
      explain();
    });
    const solvers = select(catalog.solvers.map((each) => [each.name, each.name]), wish.solver, (name) => {
      wish.solver = name;
      explain();
    });
    explain();
    return h(
      "details",
      { class: "settings", open: this.stream.state === "idle" && matchMedia("(min-height: 800px)").matches },
      h("summary", {}, "Settings"),
      h(
        "div",
        { class: "fields" },
        field("Solver", solvers),
        field("Planner", planners, { class: "field half" }),
        field("Physics", world, { class: "field half" }),
        field("Seed", number("seed", 0, 2 ** 32 - 1)),
        field("Trials", number("trials", 1, catalog.limits.trials)),
        field("Seconds", number("seconds", 1, catalog.limits.solve_seconds)),
      ),
      about,
    );
  }

  async #start() {
    const { wish } = this;
    await this.stream.start({
      level: this.work.level,
      solver: wish.solver,
      planner: wish.planner || null,
      seed: wish.seed,
      max_trials: wish.trials,
      time_limit: wish.seconds,
      physics: this.app.physics,
    });
  }

  #state() {
    const { stream } = this;
    this.state.textContent = stream.note;
    this.state.classList.toggle("bad", stream.state === "failed");
    this.solveButton.hidden = stream.busy;
    this.stopButton.hidden = !stream.busy;
    this.stopButton.disabled = stream.state === "stopping";
    this.root.classList.toggle("busy", stream.busy);
    this.exports.refresh();
    if (stream.state === "ended" || stream.state === "failed") {
      announce(stream.record?.solved ? `${stream.note} Use Play on from here to try it yourself.` : stream.note);
    }
  }

  /** Take the placement at this moment over into the game. */
  #playOn() {
    const placements = this.story.known.trial?.placements ?? [];
    store.giveAway(this.work.key, placements);
    this.work.keep(placements);
    this.app.go(`#/play/${this.work.name}`);
  }

  leave() {
    this.gone.abort();
    this.story.leave();
  }
}
