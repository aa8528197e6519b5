/** Certification in the background: is the level solvable, how, and how hard? */

/** @import * as T from "../server/types.js" */
import { announce, button, h, select } from "../dom.js";
import { withNames } from "../model/names.js";
import * as api from "../server/api.js";
import { count, messageOf, sentence } from "../text.js";

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
 * @param {{found: (certificate: T.CertificateEvent) => void, attempt: (solution: T.Placement[]) => void}} report
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
    const tries = solutions.slice(0, 5).map((solution, n) =>
      button(`Try solution ${n + 1}`, "play", () => report.attempt(solution), { class: "small" }));
    result.replaceChildren(
      h("p", { class: solvable ? "seal yes" : "seal no" }, seal),
      h("p", { class: "sub" }, words.startsWith(`${seal}: `) ? sentence(words.slice(seal.length + 2)) : words), // not twice
      h("dl", {}, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, named(value))])),
      h("div", { class: "row" }, ...tries),
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
