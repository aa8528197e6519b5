/** Sounds of a trial, synthesised: bounce, roll, power-up, win. Silent until the first touch. */

/** @import { Player } from "../drawing/player.js" */
import * as store from "../model/store.js";

const FAST = 500; // px/s at which a bounce is loudest
const QUIET = 25; // px/s below which one hears nothing
const ROLL = 15; // frames of contact from which the ball rolls
const FANFARE = [523.25, 659.25, 783.99, 1046.5]; // Hz: C, E, G, C

/** @type {AudioContext | null} browsers give one only after a touch or a key */
let context = null;
for (const event of ["pointerdown", "keydown"]) {
  document.addEventListener(event, () => {
    context ??= "AudioContext" in window ? new AudioContext() : null;
  }, { once: true, capture: true });
}

/** @returns {boolean} */
export const muted = () => store.preferences().muted;

/** @returns {boolean} whether it is silent now */
export function toggleMuted() {
  store.prefer({ muted: !muted() });
  return muted();
}

/**
 * A note that swells and dies away.
 * @param {number} pitch Hz
 * @param {{at?: number, length?: number, loud?: number, form?: OscillatorType, to?: number}} [options] at: s from now; to: pitch at its end
 */
function note(pitch, { at = 0, length = 0.15, loud = 0.2, form = "sine", to = pitch } = {}) {
  if (!context || muted()) return;
  const start = context.currentTime + at;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = form;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(Math.max(0.001, loud), start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** Let a player be heard. @param {Player} player */
export function soundsOf(player) {
  let heard = 0; // frame up to which everything has been heard
  player.addEventListener("change", () => {
    const { trial, frame, playing } = player;
    if (trial && playing && frame > heard && frame - heard < 60) hear(player, heard, frame);
    heard = frame;
  });
  player.addEventListener("end", () => {
    if (player.trial?.solved) FANFARE.forEach((pitch, n) => note(pitch, { at: n * 0.12, length: n === 3 ? 0.7 : 0.2, form: "triangle", loud: 0.22 }));
  });
}

/** What happens between two frames. @param {Player} player @param {number} from @param {number} to */
function hear(player, from, to) {
  const trial = player.trial;
  if (!trial) return;
  const per = player.stage.catalog.frames;
  const step = (/** @type {number} */ n) => {
    const [a, b] = [trial.ball[n - 1], trial.ball[n]];
    return a && b ? [(b[0] - a[0]) * per, (b[1] - a[1]) * per] : [0, 0];
  };
  for (const { frame, normal } of trial.contacts) {
    if (frame <= from || frame > to) continue;
    const [vx = 0, vy = 0] = step(frame - 1);
    const hit = Math.abs(vx * normal[0] + vy * normal[1]); // speed towards what it hits
    if (hit > QUIET) note(170 + hit / 4, { to: 110, length: 0.12, loud: 0.3 * Math.min(1, hit / FAST) });
  }
  for (const { frame } of trial.effects) {
    if (frame > from && frame <= to) note(420, { to: 1100, length: 0.18, form: "square", loud: 0.05 });
  }
  const now = Math.floor(to);
  const rolling = trial.contacts.some(({ frame, until }) => frame + ROLL <= now && now < (until ?? Infinity));
  const [vx = 0, vy = 0] = step(now);
  const speed = Math.hypot(vx, vy);
  if (rolling && speed > QUIET && now % 6 === 0) note(60 + speed / 6, { length: 0.09, loud: 0.05 * Math.min(1, speed / FAST), form: "triangle" });
}
