/** What is known at one moment of a solve. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */

/**
 * @typedef {object} Known
 * @property {T.TrialData | null} trial the last one played
 * @property {boolean} fresh whether that trial is the moment itself
 * @property {[number, number][][]} guides
 * @property {T.Region | null} region
 * @property {[number, number, number][]} candidates
 * @property {T.Placement | null} main
 * @property {T.Placement[]} supports
 * @property {[number, number][]} predicted
 * @property {T.PredictedEvent[]} events
 */

/** What belongs to one configuration, and goes with it. @returns {Omit<Known, 'trial' | 'fresh' | 'guides'>} */
const nothing = () => ({ region: null, candidates: [], main: null, supports: [], predicted: [], events: [] });

/**
 * @param {Moment[]} moments
 * @param {number} index
 * @returns {Known}
 */
export function knownAt(moments, index) {
  /** @type {Known} */
  const known = { trial: null, fresh: false, guides: [], ...nothing() };
  for (const moment of moments.slice(0, index + 1)) {
    if (moment.type === "step") {
      Object.assign(known, { trial: moment.trial, fresh: true });
      continue;
    }
    if (known.fresh || moment.stage === "region") Object.assign(known, nothing(), { fresh: false });
    if (moment.guides.length) known.guides = moment.guides;
    if (moment.region) known.region = moment.region;
    if (moment.candidates.length) known.candidates = moment.candidates;
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
