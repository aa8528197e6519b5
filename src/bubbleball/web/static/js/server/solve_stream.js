/** A running or finished solve: its events so far, and its state. */

/** @import * as T from "./types.js" */
import { count, messageOf } from "../text.js";
import * as api from "./api.js";

/** @typedef {T.ThoughtEvent | T.StepEvent} Moment something of a solve that can be looked at */
/** @typedef {'idle' | 'queued' | 'running' | 'stopping' | 'ended' | 'failed'} State */

/** Dispatches `start` when a solve begins, `moment` for each of its moments, and `state`. */
export class SolveStream extends EventTarget {
  constructor() {
    super();
    /** @type {Moment[]} */
    this.moments = [];
    this.index = -1; // the moment looked at last
    /** @type {State} */
    this.state = "idle";
    this.note = "";
    /** @type {string | null} */
    this.id = null;
    /** @type {T.SolveRecord | null} */
    this.record = null;
    /** @type {Required<T.SolveBody> | null} */
    this.request = null;
    /** @type {AbortController | null} */
    this.control = null;
  }

  get busy() {
    return this.state === "queued" || this.state === "running" || this.state === "stopping";
  }

  /** @returns {T.StepEvent[]} trials played, the empty run aside */
  get trials() {
    return this.moments.filter((moment) => moment.type === "step").filter((step) => step.number > 0);
  }

  /** Start another solve; what is here stays until it begins. @param {Required<T.SolveBody>} request */
  async start(request) {
    this.quit();
    const control = new AbortController();
    this.control = control;
    this.#set("queued", "Waiting for the server …");
    try {
      await api.solve(request, (event) => this.#receive(event, request), control.signal);
      if (this.busy) this.#set("failed", "The server ended the solve without a result.");
    } catch (error) {
      if (control !== this.control) return; // another solve has taken over
      if (control.signal.aborted) this.#set("ended", "Stopped.");
      else this.#set("failed", messageOf(error));
    }
  }

  /** @param {T.Replies["/api/solve"]} event @param {Required<T.SolveBody>} request */
  #receive(event, request) {
    if (event.type === "queued") {
      const waiting = `Waiting: ${count(event.ahead, "job")} before this one.`;
      this.#set("queued", event.ahead ? waiting : "Starting the solver …");
    } else if (event.type === "began") {
      Object.assign(this, { moments: [], index: -1, record: null, request, id: event.id });
      this.dispatchEvent(new Event("start"));
      this.#set("running", "Thinking …");
    } else if (event.type === "end") {
      this.record = event.record;
      const trials = count(event.record.trials, "trial");
      if (event.record.solved) this.#set("ended", `Solved in ${trials}, ${event.record.seconds.toFixed(1)} s.`);
      else this.#set("ended", `${this.#whyEnded(event.record)}Not solved after ${trials}.`);
    } else if (event.type === "thought" || event.type === "step") {
      this.moments.push(event);
      this.dispatchEvent(new Event("moment"));
    }
  }

  /** @param {T.SolveRecord} record of a solve without success */
  #whyEnded(record) {
    if (this.state === "stopping") return "Stopped. ";
    if (!this.request || record.trials >= this.request.max_trials) return "";
    return record.seconds >= this.request.time_limit ? "Time is up. " : "The solver gave up. ";
  }

  /** @param {State} state @param {string} note */
  #set(state, note) {
    this.state = state;
    this.note = note;
    this.dispatchEvent(new Event("state"));
  }

  /** Ask the server to stop; the stream then ends with what was found. */
  async stop() {
    if (!this.busy) return;
    if (!this.id || this.state === "queued") {
      this.quit();
      return;
    }
    this.#set("stopping", "Stopping …");
    try {
      await api.stopSolve(this.id);
    } catch {
      this.quit(); // it has ended already, or the server is gone
    }
  }

  /** Leave at once; the server notices and stops. */
  quit() {
    this.control?.abort();
  }
}
