/** The controls of a run: start, pause, scrub, speed, paths, contacts. */

/** @import { Playback } from "../drawing/playback.js" */
import { button, field, h, icon, select, toggle } from "../dom.js";
import { Player } from "../drawing/player.js";
import * as store from "../model/store.js";

/** @type {[string, string][]} */
const SPEEDS = [
  ["0.1", "0.1 × slow motion"],
  ["0.25", "0.25 ×"],
  ["0.5", "0.5 ×"],
  ["1", "1 ×"],
  ["2", "2 ×"],
  ["4", "4 ×"],
];

/**
 * @param {Playback} player
 * @param {{physics?: ReturnType<typeof import("../drawing/physics_marks.js").physicsMarks>}} [extras]
 * @returns {HTMLElement}
 */
export function transport(player, extras = {}) {
  const kept = store.preferences();
  player.speed = Number(kept.speed) || 1;
  player.showTraces = kept.traces;
  const trial = player instanceof Player ? player : null; // only these know of contacts
  if (trial) trial.showContacts = kept.contacts;

  const playIcon = icon("play");
  const playLabel = h("span", { class: "sr-only" }, "Play");
  const play = h("button", { type: "button", class: "round", title: "Play or pause" }, playIcon, playLabel);
  play.addEventListener("click", () => (player.playing ? player.pause() : player.play()));
  const restart = button("Back to the first frame", "first", () => player.seek(0), { quiet: true, class: "round plain" });
  const step = (/** @type {number} */ by) => {
    player.pause();
    player.seek(Math.round(player.frame) + by);
  };
  const earlier = button("One frame back", "back", () => step(-1), { quiet: true, class: "round plain" });
  const later = button("One frame on", "next", () => step(1), { quiet: true, class: "round plain" });
  const { physics } = extras;
  physics?.arrows(kept.arrows);
  physics?.strobe(kept.strobe);
  const scrub = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, class: "scrub", "aria-label": "Moment of the trial" });
  scrub.addEventListener("input", () => {
    const frame = Number(scrub.value); // pausing sets the slider to where the ball is
    player.pause();
    player.seek(frame);
  });
  const clock = h("output", { class: "clock" }, "0.00 s");
  const speed = select(SPEEDS, kept.speed, (value) => {
    player.speed = Number(value);
    if (player.speed >= 1) store.prefer({ speed: value }); // slow motion is for this run, not for the next level
  });
  const bar = h(
    "div",
    { class: "transport", role: "group", "aria-label": "Replay" },
    h("div", { class: "row" }, restart, play, earlier, scrub, later, clock),
    physics?.bar,
    h(
      "div",
      { class: "row options" },
      field("Speed", speed, { class: "field inline" }),
      toggle("Path", kept.traces, (on) => {
        player.showTraces = on;
        store.prefer({ traces: on });
        player.draw();
      }),
      trial &&
        toggle("Contacts", kept.contacts, (on) => {
          trial.showContacts = on;
          store.prefer({ contacts: on });
          trial.draw();
        }),
      physics &&
        toggle("Arrows", kept.arrows, (on) => {
          store.prefer({ arrows: on });
          physics.arrows(on);
        }),
      physics &&
        toggle("Stroboscope", kept.strobe, (on) => {
          store.prefer({ strobe: on });
          physics.strobe(on);
        }),
    ),
  );

  bar.addEventListener("stepframe", (event) => step(/** @type {CustomEvent} */ (event).detail));
  let shown = "";
  player.addEventListener("change", () => {
    scrub.max = String(player.last);
    scrub.value = String(Math.floor(player.frame));
    const seconds = `${(player.frame / player.rate).toFixed(2)} s`;
    clock.textContent = seconds;
    scrub.setAttribute("aria-valuetext", seconds);
    const state = player.playing ? "pause" : "play";
    if (state === shown) return;
    shown = state;
    playIcon.firstElementChild?.setAttribute("href", `#icon-${state}`);
    playLabel.textContent = player.playing ? "Pause" : "Play";
  });
  return bar;
}
