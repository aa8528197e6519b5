/** The physics bench: change the game's physics and see the world, and the learning, react. */

/** @import { App, View, Work } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { beliefTable, learningCharts } from "../controls/belief.js";
import { levelNav } from "../controls/level_nav.js";
import { transport } from "../controls/transport.js";
import { button, debounce, field, h, select } from "../dom.js";
import { ballPath, line } from "../drawing/overlays.js";
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import { knownAt } from "../model/known.js";
import { withNames } from "../model/names.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";
import { SolveStream } from "../server/solve_stream.js";

const TRIALS = 10;
const SECONDS = 60;

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function physics(app, work) {
  const view = new PhysicsView(app, work);
  return { root: view.root, title: "Physics", leave: () => view.leave() };
}

class PhysicsView {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    const known = work.name in store.solved() ? work.solutions[0] ?? [] : []; // not given away
    this.placements = work.placements.length ? work.placements : known;
    this.stream = new SolveStream();
    this.stream.addEventListener("moment", () => this.#learning());
    this.stream.addEventListener("state", () => this.#state());
    this.gone = new AbortController();
    this.stage = new Stage(app.catalog, { label: `${work.title} under the physics chosen` });
    this.stage.show(work.level);
    this.player = new Player(this.stage);
    this.transport = transport(this.player);
    this.status = h("p", { class: "sub", role: "status" });
    this.outcome = h("p", { class: "sentence", role: "status" }, "Move a slider: the red path is this world, the dotted one the real game.");
    /** @type {[string, string][]} */
    const names = [["", "your own"], ...app.catalog.presets.map((each) => /** @type {[string, string]} */ ([each.name, each.name]))];
    this.presets = select(names, "", (name) => {
      const preset = app.catalog.presets.find((each) => each.name === name);
      if (preset) this.#set({ ...preset.values });
    });
    this.sliders = h("div", { class: "sliders" });
    this.learn = button("Let the solver learn", "play", () => void this.#solve(), { class: "primary start" });
    this.stop = button("Stop", "stop", () => void this.stream.stop(), { class: "start", hidden: true });
    this.charts = h("div", { class: "charts" });
    this.belief = h("div", {});
    this.replay = debounce(() => void this.#replay(), 60);
    this.root = this.#layout();
    this.#showSliders();
    void this.#begin();
  }

  #layout() {
    const { work } = this;
    return h(
      "div",
      { class: "view physics" },
      h("div", { class: "board" }, this.outcome, h("div", { class: "stage-box" }, this.stage.svg), this.transport, this.charts),
      h(
        "div",
        { class: "panel head" },
        h("h1", {}, "Physics bench"),
        h("p", { class: "sub" }, `${work.title}; the solver does not know these numbers`),
        levelNav(this.app, work, "physics"),
        h("div", { class: "start-row" }, this.learn, this.stop),
        this.status,
      ),
      h(
        "aside",
        { class: "panel side", "aria-label": "Physics" },
        h("div", { class: "row" }, field("Preset", this.presets, { class: "field inline" }), button("Real", "reset", () => this.#set({}))),
        this.sliders,
        this.belief,
        h("div", { class: "links" }, h("a", { class: "link", href: `#/play/${work.name}` }, "Play under this physics"), h("a", { class: "link", href: `#/solve/${work.name}` }, "Watch the solver step by step")),
      ),
    );
  }

  #showSliders() {
    this.presets.value = this.app.preset;
    this.sliders.replaceChildren(...this.app.catalog.physics.map((fact) => {
      const value = this.app.physics[fact.key] ?? fact.real;
      const top = Math.max(fact.top, value);
      const input = h("input", { type: "range", min: fact.low, max: top, step: "any", value, "aria-label": fact.label });
      const shown = h("output", {}, text(value, fact.unit));
      const row = h("div", { class: value === fact.real ? "slider" : "slider changed", "data-key": fact.key }, h("span", {}, fact.label), shown, input);
      input.addEventListener("input", () => {
        const raw = input.valueAsNumber;
        const near = Math.abs(raw - fact.real) < (top - fact.low) * 0.015;
        const wanted = near ? fact.real : Number(raw.toPrecision(3));
        const { [fact.key]: _, ...others } = this.app.physics;
        this.app.physics = near ? others : { ...others, [fact.key]: wanted };
        shown.textContent = text(wanted, fact.unit);
        row.classList.toggle("changed", !near);
        this.presets.value = this.app.preset;
        this.replay();
      });
      return row;
    }));
  }

  /** @param {T.Physics} values */
  #set(values) {
    this.app.physics = values;
    this.#showSliders();
    this.replay();
  }

  /** The real game first, for comparison. */
  async #begin() {
    try {
      const real = await api.play(this.work.level, this.placements, {}, this.gone.signal);
      this.stage.layers.ghosts.append(ballPath(real, "real-path"));
      await this.#replay();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** What happened in a run. @param {T.TrialData} trial */
  #words = (trial) => withNames(trial.account.text, this.work.level, this.app.catalog) + (trial.solved ? " Solved!" : "");

  async #replay() {
    try {
      const trial = await api.play(this.work.level, this.placements, this.app.physics, this.gone.signal);
      this.stage.clear("thoughts");
      this.player.load(trial);
      this.player.play();
      this.outcome.textContent = (this.placements.length ? "" : "Nothing placed. ") + this.#words(trial);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    complain(error);
  }

  async #solve() {
    const [solver] = this.app.catalog.solvers;
    const { limits } = this.app.catalog;
    this.charts.replaceChildren();
    await this.stream.start({
      level: this.work.level,
      solver: solver?.name ?? "",
      planner: null,
      seed: 0,
      max_trials: Math.min(TRIALS, limits.trials),
      time_limit: Math.min(SECONDS, limits.solve_seconds),
      physics: this.app.physics,
    });
  }

  /** Show what the solver has learnt so far and its last trial. */
  #learning() {
    const { moments, request } = this.stream;
    const last = moments.length - 1;
    const truth = request?.physics ?? {};
    this.belief.replaceChildren(beliefTable(this.app.catalog, moments, last, truth));
    this.charts.replaceChildren(...learningCharts(this.app.catalog, moments, truth));
    const moment = moments[last];
    if (moment?.type !== "step") return;
    const known = knownAt(moments, last);
    this.stage.clear("thoughts");
    this.player.load(moment.trial);
    if (known.plan?.predicted.length) this.stage.layers.thoughts.append(line(known.plan.predicted, "predicted"));
    this.player.seek(this.player.last);
    const what = moment.number ? `Trial ${moment.number}` : "Nothing placed";
    this.outcome.textContent = `${what}. ${this.#words(moment.trial)}`;
  }

  #state() {
    this.learn.hidden = this.stream.busy;
    this.stop.hidden = !this.stream.busy;
    this.stop.disabled = this.stream.state === "stopping";
    this.status.textContent = this.stream.note;
  }

  leave() {
    this.gone.abort();
    this.stream.quit();
    this.player.unload();
  }
}

/** @param {number} value @param {string} unit */
const text = (value, unit) => `${Number(value.toPrecision(3))}${unit && ` ${unit}`}`;
