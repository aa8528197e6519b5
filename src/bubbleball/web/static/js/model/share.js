/** Links that carry a whole level, a placement and physics: JSON, deflated, in the part after `#`. */

/** @import * as T from "../server/types.js" */
import { toast } from "../dom.js";
import { complain } from "../errors.js";

const MAX_LINK = 60_000; // characters
const MAX_TEXT = 400_000; // characters once unpacked
const THIS_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * @typedef {object} Shared what a link carries
 * @property {T.Level} level
 * @property {T.Placement[]} placements
 * @property {T.Physics} physics
 */

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
 * @param {Shared} shared
 * @returns {Promise<string>} an address of this studio
 */
async function shareLink(shared) {
  const stream = new Blob([JSON.stringify(shared)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = toText(bytes);
  if (packed.length > MAX_LINK) {
    throw new Error("this level is too large for a link; save it as a file instead");
  }
  return `${location.origin}${location.pathname}#/share/${packed}`;
}

/** Put a link on the clipboard, or show it where that is not allowed. @param {Shared} shared */
export async function copyLink(shared) {
  const what = ["the level", ...(shared.placements.length ? ["what you placed"] : []), ...(Object.keys(shared.physics).length ? ["the changed physics"] : [])];
  const reach = THIS_MACHINE.has(location.hostname)
    ? "It opens on this computer only; to send the level to somebody, save it as a file in Build."
    : "It opens for everybody who reaches this studio.";
  const text = `It carries ${new Intl.ListFormat("en").format(what)}. ${reach}`;
  let link = "";
  try {
    link = await shareLink(shared);
    await navigator.clipboard.writeText(link);
    toast(`The link is copied. ${text}`);
  } catch (error) {
    if (link) window.prompt(`Copy this link. ${text}`, link);
    else complain(error);
  }
}

/**
 * @param {string} packed
 * @param {T.Catalog} catalog
 * @returns {Promise<Shared>}
 */
export async function readShare(packed, catalog) {
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
    const { level, placements, physics } = JSON.parse(text);
    if (typeof level !== "object" || level === null || !Array.isArray(placements)) {
      throw new Error("no level");
    }
    return { level, placements, physics: knownPhysics(physics, catalog) };
  } catch {
    throw new Error("this link does not hold a level; it may have been cut off when it was copied");
  }
}

/**
 * The values of a link that the game knows.
 * @param {unknown} physics
 * @param {T.Catalog} catalog
 * @returns {T.Physics}
 */
function knownPhysics(physics, catalog) {
  const given = /** @type {Record<string, unknown>} */ (typeof physics === "object" && physics ? physics : {});
  /** @type {T.Physics} */
  const known = {};
  for (const { key, low, high, real } of catalog.physics) {
    const value = given[key];
    if (typeof value === "number" && value >= low && value <= high && value !== real) known[key] = value;
  }
  return known;
}
