/** Shows a run of another game's puzzle: its recorded frames, and the path of each body so far. */

/** @import * as T from "../server/types.js" */
/** @import { PuzzleStage } from "./puzzle_stage.js" */
import { s } from "../dom.js";
import { Playback } from "./playback.js";

export class PuzzlePlayer extends Playback {
  /** @param {PuzzleStage} stage */
  constructor(stage) {
    super();
    this.stage = stage;
    /** @type {T.PuzzleRun | null} */
    this.run = null;
    /** @type {{node: SVGPolylineElement, points: string[]}[]} */
    this.paths = [];
  }

  get loaded() {
    return this.run !== null;
  }

  get last() {
    return this.run ? this.run.frames.length - 1 : 0;
  }

  get rate() {
    return this.run?.rate ?? 1;
  }

  /** @param {T.PuzzleRun} run */
  load(run) {
    this.unload();
    this.run = run;
    this.stage.place(run.balls);
    const roles = new Map(this.stage.puzzle.bodies.map((body) => [body.name, body.role]));
    this.paths = run.names.map((name, index) => ({
      node: s("polyline", { class: `path ${roles.get(name) ?? "placed"}` }),
      points: run.frames.map((states) => states[index]?.slice(0, 2).join(",") ?? ""),
    }));
    this.stage.trail.replaceChildren(...this.paths.map((path) => path.node));
    this.seek(0);
  }

  /** Away with the run; what stands in the picture stays. */
  unload() {
    this.pause();
    this.run = null;
    this.paths = [];
    this.stage.trail.replaceChildren();
    this.changed();
  }

  draw() {
    const { run, stage } = this;
    if (!run) return;
    const frame = Math.floor(this.frame);
    run.names.forEach((name, index) => {
      const pose = run.frames[frame]?.[index];
      if (pose) stage.pose(name, pose);
    });
    stage.trail.classList.toggle("hidden", !this.showTraces);
    if (!this.showTraces) return;
    for (const { node, points } of this.paths) node.setAttribute("points", points.slice(0, frame + 1).join(" "));
  }
}
