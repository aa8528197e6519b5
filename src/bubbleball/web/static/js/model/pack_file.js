/** Several levels in one file: `{"levels": [...]}`, each as in a file of its own. */

/** @import * as T from "../server/types.js" */
/** @import { Draft } from "./store.js" */
import * as api from "../server/api.js";
import { messageOf } from "../text.js";

/** @param {Draft[]} drafts */
export const packText = (drafts) =>
  JSON.stringify({ levels: drafts.map(({ level, solutions }) => ({ ...level, ...(solutions.length ? { solutions } : {}) })) }, null, 1);

/**
 * The levels of a file: all of a pack, or the one it holds.
 * @param {string} name of the file
 * @param {string} text
 * @param {string | null} movables
 * @returns {Promise<T.OpenedLevel[]>}
 */
export async function readLevels(name, text, movables) {
  const parts = partsOf(text);
  if (!parts) return [await api.openFile(name, text, movables)];
  if (!parts.length) throw new Error(`${name} is a pack without levels`);
  const found = [];
  for (const [index, part] of parts.entries()) {
    try {
      found.push(await api.openFile(name, JSON.stringify(part), null));
    } catch (error) {
      if (api.isAway(error)) throw error;
      throw new Error(`level ${index + 1} of ${parts.length} cannot be read, so none is opened: ${messageOf(error)}`);
    }
  }
  return found;
}

/** The levels in the text of a pack. @param {string} text @returns {unknown[] | null} null if it is none */
function partsOf(text) {
  try {
    const { levels } = JSON.parse(text);
    return Array.isArray(levels) ? levels : null;
  } catch {
    return null; // no JSON: the reader of levels says what is wrong
  }
}
