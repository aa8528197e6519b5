/** The list of keys, shown by `?`. */

import { button, h } from "../dom.js";

/** @type {[string, string][]} */
const KEYS = [
  ["Tab, Enter", "go to a piece; take it from the tray"],
  ["arrows", "move the piece by 5 px; with Shift 0.5 px"],
  ["Q, E", "turn the piece by 5°; with Shift 0.5°; or turn the wheel over it"],
  ["Delete", "put the piece back into the tray"],
  ["Escape", "give up a drag"],
  ["Ctrl+Enter", "start, and back to placing"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+C, Ctrl+V, Ctrl+D", "copy, paste, double what is selected, in the builder"],
  ["Shift+Enter, Ctrl+A", "select several parts, or all, in the builder"],
  [", and .", "one frame back, one frame on, while watching"],
  ["M", "sound on or off"],
  ["?", "this list"],
];

/** @type {HTMLDialogElement | null} */
let dialog = null;

export function showKeys() {
  dialog ??= make();
  if (dialog.open) return;
  dialog.showModal();
  dialog.scrollTop = 0; // the focus goes to Close, below the list
}

function make() {
  const rows = KEYS.map(([keys, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, keys)), h("td", {}, text)));
  const node = h("dialog", { class: "keys", "aria-label": "Keys" }, h("h2", {}, "Keys"), h("table", {}, h("tbody", {}, ...rows)), button("Close", null, () => node.close(), { class: "small" }));
  document.body.append(node);
  return node;
}
