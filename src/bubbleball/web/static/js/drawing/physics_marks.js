/** The physics of a run made visible: arrows, flashes of the ball, an energy bar. */

/** @import * as T from "../server/types.js" */
/** @import { Player } from "./player.js" */
import { h, s } from "../dom.js";
import { motionOf } from "../model/motion.js";

const SECONDS = 0.12; // the arrow of a velocity is as long as the path of this time
const LONGEST = 60; // px of an arrow
const WEIGHT = 18; // px of the arrow of a force that equals the ball's weight
const FLASH = 6; // frames between two flashes

/**
 * Follow a player and draw what is switched on.
 * @param {Player} player
 * @param {T.Level} level
 * @param {() => T.Physics} physics
 */
export function physicsMarks(player, level, physics) {
  const { catalog, layers } = player.stage;
  const speed = s("path", { class: "arrow velocity" });
  const force = s("path", { class: "arrow force" });
  const strobe = s("g", { class: "strobe" });
  const parts = ["kinetic", "height", "lost"].map((name) => h("i", { class: name }));
  const words = h("span", { class: "speed" });
  const key = (/** @type {string} */ name, /** @type {(string | Node)[]} */ ...text) => h("span", {}, h("i", { class: name }), ...text);
  const bar = h(
    "div",
    { class: "energy", hidden: true },
    h("span", { class: "energy-key" }, "Arrows:", key("velocity", "velocity ", words), key("force", "force of contacts"), "Energy:", key("kinetic", "of motion"), key("height", "of height"), key("lost", "lost")),
    h("div", { class: "energy-bar", role: "img", "aria-label": "Energy of the ball" }, ...parts),
  );
  const shown = { arrows: false, strobe: false };
  /** @type {T.TrialData | null} */
  let trial = null;
  /** @type {ReturnType<typeof motionOf>} */
  let motion = [];

  const load = () => {
    trial = player.trial;
    motion = trial ? motionOf(trial, level, catalog, physics()) : [];
    strobe.replaceChildren(...(trial?.ball ?? []).flatMap(([x, y], frame) => (frame % FLASH ? [] : [s("circle", { cx: x, cy: y, r: catalog.ball_radius, "data-frame": frame })])));
    layers.traces.append(strobe);
    layers.marks.append(speed, force);
  };

  const draw = () => {
    if (player.trial !== trial) load();
    const frame = Math.floor(player.frame);
    const now = motion[frame];
    const at = trial?.ball[frame];
    strobe.classList.toggle("hidden", !shown.strobe || !trial);
    if (shown.strobe) for (const flash of strobe.children) flash.classList.toggle("hidden", Number(flash.getAttribute("data-frame")) > frame);
    const visible = shown.arrows && now !== undefined && at !== undefined;
    bar.hidden = !visible;
    for (const node of [speed, force]) node.classList.toggle("hidden", !visible);
    if (!visible) return;
    const real = catalog.physics.find((fact) => fact.key === "gravity")?.real ?? 1;
    const weight = (physics()["gravity"] ?? real) * catalog.metre || 1;
    speed.setAttribute("d", arrow(at, [now.velocity[0] * SECONDS, now.velocity[1] * SECONDS]));
    force.setAttribute("d", arrow(at, [(now.force[0] / weight) * WEIGHT, (now.force[1] / weight) * WEIGHT]));
    const whole = Math.max(...motion.map((each) => each.kinetic + each.height), 1e-9);
    const [kinetic, height] = [now.kinetic / whole, now.height / whole];
    const widths = [kinetic, height, Math.max(0, 1 - kinetic - height)];
    parts.forEach((part, index) => part.style.setProperty("width", `${(100 * (widths[index] ?? 0)).toFixed(1)}%`));
    words.textContent = `${(Math.hypot(...now.velocity) / catalog.metre).toFixed(1)} m/s`;
  };

  player.addEventListener("change", draw);
  return {
    bar,
    /** @param {boolean} on */
    arrows(on) {
      shown.arrows = on;
      draw();
    },
    /** @param {boolean} on */
    strobe(on) {
      shown.strobe = on;
      draw();
    },
  };
}

/** @param {[number, number]} from @param {[number, number]} by */
function arrow([x, y], [dx, dy]) {
  const length = Math.hypot(dx, dy);
  if (length < 2) return "";
  const share = Math.min(1, LONGEST / length);
  const [ex, ey] = [x + dx * share, y + dy * share];
  const [ux, uy] = [dx / length, dy / length];
  const barb = (/** @type {number} */ side) => `M${ex} ${ey}l${-7 * ux + side * 4 * uy} ${-7 * uy - side * 4 * ux}`;
  return `M${x} ${y}L${ex} ${ey}${barb(1)}${barb(-1)}`;
}
