/** Certification in the background: is the level solvable, how, and how hard? */

/** @import * as T from "../server/types.js" */
import { announce, button, h, select } from "../dom.js";
import { withNames } from "../model/names.js";
import * as api from "../server/api.js";
import { count, messageOf, sentence } from "../text.js";

const MOST = 5; // solutions that can be looked at

/** @type {Record<string, string>} */
const VERDICTS = {
  solvable: "Solvable",
  "not-yet": "No solution found yet",
  trivial: "Too easy: it solves itself",
  impossible: "Impossible",
};

/**
 * @param {T.Catalog} catalog
 * @param {() => T.Level} level
 * @param {object} report
 * @param {(certificate: T.CertificateEvent) => void} report.found
 * @param {(solution: T.Placement[]) => void} report.attempt leave for the game with a solution
 * @param {(solution: T.Placement[] | null) => void} report.preview show a solution on the picture, or none
 */
export function certifier(catalog, level, report) {
  let seconds = "30";
  /** @type {AbortController | null} */
  let control = null;
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Certification" });
  const text = h("p", { class: "sub", role: "status" });
  const result = h("div", { class: "certificate" });
  const start = button("Certify", "seal", () => void run());
  const stop = button("Stop", "stop", () => control?.abort(), { hidden: true });
  /** @type {[string, string][]} */
  const times = [["5", "5 s"], ["10", "10 s"], ["30", "30 s"], ["120", "2 min"]];
  const most = catalog.limits.certify_seconds;
  const choice = select(times.filter(([value]) => Number(value) <= most), seconds, (value) => {
    seconds = value;
  }, { "aria-label": "Time for the certification" });

  const run = async () => {
    control = new AbortController();
    start.hidden = true;
    stop.hidden = false;
    bar.hidden = false;
    bar.removeAttribute("value"); // moves until there is progress
    text.textContent = "Starting …";
    result.replaceChildren();
    try {
      await api.certify({ level: level(), seconds: Number(seconds) }, (event) => receive(event), control.signal);
    } catch (error) {
      text.textContent = control.signal.aborted ? "Stopped." : api.isAway(error) ? "" : messageOf(error);
    }
    start.hidden = false;
    stop.hidden = true;
    bar.hidden = true;
  };

  /** @param {T.Replies["/api/certify"]} event */
  const receive = (event) => {
    if (event.type === "queued" && event.ahead) text.textContent = `Waiting: ${count(event.ahead, "job")} before this one.`;
    else if (event.type === "progress") {
      bar.value = event.share;
      text.textContent = event.text;
    } else if (event.type === "certificate") {
      show(event);
      announce(event.text);
      report.found(event);
    }
  };

  /** @param {T.CertificateEvent} event */
  const show = ({ solvable, verdict: kind, text: verdict, facts, solutions }) => {
    const named = (/** @type {string} */ words) => withNames(words, level(), catalog);
    const seal = VERDICTS[kind] ?? kind;
    const words = named(verdict);
    text.textContent = "";
    result.replaceChildren(
      h("p", { class: solvable ? "seal yes" : "seal no" }, seal),
      h("p", { class: "sub" }, words.startsWith(`${seal}: `) ? sentence(words.slice(seal.length + 2)) : words), // not twice
      h("dl", {}, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, named(value))])),
      solutionChoice(solutions.slice(0, MOST), report),
    );
  };

  bar.hidden = true;
  const root = h("div", { class: "certifier" }, h("div", { class: "row" }, start, stop, choice), bar, text, result);
  return {
    root,
    leave: () => control?.abort(),
    /** Show what is known of the level as it is. @param {T.CertificateEvent | null} certificate */
    recall: (certificate) => {
      if (start.hidden) return; // at work
      if (certificate) show(certificate);
      else {
        result.replaceChildren();
        text.textContent = "";
      }
    },
  };
}

/**
 * Solutions to look at on the picture, one at a time, and to try.
 * @param {T.Placement[][]} solutions
 * @param {{attempt: (solution: T.Placement[]) => void, preview: (solution: T.Placement[] | null) => void}} report
 */
function solutionChoice(solutions, { attempt, preview }) {
  const go = h("div", {});
  /** @param {number} n */
  const look = (n) => {
    const on = looks[n]?.getAttribute("aria-pressed") !== "true";
    looks.forEach((each, m) => each.setAttribute("aria-pressed", String(on && m === n)));
    const solution = solutions[n];
    if (!solution) return;
    preview(on ? solution : null);
    go.replaceChildren(...(on ? [button(`Try solution ${n + 1}`, "play", () => attempt(solution), { class: "small" })] : []));
  };
  const looks = solutions.map((_, n) => button(`Solution ${n + 1}`, null, () => look(n), { class: "small", "aria-pressed": "false", title: "Show it on the picture" }));
  return h("div", { class: "solution-choice" }, h("div", { class: "row" }, ...looks), go);
}
