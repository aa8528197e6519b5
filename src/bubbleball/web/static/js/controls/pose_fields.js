/** Three number fields for the exact pose of what is selected. */

/** @import { Pose } from "../drawing/parts.js" */
import { field, h } from "../dom.js";
import { tidy, tidyAngle } from "../model/poses.js";

const NOTHING = "No piece selected";

/**
 * @param {(pose: Pose) => void} change
 */
export function poseFields(change) {
  const name = h("legend", {}, NOTHING);
  const make = () => h("input", { type: "number", step: "any", inputmode: "decimal" });
  const inputs = { x: make(), y: make(), angle: make() };
  /** @type {Pose | null} exact, as only the field that is edited may change */
  let shown = null;
  const keys = /** @type {const} */ (["x", "y", "angle"]);
  for (const key of keys) {
    const input = inputs[key];
    input.addEventListener("change", () => {
      if (shown && input.value !== "" && input.validity.valid) change({ ...shown, [key]: Number(input.value) });
    });
  }
  const root = h("fieldset", { class: "pose", disabled: true }, name, field("x", inputs.x), field("y", inputs.y), field("Angle", inputs.angle));
  return {
    root,
    clear: () => {
      shown = null;
      root.disabled = true;
      name.textContent = NOTHING;
      for (const key of keys) inputs[key].value = "";
    },
    /** @param {string} label @param {Pose} pose @param {boolean} turns @param {boolean} [fixed] only to be read */
    show: (label, pose, turns, fixed = false) => {
      shown = pose;
      root.disabled = fixed;
      name.textContent = label;
      for (const key of keys) {
        if (document.activeElement !== inputs[key]) inputs[key].value = String(key === "angle" ? tidyAngle(pose.angle) : tidy(pose[key]));
      }
      inputs.angle.disabled = !turns;
    },
  };
}
