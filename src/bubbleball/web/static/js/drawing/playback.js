/** A recording that plays at any speed, forwards or by hand; what is recorded is left to others. */

/** Dispatches `change` when the moment or the playing changes, `end` at the last frame. */
export class Playback extends EventTarget {
  constructor() {
    super();
    this.frame = 0; // may lie between two frames
    this.speed = 1;
    this.playing = false;
    this.showTraces = true;
    this.request = 0;
    this.until = Infinity; // frame at which to stop
    this.then = 0;
  }

  /** Whether there is something to play. */
  get loaded() {
    return false;
  }

  /** The last frame. */
  get last() {
    return 0;
  }

  /** Frames a second. */
  get rate() {
    return 1;
  }

  /** Put everything where it was at this moment. */
  draw() {}

  play() {
    if (!this.loaded || this.playing) return;
    if (this.frame >= this.last) this.seek(0);
    this.playing = true;
    this.until = Infinity;
    this.then = 0;
    this.request = requestAnimationFrame((now) => this.#tick(now));
    this.changed();
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
    this.changed();
  }

  /** @param {number} frame */
  seek(frame) {
    this.frame = Math.max(0, Math.min(this.last, frame));
    this.draw();
    this.changed();
    if (this.loaded && this.frame >= this.last) this.dispatchEvent(new Event("end"));
  }

  /** @param {number} now ms */
  #tick(now) {
    if (!this.playing || !this.loaded) return;
    const passed = this.then ? (now - this.then) / 1000 : 0;
    this.then = now;
    this.frame = Math.min(this.last, this.frame + passed * this.rate * this.speed);
    if (this.frame >= this.until) {
      this.frame = this.until;
      this.draw();
      this.pause();
      return;
    }
    this.draw();
    if (this.frame >= this.last) {
      this.playing = false;
      this.changed();
      this.dispatchEvent(new Event("end"));
      return;
    }
    this.changed();
    this.request = requestAnimationFrame((next) => this.#tick(next));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
