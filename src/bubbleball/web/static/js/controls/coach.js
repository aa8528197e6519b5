/** The coach: what happened, and help in three grades, each only when it is asked for. */

/** @import { App, Work } from "../app.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import { Placements } from "../model/placements.js" */
/** @import * as T from "../server/types.js" */
import { announce, button, h, relabel } from "../dom.js";
import { figures, lookMark, missMark, outlines } from "../drawing/overlays.js";
import { complain } from "../errors.js";
import { nameIn, withNames } from "../model/names.js";
import { alike, Repairs } from "../model/repairs.js";
import * as store from "../model/store.js";
import { sentence } from "../text.js";

/** @typedef {'where' | 'which' | 'ghost' | 'repair'} Grade of help, from least to most */

/**
 * Whether what is placed was given away by the coach, a stored solution or a solver.
 * @param {Work} work
 * @param {T.Placement[]} placed
 */
export function hasHelp(work, placed) {
  const given = store.givenAway(work.key);
  return placed.some((each) => given.some((other) => alike(each, other)));
}

export class Coach {
  /**
   * @param {App} app
   * @param {Work} work
   * @param {Stage} stage
   * @param {Placements} placements
   * @param {(change: () => void) => void} edit changes what is placed
   */
  constructor(app, work, stage, placements, edit) {
    this.app = app;
    this.work = work;
    this.stage = stage;
    this.placements = placements;
    this.edit = edit;
    this.repairs = new Repairs(app, work.level);
    /** @type {AbortController | null} while the solver thinks */
    this.control = null;
    /** @type {SVGElement[]} */
    this.drawn = [];
    this.next = /** @type {Grade} */ ("where");
    this.box = h("div", { class: "coach-box", role: "status", hidden: true });
    this.hintButton = button("Hint", "hint", () => void this.#hint(), { title: "Each press says a little more" });
    this.solutionButton = button("Solution", "bulb", () => this.#confirm());
    placements.addEventListener("change", () => this.clear());
  }

  clear() {
    this.#erase();
    this.box.hidden = true;
    this.next = "where";
  }

  #erase() {
    for (const node of this.drawn) node.remove();
    this.drawn = [];
  }

  /** @param {string} text */
  #words(text) {
    return withNames(text, this.work.level, this.app.catalog);
  }

  /** @param {string} text @param {...(HTMLElement | false)} actions */
  #say(text, ...actions) {
    const row = actions.filter((each) => each !== false);
    this.box.replaceChildren(h("p", {}, text), ...(row.length ? [h("div", { class: "grades" }, ...row)] : []));
    this.box.hidden = false;
    announce(text);
  }

  /** @param {string} label @param {() => void} action */
  #small = (label, action) => button(label, null, action, { class: "small" });

  /** What happened in a run, in words; what went wrong only if it failed. @param {T.TrialData} trial */
  account({ account: { text, notes }, solved }) {
    return [text, ...(solved ? [] : notes)].map((each) => this.#words(each)).join(" ");
  }

  /**
   * After a run that failed: mark where it was nearest, and offer help.
   * @param {T.TrialData} trial
   * @param {() => void} watch shows the nearest miss
   */
  offer({ account }, watch) {
    this.#erase();
    this.#draw("marks", missMark(account, this.work.level.flag));
    this.box.replaceChildren(h("div", { class: "grades" }, this.#small("See the miss", watch), ...this.#grades("where")));
    this.box.hidden = false;
  }

  /** Buttons for help from some grade on. @param {Grade} from */
  #grades(from) {
    /** @type {[Grade, string][]} */
    const all = [["where", "Where to look"], ["which", "Which piece"], ["ghost", "Show me"], ["repair", "Repair my attempt"]];
    const first = all.findIndex(([grade]) => grade === from);
    return all.slice(first).map(([grade, label]) => this.#small(label, () => void this.#help(grade)));
  }

  #hint() {
    if (this.control) {
      this.control.abort();
      return;
    }
    void this.#help(this.next);
  }

  /** @param {Grade} grade */
  async #help(grade) {
    if (this.control) return;
    this.edit(() => {});
    this.control = new AbortController();
    relabel(this.hintButton, "Cancel", "cross");
    this.#say("The solver looks at what stands …", this.#small("Cancel", () => this.control?.abort()));
    try {
      const placed = this.placements.history.value;
      const found = await this.repairs.of(placed, this.control.signal);
      store.noteHelp(this.work.key);
      this.#show(grade, found, Repairs.left(found, placed));
    } catch (error) {
      this.clear();
      complain(error);
    } finally {
      this.control = null;
      relabel(this.hintButton, "Hint", "hint");
    }
  }

  /** @param {Grade} grade @param {T.RepairedEvent} found @param {T.RepairStep[]} left */
  #show(grade, found, left) {
    this.#erase();
    const [step] = left;
    if (!step) {
      this.#say(found.look ? `${found.reason} Press Start.` : found.reason);
      return;
    }
    if (grade === "repair") this.#repair(found, left);
    else if (grade === "ghost") this.#ghost(step, left);
    else if (grade === "which") {
      this.next = "ghost";
      this.#say(`Look at the ${nameIn(this.work.level, step.piece, this.app.catalog)}: ${advice(step)}.`, ...this.#grades("ghost"));
    } else {
      this.next = "which";
      if (found.look) this.#draw("marks", lookMark(found.look));
      this.#say("Look at the marked place: from here on the ball has to go another way.", ...this.#grades("which"));
    }
  }

  /** @param {T.RepairStep} step @param {T.RepairStep[]} left */
  #ghost({ piece, after, text }, left) {
    this.next = "ghost";
    const { level } = this.work;
    const more = left.length > 1 ? ` ${left.length - 1} more to do after that.` : "";
    if (after) {
      store.giveAway(this.work.key, [after]);
      this.#draw("thoughts", figures(level, [after], this.app.catalog, "hint"));
      this.#say(sentence(`${this.#words(text)}.${more}`), this.#small("Put it there", () => this.edit(() => this.placements.put(after))), ...this.#grades("repair"));
    } else {
      this.#draw("thoughts", outlines(level, this.placements.history.value.filter((each) => each.piece === piece), this.app.catalog, "hint"));
      this.#say(sentence(`${this.#words(text)}.${more}`), this.#small("Take it away", () => this.edit(() => this.placements.remove(piece))), ...this.#grades("repair"));
    }
  }

  /** Make all the changes at once, and say why they help. @param {T.RepairedEvent} found @param {T.RepairStep[]} left */
  #repair(found, left) {
    const before = this.placements.history.value.filter((each) => left.some((step) => step.piece === each.piece));
    store.giveAway(this.work.key, found.placements.filter((each) => left.some((step) => step.piece === each.piece)));
    this.edit(() => this.placements.set(found.placements));
    this.#draw("ghosts", outlines(this.work.level, before, this.app.catalog, "before"));
    this.#say(`${this.#words(found.reason)} Press Start to see it; Undo brings your attempt back.`);
  }

  /** @param {"marks" | "thoughts" | "ghosts"} layer @param {SVGElement} node */
  #draw(layer, node) {
    this.drawn.push(node);
    this.stage.layers[layer].append(node);
  }

  #confirm() {
    this.#say(
      "Show the stored solution? The level then counts as solved with help.",
      this.#small("Show it", () => this.#solution()),
      this.#small("No", () => this.clear()),
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

/** What should become of a piece, without saying where. @param {T.RepairStep} step */
function advice({ before, after }) {
  if (!after) return "it is in the way";
  if (!before) return "it lies in the tray and is needed";
  const turn = Math.abs(((after.angle - before.angle + 540) % 360) - 180);
  const far = Math.hypot(after.x - before.x, after.y - before.y);
  if (far < 2) return "it should be turned";
  return turn < 2 ? "it should stand elsewhere" : "it should stand elsewhere, and turned";
}
