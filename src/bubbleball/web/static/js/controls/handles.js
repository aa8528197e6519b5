/** The frame around what is selected, and the handles that turn and size it. */

/** @import { Pose, Size } from "../drawing/parts.js" */
/** @import * as T from "../server/types.js" */
import { s } from "../dom.js";
import { transformOf } from "../drawing/parts.js";

const STALK = 24; // px between a piece and its turning handle
const FINGER = 22; // pixels of the screen; half of what a finger needs

/**
 * @param {Pose & Size} pose
 * @param {number} side of the turning handle, -1 above, 1 below; 0 for none
 * @param {boolean} sizes whether there is a handle for the size
 * @param {number} scale pixels of the screen for one px of the level
 */
export function handlesOf(pose, side, sizes, scale) {
  const group = s("g", { class: "handle-set", transform: transformOf(pose) });
  const [w, h] = [pose.width, pose.height];
  group.append(s("rect", { class: "frame", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8, rx: 5 }));
  const reach = FINGER / Math.max(0.3, scale);
  if (side) {
    const y = side * (h / 2 + STALK);
    group.append(
      s("path", { class: "stalk", d: `M0 ${side * (h / 2 + 4)}V${y}` }),
      s("g", { class: "handle turn", "data-handle": "turn" },
        s("circle", { class: "reach", cy: y, r: reach }),
        s("circle", { class: "knob", cy: y, r: 8 }),
        s("path", { class: "sign", d: `M-3.5 ${y + 1.5}a3.6 3.6 0 1 1 3.5 2.4M-6 ${y}l2.5 2.5 2.5 -2.5` })),
    );
  }
  if (sizes) {
    group.append(
      s("g", { class: "handle size", "data-handle": "size" },
        s("circle", { class: "reach", cx: w / 2 + 4, cy: h / 2 + 4, r: reach * 0.8 }),
        s("rect", { class: "knob", x: w / 2 - 1, y: h / 2 - 1, width: 10, height: 10, rx: 2 })),
    );
  }
  return group;
}

/**
 * Which side of a piece has room for the turning handle: -1 above, 1 below.
 * @param {Pose & Size} pose
 * @param {T.ScreenFacts} screen
 */
export function sideWithRoom(pose, { width, height }) {
  const turn = (pose.angle * Math.PI) / 180;
  const reach = pose.height / 2 + STALK + 8;
  /** @param {number} side */
  const room = (side) => {
    const x = pose.x - side * Math.sin(turn) * reach;
    const y = pose.y + side * Math.cos(turn) * reach;
    return Math.min(x + 12, width + 12 - x, y, height + 12 - y);
  };
  return room(-1) >= 0 || room(-1) >= room(1) ? -1 : 1;
}
