/** You against the solver: the same level, and who needs fewer trials. Its solution stays hidden. */

/** @import { App, Work } from "../app.js" */
import { announce, button, h } from "../dom.js";
import { SolveStream } from "../server/solve_stream.js";
import { count } from "../text.js";

const TRIALS = 10;
const SECONDS = 60;

export class Race {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.stream = new SolveStream();
    this.stream.addEventListener("state", () => this.#show());
    this.stream.addEventListener("moment", () => this.#show());
    this.mine = { trials: 0, won: false, helped: false };
    this.box = h("div", { class: "race", role: "status", hidden: true });
    this.button = button("Race the solver", "play", () => this.#start(), { class: "wide", title: "Who needs fewer trials?" });
  }

  #start() {
    this.mine = { trials: 0, won: false, helped: false };
    this.box.hidden = false;
    void this.stream.start({
      level: this.work.level,
      solver: this.app.catalog.solvers[0]?.name ?? "",
      planner: null,
      seed: 0,
      max_trials: TRIALS,
      time_limit: SECONDS,
      physics: this.app.physics,
    });
    this.#show();
  }

  /** The player has started a run. @param {boolean} solved @param {boolean} helped */
  tried(solved, helped) {
    if (this.box.hidden || this.mine.won) return;
    this.mine = { trials: this.mine.trials + 1, won: solved, helped };
    this.#show();
  }

  #show() {
    if (this.box.hidden) return;
    const { stream, mine } = this;
    const theirs = stream.trials.length;
    const solved = stream.record?.solved ?? false;
    const solver = stream.busy ? `thinking, ${count(theirs, "trial")} so far` : solved ? `solved it in ${count(theirs, "trial")}` : stream.note;
    const trials = count(mine.trials, "trial");
    const you = mine.won ? `solved it ${mine.helped ? "with help " : ""}in ${trials}` : `${trials} so far`;
    this.box.replaceChildren(
      h("p", {}, h("b", {}, "You: "), you),
      h("p", {}, h("b", {}, "The solver: "), solver),
      mine.won && !stream.busy ? h("p", {}, h("strong", {}, mine.helped ? "With help there is no winner." : verdict(mine.trials, solved ? theirs : Infinity))) : "",
    );
    if (mine.won && !stream.busy) announce(this.box.textContent ?? "");
  }

  leave() {
    this.stream.quit();
  }
}

/** @param {number} mine @param {number} theirs trials */
function verdict(mine, theirs) {
  if (mine < theirs) return "You win.";
  return mine === theirs ? "A draw." : "The solver needed fewer.";
}
