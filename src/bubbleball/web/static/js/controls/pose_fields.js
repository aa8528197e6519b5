/** Three number fields for the exact pose of what is selected. */

/** @import { Pose } from "../drawing/parts.js" */
import { field, h } from "../dom.js";

/**
 * @param {(pose: Pose) => void} change
 */
export function poseFields(change) {
  const name = h("legend", {}, "");
  const make = () => h("input", { type: "number", step: "any", inputmode: "decimal" });
  const [x, y, angle] = [make(), make(), make()];
  const read = () => ({ x: Number(x.value), y: Number(y.value), angle: Number(angle.value) });
  for (const input of [x, y, angle]) {
    input.addEventListener("change", () => {
      const pose = read();
      if ([x, y, angle].every((each) => each.value !== "" && each.validity.valid)) change(pose);
    });
  }
  const root = h(
    "fieldset",
    { class: "pose", hidden: true },
    name,
    field("x", x),
    field("y", y),
    field("Angle", angle),
  );
  return {
    root,
    hide: () => {
      root.hidden = true;
    },
    /** @param {string} label @param {Pose} pose @param {boolean} turns */
    show: (label, pose, turns) => {
      root.hidden = false;
      name.textContent = label;
      for (const [input, value] of /** @type {const} */ ([[x, pose.x], [y, pose.y], [angle, pose.angle]])) {
        if (document.activeElement !== input) input.value = String(value);
      }
      angle.disabled = !turns;
    },
  };
}
