/** The one picture that every view shares: a level, its pieces, the ball, and layers for more. */

/** @import * as T from "../server/types.js" */
/** @import { Pose } from "./parts.js" */
import { s } from "../dom.js";
import { pairsOf } from "../model/levels.js";
import { describe } from "../model/names.js";
import { drawBall, drawFlag, drawPart, outline, transformOf } from "./parts.js";

/** Layers from back to front. */
const LAYERS = /** @type {const} */ ([
  "backdrop",
  "grid",
  "scenery",
  "flag",
  "thoughts",
  "ghosts",
  "traces",
  "pieces",
  "roles",
  "ball",
  "marks",
  "handles",
]);

/** @typedef {(typeof LAYERS)[number]} Layer */

export class Stage {
  /**
   * @param {T.Catalog} catalog
   * @param {{still?: boolean, label?: string}} [options] still: a picture, nothing to touch
   */
  constructor(catalog, options = {}) {
    this.catalog = catalog;
    const { width, height, margin } = catalog.screen;
    const still = options.still ?? false;
    this.still = still;
    this.svg = s("svg", {
      class: still ? "stage still" : "stage",
      viewBox: still ? `0 0 ${width} ${height}` : `${-margin} 0 ${width + 2 * margin} ${height + margin}`,
      role: still ? "img" : "group",
      "aria-label": options.label ?? "The level",
    });
    /** @type {Record<Layer, SVGGElement>} */
    this.layers = /** @type {any} */ ({});
    for (const name of LAYERS) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    /** @type {Map<string, SVGGElement>} parts by id, pieces and scenery, the ball and the flag */
    this.nodes = new Map();
    /** @type {T.Level | null} */
    this.level = null;
    this.#backdrop(still);
  }

  /** @param {boolean} still */
  #backdrop(still) {
    const { width, height, tray, margin } = this.catalog.screen;
    const edge = still ? 0 : margin;
    const back = this.layers.backdrop;
    if (!still) {
      back.append(
        s("rect", { class: "apron", x: -edge, y: 0, width: width + 2 * edge, height: height + edge }),
      );
    }
    back.append(s("rect", { class: "sky", width, height }));
    let lines = "";
    for (let x = 40; x < width; x += 40) lines += `M${x} ${tray}V${height}`;
    for (let y = tray + 40; y < height; y += 40) lines += `M0 ${y}H${width}`;
    back.append(s("path", { class: "squares", d: lines }));
    back.append(
      s("rect", { class: "tray", x: -edge, y: 0, width: width + 2 * edge, height: tray }),
      s("rect", { class: "shelf", x: -edge, y: tray - 3, width: width + 2 * edge, height: 3 }),
    );
  }

  /**
   * Show a level from the start: pieces in the tray, ball at its place.
   * @param {T.Level} level
   */
  show(level) {
    this.level = level;
    this.nodes.clear();
    for (const name of LAYERS) if (name !== "backdrop" && name !== "grid") this.layers[name].replaceChildren();
    const flag = this.#put("flag", level.flag.id ?? "flag", drawFlag(level, this.catalog));
    flag.classList.add("flag-node");
    const [w, h] = [level.flag.width ?? this.catalog.flag_width, level.flag.height ?? this.catalog.flag_height];
    flag.append(s("rect", { class: "grip", x: -w / 2, y: -h / 2, width: w, height: h }));
    this.pose(level.flag.id ?? "flag", { x: level.flag.x, y: level.flag.y, angle: level.flag.angle ?? 0 });
    for (const part of level.scenery) this.#part("scenery", part);
    for (const part of level.pieces) this.#part("pieces", part);
    this.#pairs(level);
    const ball = this.#put("ball", level.ball.id ?? "ball", drawBall(this.catalog.ball_radius));
    ball.append(s("circle", { class: "grip", r: this.catalog.ball_radius }));
    this.moveBall(level.ball.x, level.ball.y);
  }

  /**
   * @param {'scenery' | 'pieces'} layer
   * @param {T.Part} part
   */
  #part(layer, part) {
    const node = this.#put(layer, part.id, drawPart(part, this.catalog));
    if (layer === "pieces" || part.loose) node.classList.add("movable");
    if (!this.still) node.append(s("title", {}, `${describe(part, this.catalog)} (${part.id})`));
    const grip = outline(part, this.catalog); // a wider area to take hold of
    grip.setAttribute("class", "grip");
    node.append(grip);
    this.pose(part.id, { x: part.x, y: part.y, angle: part.angle ?? 0 });
  }

  /**
   * @param {Layer} layer
   * @param {string} id
   * @param {SVGElement} art
   */
  #put(layer, id, art) {
    const node = s("g", { "data-id": id, class: "node" }, art);
    this.layers[layer].append(node);
    this.nodes.set(id, node);
    return node;
  }

  /**
   * Number the pairs of teleports, so that one sees which belong together.
   * @param {T.Level} level
   */
  #pairs(level) {
    pairsOf(level).forEach((pair, index) => {
      for (const id of pair) this.nodes.get(id)?.append(s("text", { class: "pair", y: 3.2, "text-anchor": "middle" }, index + 1));
    });
  }

  /**
   * @param {string} id
   * @param {Pose} pose
   */
  pose(id, pose) {
    this.nodes.get(id)?.setAttribute("transform", transformOf(pose));
  }

  /** @param {number} x @param {number} y */
  moveBall(x, y) {
    this.nodes.get(this.level?.ball.id ?? "ball")?.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** Everything at its start, with these placements. @param {T.Placement[]} placements */
  place(placements) {
    const level = this.level;
    if (!level) return;
    const placed = new Map(placements.map((placement) => [placement.piece, placement]));
    for (const piece of level.pieces) {
      const at = placed.get(piece.id);
      this.pose(piece.id, at ?? { x: piece.x, y: piece.y, angle: piece.angle ?? 0 });
      this.nodes.get(piece.id)?.classList.toggle("placed", at !== undefined);
    }
    for (const part of level.scenery) {
      if (part.loose) this.pose(part.id, { x: part.x, y: part.y, angle: part.angle ?? 0 });
    }
    this.moveBall(level.ball.x, level.ball.y);
  }

  /**
   * Where on the level a pointer is.
   * @param {{clientX: number, clientY: number}} event
   * @returns {{x: number, y: number}}
   */
  at(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** Pixels of the screen for one px of the level. */
  get scale() {
    return this.svg.getScreenCTM()?.a ?? 1;
  }

  /** @param {...Layer} names */
  clear(...names) {
    for (const name of names) this.layers[name].replaceChildren();
  }
}

/**
 * A still picture of a level.
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 * @param {T.Placement[]} [placements]
 */
export function picture(level, catalog, placements = []) {
  const stage = new Stage(catalog, { still: true, label: level.title || "A level" });
  stage.show(level);
  stage.place(placements);
  return stage.svg;
}
