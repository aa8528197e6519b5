/** Small helpers for text. */

/** @param {string} text made to begin with a capital letter */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What went wrong, for a person. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** A number and a noun. @param {number} number @param {string} noun */
export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
