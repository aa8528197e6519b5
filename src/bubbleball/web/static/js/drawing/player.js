/** Shows a trial: the server's frames, smoothly, forwards at any speed or by hand. */

/** @import * as T from "../server/types.js" */
/** @import { Stage } from "./stage.js" */
import { contactMarks, jumps, Trail } from "./overlays.js";
import { Playback } from "./playback.js";

export class Player extends Playback {
  /** @param {Stage} stage */
  constructor(stage) {
    super();
    this.stage = stage;
    /** @type {T.TrialData | null} */
    this.trial = null;
    this.showContacts = true;
    /** @type {Trail | null} */
    this.trail = null;
    /** @type {{frame: number, node: SVGElement}[]} */
    this.marks = [];
    /** @type {Set<number>} frames after which the ball does not glide but is teleported */
    this.jumps = new Set();
  }

  get loaded() {
    return this.trial !== null;
  }

  get last() {
    return this.trial ? this.trial.ball.length - 1 : 0;
  }

  get rate() {
    return this.stage.catalog.frames;
  }

  /** @param {T.TrialData} trial */
  load(trial) {
    this.unload();
    this.trial = trial;
    this.stage.svg.classList.add("running");
    this.stage.place(trial.placements);
    this.jumps = jumps(trial);
    this.trail = new Trail(trial);
    this.stage.layers.traces.append(this.trail.node);
    this.marks = contactMarks(trial);
    this.stage.layers.marks.append(...this.marks.map((mark) => mark.node));
    this.seek(0);
  }

  unload() {
    this.pause();
    this.trial = null;
    this.trail?.node.remove();
    for (const mark of this.marks) mark.node.remove();
    this.trail = null;
    this.marks = [];
    this.stage.svg.classList.remove("running", "won");
    this.changed();
  }

  /** Put everything where it was at this moment. */
  draw() {
    const trial = this.trial;
    if (!trial) return;
    const low = Math.floor(this.frame);
    const share = this.frame - low;
    const [a, b] = [trial.ball[low], trial.ball[low + 1]];
    if (a) {
      const glide = b && share > 0 && !this.jumps.has(low);
      if (glide) this.stage.moveBall(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share);
      else this.stage.moveBall(a[0], a[1]);
    }
    const [from, to] = [trial.moves[low], trial.moves[low + 1]];
    trial.movers.forEach((id, index) => {
      const [p, q] = [from?.[index], to?.[index]];
      if (!p) return;
      if (q && share > 0) {
        this.stage.pose(id, {
          x: p[0] + (q[0] - p[0]) * share,
          y: p[1] + (q[1] - p[1]) * share,
          angle: p[2] + (q[2] - p[2]) * share,
        });
      } else this.stage.pose(id, { x: p[0], y: p[1], angle: p[2] });
    });
    this.trail?.node.classList.toggle("hidden", !this.showTraces);
    if (this.showTraces) this.trail?.until(this.frame);
    for (const mark of this.marks) {
      mark.node.classList.toggle("hidden", !this.showContacts || mark.frame > this.frame);
    }
    this.stage.svg.classList.toggle("won", trial.solved && this.frame >= this.last);
  }
}
