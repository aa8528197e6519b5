/** Undo and redo over values that are never changed in place. */

const DEPTH = 200;
const PAUSE = 700; // ms; small steps that follow each other faster become one

/** @template V */
export class History {
  /** @param {V} value */
  constructor(value) {
    this.value = value;
    /** @type {V[]} */
    this.past = [];
    /** @type {V[]} */
    this.future = [];
    this.last = { key: "", at: 0 };
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
    this.value = value;
    this.last = { key, at: now };
  }

  undo() {
    const value = this.past.pop();
    if (value === undefined) return false;
    this.future.push(this.value);
    this.value = value;
    this.last.key = "";
    return true;
  }

  redo() {
    const value = this.future.pop();
    if (value === undefined) return false;
    this.past.push(this.value);
    this.value = value;
    this.last.key = "";
    return true;
  }
}
