/** A running solve: its events so far, and its state. */

/** @import * as T from "./types.js" */
import { count, messageOf } from "../text.js";
import * as api from "./api.js";

/** @typedef {T.ThoughtEvent | T.StepEvent} Moment something of a solve that can be looked at */
/** @typedef {'idle' | 'queued' | 'running' | 'stopping' | 'ended' | 'failed'} State */

export class SolveStream extends EventTarget {
  constructor() {
    super();
    /** @type {Moment[]} */
    this.moments = [];
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

  /** @param {Required<T.SolveBody>} request */
  async start(request) {
    this.quit();
    const control = new AbortController();
    Object.assign(this, { moments: [], id: null, record: null, request, control, note: "" });
    this.#set("queued", "Waiting for the server …");
    try {
      await api.solve(request, (event) => this.#receive(event), control.signal);
      if (this.busy) this.#set("failed", "The server ended the solve without a result.");
    } catch (error) {
      if (control !== this.control) return; // another run has taken over
      if (control.signal.aborted) this.#set("ended", "Stopped.");
      else this.#set("failed", messageOf(error));
    }
  }

  /** @param {T.Replies["/api/solve"]} event */
  #receive(event) {
    if (event.type === "queued") {
      this.#set("queued", `Waiting: ${count(event.ahead, "job")} before this one.`);
    } else if (event.type === "began") {
      this.id = event.id;
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
    if (!this.id) {
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

/**
 * What is known at one moment of a solve: the latest of everything.
 * @typedef {object} Known
 * @property {T.TrialData | null} trial the last one played
 * @property {boolean} fresh whether that trial is the moment itself
 * @property {number} number of that trial
 * @property {[number, number][][]} guides
 * @property {T.Region | null} region
 * @property {[number, number, number][]} candidates
 * @property {number} count of candidates
 * @property {T.Placement | null} main
 * @property {T.Placement[]} supports
 * @property {[number, number][]} predicted
 * @property {T.PredictedEvent[]} events
 */

/**
 * @param {Moment[]} moments
 * @param {number} index
 * @returns {Known}
 */
export function knownAt(moments, index) {
  const round = () => ({
    candidates: /** @type {[number, number, number][]} */ ([]),
    count: 0,
    main: /** @type {T.Placement | null} */ (null),
    supports: /** @type {T.Placement[]} */ ([]),
    predicted: /** @type {[number, number][]} */ ([]),
    events: /** @type {T.PredictedEvent[]} */ ([]),
  });
  /** @type {Known} */
  const known = { trial: null, fresh: false, number: 0, guides: [], region: null, ...round() };
  for (const moment of moments.slice(0, index + 1)) {
    if (moment.type === "step") {
      Object.assign(known, { trial: moment.trial, fresh: true, number: moment.number });
      continue;
    }
    if (known.fresh || moment.stage === "region") Object.assign(known, round(), { fresh: false });
    if (moment.guides.length) known.guides = moment.guides;
    if (moment.region) known.region = moment.region;
    if (moment.candidates.length) {
      known.candidates = moment.candidates;
      known.count = moment.candidate_count;
    }
    if (moment.main) {
      known.main = moment.main;
      known.supports = moment.supports;
    }
    if (moment.predicted.length) {
      known.predicted = moment.predicted;
      known.events = moment.events;
    }
  }
  return known;
}
