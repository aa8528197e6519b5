/** Arrange the things of a level: one or several, on the grid, or in line with each other. */

/** @import { Pose } from "../drawing/parts.js" */
/** @import { Stage } from "../drawing/stage.js" */
/** @import { Drafting, Thing } from "../model/drafting.js" */
/** @import { Change, Group } from "../model/levels.js" */
/** @import * as T from "../server/types.js" */
/** @import { Host } from "./dragging.js" */
import { s, toast } from "../dom.js";
import { aligned } from "../model/alignment.js";
import * as levels from "../model/levels.js";
import { tidy } from "../model/poses.js";
import { Dragging } from "./dragging.js";

export const GRID = 5; // px
const SQUARES = 20; // px between the lines that are drawn
const REACH = 4; // px from which a thing goes in line with another
const EXACT = 0.5; // px; without the grid things are in line or they are not
const BESIDE = 15; // px between a part and its copy
const STEP = 30; // px between parts that are added one after another

/** @typedef {{group: Group, part: T.Part}} Grouped */

/**
 * @typedef {object} Report
 * @property {() => void} select the selection has changed
 * @property {() => void} show draw everything as it is
 * @property {(level: T.Level) => void} draw another level for the moment
 */

export class Arranging {
  /**
   * @param {Drafting} work
   * @param {Stage} stage
   * @param {boolean} snap to the grid
   * @param {Report} report
   */
  constructor(work, stage, snap, report) {
    this.work = work;
    this.stage = stage;
    this.snap = snap;
    this.report = report;
    this.several = false; // whether a plain click adds to the selection
    /** @type {Grouped[]} */
    this.copied = [];
    /** @type {string | null} a part being dragged in from the palette */
    this.incoming = null;
    this.dragging = new Dragging(stage, this.#host());
  }

  /** @returns {Host} */
  #host() {
    const { work } = this;
    const kind = (/** @type {string} */ id) => work.catalog.kinds.find((each) => each.name === work.thing(id)?.kind);
    return {
      has: (id) => work.thing(id) !== null,
      get: (id) => ({ ...work.shown(id), angle: work.shown(id).angle ?? 0 }),
      turns: (id) => kind(id)?.turns ?? id === levels.flagId(work.level),
      sizes: (id) => (kind(id)?.solid && kind(id)?.name !== "catapult") ?? false,
      grid: () => (this.snap ? GRID : 0),
      several: () => this.several,
      move: (id, pose, done, key) => this.#change([[id, key ? pose : this.#placed(id, pose)]], done, key),
      shift: (held, dx, dy, done, key) => this.#shift(held, dx, dy, done, key),
      resize: (id, { x, y, width, height }, done) => {
        const size = Math.max(width, height);
        const round = work.thing(id)?.form === "circle";
        this.#change([[id, round ? { width: size, height: size } : { x, y, width, height }]], done, "");
      },
      cancel: () => {
        work.live.clear();
        this.report.show();
      },
      select: () => this.report.select(),
      take: () => {},
      drop: () => this.remove(),
    };
  }

  /** The parts that are selected, without ball and flag. @returns {Grouped[]} */
  get parts() {
    return [...this.dragging.chosen].flatMap((id) => levels.partOf(this.work.level, id) ?? []);
  }

  /**
   * Where a thing goes that is held somewhere: in line with a neighbour, and a line shows it, or else
   * with a corner of its unturned box on the grid.
   * @param {string} id
   * @param {Pose} pose
   * @returns {Pose}
   */
  #placed(id, pose) {
    const { work } = this;
    const thing = work.thing(id);
    if (!thing) return pose;
    const inTray = (/** @type {{y: number}} */ at) => at.y < work.catalog.screen.tray; // nothing there is part of the scene
    const still = levels.ids(work.level).filter((other) => other !== id && !this.dragging.chosen.has(other));
    const scene = inTray(pose) ? [] : still.map((other) => /** @type {Thing} */ (work.thing(other))).filter((other) => !inTray(other));
    const others = scene.map((other) => ({ ...other, ...levels.extentOf(other) }));
    const { dx, dy, lines } = aligned({ ...pose, ...levels.extentOf({ ...thing, ...pose }) }, others, this.snap ? REACH : EXACT);
    const near = (/** @type {number} */ value, /** @type {number} */ half) => (this.snap ? Math.round((value - half) / GRID) * GRID + half : value);
    this.stage.clear("marks");
    for (const line of lines) this.stage.layers.marks.append(s("line", { class: "in-line", ...line }));
    return {
      ...pose,
      x: tidy(dx === null ? near(pose.x, thing.width / 2) : pose.x + dx),
      y: tidy(dy === null ? near(pose.y, thing.height / 2) : pose.y + dy),
    };
  }

  /**
   * Move all that is selected.
   * @param {string | null} held what is under the pointer: it goes in line, the others follow
   * @param {number} dx px since the drag began
   * @param {number} dy
   * @param {boolean} done
   * @param {string} key
   */
  #shift(held, dx, dy, done, key) {
    const start = held && this.work.thing(held);
    const to = start && this.#placed(held, { x: start.x + dx, y: start.y + dy, angle: start.angle ?? 0 });
    const [right, down] = to ? [to.x - start.x, to.y - start.y] : [dx, dy];
    this.#change(this.work.shifted([...this.dragging.chosen], right, down), done, key);
  }

  /**
   * @param {Iterable<[id: string, change: Change]>} changes
   * @param {boolean} done
   * @param {string} key
   */
  #change(changes, done, key) {
    if (done) {
      this.work.changeAll(changes, key);
      return;
    }
    this.work.live = new Map(changes);
    for (const [id, change] of this.work.live) {
      if (change.width !== undefined) this.report.draw(levels.changed(this.work.level, id, change));
      else this.stage.pose(id, this.dragging.host.get(id));
    }
  }

  /** The lines of the grid, if parts snap to it. */
  grid() {
    const { width, height, tray } = this.work.catalog.screen;
    this.stage.clear("grid");
    if (!this.snap) return;
    let lines = "";
    for (let x = 0; x <= width; x += SQUARES) lines += `M${x} ${tray}V${height}`;
    for (let y = tray + SQUARES; y <= height; y += SQUARES) lines += `M0 ${y}H${width}`;
    this.stage.layers.grid.append(s("path", { class: "grid-lines", d: lines }));
  }

  /** Put a part in the middle. @param {T.Part} part */
  add(part) {
    const { width, height, tray } = this.work.catalog.screen;
    const taken = new Set(this.work.level.scenery.map(({ x, y }) => `${x} ${y}`));
    let [x, y] = [width / 2, (tray + height) / 2];
    while (taken.has(`${x} ${y}`) && x < width - STEP) [x, y] = [x + STEP, y + STEP / 2]; // beside the last one
    this.#choose(this.work.add([{ part: { ...part, x, y }, group: "scenery" }]));
  }

  /** Add parts like others, beside them. @param {Grouped[]} likes */
  paste(likes) {
    if (!likes.length) return;
    this.copied = likes.map(({ group, part }) => ({ group, part: { ...part, x: part.x + BESIDE, y: part.y + BESIDE } })); // the next go beside these
    this.#choose(this.work.add(this.copied));
  }

  /** Remove all that is selected; a level keeps its ball and its flag. */
  remove() {
    const found = this.parts.map(({ part }) => part.id);
    if (found.length < this.dragging.chosen.size) toast("A level needs its ball and its flag.");
    if (!found.length) return;
    this.dragging.select(null);
    this.work.remove(found);
  }

  /** @param {string[]} ids */
  #choose(ids) {
    this.dragging.selectAll(ids);
    this.stage.nodes.get(ids.at(-1) ?? "")?.focus({ preventScroll: true });
  }

  /** A part that comes from the palette. @param {T.Part} part @param {PointerEvent} event @param {boolean} done */
  dragIn(part, event, done) {
    const at = this.stage.at(event);
    const pose = { x: tidy(at.x), y: tidy(at.y), angle: part.angle ?? 0 };
    this.incoming ??= this.work.add([{ part: { ...part, x: pose.x, y: pose.y }, group: "scenery" }])[0] ?? null;
    const id = this.incoming;
    if (!id) return;
    this.dragging.select(id);
    this.work.history.last = { key: `drag ${id}`, at: performance.now() }; // undone as one
    this.#change([[id, this.#placed(id, pose)]], done, `drag ${id}`);
    this.dragging.refresh();
    const { width, height } = this.work.catalog.screen;
    const seen = at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height;
    if (seen && !done) this.dragging.loupe.follow(event);
    else this.dragging.loupe.close();
    if (done && !seen) this.cancelIn(); // dropped outside: not added
    else if (done) this.incoming = null;
  }

  /** A part from the palette is not added after all. */
  cancelIn() {
    this.dragging.loupe.close();
    if (!this.incoming) return;
    this.incoming = null;
    this.work.live.clear();
    this.work.undo();
  }

  /** Keys that copy, paste and select all; returns whether it was one. @param {string} key with Ctrl or Cmd */
  shortcut(key) {
    const { parts } = this;
    if (key === "a") this.dragging.selectAll(levels.ids(this.work.level));
    else if (key === "c" && parts.length) this.copied = parts;
    else if (key === "v" && this.copied.length) this.paste(this.copied);
    else if (key === "d" && parts.length) this.paste(parts);
    else return false;
    return true;
  }
}
