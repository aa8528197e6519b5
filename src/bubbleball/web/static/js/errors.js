/** Errors as the visitor sees them: each once. */

import { toast } from "./dom.js";
import { isAway } from "./server/api.js";
import { messageOf, sentence } from "./text.js";

/** @param {unknown} error */
const isAborted = (error) => error instanceof DOMException && error.name === "AbortError";

/** Show an error, unless a banner shows it already or the visitor caused it. @param {unknown} error */
export function complain(error) {
  if (!isAway(error) && !isAborted(error)) toast(sentence(messageOf(error)), "error");
}
