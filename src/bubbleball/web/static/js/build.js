/** Build a level: draw ground, place ball and flag, fill the tray, check, play, certify, share. */

/** @import * as T from "./types.js" */
/** @import { App, View } from "./app.js" */
/** @import { Draft } from "./store.js" */
/** @import { Host } from "./hands.js" */
import * as api from "./api.js";
import { certifier } from "./certify.js";
import { button, debounce, download, field, h, s, select, toast, toggle } from "./dom.js";
import { Hands, tidy } from "./hands.js";
import { History } from "./history.js";
import { goalInspector, partInspector } from "./inspector.js";
import * as levels from "./levels.js";
import { filePicker } from "./files.js";
import { palette } from "./palette.js";
import { heightOf, widthOf } from "./parts.js";
import { copyLink } from "./share.js";
import { nameOf, Stage } from "./stage.js";
import * as store from "./store.js";

const GRID = 5; // px

/**
 * @param {App} app
 * @param {string} name of a level to be copied; empty for the work in progress
 * @returns {View}
 */
export function build(app, name) {
  const source = name ? app.work(name) : null;
  if (source) {
    newDraft(structuredClone(source.level), source.solutions);
    history.replaceState(null, "", "#/build"); // so that a reload goes on with the copy
  }
  const workshop = new Workshop(app, store.drafts()[0] ?? newDraft(levels.blank(), []));
  return { root: workshop.root, title: "Build", leave: () => workshop.leave() };
}

/**
 * @param {T.Level} level
 * @param {T.Placement[][]} solutions
 * @returns {Draft}
 */
function newDraft(level, solutions) {
  const draft = { key: crypto.randomUUID(), time: Date.now(), level, solutions };
  store.keepDraft(draft);
  return draft;
}

class Workshop {
  /** @param {App} app @param {Draft} draft */
  constructor(app, draft) {
    this.app = app;
    this.draft = draft;
    /** @type {History<T.Level>} */
    this.history = new History(draft.level);
    this.snap = store.preferences().snap;
    /** @type {{id: string, change: Partial<T.Part>} | null} a drag under way */
    this.live = null;
    this.stage = new Stage(app.catalog, {
      label: "The level being built. Tab to a part; arrows move it, Q and E turn it, Shift makes steps small, Delete removes it.",
    });
    this.stage.svg.classList.add("building");
    this.hands = new Hands(this.stage, this.#host());
    this.title = h("input", { type: "text", maxlength: 200, placeholder: "Give it a name" });
    this.author = h("input", { type: "text", maxlength: 200, placeholder: "Your name, if you like" });
    this.title.addEventListener("input", () => this.#commit({ ...this.level, title: this.title.value }, "title"));
    this.author.addEventListener("input", () => this.#commit({ ...this.level, author: this.author.value }, "author"));
    this.findings = h("div", { class: "findings", role: "status" });
    this.inspector = h("div", {});
    this.kept = h("span", { class: "sub" });
    this.undoButton = button("Undo", "undo", () => this.#travel(this.history.undo()));
    this.redoButton = button("Redo", "redo", () => this.#travel(this.history.redo()));
    this.certifier = certifier(app.catalog, () => this.level, {
      found: (solutions) => this.#keep({ solutions }),
      attempt: (solution) => this.app.openMine(this.level, solution, "play"),
    });
    this.inspect = debounce(() => void this.#inspect(), 120);
    this.root = this.#layout();
    this.shortcuts = /** @param {KeyboardEvent} event */ (event) => this.#shortcut(event);
    document.addEventListener("keydown", this.shortcuts);
    this.#show();
    this.inspect();
  }

  get level() {
    return this.history.value;
  }

  #layout() {
    const { app } = this;
    const opener = filePicker((level, solutions) => this.#switch(newDraft(level, solutions)));
    return h(
      "div",
      { class: "view build" },
      h("div", { class: "panel left" }, h("h2", {}, "Add a part"), palette(app.catalog, { add: (part) => this.#add(part), drag: (part, event, done) => this.#dragIn(part, event, done) })),
      h(
        "div",
        { class: "board" },
        h("div", { class: "stage-box" }, this.stage.svg),
        h("div", { class: "row toolbar" }, this.undoButton, this.redoButton, toggle(`Snap to ${GRID} px`, this.snap, (on) => this.#setSnap(on)), this.kept),
      ),
      h(
        "aside",
        { class: "panel right", "aria-label": "Level" },
        h("div", { class: "row" }, button("Play it", "play", () => app.openMine(this.level, [], "play"), { class: "primary" }), button("Solve it", "hint", () => app.openMine(this.level, [], "solve"))),
        field("Title", this.title),
        field("Author", this.author),
        this.inspector,
        this.findings,
        this.certifier.root,
        h(
          "div",
          { class: "tools" },
          button("Save", "save", () => void this.#save("bubbleball"), { title: "A file in our own format" }),
          button("Save original", "save", () => void this.#save("original"), { title: "A file in the original game’s format" }),
          opener.button,
          opener.input,
          button("Share", "share", () => void copyLink(this.level, this.draft.solutions[0] ?? [])),
          button("New", "new", () => this.#switch(newDraft(levels.blank(), []))),
          button("Delete draft", "delete", () => this.#drop()),
        ),
        this.#drafts(),
      ),
    );
  }

  #drafts() {
    const all = store.drafts();
    if (all.length < 2) return null;
    const options = all.map((draft) => /** @type {[string, string]} */ ([draft.key, `${draft.level.title || "untitled"}, ${new Date(draft.time).toLocaleString()}`]));
    return field("Your drafts", select(options, this.draft.key, (key) => {
      const draft = store.drafts().find((each) => each.key === key);
      if (draft) this.#switch(draft);
    }));
  }

  /** Go on with another draft. @param {Draft} draft */
  #switch(draft) {
    store.keepDraft({ ...draft, time: Date.now() });
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }

  #drop() {
    if (!window.confirm(`Delete the draft “${this.level.title || "untitled"}”?`)) return;
    store.dropDraft(this.draft.key);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }

  /** @param {boolean} on */
  #setSnap(on) {
    this.snap = on;
    store.prefer({ snap: on });
    this.#grid();
  }

  #grid() {
    const { width, height, tray } = this.app.catalog.screen;
    this.stage.clear("grid");
    if (!this.snap) return;
    let lines = "";
    for (let x = 0; x <= width; x += 20) lines += `M${x} ${tray}V${height}`;
    for (let y = tray; y <= height; y += 20) lines += `M0 ${y}H${width}`;
    this.stage.layers.grid.append(s("path", { class: "grid-lines", d: lines }));
  }

  /** @param {string} id @returns {T.Part & {width: number, height: number} | null} anything with an id, as a part */
  #thing(id) {
    const { ball, flag } = this.level;
    const radius = this.app.catalog.ball.radius;
    if (id === (ball.id ?? "ball")) return { id, kind: "ball", x: ball.x, y: ball.y, width: 2 * radius, height: 2 * radius };
    if (id === (flag.id ?? "flag")) return { id, kind: "flag", width: 38, height: 50, ...flag, x: flag.x, y: flag.y };
    const part = levels.partOf(this.level, id)?.part;
    return part ? { ...part, width: widthOf(part), height: heightOf(part) } : null;
  }

  /** @returns {Host} */
  #host() {
    const kind = (/** @type {string} */ id) => this.app.catalog.kinds.find((each) => each.name === this.#thing(id)?.kind);
    return {
      has: (id) => this.#thing(id) !== null,
      get: (id) => {
        const thing = { .../** @type {T.Part} */ (this.#thing(id)), ...(this.live?.id === id ? this.live.change : {}) };
        return { x: thing.x, y: thing.y, angle: thing.angle ?? 0, width: widthOf(thing), height: heightOf(thing) };
      },
      turns: (id) => kind(id)?.turns ?? id === (this.level.flag.id ?? "flag"),
      sizes: (id) => (kind(id)?.solid && this.#thing(id)?.kind !== "catapult") ?? false,
      grid: () => (this.snap ? GRID : 0),
      move: (id, pose, done, key) => this.#change(id, key ? pose : this.#snapped(id, pose), done, key),
      resize: (id, { x, y, width, height }, done) => {
        const round = this.#thing(id)?.form === "circle";
        const size = round ? Math.max(width, height) : 0;
        this.#change(id, round ? { width: size, height: size } : { x, y, width, height }, done, "");
      },
      cancel: () => {
        this.live = null;
        this.#show();
      },
      select: () => this.#showInspector(),
      take: () => {},
      drop: (id) => this.#remove(id),
    };
  }

  /**
   * The corner of the unturned box on the grid.
   * @param {string} id
   * @param {T.Pose} pose
   */
  #snapped(id, pose) {
    const thing = this.#thing(id);
    if (!this.snap || !thing) return pose;
    const near = (/** @type {number} */ value, /** @type {number} */ half) => tidy(Math.round((value - half) / GRID) * GRID + half);
    return { ...pose, x: near(pose.x, thing.width / 2), y: near(pose.y, thing.height / 2) };
  }

  /**
   * @param {string} id
   * @param {Partial<T.Part>} change
   * @param {boolean} done
   * @param {string} key
   */
  #change(id, change, done, key) {
    if (!done) {
      const resized = change.width !== undefined;
      this.live = { id, change };
      if (resized) this.#draw(levels.changed(this.level, id, change));
      else this.stage.pose(id, this.hands.host.get(id));
      return;
    }
    this.live = null;
    let next = levels.changed(this.level, id, change);
    if (change.y !== undefined) {
      const { tray } = this.app.catalog.screen;
      next = levels.regrouped(next, id, change.y < tray ? "pieces" : "scenery");
    }
    this.#commit(next, key);
  }

  /**
   * @param {T.Level} level
   * @param {string} key
   */
  #commit(level, key) {
    this.history.push(level, key);
    this.#changed();
  }

  /** @param {boolean} moved */
  #travel(moved) {
    if (moved) this.#changed();
  }

  #changed() {
    this.#keep({ level: this.level, solutions: [] });
    this.certifier.forget();
    this.#show();
    this.inspect();
  }

  /** @param {Partial<Draft>} change */
  #keep(change) {
    this.draft = { ...this.draft, ...change, time: Date.now() };
    const kept = store.keepDraft(this.draft);
    this.kept.textContent = kept ? "Kept in this browser." : "This browser does not keep it: save a file.";
  }

  /** @param {T.Level} level */
  #draw(level) {
    this.stage.show(level);
    for (const id of levels.ids(level)) {
      const node = this.stage.nodes.get(id);
      const part = levels.partOf(level, id)?.part;
      const what = part ? nameOf(part, this.app.catalog) : id === (level.ball.id ?? "ball") ? "Ball" : "Flag";
      const at = part ?? (id === (level.ball.id ?? "ball") ? level.ball : level.flag);
      node?.setAttribute("tabindex", "0");
      node?.setAttribute("role", "button");
      node?.setAttribute("aria-label", `${what} at ${at.x}, ${at.y}`);
      node?.classList.toggle("selected", id === this.hands.selected);
    }
  }

  #show() {
    const focused = document.activeElement?.getAttribute("data-id");
    this.#draw(this.level);
    this.#grid();
    if (focused) this.stage.nodes.get(focused)?.focus({ preventScroll: true });
    if (this.hands.selected && !this.#thing(this.hands.selected)) this.hands.select(null);
    this.hands.refresh();
    for (const [input, value] of /** @type {const} */ ([[this.title, this.level.title], [this.author, this.level.author]])) {
      if (input.value !== (value ?? "")) input.value = value ?? "";
    }
    this.undoButton.disabled = this.history.past.length === 0;
    this.redoButton.disabled = this.history.future.length === 0;
    this.#showInspector();
  }

  /** Fill the inspector anew and leave the focus in the field that it was in. */
  #showInspector() {
    const focused = this.inspector.contains(document.activeElement) && document.activeElement?.getAttribute("data-field");
    this.#fillInspector();
    const again = focused && this.inspector.querySelector(`[data-field="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  #fillInspector() {
    const id = this.hands.selected;
    const { level } = this;
    if (!id) {
      this.inspector.replaceChildren(h("p", { class: "sub" }, "Drag a part onto the level. What lies in the tray is what the player may place."));
      return;
    }
    const change = (/** @type {Partial<T.Part>} */ wanted) => this.#change(id, wanted, true, `field ${id}`);
    const found = levels.partOf(level, id);
    if (!found) {
      const ball = id === (level.ball.id ?? "ball");
      this.inspector.replaceChildren(goalInspector(ball ? "ball" : "flag", ball ? level.ball : level.flag, change));
      return;
    }
    this.inspector.replaceChildren(partInspector(this.app.catalog, found, {
      change,
      regroup: (group) => this.#regroup(id, group),
      copy: () => this.#add({ ...found.part, x: found.part.x + 15, y: found.part.y + 15 }, found.group, true),
      remove: () => this.#remove(id),
    }));
  }

  /** @param {string} id @param {levels.Group} group */
  #regroup(id, group) {
    const { screen } = this.app.catalog;
    const part = levels.partOf(this.level, id)?.part;
    if (!part) return;
    const place = group === "pieces" ? levels.trayPlace(this.level, part, screen) : { x: screen.width / 2, y: (screen.tray + screen.height) / 2 };
    this.#commit(levels.changed(levels.regrouped(this.level, id, group), id, place), "");
  }

  /**
   * @param {T.Part} part
   * @param {levels.Group} [group]
   * @param {boolean} [there] where the part says, not in the middle
   */
  #add(part, group = "scenery", there = false) {
    const { width, height, tray } = this.app.catalog.screen;
    const id = levels.newId(this.level, part.kind);
    const place = there ? {} : { x: width / 2, y: (tray + height) / 2 };
    this.#commit(levels.added(this.level, { ...part, id, ...place }, group), "");
    this.hands.select(id);
    this.stage.nodes.get(id)?.focus({ preventScroll: true });
  }

  /** @type {string | null} a part being dragged in from the palette */
  incoming = null;

  /** @param {T.Part} part @param {PointerEvent} event @param {boolean} done */
  #dragIn(part, event, done) {
    const at = this.stage.at(event);
    if (!this.incoming) {
      this.#add({ ...part, x: at.x, y: at.y }, "scenery", true);
      this.incoming = this.hands.selected;
    }
    if (!this.incoming) return;
    const id = this.incoming;
    this.history.last = { key: `drag ${id}`, at: performance.now() };
    this.#change(id, this.#snapped(id, { x: tidy(at.x), y: tidy(at.y), angle: part.angle ?? 0 }), done, done ? `drag ${id}` : "");
    this.hands.refresh();
    if (done) this.incoming = null;
  }

  /** @param {string} id */
  #remove(id) {
    if (!levels.partOf(this.level, id)) {
      toast("A level needs its ball and its flag.");
      return;
    }
    this.hands.select(null);
    this.#commit(levels.without(this.level, id), "");
  }

  async #inspect() {
    try {
      const { problems, warnings } = await api.inspect(this.level);
      const lines = [...problems.map((each) => h("li", { class: "bad" }, `${each.where ? `${each.where}: ` : ""}${each.what}`)), ...warnings.map((text) => h("li", {}, text))];
      this.findings.classList.toggle("bad", problems.length > 0);
      this.findings.replaceChildren(lines.length ? h("ul", {}, ...lines) : h("p", { class: "fine" }, "This level is sound."));
    } catch (error) {
      this.findings.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {'bubbleball' | 'original'} format */
  async #save(format) {
    try {
      const { name, text } = await api.saveFile(this.level, this.draft.solutions, format);
      download(name, new Blob([text], { type: "application/json" }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z") this.#travel(event.shiftKey ? this.history.redo() : this.history.undo());
    else if (key === "y") this.#travel(this.history.redo());
    else return;
    event.preventDefault();
  }

  leave() {
    this.certifier.leave();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
