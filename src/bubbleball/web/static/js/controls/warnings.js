/** A level's faults, and what its designer should look at, soon after every change. */

/** @import * as T from "../server/types.js" */
import { debounce, h } from "../dom.js";
import * as api from "../server/api.js";
import { messageOf } from "../text.js";

const WAIT = 120; // ms after the last change

export function warningsPanel() {
  const root = h("div", { class: "warnings", role: "status" });

  /** @param {T.Level} level */
  const ask = async (level) => {
    try {
      const { problems, warnings } = await api.inspect(level);
      const faults = problems.map((each) => h("li", { class: "bad" }, `${each.where ? `${each.where}: ` : ""}${each.what}`));
      const lines = [...faults, ...warnings.map((text) => h("li", {}, text))];
      root.classList.toggle("bad", faults.length > 0);
      root.replaceChildren(lines.length ? h("ul", {}, ...lines) : h("p", { class: "fine" }, "This level is sound."));
    } catch (error) {
      root.textContent = messageOf(error);
    }
  };
  return { root, look: debounce(ask, WAIT) };
}
