/** Everything the page asks of the server. */

/** @import * as T from "./types.js" */
import { sentence } from "../text.js";

/** A refusal or failure, with the server's words. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 when the server was not reached
   * @param {T.Problem[]} [problems]
   */
  constructor(message, status, problems = []) {
    super(sentence(message));
    this.status = status;
    this.problems = problems;
  }
}

/**
 * @param {Response} response
 * @returns {Promise<ApiError>}
 */
async function failure(response) {
  let message = `the server answered ${response.status}`;
  /** @type {T.Problem[]} */
  let problems = [];
  try {
    const body = await response.json();
    if (typeof body.message === "string") message = body.message;
    if (Array.isArray(body.problems)) problems = body.problems;
  } catch {
    // no JSON: the status says enough
  }
  return new ApiError(message, response.status, problems);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function request(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("the studio's server does not answer; is it still running?", 0);
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
function post(path, body, signal) {
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/**
 * Follow server-sent events of a POST until they end. Aborting the signal ends the work as well.
 * @template E
 * @param {string} path
 * @param {unknown} body
 * @param {(event: E) => void} receive
 * @param {AbortSignal} signal
 */
async function follow(path, body, receive, signal) {
  const response = await post(path, body, signal);
  if (!response.body) throw new ApiError("the server sent nothing", response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (signal.aborted) throw error;
      throw new ApiError("the connection to the studio’s server broke off; is it still running?", 0);
    });
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (!block.startsWith("data: ")) continue;
      const event = JSON.parse(block.slice(6));
      if (event.type === "error") throw new ApiError(event.message, response.status);
      receive(event);
    }
  }
}

/** @returns {Promise<T.Catalog>} */
export const catalog = async () => (await request("/api/catalog")).json();

/** @returns {Promise<T.Pack[]>} */
export const packs = async () => (await (await request("/api/packs")).json()).packs;

/**
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @returns {Promise<T.Breach[]>}
 */
export async function check(level, placements) {
  return (await (await post("/api/check", { level, placements })).json()).breaches;
}

/**
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @param {T.Physics} physics
 * @param {AbortSignal} [signal]
 * @returns {Promise<T.Trial>}
 */
export async function play(level, placements, physics, signal) {
  return (await post("/api/play", { level, placements, physics }, signal)).json();
}

/**
 * What is wrong with a level, and what its designer may want to know.
 * @param {T.Level} level
 * @returns {Promise<{problems: T.Problem[], warnings: string[]}>}
 */
export async function inspect(level) {
  return (await post("/api/inspect", { level })).json();
}

/**
 * @param {T.SolveRequest} body
 * @param {(event: T.SolveEvent) => void} receive
 * @param {AbortSignal} signal
 */
export const solve = (body, receive, signal) => follow("/api/solve", body, receive, signal);

/**
 * @param {{level: T.Level, seconds: number}} body
 * @param {(event: T.CertifyEvent) => void} receive
 * @param {AbortSignal} signal
 */
export const certify = (body, receive, signal) => follow("/api/certify", body, receive, signal);

/**
 * Read a level file in our format or the original game's.
 * @param {string} name
 * @param {string} text
 * @param {string | null} [movables] a movableObjects.json that came with it
 * @returns {Promise<{level: T.Level, solutions: T.Placement[][]}>}
 */
export async function openFile(name, text, movables = null) {
  return (await post("/api/open", { name, text, movables })).json();
}

/**
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @param {'bubbleball' | 'original'} format
 * @returns {Promise<{name: string, text: string}>}
 */
export async function saveFile(level, solutions, format) {
  return (await post("/api/save", { level, solutions, format })).json();
}

/**
 * A film of trials, one after another.
 * @param {T.Level} level
 * @param {T.Placement[][]} trials
 * @param {T.Physics} physics
 */
export async function film(level, trials, physics) {
  const theme = getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
  return (await post("/api/film", { level, trials: trials.slice(-20), physics, theme })).blob();
}

/** @param {string} id */
export const stopSolve = (id) => post(`/api/solves/${encodeURIComponent(id)}/stop`, {});

/**
 * A finished solve as a page.
 * @param {string} id
 * @param {'report.html'} file
 */
export async function exported(id, file) {
  return (await request(`/api/solves/${encodeURIComponent(id)}/${file}`)).blob();
}
