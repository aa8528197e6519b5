/** The attempts at a level that this browser remembers, and what a classroom does with them. */

/** @import * as T from "../server/types.js" */
import { keyOf } from "./drafts.js";
import * as store from "./store.js";

const MOST = 40; // attempts kept of one level
const POINTS = 80; // of a kept path

/**
 * @typedef {object} Attempt
 * @property {number} time ms
 * @property {T.Placement[]} placements
 * @property {T.Physics} physics
 * @property {boolean} solved
 * @property {boolean} helped
 * @property {number} gap between ball and flag at the nearest, px
 * @property {string} text what happened
 * @property {[number, number][]} path a few points of it
 */

/** @param {string} key @returns {Attempt[]} the latest last */
export const attemptsAt = (key) => store.attempts(key);

/**
 * @param {string} key
 * @param {T.TrialData} trial
 * @param {T.Physics} physics
 * @param {boolean} helped
 */
export function keepAttempt(key, trial, physics, helped) {
  const every = Math.max(1, Math.ceil(trial.ball.length / POINTS));
  const path = trial.ball.filter((_, frame) => frame % every === 0 || frame === trial.ball.length - 1);
  const { text, gap } = trial.account;
  const attempt = { time: Date.now(), placements: trial.placements, physics, solved: trial.solved, helped, gap, text, path };
  store.keepAttempts(key, [...attemptsAt(key), attempt].slice(-MOST));
}

/** A field of a CSV file. @param {unknown} value */
const cell = (value) => `"${String(value).replaceAll('"', '""')}"`;

/** All attempts as a table for a spreadsheet. @returns {string} */
export function attemptsCsv() {
  const head = ["level", "time", "solved", "helped", "pieces", "gap_px", "what_happened", "placements", "physics"];
  const rows = [...store.allAttempts()].flatMap(([level, attempts]) =>
    attempts.map((each) => [level, new Date(each.time).toISOString(), each.solved, each.helped, each.placements.length, each.gap.toFixed(1), each.text, JSON.stringify(each.placements), JSON.stringify(each.physics)]));
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The levels of one's own at which there are attempts, as JSON by key. @returns {string} */
function ownLevels() {
  const tried = store.allAttempts();
  return JSON.stringify(Object.fromEntries(store.drafts().map(({ level }) => [keyOf(level), level]).filter(([key]) => tried.has(String(key)))));
}

/** A notebook that plays the attempts of the table again. @returns {string} */
export function attemptsNotebook() {
  const code = [
    "import csv, json",
    "from dataclasses import replace",
    "from bubbleball import REAL, Game, Placement, account, load_level, parse_level",
    "",
    `own = json.loads(${JSON.stringify(ownLevels())})  # levels built or opened in the studio`,
    'with open("attempts.csv", newline="", encoding="utf-8") as file:',
    "    rows = list(csv.DictReader(file))",
    "for row in rows:",
    '    name = row["level"]',
    '    if name.startswith("mine.") and name not in own:',
    '        print(name, "was changed or deleted since: it cannot be played again")',
    "        continue",
    '    level = parse_level(json.dumps(own[name])).level if name in own else load_level(name)',
    '    game = Game(level, replace(REAL, **json.loads(row["physics"])))',
    '    trial = game.play([Placement(**each) for each in json.loads(row["placements"])])',
    '    print(level.title or name, row["time"], "solved" if trial.solved else "failed", account(trial).text)',
  ];
  const text = (/** @type {string[]} */ lines) => lines.map((line, n) => (n < lines.length - 1 ? `${line}\n` : line));
  return JSON.stringify({
    cells: [
      { cell_type: "markdown", metadata: {}, source: ["# Attempts at Bubble Ball\n", "Put `attempts.csv` beside this notebook; each attempt is played again."] },
      { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: text(code) },
    ],
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: 4,
  }, null, 1);
}
