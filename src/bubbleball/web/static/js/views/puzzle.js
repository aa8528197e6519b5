/** One puzzle of another game: place a ball, start, or watch the solver. */

/** @import { View } from "../app.js" */
/** @import * as T from "../server/types.js" */
import { loupe } from "../controls/loupe.js";
import { transport } from "../controls/transport.js";
import { announce, button, field, h, select } from "../dom.js";
import { PuzzlePlayer } from "../drawing/puzzle_player.js";
import { PuzzleStage } from "../drawing/puzzle_stage.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";
import { count, puzzleTitle } from "../text.js";

const GAMES = { phyre: "PHYRE", interphyre: "Interphyre" };

/** @type {[string, string][]} */
const TRACKS = [
  ["copy", "the game’s constants"],
  ["constants", "wrong constants, to be learnt"],
];

/**
 * @param {"phyre" | "interphyre"} game
 * @param {string} name of a puzzle, or of a group: its first puzzle
 * @returns {Promise<View>}
 */
export async function puzzleView(game, name) {
  const first = name.includes(":") ? name : (await api.puzzleNames(game, name))[0];
  const puzzle = await api.puzzle(game, first ?? name);
  const desk = new Desk(game, puzzle);
  return { root: desk.root, title: puzzleTitle(puzzle.name), leave: () => desk.leave() };
}

class Desk {
  /** @param {"phyre" | "interphyre"} game @param {T.PuzzleReply} puzzle */
  constructor(game, puzzle) {
    this.game = game;
    this.puzzle = puzzle;
    this.stage = new PuzzleStage(puzzle);
    this.player = new PuzzlePlayer(this.stage);
    this.player.addEventListener("end", () => this.#say(this.player.run?.text ?? ""));
    this.transport = transport(this.player);
    this.transport.hidden = true;
    const [left, bottom, right, top] = puzzle.box;
    const [small, large] = puzzle.radii;
    const radius = Math.min(large, Math.max(small, (right - left) / 16));
    /** @type {T.PlacedBall[]} */
    this.balls = Array.from({ length: puzzle.balls }, (_, number) => ({
      x: left + ((right - left) * (number + 1)) / (puzzle.balls + 1),
      y: bottom + (top - bottom) * 0.85,
      radius,
    }));
    this.chosen = 0;
    /** @type {AbortController | null} */
    this.control = null;
    this.track = "copy";
    this.said = h("p", { class: "sub", role: "status" }, "Drag the ball, choose its size, press Start.");
    this.story = h("ol", { class: "puzzle-story" });
    this.size = h("input", { type: "range", min: small, max: large, step: (large - small) / 100, value: radius });
    this.size.addEventListener("input", () => this.#change({ radius: Number(this.size.value) }));
    this.start = button("Start", "play", () => void this.#play(), { class: "primary" });
    this.solver = button("Solve", "bulb", () => void this.#solve());
    this.stop = button("Stop", "stop", () => this.control?.abort(), { disabled: true });
    this.root = this.#layout();
    this.stage.place(this.balls);
    this.#drag();
  }

  #layout() {
    const back = h("a", { class: "button plain", href: "#/puzzles" }, "All puzzles");
    const panel = h(
      "aside",
      { class: "panel" },
      h("p", {}, this.puzzle.goal),
      h("p", { class: "sub" }, `${count(this.puzzle.balls, "ball")} to place.`),
      field("Size of the ball", this.size),
      h("div", { class: "row" }, this.start, button("Reset", "reset", () => this.#reset())),
      field("The solver knows", select(TRACKS, this.track, (value) => (this.track = value))),
      h("div", { class: "row" }, this.solver, this.stop),
      this.said,
      this.story,
    );
    this.stage.svg.setAttribute("tabindex", "0");
    this.stage.svg.addEventListener("keydown", (event) => this.#key(event));
    return h(
      "div",
      { class: "view puzzle" },
      h("header", { class: "puzzle-head" }, back, h("span", { class: "sub" }, GAMES[this.game]), h("h1", { title: this.puzzle.name }, puzzleTitle(this.puzzle.name))),
      h("div", { class: "puzzle-table" }, h("div", { class: "puzzle-board" }, this.stage.svg, this.transport), panel),
    );
  }

  /** Give the chosen ball other values. @param {Partial<T.PlacedBall>} values */
  #change(values) {
    const ball = this.balls[this.chosen];
    if (!ball) return;
    Object.assign(ball, values);
    const [left, bottom, right, top] = this.puzzle.box;
    ball.x = Math.min(right - ball.radius, Math.max(left + ball.radius, ball.x));
    ball.y = Math.min(top - ball.radius, Math.max(bottom + ball.radius, ball.y));
    this.#place();
  }

  /** From watching back to placing. */
  #place() {
    this.player.unload();
    this.transport.hidden = true;
    this.stage.place(this.balls);
  }

  #drag() {
    const svg = this.stage.svg;
    let held = false;
    svg.addEventListener("pointerdown", (event) => {
      const at = this.stage.at(event);
      const away = this.balls.map((ball) => Math.hypot(ball.x - at.x, ball.y - at.y));
      this.chosen = away.indexOf(Math.min(...away));
      this.size.value = String(this.balls[this.chosen]?.radius ?? 0);
      held = true;
      svg.setPointerCapture(event.pointerId);
      this.#change(at);
    });
    svg.addEventListener("pointermove", (event) => held && this.#change(this.stage.at(event)));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (held = false));
    loupe(svg, () => held);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [left, , right] = this.puzzle.box;
    const step = ((right - left) / 256) * (event.shiftKey ? 1 : 5);
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    const ball = this.balls[this.chosen];
    if (!move || !ball) return;
    event.preventDefault();
    this.#change({ x: ball.x + (move[0] ?? 0), y: ball.y + (move[1] ?? 0) });
  }

  async #play() {
    try {
      this.#show(await api.playPuzzle(this.game, this.puzzle.name, this.balls));
    } catch (error) {
      complain(error);
    }
  }

  async #solve() {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    this.story.replaceChildren();
    this.#say("The solver is thinking …");
    const track = this.track === "constants" ? "constants" : "copy";
    const body = { game: this.game, name: this.puzzle.name, track: /** @type {"copy" | "constants"} */ (track) };
    this.stop.disabled = false;
    try {
      await api.solvePuzzle(body, (event) => this.#receive(event), control.signal);
    } catch (error) {
      if (!control.signal.aborted) complain(error);
      else this.#say("Stopped.");
    } finally {
      if (this.control === control) this.stop.disabled = true;
    }
  }

  /** @param {T.Replies["/api/puzzle-solve"]} event */
  #receive(event) {
    if (event.type === "thought") this.story.append(h("li", {}, event.text));
    if (event.type === "queued") this.#say("Waiting for another solve to end …");
    if (event.type !== "attempt") return;
    const text = `Attempt ${event.number}, after ${count(event.simulations, "simulation")}: ${event.run.text.charAt(0).toLowerCase()}${event.run.text.slice(1)}`;
    this.story.append(h("li", { class: event.run.solved ? "won" : "lost" }, text));
    this.balls = event.run.balls.map((ball) => ({ ...ball }));
    this.#show(event.run);
  }

  /** Play a run from its start. @param {T.PuzzleRun} run */
  #show(run) {
    this.transport.hidden = false;
    this.player.load(run);
    this.#say("Running …");
    this.player.play();
  }

  /** @param {string} text */
  #say(text) {
    this.said.textContent = text;
    announce(text);
  }

  #reset() {
    this.#place();
    this.#say("Drag the ball, choose its size, press Start.");
  }

  leave() {
    this.player.unload();
    this.control?.abort();
  }
}
