/** What is known at one moment of a solve. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */

/**
 * @typedef {object} Configuration pieces that the solver thinks about, and what it expects of them
 * @property {T.Placement[]} placed all of them
 * @property {T.Placement | null} main
 * @property {T.Placement[]} supports
 * @property {[number, number][]} predicted
 * @property {T.PredictedEvent[]} events
 */

/**
 * @typedef {object} Known
 * @property {T.TrialData | null} trial the last one played
 * @property {boolean} fresh whether that trial is the moment itself
 * @property {[number, number][][]} guides
 * @property {T.Region | null} region
 * @property {[number, number, number][]} candidates
 * @property {Configuration | null} plan null before the solver has thought of one
 */

/** Stages that are about one configuration, which takes the place of any earlier one. */
const PLANNING = new Set(["region", "coarse", "fine", "check", "choose"]);

/** @param {T.ThoughtEvent} thought @returns {Configuration} */
function planOf({ placed, main, supports, predicted, events }) {
  const known = placed.length ? placed : main ? [...supports, main] : [];
  return { placed: known, main, supports, predicted, events };
}

/**
 * @param {Moment[]} moments
 * @param {number} index
 * @returns {Known}
 */
export function knownAt(moments, index) {
  /** @type {Known} */
  const known = { trial: null, fresh: false, guides: [], region: null, candidates: [], plan: null };
  for (const moment of moments.slice(0, index + 1)) {
    if (moment.type === "step") {
      Object.assign(known, { trial: moment.trial, fresh: true });
      continue;
    }
    if (known.fresh) Object.assign(known, { fresh: false, region: null, candidates: [], plan: null });
    if (moment.guides.length) known.guides = moment.guides;
    if (!PLANNING.has(moment.stage)) continue;
    const searching = moment.stage === "coarse" || moment.stage === "fine";
    known.plan = planOf(moment);
    known.candidates = moment.candidates;
    known.region = moment.region ?? (searching ? known.region : null);
  }
  return known;
}

/**
 * What a piece of a plan does.
 * @param {Configuration} plan
 * @param {string} id
 * @returns {'main' | 'support' | 'guide'}
 */
export function roleOf(plan, id) {
  if (plan.main?.piece === id) return "main";
  return plan.supports.some((support) => support.piece === id) ? "support" : "guide";
}
