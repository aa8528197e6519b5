/** The picture of another game's puzzle: its bodies and the visitor's balls. */

/** @import * as T from "../server/types.js" */
import { s } from "../dom.js";

const SIDE = 100; // of the picture, in its own unit, whatever the game's unit is

export class PuzzleStage {
  /** @param {T.PuzzleReply} puzzle */
  constructor(puzzle) {
    const [left, bottom, right, top] = puzzle.box;
    this.puzzle = puzzle;
    this.scale = SIDE / (right - left);
    const height = (top - bottom) * this.scale;
    this.svg = s("svg", {
      class: "puzzle-stage",
      viewBox: `0 0 ${SIDE} ${height}`,
      role: "group",
      "aria-label": puzzle.goal,
    });
    this.svg.append(s("rect", { class: "sky", width: SIDE, height }));
    // Everything is drawn in the game's unit, with y up.
    this.world = s("g", { transform: `scale(${this.scale} ${-this.scale}) translate(${-left} ${-top})` });
    this.svg.append(this.world);
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    for (const body of puzzle.bodies) this.#put(body.name, `body ${body.role}${body.moves ? "" : " still"}`, body.outlines, body.pose);
    this.trail = s("g", { class: "trails" });
    this.world.append(this.trail);
  }

  /**
   * @param {string} name
   * @param {string} kind classes
   * @param {T.OutlineData[]} outlines
   * @param {[number, number, number]} pose
   */
  #put(name, kind, outlines, pose) {
    const art = outlines.map(({ corners, centre, radius }) =>
      radius
        ? s("circle", { cx: centre[0], cy: centre[1], r: radius })
        : s("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }));
    const spoke = outlines.length === 1 && outlines[0]?.radius
      ? s("path", { class: "spoke", d: `M0 0H${outlines[0].radius}` })
      : null;
    const node = s("g", { class: kind }, ...art, spoke);
    this.world.append(node);
    this.nodes.set(name, node);
    this.pose(name, pose);
    return node;
  }

  /** @param {string} name @param {[number, number, number]} pose */
  pose(name, [x, y, angle]) {
    this.nodes.get(name)?.setAttribute("transform", `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`);
  }

  /** Show the balls that are placed, and everything else at its start. @param {T.PlacedBall[]} balls */
  place(balls) {
    for (const name of [...this.nodes.keys()]) {
      if (!name.startsWith("ball ")) continue;
      this.nodes.get(name)?.remove();
      this.nodes.delete(name);
    }
    this.trail.replaceChildren();
    for (const body of this.puzzle.bodies) this.pose(body.name, body.pose);
    balls.forEach(({ x, y, radius }, number) =>
      this.#put(`ball ${number + 1}`, "body placed", [{ corners: [], centre: [0, 0], radius }], [x, y, 0]));
  }

  /**
   * Where in the game a pointer is.
   * @param {{clientX: number, clientY: number}} event
   */
  at(event) {
    const matrix = this.world.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
