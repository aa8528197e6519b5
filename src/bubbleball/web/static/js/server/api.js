/** Everything the page asks of the server. */

/** @import * as T from "./types.js" */
import { sentence } from "../text.js";
import { connection } from "./connection.js";

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

/** Whether the server was not reached; a banner says so. @param {unknown} error */
export const isAway = (error) => error instanceof ApiError && error.status === 0;

/** The server was not reached. */
function away() {
  connection.lost();
  return new ApiError("the studio’s server does not answer; is it still running?", 0);
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
    throw away();
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/**
 * @template {keyof T.Requests} P
 * @param {P} path
 * @param {T.Requests[P]} body
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
 * Send a request and read the JSON of its reply.
 * @template {keyof T.Requests & keyof T.Replies} P
 * @param {P} path
 * @param {T.Requests[P]} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T.Replies[P]>}
 */
const ask = async (path, body, signal) => (await post(path, body, signal)).json();

/** @typedef {"/api/solve" | "/api/repair" | "/api/certify" | "/api/film" | "/api/puzzle-solve"} StreamPath */

/**
 * Follow server-sent events until they end. Aborting the signal stops the job as well.
 * @template {StreamPath} P
 * @param {P} path
 * @param {T.Requests[P]} body
 * @param {(event: T.Replies[P]) => void} receive
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
      throw away();
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
export async function packs() {
  /** @type {T.PacksReply} */
  const reply = await (await request("/api/packs")).json();
  return reply.packs;
}

/**
 * Which rules a placement breaks.
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 */
export const check = async (level, placements) =>
  (await ask("/api/check", { level, placements })).breaches;

/**
 * Run one trial.
 * @param {T.Level} level
 * @param {T.Placement[]} placements
 * @param {T.Physics} physics
 * @param {AbortSignal} [signal]
 */
export const play = (level, placements, physics, signal) =>
  ask("/api/play", { level, placements, physics }, signal);

/** Where one piece would solve the level. @param {T.HeatMapBody} body @param {AbortSignal} [signal] */
export const heatMap = (body, signal) => ask("/api/heat-map", body, signal);

/** What is wrong with a level, and what its designer may want to know. @param {T.Level} level */
export const inspect = (level) => ask("/api/inspect", { level });

/**
 * @param {T.SolveBody} body
 * @param {(event: T.Replies["/api/solve"]) => void} receive
 * @param {AbortSignal} signal
 */
export const solve = (body, receive, signal) => follow("/api/solve", body, receive, signal);

/**
 * The smallest change of a placement that reaches the flag.
 * @param {T.PlayBody} body
 * @param {AbortSignal} signal
 * @returns {Promise<T.RepairedEvent>}
 */
export async function repair(body, signal) {
  /** @type {T.RepairedEvent | null} */
  let found = null;
  await follow("/api/repair", body, (event) => {
    if (event.type === "repaired") found = event;
  }, signal);
  if (!found) throw new ApiError("the server ended the repair without a result", 200);
  return found;
}

/**
 * @param {T.CertifyBody} body
 * @param {(event: T.Replies["/api/certify"]) => void} receive
 * @param {AbortSignal} signal
 */
export const certify = (body, receive, signal) => follow("/api/certify", body, receive, signal);

/**
 * Read a level file in our format or the original game's.
 * @param {string} name
 * @param {string} text
 * @param {string | null} [movables] a movableObjects.json that came with it
 */
export const openFile = (name, text, movables = null) => ask("/api/open", { name, text, movables });

/**
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @param {'bubbleball' | 'original'} format
 */
export const saveFile = (level, solutions, format) => ask("/api/save", { level, solutions, format });

/**
 * An animated GIF of trials, one after another.
 * @param {T.FilmBody} body
 * @param {(share: number) => void} progress called with the share that is done
 * @param {AbortSignal} signal
 */
export async function film(body, progress, signal) {
  const theme = getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
  let id = "";
  await follow("/api/film", { ...body, theme }, (event) => {
    if (event.type === "progress") progress(event.share);
    if (event.type === "film") id = event.id;
  }, signal);
  return (await request(`/api/films/${encodeURIComponent(id)}.gif`, { signal })).blob();
}

/** Ask a solve to end; its stream then reports what it has. @param {string} id */
export const stopSolve = (id) =>
  request(`/api/solves/${encodeURIComponent(id)}/stop`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });

/** A finished solve as a page that plays without a server. @param {string} id */
export const story = async (id) =>
  (await request(`/api/solves/${encodeURIComponent(id)}/story.html`)).blob();

/** One run as a page that plays without a server. @param {T.PlayBody} body */
export const runPage = async (body) => (await post("/api/run.html", body)).blob();

/** A finished solve as a page. @param {string} id */
export const report = async (id) =>
  (await request(`/api/solves/${encodeURIComponent(id)}/report.html`)).blob();

/** The puzzles of other games. */
export async function puzzles() {
  /** @type {T.PuzzlesReply} */
  const reply = await (await request("/api/puzzles")).json();
  return reply.games;
}

/**
 * The first puzzles of a template or level.
 * @param {"phyre" | "interphyre"} game
 * @param {string} name
 */
export const puzzleNames = async (game, name) => (await ask("/api/puzzle-names", { game, name })).names;

/** @param {"phyre" | "interphyre"} game @param {string} name */
export const puzzle = (game, name) => ask("/api/puzzle", { game, name });

/**
 * @param {"phyre" | "interphyre"} game
 * @param {string} name
 * @param {T.PlacedBall[]} balls
 */
export const playPuzzle = (game, name, balls) => ask("/api/puzzle-play", { game, name, balls });

/**
 * @param {T.PuzzleSolveBody} body
 * @param {(event: T.Replies["/api/puzzle-solve"]) => void} receive
 * @param {AbortSignal} signal
 */
export const solvePuzzle = (body, receive, signal) => follow("/api/puzzle-solve", body, receive, signal);
