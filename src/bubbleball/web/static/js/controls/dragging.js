/** Move, turn and resize things on the stage by mouse, touch, wheel and keys. */

/** @import { Pose, Size } from "../drawing/parts.js" */
/** @import { Stage } from "../drawing/stage.js" */
import { s } from "../dom.js";
import { transformOf } from "../drawing/parts.js";

const STEP = { move: 5, fineMove: 0.5, turn: 5, fineTurn: 0.5, wheel: 3, fineWheel: 0.5 };
const STALK = 24; // px between a piece and its turning handle
const FINGER = 22; // pixels of the screen; half of what a finger needs

/**
 * @typedef {object} Host what is dragged; the host decides what is kept
 * @property {(id: string) => boolean} has whether it can be taken hold of
 * @property {(id: string) => Pose & Size} get
 * @property {(id: string) => boolean} turns
 * @property {(id: string) => boolean} [sizes] whether it has a handle for its size
 * @property {(id: string, pose: Pose, done: boolean, key: string) => void} move
 *   `done` at the end of a drag or key press; equal `key`s belong together for undo
 * @property {(id: string, size: Size & {x: number, y: number}, done: boolean) => void} [resize]
 * @property {() => number} [grid] px to which sizes are rounded; 0 for none
 * @property {() => void} cancel a drag is given up
 * @property {(id: string | null) => void} select
 * @property {(id: string) => void} take Enter was pressed on it
 * @property {(id: string) => void} drop Delete was pressed on it
 */

/** @param {number} angle degrees */
export function tidyAngle(angle) {
  const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
  return Math.round((turned === -180 ? 180 : turned) * 100) / 100 + 0;
}

/** @param {number} value px */
export const tidy = (value) => Math.round(value * 100) / 100 + 0;

export class Dragging {
  /**
   * @param {Stage} stage
   * @param {Host} host
   */
  constructor(stage, host) {
    this.stage = stage;
    this.host = host;
    /** @type {string | null} */
    this.selected = null;
    this.enabled = true;
    /** @type {((event: PointerEvent, done: boolean) => void) | null} */
    this.drag = null;
    this.pointer = -1;
    this.side = 0;
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#moved(event, false));
    svg.addEventListener("pointerup", (event) => this.#moved(event, true));
    svg.addEventListener("pointercancel", (event) => this.#cancelled(event));
    // Browsers do not heed touch-action inside SVG: without this a drag would scroll the page.
    svg.addEventListener("touchstart", (event) => {
      if (this.#holds(event.target)) event.preventDefault();
    }, { passive: false });
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {EventTarget | null} target */
  #idOf(target) {
    const node = target instanceof Element ? target.closest("[data-id]") : null;
    const id = node?.getAttribute("data-id") ?? null;
    return id !== null && this.enabled && this.host.has(id) ? id : null;
  }

  /** Whether there is something to take hold of. @param {EventTarget | null} target */
  #holds(target) {
    const handle = target instanceof Element && target.closest("[data-handle]") !== null;
    return this.enabled && (handle || this.#idOf(target) !== null);
  }

  /** @param {string | null} id */
  select(id) {
    if (this.selected === id) return;
    if (this.selected) this.stage.nodes.get(this.selected)?.classList.remove("selected");
    this.selected = id;
    if (id) this.stage.nodes.get(id)?.classList.add("selected");
    this.host.select(id);
    this.refresh();
  }

  /** Redraw the handles of the selection. */
  refresh() {
    this.stage.clear("handles");
    const id = this.selected;
    if (!id || !this.enabled || !this.host.has(id)) return;
    const pose = this.host.get(id);
    const group = s("g", { class: "handle-set", transform: transformOf(pose) });
    group.append(
      s("rect", {
        class: "frame",
        x: -pose.width / 2 - 4,
        y: -pose.height / 2 - 4,
        width: pose.width + 8,
        height: pose.height + 8,
        rx: 5,
      }),
    );
    const reach = FINGER / Math.max(0.3, this.stage.scale);
    if (this.host.turns(id)) {
      const y = this.#side(pose) * (pose.height / 2 + STALK);
      group.append(
        s("path", { class: "stalk", d: `M0 ${Math.sign(y) * (pose.height / 2 + 4)}V${y}` }),
        s("g", { class: "handle turn", "data-handle": "turn" },
          s("circle", { class: "reach", cy: y, r: reach }),
          s("circle", { class: "knob", cy: y, r: 8 }),
          s("path", { class: "sign", d: `M-3.5 ${y + 1.5}a3.6 3.6 0 1 1 3.5 2.4M-6 ${y}l2.5 2.5 2.5 -2.5` })),
      );
    }
    if (this.host.sizes?.(id)) {
      const [x, y] = [pose.width / 2, pose.height / 2];
      group.append(
        s("g", { class: "handle size", "data-handle": "size" },
          s("circle", { class: "reach", cx: x + 4, cy: y + 4, r: reach * 0.8 }),
          s("rect", { class: "knob", x: x - 1, y: y - 1, width: 10, height: 10, rx: 2 })),
      );
    }
    this.stage.layers.handles.append(group);
  }

  /**
   * Which side of the piece has room for the turning handle: -1 above, 1 below.
   * @param {Pose & Size} pose
   */
  #side(pose) {
    if (this.side) return this.side; // while it is being turned the handle stays
    const { width, height } = this.stage.catalog.screen;
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

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.enabled || this.drag || event.button !== 0) return;
    const target = event.target instanceof Element ? event.target : null;
    const handle = target?.closest("[data-handle]")?.getAttribute("data-handle");
    const id = handle ? this.selected : this.#idOf(target);
    if (!id) {
      this.select(null);
      return;
    }
    event.preventDefault();
    this.select(id);
    this.stage.nodes.get(id)?.focus({ preventScroll: true });
    const from = this.stage.at(event);
    if (handle === "turn") this.drag = this.#turning(id);
    else if (handle === "size") this.drag = this.#sizing(id, from);
    else this.drag = this.#moving(id, from);
    this.pointer = event.pointerId;
    this.stage.svg.setPointerCapture(event.pointerId);
    this.stage.svg.classList.add("dragging");
  }

  /** @param {PointerEvent} event @param {boolean} done */
  #moved(event, done) {
    if (!this.drag || event.pointerId !== this.pointer) return;
    this.drag(event, done);
    if (!done) return;
    this.drag = null;
    this.stage.svg.classList.remove("dragging");
  }

  /** The system took the pointer away: leave things as they were. @param {PointerEvent} event */
  #cancelled(event) {
    if (event.pointerId === this.pointer) this.#giveUp();
  }

  /** End a drag without a change. */
  #giveUp() {
    if (!this.drag) return;
    this.drag = null;
    this.side = 0;
    this.stage.svg.classList.remove("dragging");
    this.host.cancel();
    this.refresh();
  }

  /**
   * @param {string} id
   * @param {{x: number, y: number}} from
   * @returns {(event: PointerEvent, done: boolean) => void}
   */
  #moving(id, from) {
    const start = this.host.get(id);
    let moved = false;
    return (event, done) => {
      const to = this.stage.at(event);
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      if (!moved && Math.hypot(dx, dy) * this.stage.scale < 3) return; // a click, not a drag
      moved = true;
      const pose = { x: tidy(start.x + dx), y: tidy(start.y + dy), angle: start.angle };
      this.host.move(id, pose, done, "");
      this.refresh();
    };
  }

  /**
   * @param {string} id
   * @returns {(event: PointerEvent, done: boolean) => void}
   */
  #turning(id) {
    const side = (this.side = this.#side(this.host.get(id)));
    return (event, done) => {
      const { x, y } = this.host.get(id);
      const to = this.stage.at(event);
      let angle = (Math.atan2(-side * (to.x - x), side * (to.y - y)) * 180) / Math.PI;
      const fine = event.shiftKey;
      const nearest = Math.round(angle / 15) * 15;
      if (!fine && Math.abs(angle - nearest) < 2) angle = nearest;
      angle = Math.round(angle * (fine ? 10 : 1)) / (fine ? 10 : 1);
      if (done) this.side = 0;
      this.host.move(id, { x, y, angle: tidyAngle(angle) }, done, "");
      this.refresh();
    };
  }

  /**
   * @param {string} id
   * @param {{x: number, y: number}} from
   * @returns {(event: PointerEvent, done: boolean) => void}
   */
  #sizing(id, from) {
    const start = this.host.get(id);
    const turn = (start.angle * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return (event, done) => {
      const to = this.stage.at(event);
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const grid = this.host.grid?.() || 0.01;
      /** @param {number} value */
      const fit = (value) => tidy(Math.max(5, Math.round(value / grid) * grid));
      const width = fit(start.width + cos * dx + sin * dy);
      const height = fit(start.height - sin * dx + cos * dy);
      // The corner opposite the handle stays where it is.
      const [right, down] = [(width - start.width) / 2, (height - start.height) / 2];
      const x = tidy(start.x + cos * right - sin * down);
      const y = tidy(start.y + sin * right + cos * down);
      this.host.resize?.(id, { x, y, width, height }, done);
      this.refresh();
    };
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const id = this.#idOf(event.target);
    if (!id || id !== this.selected || !this.host.turns(id)) return;
    event.preventDefault();
    const direction = Math.sign(event.deltaY || event.deltaX);
    this.#nudge(id, 0, 0, direction * (event.shiftKey ? STEP.fineWheel : STEP.wheel));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = this.#idOf(event.target);
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? STEP.fineMove : STEP.move;
    const turn = event.shiftKey ? STEP.fineTurn : STEP.turn;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#nudge(id, -step, 0, 0),
      ArrowRight: () => this.#nudge(id, step, 0, 0),
      ArrowUp: () => this.#nudge(id, 0, -step, 0),
      ArrowDown: () => this.#nudge(id, 0, step, 0),
      q: () => this.#nudge(id, 0, 0, -turn),
      e: () => this.#nudge(id, 0, 0, turn),
      Enter: () => this.host.take(id),
      " ": () => this.host.take(id),
      Delete: () => this.host.drop(id),
      Backspace: () => this.host.drop(id),
      Escape: () => (this.drag ? this.#giveUp() : this.select(null)),
    };
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    this.select(id); // not on focus alone: Tab must lead past parts without choosing them
    action();
  }

  /**
   * @param {string} id
   * @param {number} dx
   * @param {number} dy
   * @param {number} turn degrees
   */
  #nudge(id, dx, dy, turn) {
    const pose = this.host.get(id);
    const angle = this.host.turns(id) ? tidyAngle(pose.angle + turn) : pose.angle;
    this.host.move(id, { x: tidy(pose.x + dx), y: tidy(pose.y + dy), angle }, true, `keys ${id}`);
    this.refresh();
  }
}
