/** A solve as a story: its moments in chapters, each with one sentence. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { count, sentence } from "../text.js";

/** @typedef {'look' | 'learn' | 'plan' | 'search' | 'choose' | 'try'} ChapterKind */

/**
 * @typedef {object} StoryChapter moments that belong together
 * @property {ChapterKind} kind
 * @property {number} first index of its first moment
 * @property {number} last index of its last moment, the one that shows what came of it
 * @property {number} trial number of the trial that it leads to, or is
 */

/** @type {Record<T.MethodStage, ChapterKind>} */
const CHAPTER_OF = { learn: "learn", guide: "plan", region: "search", support: "search", coarse: "search", fine: "search", check: "search", choose: "choose" };

/** @type {Record<ChapterKind, string>} */
export const TITLES = { look: "Look", learn: "Learn", plan: "Plan", search: "Search", choose: "Choose", try: "Try" };

/** @param {Moment} moment @returns {ChapterKind} */
function kindOf(moment) {
  if (moment.type === "thought") return CHAPTER_OF[moment.stage];
  return moment.number === 0 ? "look" : "try";
}

/**
 * @param {Moment[]} moments
 * @returns {StoryChapter[]}
 */
export function chaptersOf(moments) {
  /** @type {StoryChapter[]} */
  const found = [];
  let trial = 1;
  moments.forEach((moment, index) => {
    const kind = kindOf(moment);
    const open = found.at(-1);
    if (open?.kind === kind && kind !== "try") open.last = index;
    else found.push({ kind, first: index, last: index, trial: moment.type === "step" ? moment.number : trial });
    if (moment.type === "step") trial = moment.number + 1;
  });
  return found;
}

/** @param {StoryChapter} chapter */
export const titleOf = ({ kind, trial }) => (kind === "try" ? `Try ${trial}` : TITLES[kind]);

/**
 * What came of a chapter, in a sentence or two.
 * @param {StoryChapter} chapter
 * @param {Moment[]} moments
 */
export function summary({ kind, first, last }, moments) {
  const own = moments.slice(first, last + 1);
  const end = own.at(-1);
  if (!end) return "";
  if (end.type === "step") return stepText(end);
  if (kind !== "search") return end.text;
  const thoughts = own.filter((moment) => moment.type === "thought");
  const tried = thoughts.reduce((sum, thought) => sum + thought.candidate_count, 0);
  const depths = Math.max(1, thoughts.filter((thought) => thought.stage === "region").length);
  const checks = thoughts.filter((thought) => thought.stage === "check");
  const rounds = depths > 1 ? `, one piece after another, ${depths} times over` : "";
  const outcome = checks.at(-1)?.text ?? thoughts.at(-1)?.text ?? "";
  return `${count(tried, "candidate")} tried in the models${rounds}. ${sentence(outcome)}`;
}

/** A trial in words. @param {T.StepEvent} step */
export function stepText({ number, trial }) {
  const what = number === 0 ? "First a run with nothing placed, to see what the ball does" : `Trial ${number}`;
  const { text } = trial.account;
  return `${what}: ${text.charAt(0).toLowerCase()}${text.slice(1)}${trial.solved ? " Solved!" : ""}`;
}
