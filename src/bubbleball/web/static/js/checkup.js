/** A level's faults, and what its designer should look at, soon after every change. */

/** @import * as T from "./types.js" */
import * as api from "./api.js";
import { debounce, h } from "./dom.js";

const WAIT = 120; // ms after the last change

export function checkup() {
  const root = h("div", { class: "findings", role: "status" });

  /** @param {T.Level} level */
  const ask = async (level) => {
    try {
      const { problems, warnings } = await api.inspect(level);
      const faults = problems.map((each) => h("li", { class: "bad" }, `${each.where ? `${each.where}: ` : ""}${each.what}`));
      const lines = [...faults, ...warnings.map((text) => h("li", {}, text))];
      root.classList.toggle("bad", faults.length > 0);
      root.replaceChildren(lines.length ? h("ul", {}, ...lines) : h("p", { class: "fine" }, "This level is sound."));
    } catch (error) {
      root.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return { root, look: debounce(ask, WAIT) };
}
