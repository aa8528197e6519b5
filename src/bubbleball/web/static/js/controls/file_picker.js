/** Level files and packs from the visitor's disk. */

/** @import { App } from "../app.js" */
/** @import { Draft } from "../model/store.js" */
import { button, h, toast } from "../dom.js";
import { complain } from "../errors.js";
import { adopt } from "../model/drafts.js";
import { readLevels } from "../model/pack_file.js";
import { count } from "../text.js";

const MOVABLES = "movableObjects.json";

/**
 * A button that asks for level files or packs, or for original levels and their movableObjects.json.
 * @param {App} app
 * @param {(draft: Draft) => void} opened a single level; several are shown in the gallery
 */
export function filePicker(app, opened) {
  const input = h("input", { type: "file", accept: ".json,application/json", multiple: true, hidden: true, "aria-label": "Level files" });
  input.addEventListener("change", async () => {
    const files = [...(input.files ?? [])];
    const beside = files.find((file) => file.name === MOVABLES);
    input.value = "";
    try {
      const movables = beside ? await beside.text() : null;
      const found = [];
      for (const file of files) {
        if (file !== beside) found.push(...(await readLevels(file.name, await file.text(), movables)));
      }
      const drafts = found.map(({ level, solutions }) => adopt(level, solutions)); // once all are read
      if (drafts.length === 1) drafts.forEach(opened);
      if (drafts.length < 2) return;
      toast(`${count(drafts.length, "level")} opened. They are among yours.`);
      app.go("#/levels");
    } catch (error) {
      complain(error);
    }
  });
  return { button: button("Open a file", "open", () => input.click(), { title: "A level, or a pack of levels" }), input };
}
