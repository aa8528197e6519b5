/** Select, move, turn and resize things on the stage by mouse, touch, wheel and keys. */

/** @import { Pose, Size } from "../drawing/parts.js" */
/** @import { Stage } from "../drawing/stage.js" */
import { s } from "../dom.js";
import { sized, tidy, tidyAngle } from "../model/poses.js";
import { handlesOf, sideWithRoom } from "./handles.js";
import { loupe } from "./loupe.js";

const CLICK = 3; // pixels of the screen; a drag goes farther
const STEP = { move: 5, fineMove: 0.5, turn: 5, fineTurn: 0.5, wheel: 3, fineWheel: 0.5 };

/**
 * @typedef {object} Host what is dragged; the host decides what is kept
 * @property {(id: string) => boolean} has whether it can be taken hold of
 * @property {(id: string) => Pose & Size} get
 * @property {(id: string) => boolean} turns
 * @property {(id: string) => boolean} [sizes] whether it has a handle for its size
 * @property {(id: string, pose: Pose, done: boolean, key: string) => void} move
 *   `done` at the end of a drag or key press; equal `key`s belong together for undo
 * @property {(held: string | null, dx: number, dy: number, done: boolean, key: string) => void} [shift]
 *   moves all that is selected, since the drag began; `held` is under the pointer. Without it one
 *   thing is selected at a time
 * @property {() => boolean} [several] whether a plain click adds to the selection
 * @property {(id: string, size: Size & {x: number, y: number}, done: boolean) => void} [resize]
 * @property {() => number} [grid] px to which sizes are rounded; 0 for none
 * @property {() => void} cancel a drag is given up
 * @property {() => void} select the selection has changed
 * @property {(id: string) => void} take Enter was pressed on it
 * @property {(id: string) => void} drop Delete was pressed on it
 */

export class Dragging {
  /**
   * @param {Stage} stage
   * @param {Host} host
   */
  constructor(stage, host) {
    this.stage = stage;
    this.host = host;
    /** @type {Set<string>} */
    this.chosen = new Set();
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
    this.loupe = loupe(svg, () => this.drag !== null && this.side === 0); // who turns a piece sees it
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

  /** What was selected last. */
  get selected() {
    return [...this.chosen].at(-1) ?? null;
  }

  /** @param {string | null} id */
  select(id) {
    this.selectAll(id === null ? [] : [id]);
  }

  /** @param {Iterable<string>} ids */
  selectAll(ids) {
    const chosen = new Set(ids);
    if (chosen.size === this.chosen.size && [...chosen].every((id) => this.chosen.has(id))) return;
    this.chosen = chosen;
    for (const [id, node] of this.stage.nodes) node.classList.toggle("selected", chosen.has(id));
    this.host.select();
    this.refresh();
  }

  /** Add one to the selection, or take it out. @param {string} id */
  toggle(id) {
    const others = [...this.chosen].filter((each) => each !== id);
    this.selectAll(this.chosen.has(id) ? others : [...others, id]);
  }

  /** Redraw the frames and handles of the selection. */
  refresh() {
    this.stage.clear("handles");
    if (!this.enabled) return;
    const alone = this.chosen.size === 1;
    for (const id of this.chosen) {
      if (!this.host.has(id)) continue;
      const pose = this.host.get(id);
      const side = alone && this.host.turns(id) ? this.#side(pose) : 0;
      const sizes = alone && (this.host.sizes?.(id) ?? false);
      this.stage.layers.handles.append(handlesOf(pose, side, sizes, this.stage.scale));
    }
  }

  /** Of the turning handle; while it is being turned it stays. @param {Pose & Size} pose */
  #side(pose) {
    return this.side || sideWithRoom(pose, this.stage.catalog.screen);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.enabled || this.drag || event.button !== 0) return;
    const target = event.target instanceof Element ? event.target : null;
    const handle = target?.closest("[data-handle]")?.getAttribute("data-handle");
    const id = handle ? this.selected : this.#idOf(target);
    const adds = this.host.shift !== undefined && (event.shiftKey || event.ctrlKey || event.metaKey || (this.host.several?.() ?? false));
    const from = this.stage.at(event);
    if (id) {
      event.preventDefault();
      if (adds && !handle) this.toggle(id);
      else if (!this.chosen.has(id)) this.select(id);
      this.stage.nodes.get(this.chosen.has(id) ? id : this.selected ?? id)?.focus({ preventScroll: true });
      if (!this.chosen.has(id)) return; // taken out of the selection
    } else if (!adds) this.select(null);
    if (handle === "turn" && id) this.drag = this.#turning(id);
    else if (handle === "size" && id) this.drag = this.#sizing(id, from);
    else if (id && this.chosen.size > 1) this.drag = this.#shifting(id, from, adds);
    else if (id) this.drag = this.#moving(id, from);
    else if (this.host.shift && event.pointerType !== "touch") this.drag = this.#banding(from); // a finger scrolls
    else return;
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
      if (!moved && Math.hypot(dx, dy) * this.stage.scale < CLICK) return;
      moved = true;
      const pose = { x: tidy(start.x + dx), y: tidy(start.y + dy), angle: start.angle };
      this.host.move(id, pose, done, "");
      this.refresh();
    };
  }

  /**
   * Move all that is selected; a mere click leaves only the thing under the pointer selected.
   * @param {string} id
   * @param {{x: number, y: number}} from
   * @param {boolean} adds whether the click added it
   * @returns {(event: PointerEvent, done: boolean) => void}
   */
  #shifting(id, from, adds) {
    let moved = false;
    return (event, done) => {
      const to = this.stage.at(event);
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      moved ||= Math.hypot(dx, dy) * this.stage.scale >= CLICK;
      if (moved) this.host.shift?.(id, dx, dy, done, "");
      else if (done && !adds) this.select(id);
      this.refresh();
    };
  }

  /**
   * A rubber band that adds to the selection whatever has its middle inside.
   * @param {{x: number, y: number}} from
   * @returns {(event: PointerEvent, done: boolean) => void}
   */
  #banding(from) {
    const before = [...this.chosen];
    return (event, done) => {
      const to = this.stage.at(event);
      const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      const inside = [...this.stage.nodes.keys()].filter((id) => {
        if (!this.host.has(id)) return false;
        const { x, y } = this.host.get(id);
        return x >= left && x <= right && y >= top && y <= bottom;
      });
      this.selectAll([...before, ...inside]);
      this.refresh();
      if (!done) this.stage.layers.handles.append(s("rect", { class: "band-box", x: left, y: top, width: right - left, height: bottom - top }));
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
    return (event, done) => {
      const to = this.stage.at(event);
      this.host.resize?.(id, sized(start, to.x - from.x, to.y - from.y, this.host.grid?.() || 0.01), done);
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
    const adds = this.host.shift !== undefined && event.shiftKey;
    const take = () => (adds ? this.toggle(id) : this.host.take(id));
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#nudge(id, -step, 0, 0),
      ArrowRight: () => this.#nudge(id, step, 0, 0),
      ArrowUp: () => this.#nudge(id, 0, -step, 0),
      ArrowDown: () => this.#nudge(id, 0, step, 0),
      q: () => this.#nudge(id, 0, 0, -turn),
      e: () => this.#nudge(id, 0, 0, turn),
      Enter: take,
      " ": take,
      Delete: () => this.host.drop(id),
      Backspace: () => this.host.drop(id),
      Escape: () => (this.drag ? this.#giveUp() : this.select(null)),
    };
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.chosen.has(id) && !(adds && action === take)) this.select(id); // not on focus alone: Tab must lead past parts without choosing them
    action();
  }

  /**
   * @param {string} id
   * @param {number} dx
   * @param {number} dy
   * @param {number} turn degrees
   */
  #nudge(id, dx, dy, turn) {
    if (this.chosen.size > 1 && this.host.shift) {
      if (dx || dy) this.host.shift(null, dx, dy, true, "keys");
      this.refresh();
      return;
    }
    const pose = this.host.get(id);
    const angle = this.host.turns(id) ? tidyAngle(pose.angle + turn) : pose.angle;
    this.host.move(id, { x: tidy(pose.x + dx), y: tidy(pose.y + dy), angle }, true, `keys ${id}`);
    this.refresh();
  }
}
