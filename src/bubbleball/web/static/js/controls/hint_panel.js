/** Hint and Solution: help for the player, in a box of its own beside what the rules say. */

/** @import { App, Work } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import { Placements } from "../model/placements.js" */
/** @import * as T from "../server/types.js" */
import { announce, button, h, relabel } from "../dom.js";
import { complain } from "../errors.js";
import * as store from "../model/store.js";
import { alike, Hint } from "./hint.js";

/**
 * Whether what is placed was given away by a hint, a stored solution or a solver.
 * @param {Work} work
 * @param {T.Placement[]} placed
 */
export function hasHelp(work, placed) {
  const given = store.givenAway(work.key);
  return placed.some((each) => given.some((other) => alike(each, other)));
}

export class HintPanel {
  /**
   * @param {App} app
   * @param {Work} work
   * @param {Stage} stage
   * @param {Placements} placements
   * @param {(change: () => void) => void} edit changes what is placed
   */
  constructor(app, work, stage, placements, edit) {
    this.work = work;
    this.placements = placements;
    this.edit = edit;
    this.hint = new Hint(app, work.level, stage);
    /** @type {AbortController | null} while the solver thinks */
    this.control = null;
    this.box = h("div", { class: "hint-box", role: "status", hidden: true });
    this.hintButton = button("Hint", "hint", () => void this.#ask());
    this.solutionButton = button("Solution", "bulb", () => this.#confirm());
    placements.addEventListener("change", () => this.clear());
  }

  clear() {
    this.hint.clear();
    this.box.hidden = true;
  }

  /** @param {string} text @param {...HTMLElement} actions */
  #say(text, ...actions) {
    this.box.replaceChildren(h("p", {}, text), ...(actions.length ? [h("div", { class: "row" }, ...actions)] : []));
    this.box.hidden = false;
    announce(text);
  }

  async #ask() {
    if (this.control) {
      this.control.abort();
      return;
    }
    this.edit(() => {});
    this.control = new AbortController();
    relabel(this.hintButton, "Cancel", "cross");
    this.#say("The solver is thinking …");
    try {
      this.#show(await this.hint.next(this.placements.history.value, this.control.signal));
    } catch (error) {
      this.clear();
      complain(error);
    } finally {
      this.control = null;
      relabel(this.hintButton, "Hint", "hint");
    }
  }

  /** @param {import("./hint.js").Step} step */
  #show({ text, place, remove }) {
    if (place) {
      store.giveAway(this.work.key, [place]);
      this.#say(text, button("Put it there", null, () => this.edit(() => this.placements.put(place)), { class: "small" }));
    } else if (remove) {
      this.#say(text, button("Take it away", null, () => this.edit(() => this.placements.remove(remove)), { class: "small" }));
    } else this.#say(text);
  }

  #confirm() {
    this.#say(
      "Show the stored solution? The level then counts as solved with help.",
      button("Show it", null, () => this.#solution(), { class: "small" }),
      button("No", null, () => this.clear(), { class: "small" }),
    );
  }

  #solution() {
    const [solution] = this.work.solutions;
    if (!solution) return;
    store.giveAway(this.work.key, solution);
    this.edit(() => this.placements.set(solution));
    this.#say("This is a stored solution. Press Start.");
  }

  leave() {
    this.control?.abort();
  }
}
