/** A solve as a story: its moments in chapters, each with one sentence. */

/** @import { Moment } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { count, sentence } from "../text.js";

/** @typedef {'look' | 'learn' | 'plan' | 'search' | 'choose' | 'try'} ChapterKind */

/**
 * @typedef {object} StoryChapter moments that belong together
 * @property {ChapterKind} kind
 * @property {number} first index of its first moment
 * @property {number} last index of its last moment
 * @property {number} shown index of the moment that shows what came of it: the check of a search that found what was
 *   chosen, its last check if nothing was chosen, else its last moment
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

const SAME = 5; // px within which a plan is the same; a choice is tidied up

/** @param {Moment | undefined} moment @returns {moment is T.ThoughtEvent} */
const checked = (moment) => moment?.type === "thought" && moment.stage === "check";

/** @param {T.Placement[]} plan @param {T.Placement[]} other */
const samePlan = (plan, other) =>
  plan.length === other.length
  && plan.every(({ piece, x, y }) => other.some((each) => each.piece === piece && Math.hypot(each.x - x, each.y - y) < SAME));

/**
 * @param {StoryChapter} search
 * @param {Moment[]} moments
 * @param {T.Placement[] | null} chosen
 */
function shownOf({ first, last }, moments, chosen) {
  const checks = moments.map((_, index) => index).filter((index) => index >= first && index <= last && checked(moments[index]));
  const found = checks.findLast((index) => {
    const check = moments[index];
    return chosen && checked(check) && samePlan(check.placed, chosen);
  });
  return found ?? checks.at(-1) ?? last;
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
    if (open?.kind === kind && kind !== "try") open.last = open.shown = index;
    else found.push({ kind, first: index, last: index, shown: index, trial: moment.type === "step" ? moment.number : trial });
    if (moment.type === "step") trial = moment.number + 1;
  });
  found.forEach((chapter, number) => {
    const next = moments[found[number + 1]?.first ?? -1];
    const chosen = next?.type === "thought" && next.stage === "choose" ? next.placed : null;
    if (chapter.kind === "search") chapter.shown = shownOf(chapter, moments, chosen);
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
export function summary({ kind, first, last, shown }, moments) {
  const own = moments.slice(first, last + 1);
  const end = own.at(-1);
  if (!end) return "";
  if (end.type === "step") return stepText(end);
  if (kind !== "search") return end.text;
  const thoughts = own.filter((moment) => moment.type === "thought");
  const tried = thoughts.reduce((sum, thought) => sum + thought.candidate_count, 0);
  const depths = Math.max(1, thoughts.filter((thought) => thought.stage === "region").length);
  const rounds = depths > 1 ? `, one piece after another, ${depths} times over` : "";
  const outcome = checked(moments[shown]) ? moments[shown].text : end.text;
  return `${count(tried, "candidate")} tried in the models${rounds}. ${sentence(outcome)}`;
}

/** A trial in words. @param {T.StepEvent} step */
export function stepText({ number, trial }) {
  const what = number === 0 ? "First a run with nothing placed, to see what the ball does" : `Trial ${number}`;
  const { text } = trial.account;
  return `${what}: ${text.charAt(0).toLowerCase()}${text.slice(1)}${trial.solved ? " Solved!" : ""}`;
}
