/** Poses and sizes with as many digits as a person can mean. */

/** @import { Pose, Size } from "../drawing/parts.js" */

const LEAST = 5; // px; a smaller part could not be taken hold of again

/** @param {number} angle degrees */
export function tidyAngle(angle) {
  const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
  return Math.round((turned === -180 ? 180 : turned) * 100) / 100 + 0;
}

/** @param {number} value px */
export const tidy = (value) => Math.round(value * 100) / 100 + 0;

/**
 * A box whose lower right corner is dragged; the corner opposite stays where it is.
 * @param {Pose & Size} start
 * @param {number} dx px
 * @param {number} dy
 * @param {number} grid px to which the size is rounded
 * @returns {Size & {x: number, y: number}}
 */
export function sized(start, dx, dy, grid) {
  const turn = (start.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const fit = (/** @type {number} */ value) => tidy(Math.max(LEAST, Math.round(value / grid) * grid));
  const width = fit(start.width + cos * dx + sin * dy);
  const height = fit(start.height - sin * dx + cos * dy);
  const [right, down] = [(width - start.width) / 2, (height - start.height) / 2];
  return { x: tidy(start.x + cos * right - sin * down), y: tidy(start.y + sin * right + cos * down), width, height };
}
