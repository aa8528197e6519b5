/** Watch a solver think: stage by stage, trial after trial, forwards and backwards. */

/** @import { App, View, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { beliefTable } from "../controls/belief.js";
import { exporters } from "../controls/exporters.js";
import { levelNav } from "../controls/level_nav.js";
import { Timeline } from "../controls/timeline.js";
import { transport } from "../controls/transport.js";
import { announce, button, field, h, select } from "../dom.js";
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { legend, roleList, Thoughts } from "../drawing/thoughts.js";
import { stepText, summary, titleOf } from "../model/chapters.js";
import { knownAt } from "../model/known.js";
import { withNames } from "../model/names.js";
import * as store from "../model/store.js";
import { SolveStream } from "../server/solve_stream.js";
import { sentence } from "../text.js";

/** @type {Record<string, T.MethodStage>} the stage that a chapter is about */
const MAIN_STAGE = { learn: "learn", plan: "guide", search: "coarse", choose: "check" };
const RUNS = {
  look: "A run with nothing placed is free. The solver watches it to see where the ball goes unaided.",
  try: "Only now does the game run with the pieces placed. The solver sees the recorded run and nothing else of the game.",
};
const READING = { least: 900, letter: 18 }; // ms that a thought is shown, and more for each letter

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function solve(app, work) {
  const view = new SolveView(app, work);
  return { root: view.root, title: `Solve ${work.title}`, leave: () => view.leave() };
}

class SolveView {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.stream = app.solves.get(work.key) ?? new SolveStream();
    app.solves.set(work.key, this.stream); // a solve survives leaving this view
    this.gone = new AbortController();
    this.stage = new Stage(app.catalog, { label: `${work.title}, as the solver sees it` });
    this.stage.show(work.level);
    this.player = new Player(this.stage);
    this.player.addEventListener("end", () => this.timeline.later(READING.least));
    this.thoughts = new Thoughts(this.stage, work.level);
    this.timeline = new Timeline(this.stream, this.gone.signal);
    this.timeline.addEventListener("change", () => this.#show());
    this.stream.addEventListener("state", () => this.#state(), { signal: this.gone.signal });
    this.stream.addEventListener("start", () => this.#clear(), { signal: this.gone.signal });

    this.wish = { solver: app.catalog.solvers[0]?.name ?? "", planner: "", seed: 0, trials: 10, seconds: 60 };
    this.chapter = h("h2", { class: "chapter-title" }, "How the solver thinks");
    this.sentence = h("p", { class: "sentence" }, "Press Solve. The solver looks, plans, searches, chooses, tries and learns; each chapter is shown here.");
    this.why = h("p", { class: "sub why" });
    this.legend = h("div", { class: "legend" });
    this.roles = h("div", {});
    this.state = h("p", { class: "sub", role: "status" });
    this.belief = h("div", { class: "belief-box" });
    this.solveButton = button("Solve", "play", () => void this.#start(), { class: "primary start" });
    this.stopButton = button("Stop", "stop", () => void this.stream.stop(), { class: "start", hidden: true });
    this.transport = transport(this.player);
    this.transport.hidden = true;
    this.exports = exporters(this.stream, work.level, app.catalog);
    this.playOn = button("Play on from here", "next", () => this.#playOn(), { disabled: true, class: "wide" });
    this.root = this.#layout();
    this.#state();
    this.timeline.recall();
  }

  #layout() {
    const { work } = this;
    return h(
      "div",
      { class: "view solve" },
      h(
        "div",
        { class: "board" },
        h("div", { class: "stage-box" }, this.stage.svg),
        this.legend,
        this.timeline.root,
        this.transport,
      ),
      h(
        "div",
        { class: "panel head" },
        h("h1", {}, work.title),
        levelNav(this.app, work, "solve"),
        h("div", { class: "start-row" }, this.solveButton, this.stopButton),
        this.state,
      ),
      h("section", { class: "panel story", "aria-label": "What the solver does" }, h("div", { class: "sentence-box" }, this.chapter, this.sentence, this.roles, this.why)),
      h(
        "aside",
        { class: "panel side", "aria-label": "Solver" },
        this.belief,
        this.#settings(),
        h("p", { class: "sub" }, "The solver does not know the game’s physics; it learns from its trials. ", h("a", { href: `#/physics/${work.name}` }, "Change it by hand"), "."),
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
    const planners = select([["", "usual"], ...catalog.planners.map((name) => /** @type {[string, string]} */ ([name, name]))], "", (value) => {
      wish.planner = value;
    });
    const about = h("p", { class: "sub" });
    const { preset } = this.app;
    /** @type {[string, string][]} */
    const worlds = catalog.presets.map((each) => [each.name, each.name]);
    if (!preset) worlds.unshift(["", "your own"]);
    const world = select(worlds, preset, (name) => {
      const chosen = catalog.presets.find((each) => each.name === name);
      if (chosen) this.app.physics = { ...chosen.values };
    });
    const choose = (/** @type {string} */ name) => {
      wish.solver = name;
      const solver = catalog.solvers.find((each) => each.name === name);
      about.textContent = sentence(`${solver?.text ?? ""}.`);
      planners.disabled = !solver?.planners;
    };
    const solvers = select(catalog.solvers.map((each) => [each.name, each.name]), wish.solver, choose);
    choose(wish.solver);
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

  /** A solve begins: away with the one before. */
  #clear() {
    this.player.unload();
    this.thoughts.clear();
    this.belief.replaceChildren();
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

  /** Draw the moment that the timeline points at. */
  #show() {
    const { index } = this.timeline;
    const moment = this.stream.moments[index];
    if (!moment) return;
    const known = knownAt(this.stream.moments, index);
    this.#tell(moment);
    if (moment.type === "step") {
      this.player.load(moment.trial);
      this.transport.hidden = false;
      this.player.play();
    } else {
      this.player.unload();
      this.transport.hidden = true;
      this.stage.place(known.plan?.placed ?? known.trial?.placements ?? []);
      this.timeline.later(READING.least + READING.letter * moment.text.length);
    }
    this.thoughts.draw(known);
    this.legend.replaceChildren(legend(known));
    this.roles.replaceChildren(roleList(known.fresh ? null : known.plan, this.work.level, this.app.catalog));
    this.playOn.disabled = !known.trial;
    this.belief.replaceChildren(beliefTable(this.app.catalog, this.stream.moments, index, this.stream.request?.physics ?? {}));
  }

  /** Say what happens, and what that is for. @param {import("../server/solve_stream.js").Moment} moment */
  #tell(moment) {
    const { chapter, everyStep } = this.timeline;
    if (!chapter) return;
    const own = moment.type === "thought" ? moment.text : stepText(moment);
    const text = everyStep ? own : summary(chapter, this.stream.moments);
    const stage = moment.type === "step" ? null : everyStep ? moment.stage : MAIN_STAGE[chapter.kind];
    const fact = this.app.catalog.stages.find((each) => each.stage === stage);
    this.chapter.textContent = everyStep && fact ? fact.name : titleOf(chapter);
    this.sentence.textContent = withNames(text, this.work.level, this.app.catalog);
    this.why.textContent = fact ? `In this step the solver ${fact.text}` : RUNS[chapter.kind === "look" ? "look" : "try"];
  }

  /** Take the placement at this moment over into the game. */
  #playOn() {
    const known = knownAt(this.stream.moments, this.timeline.index);
    const placements = known.trial?.placements ?? [];
    store.giveAway(this.work.key, placements);
    this.work.keep(placements);
    this.app.go(`#/play/${this.work.name}`);
  }

  leave() {
    this.gone.abort();
    this.timeline.pause();
    this.player.unload();
  }
}
