/** Small helpers for text. */

/** Begin with a capital letter, unless it begins with the name of a file. @param {string} text */
export const sentence = (text) =>
  /^[\w-]+\.\w+\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** What went wrong, for a person. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** A number and a noun: “1 piece”, “1,016 candidates”. @param {number} number @param {string} noun */
export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** The name of another game's puzzle as people read it: `just_a_nudge:1` is “Just a nudge 1”. @param {string} name */
export const puzzleTitle = (name) => sentence(name.replaceAll("_", " ").replace(/([a-z]):/, "$1 "));

/** A length or an angle as people read it: at most one decimal. @param {number} value */
export const rounded = (value) => String(Math.round(value * 10) / 10 + 0);

/** A short number that differs for different texts. @param {string} text */
export function hash(text) {
  let value = 5381;
  for (let at = 0; at < text.length; at += 1) value = (value * 33 + text.charCodeAt(at)) >>> 0;
  return value.toString(36);
}
