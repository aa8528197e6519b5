/** The moments of a solve in a row: click, step or slide to any of them. */

/** @import { SolveStream } from "../server/solve_stream.js" */
import { button, h, icon } from "../dom.js";

/** @type {Record<string, string>} */
const NAMES = {
  guide: "Guide paths",
  region: "Region",
  coarse: "Coarse search",
  fine: "Fine search",
  support: "Supports",
  check: "Check",
  learn: "Learn",
  choose: "Choose",
};

export class Timeline extends EventTarget {
  /** @param {SolveStream} stream @param {AbortSignal} gone */
  constructor(stream, gone) {
    super();
    this.stream = stream;
    this.watching = stream.busy || stream.moments.length === 0; // advance automatically, at a readable pace
    this.timer = 0;
    this.waiting = false; // at the last moment, for more to come
    this.list = h("div", { class: "moments", role: "group", "aria-label": "Moments of the solve" });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the solve" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value), true));
    this.back = button("Earlier", "back", () => this.go(this.index - 1, true), { quiet: true, class: "round plain" });
    this.next = button("Later", "next", () => this.go(this.index + 1, true), { quiet: true, class: "round plain" });
    this.watchIcon = icon("pause");
    this.watchLabel = h("span", { class: "sr-only" }, "Pause");
    this.watchButton = h("button", { type: "button", class: "round", title: "Watch or pause", onclick: () => this.watch(!this.watching) }, this.watchIcon, this.watchLabel);
    this.count = h("span", { class: "clock" }, "");
    this.root = h(
      "div",
      { class: "timeline", hidden: true },
      h("div", { class: "row" }, this.watchButton, this.back, this.slider, this.next, this.count),
      this.list,
    );
    stream.addEventListener("moment", () => this.#grow(), { signal: gone });
    stream.addEventListener("start", () => this.#clear(), { signal: gone });
  }

  /** Show what a solve has done so far. */
  recall() {
    this.stream.moments.forEach((moment, index) => this.list.append(this.#chip(moment, index)));
    this.slider.max = String(this.stream.moments.length - 1);
    this.root.hidden = this.stream.moments.length === 0;
    if (!this.root.hidden) this.go(this.index, !this.watching);
  }

  get index() {
    return this.stream.index;
  }

  #clear() {
    this.list.replaceChildren();
    this.root.hidden = true;
    this.watch(true);
  }

  #grow() {
    const { moments } = this.stream;
    const index = moments.length - 1;
    const moment = moments[index];
    if (!moment) return;
    this.root.hidden = false;
    this.slider.max = String(index);
    this.list.append(this.#chip(moment, index));
    if (index === 0) this.go(0, false);
    else {
      this.#mark();
      if (this.watching && this.waiting) this.later(0);
    }
  }

  /** Advance automatically, or stay. @param {boolean} on */
  watch(on) {
    this.watching = on;
    this.watchIcon.firstElementChild?.setAttribute("href", on ? "#icon-pause" : "#icon-play");
    this.watchLabel.textContent = on ? "Pause" : "Watch";
    clearTimeout(this.timer);
    if (!on) return;
    if (this.index >= this.stream.moments.length - 1 && !this.stream.busy) this.go(0, false);
    else this.later(0);
  }

  /** Stay, and remember whether to advance. */
  pause() {
    clearTimeout(this.timer);
  }

  /** The next moment after a while, if one is watching. @param {number} wait ms */
  later(wait) {
    clearTimeout(this.timer);
    this.waiting = false;
    if (!this.watching) return;
    this.timer = window.setTimeout(() => {
      if (this.index < this.stream.moments.length - 1) this.go(this.index + 1, false);
      else if (this.stream.busy) this.waiting = true;
      else this.watch(false);
    }, wait);
  }

  /**
   * @param {import("../server/solve_stream.js").Moment} moment
   * @param {number} index
   */
  #chip(moment, index) {
    const label = moment.type === "thought"
      ? NAMES[moment.stage] ?? moment.stage
      : moment.number === 0 ? "First look" : `Trial ${moment.number}`;
    const kind = moment.type === "thought" ? `stage-${moment.stage}` : moment.trial.solved ? "trial won" : moment.number ? "trial" : "";
    const mark = moment.type === "step" && moment.number > 0 && icon(moment.trial.solved ? "check" : "cross");
    return h("button", { type: "button", class: `moment ${kind}`, "data-index": index, onclick: () => this.go(index, true) }, mark, label);
  }

  /**
   * @param {number} index
   * @param {boolean} byHand
   */
  go(index, byHand) {
    const last = this.stream.moments.length - 1;
    this.stream.index = Math.max(0, Math.min(last, index));
    if (byHand) this.watch(false);
    this.#mark();
    this.dispatchEvent(new Event("change"));
  }

  #mark() {
    const last = this.stream.moments.length - 1;
    this.slider.value = String(this.index);
    this.back.disabled = this.index <= 0;
    this.next.disabled = this.index >= last;
    this.count.textContent = `${this.index + 1} / ${last + 1}`;
    for (const chip of this.list.children) {
      const on = chip.getAttribute("data-index") === String(this.index);
      if (on) {
        chip.setAttribute("aria-current", "step");
        const box = /** @type {HTMLElement} */ (chip);
        this.list.scrollLeft = box.offsetLeft - this.list.clientWidth / 2;
      } else chip.removeAttribute("aria-current");
    }
  }
}
