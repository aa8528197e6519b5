/** Links that carry a whole level and a placement: JSON, deflated, in the part after `#`. */

/** @import * as T from "../server/types.js" */
import { toast } from "../dom.js";
import { messageOf } from "../text.js";

const MAX_LINK = 60_000; // characters
const MAX_TEXT = 400_000; // characters once unpacked

/** @param {Uint8Array} bytes */
function toText(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function toBytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @returns {Promise<string>} an address of this studio
 */
export async function shareLink(level, placements) {
  const stream = new Blob([JSON.stringify({ level, placements })])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = toText(bytes);
  if (packed.length > MAX_LINK) {
    throw new Error("this level is too large for a link; save it as a file instead");
  }
  return `${location.origin}${location.pathname}#/share/${packed}`;
}

/**
 * Put a link on the clipboard, or show it where that is not allowed.
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 */
export async function copyLink(level, placements) {
  let link = "";
  try {
    link = await shareLink(level, placements);
    await navigator.clipboard.writeText(link);
    toast("The link is copied. It carries the whole level.");
  } catch (error) {
    if (link) window.prompt("Copy this link; it carries the whole level.", link);
    else toast(messageOf(error), "error");
  }
}

/**
 * @param {string} packed
 * @returns {Promise<{level: T.Level, placements: T.Placement[]}>}
 */
export async function readShare(packed) {
  if (packed.length > MAX_LINK) throw new Error("the link is too long");
  let text = "";
  try {
    const stream = new Blob([toBytes(packed)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .pipeThrough(new TextDecoderStream());
    const reader = stream.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      if (text.length > MAX_TEXT) throw new Error("too large");
    }
    const { level, placements } = JSON.parse(text);
    if (typeof level !== "object" || level === null || !Array.isArray(placements)) {
      throw new Error("no level");
    }
    return { level, placements };
  } catch {
    throw new Error("this link does not hold a level; it may have been cut off when it was copied");
  }
}
