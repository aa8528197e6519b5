/** A level's faults, and what its designer should look at, soon after every change. */

/** @import * as T from "../server/types.js" */
import { debounce, h } from "../dom.js";
import { complain } from "../errors.js";
import { partsAtFault, problemText, withNames } from "../model/names.js";
import * as api from "../server/api.js";
import { sentence } from "../text.js";

const WAIT = 120; // ms after the last change

/**
 * @param {T.Catalog} catalog
 * @param {(ids: Set<string>) => void} mark told which parts they speak of
 */
export function warningsPanel(catalog, mark) {
  const root = h("div", { class: "warnings", role: "status" });
  let latest = 0;

  /** @param {T.Level} level */
  const look = async (level) => {
    const turn = (latest += 1);
    try {
      const { problems, warnings } = await api.inspect(level);
      if (turn !== latest) return;
      const faults = problems.map((each) => h("li", { class: "bad" }, problemText(each, level, catalog)));
      const lines = [...faults, ...warnings.map(({ text }) => h("li", {}, sentence(withNames(text, level, catalog, true))))];
      mark(partsAtFault(level, problems, warnings));
      root.classList.toggle("bad", faults.length > 0);
      root.removeAttribute("aria-busy");
      root.replaceChildren(lines.length ? h("ul", {}, ...lines) : h("p", { class: "fine" }, "This level is sound."));
    } catch (error) {
      complain(error);
    }
  };
  const soon = debounce(look, WAIT);
  return {
    root,
    /** @param {T.Level} level */
    look: (level) => {
      root.setAttribute("aria-busy", "true"); // until then it speaks of the level before
      soon(level);
    },
  };
}

/**
 * Do something with a level, unless it is faulty.
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 * @param {() => void} action
 */
export async function ifSound(level, catalog, action) {
  try {
    const { problems: [fault] } = await api.inspect(level);
    if (fault) throw new Error(`this level is faulty: ${problemText(fault, level, catalog)}`);
    action();
  } catch (error) {
    complain(error);
  }
}
