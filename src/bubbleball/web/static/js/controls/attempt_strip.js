/** A strip of the attempts at a level: click one to restore it and see where its ball went. */

/** @import { Attempt } from "../model/attempts.js" */
/** @import * as T from "../server/types.js" */
import { h, icon } from "../dom.js";
import { line } from "../drawing/overlays.js";
import { Stage } from "../drawing/stage.js";
import { attemptsAt } from "../model/attempts.js";
import { withNames } from "../model/names.js";

const SHOWN = 12; // the latest

/**
 * @param {T.Catalog} catalog
 * @param {T.Level} level
 * @param {string} key of the level
 * @param {(attempt: Attempt) => void} restore
 */
export function attemptStrip(catalog, level, key, restore) {
  const list = h("div", { class: "attempts", role: "group", "aria-label": "Your attempts" });
  const refresh = () => {
    const all = attemptsAt(key);
    list.hidden = all.length === 0;
    const cards = all.map((attempt, index) => thumb(catalog, level, attempt, index + 1, restore));
    list.replaceChildren(...cards.slice(-SHOWN).reverse());
  };
  refresh();
  return { root: list, refresh };
}

/** @param {T.Catalog} catalog @param {T.Level} level @param {Attempt} attempt @param {number} number @param {(attempt: Attempt) => void} restore */
function thumb(catalog, level, attempt, number, restore) {
  const stage = new Stage(catalog, { still: true, label: `Attempt ${number}` });
  stage.show(level);
  stage.place(attempt.placements);
  stage.layers.traces.append(line(attempt.path, "trace"));
  const words = attempt.solved ? "solved" : `${Math.round(attempt.gap)} px`;
  return h(
    "button",
    { type: "button", class: attempt.solved ? "attempt won" : "attempt", title: withNames(attempt.text, level, catalog), onclick: () => restore(attempt) },
    stage.svg,
    h("span", {}, icon(attempt.solved ? "check" : "cross"), `${number}: ${words}`),
  );
}
