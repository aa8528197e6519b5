/** Tiny levels that show something: what each kind of piece does, and what the game is about. */

/** @import * as T from "../server/types.js" */

const SLOPE = { id: "slope", kind: /** @type {const} */ ("ground"), x: 130, y: 215, width: 200, height: 12, angle: 14 };
const FLOOR = { id: "floor", kind: /** @type {const} */ ("ground"), x: 330, y: 280, width: 280, height: 12 };

/** @type {Partial<Record<T.Kind, [text: string, parts: T.Part[], ball?: [number, number]]>>} */
const SHOWN = {
  metal: ["Metal stays where you put it, at any angle.", [{ id: "bar", kind: "metal", x: 150, y: 220, width: 200, height: 25, angle: 15 }]],
  wood: ["Wood falls until something holds it, and the ball can push it.", [{ id: "plank", kind: "wood", x: 200, y: 145, width: 150, height: 25, loose: true }, { id: "left", kind: "metal", x: 140, y: 255, width: 25, height: 60 }, { id: "right", kind: "metal", x: 260, y: 265, width: 25, height: 40 }], [200, 105]],
  catapult: ["A catapult throws the ball when something heavy falls on its other end.", [{ id: "arm", kind: "catapult", x: 200, y: 268, width: 125, height: 25 }, { id: "weight", kind: "wood", x: 248, y: 120, width: 50, height: 50, loose: true }], [155, 235]],
  "speedup-right": ["Speed up pushes the ball in the direction of the arrow, once for each visit.", [{ id: "push", kind: "speedup-right", x: 250, y: 262, width: 25, height: 25 }]],
  "speedup-left": ["Speed up pushes the ball in the direction of the arrow, once for each visit.", [{ id: "push", kind: "speedup-left", x: 250, y: 262, width: 25, height: 25 }]],
  "speedup-up": ["Speed up pushes the ball in the direction of the arrow, once for each visit.", [{ id: "push", kind: "speedup-up", x: 250, y: 262, width: 25, height: 25 }]],
  "speedup-down": ["Speed up pushes the ball in the direction of the arrow, once for each visit.", [{ id: "push", kind: "speedup-down", x: 250, y: 230, width: 25, height: 25 }]],
  slowdown: ["Slow down takes most of the ball’s speed away.", [{ id: "brake", kind: "slowdown", x: 250, y: 262, width: 25, height: 25 }]],
  "gravity-up": ["Gravity up makes the ball fall upwards until something turns gravity down again.", [{ id: "up", kind: "gravity-up", x: 250, y: 262, width: 25, height: 25 }]],
  "gravity-down": ["Gravity down makes the ball fall downwards again.", [{ id: "up", kind: "gravity-up", x: 250, y: 262, width: 25, height: 25 }, { id: "down", kind: "gravity-down", x: 300, y: 150, width: 25, height: 25 }]],
  spring: ["A spring throws the ball in the direction in which it points.", [{ id: "spring", kind: "spring", x: 250, y: 262, width: 25, height: 25 }]],
  teleport: ["What enters one teleport leaves the other.", [{ id: "in", kind: "teleport", x: 250, y: 262, width: 25, height: 25 }, { id: "out", kind: "teleport", x: 400, y: 130, width: 25, height: 25 }]],
};

/**
 * What a kind of piece does.
 * @param {T.Kind} kind
 * @returns {{text: string, level: T.Level} | null} null for ground
 */
export function demoOf(kind) {
  const [text, parts, ball = [60, 150]] = SHOWN[kind] ?? [];
  if (!text || !parts) return null;
  const scenery = ball[0] === 60 && kind !== "metal" ? [SLOPE, FLOOR, ...parts] : [FLOOR, { ...FLOOR, id: "floor-2", x: 110 }, ...parts];
  return { text, level: levelOf(ball, [455, 110], scenery) };
}

/** Pieces bring the ball to the flag. */
export const winning = () => levelOf([40, 160], [452, 152], [
  { ...FLOOR, id: "left", x: 55, y: 302.5, width: 70, height: 35 },
  { ...FLOOR, id: "middle", x: 205, y: 302.5, width: 60, height: 35 },
  { ...FLOOR, id: "right", x: 440, y: 244, width: 80, height: 152 },
  { id: "bar", kind: "metal", x: 90, y: 220, width: 150, height: 25, angle: 18 },
  { id: "plank", kind: "wood", x: 130, y: 272, width: 150, height: 25, loose: true },
  { id: "spring", kind: "spring", x: 215, y: 272 },
]);

/**
 * @param {[number, number]} ball
 * @param {[number, number]} flag
 * @param {T.Part[]} scenery
 * @returns {T.Level}
 */
const levelOf = (ball, flag, scenery) => ({
  version: 1,
  title: "",
  author: "",
  origin: "designed",
  ball: { id: "ball", x: ball[0], y: ball[1] },
  flag: { id: "flag", x: flag[0], y: flag[1] },
  scenery,
  pieces: [],
});
