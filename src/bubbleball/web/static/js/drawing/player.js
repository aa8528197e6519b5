/** Shows a trial: the server's frames, smoothly, forwards at any speed or by hand. */

/** @import * as T from "../server/types.js" */
/** @import { Stage } from "./stage.js" */
import { contactMarks, jumps, Trail } from "./overlays.js";

export class Player extends EventTarget {
  /** @param {Stage} stage */
  constructor(stage) {
    super();
    this.stage = stage;
    /** @type {T.TrialData | null} */
    this.trial = null;
    this.frame = 0; // may lie between two frames
    this.speed = 1;
    this.playing = false;
    this.showTraces = true;
    this.showContacts = true;
    /** @type {Trail | null} */
    this.trail = null;
    /** @type {{frame: number, node: SVGElement}[]} */
    this.marks = [];
    /** @type {Set<number>} frames after which the ball does not glide but is teleported */
    this.jumps = new Set();
    this.request = 0;
    this.until = Infinity; // frame at which to stop
    this.then = 0;
  }

  get last() {
    return this.trial ? this.trial.ball.length - 1 : 0;
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
    this.#changed();
  }

  play() {
    if (!this.trial || this.playing) return;
    if (this.frame >= this.last) this.seek(0);
    this.playing = true;
    this.until = Infinity;
    this.then = 0;
    this.request = requestAnimationFrame((now) => this.#tick(now));
    this.#changed();
  }

  /** Play up to a frame, and stay there. @param {number} frame */
  playTo(frame) {
    this.play();
    this.until = frame;
  }

  pause() {
    cancelAnimationFrame(this.request);
    if (!this.playing) return;
    this.playing = false;
    this.#changed();
  }

  /** @param {number} frame */
  seek(frame) {
    this.frame = Math.max(0, Math.min(this.last, frame));
    this.draw();
    this.#changed();
    if (this.trial && this.frame >= this.last) this.dispatchEvent(new Event("end"));
  }

  /** @param {number} now ms */
  #tick(now) {
    if (!this.playing || !this.trial) return;
    const passed = this.then ? (now - this.then) / 1000 : 0;
    this.then = now;
    this.frame = Math.min(this.last, this.frame + passed * this.stage.catalog.frames * this.speed);
    if (this.frame >= this.until) {
      this.frame = this.until;
      this.draw();
      this.pause();
      return;
    }
    this.draw();
    if (this.frame >= this.last) {
      this.playing = false;
      this.#changed();
      this.dispatchEvent(new Event("end"));
      return;
    }
    this.#changed();
    this.request = requestAnimationFrame((next) => this.#tick(next));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
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
