/** Level files from the visitor's disk. */

/** @import * as T from "../server/types.js" */
import { button, h } from "../dom.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";

const MOVABLES = "movableObjects.json";

/**
 * A button that asks for a level file, or for one and its movableObjects.json.
 * @param {(level: T.Level, solutions: T.Placement[][]) => void} opened
 */
export function filePicker(opened) {
  const input = h("input", { type: "file", accept: ".json,application/json", multiple: true, hidden: true, "aria-label": "Level file" });
  input.addEventListener("change", async () => {
    const files = [...(input.files ?? [])];
    const beside = files.find((file) => file.name === MOVABLES);
    const file = files.find((each) => each !== beside);
    input.value = "";
    if (!file) return;
    try {
      const movables = beside ? await beside.text() : null;
      const { level, solutions } = await api.openFile(file.name, await file.text(), movables);
      opened(level, solutions);
    } catch (error) {
      complain(error);
    }
  });
  return { button: button("Open a file", "open", () => input.click()), input };
}
