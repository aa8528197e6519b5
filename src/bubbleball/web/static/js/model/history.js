/** Undo and redo over values that are never changed in place. */

import { keepSteps, steps } from "./store.js";

const DEPTH = 200;
const PAUSE = 700; // ms; small steps that follow each other faster become one

/** @template V */
export class History {
  /**
   * @param {V} value
   * @param {string} name under which this tab remembers the steps
   */
  constructor(value, name) {
    this.value = value;
    this.name = name;
    /** @type {V[]} */
    this.past = [];
    /** @type {V[]} */
    this.future = [];
    this.last = { key: "", at: 0 };
    const kept = steps(name);
    if (kept && JSON.stringify(kept.value) === JSON.stringify(value)) {
      this.past = /** @type {V[]} */ (kept.past);
      this.future = /** @type {V[]} */ (kept.future);
    }
  }

  /**
   * @param {V} value
   * @param {string} [key] steps with the same key in quick succession are undone together
   */
  push(value, key = "") {
    const now = performance.now();
    const joined = key !== "" && key === this.last.key && now - this.last.at < PAUSE;
    if (!joined) this.past.push(this.value);
    if (this.past.length > DEPTH) this.past.shift();
    this.future = [];
    this.#set(value, key);
  }

  undo() {
    const value = this.past.pop();
    if (value === undefined) return false;
    this.future.push(this.value);
    this.#set(value, "");
    return true;
  }

  redo() {
    const value = this.future.pop();
    if (value === undefined) return false;
    this.past.push(this.value);
    this.#set(value, "");
    return true;
  }

  /** @param {V} value @param {string} key */
  #set(value, key) {
    this.value = value;
    this.last = { key, at: performance.now() };
    keepSteps(this.name, { past: this.past, value, future: this.future });
  }
}
