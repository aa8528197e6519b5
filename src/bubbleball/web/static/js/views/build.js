/** Build a level: draw ground, place ball and flag, fill the tray, check, play, certify, share. */

/** @import { App, View } from "../app.js" */
/** @import { Host } from "../controls/dragging.js" */
/** @import { Pose } from "../drawing/parts.js" */
/** @import { Change } from "../model/levels.js" */
/** @import { Draft } from "../model/store.js" */
/** @import * as T from "../server/types.js" */
import { certifier } from "../controls/certifier.js";
import { deleteDraft, draftMenu } from "../controls/draft_menu.js";
import { Dragging, tidy } from "../controls/dragging.js";
import { filePicker } from "../controls/file_picker.js";
import { goalInspector, partInspector } from "../controls/inspector.js";
import { palette } from "../controls/palette.js";
import { ifSound, warningsPanel } from "../controls/warnings.js";
import { button, download, field, h, s, toast, toggle } from "../dom.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import { Drafting } from "../model/drafting.js";
import { draftAt, draftHash } from "../model/drafts.js";
import * as levels from "../model/levels.js";
import { describe } from "../model/names.js";
import { copyLink } from "../model/share.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";
import { rounded } from "../text.js";

const GRID = 5; // px
const BESIDE = 15; // px between a part and its copy
const STEP = 30; // px between parts that are added one after another

/**
 * @param {App} app
 * @param {string} address of a draft, or of a level to copy; empty for the latest draft
 * @returns {View | null} null if there is no such draft
 */
export function build(app, address) {
  const draft = draftAt(app, address);
  if (!draft) return null;
  const view = new BuildView(app, draft);
  return { root: view.root, title: "Build", leave: () => view.leave() };
}

class BuildView {
  /** @param {App} app @param {Draft} draft */
  constructor(app, draft) {
    this.app = app;
    this.work = new Drafting(app.catalog, draft);
    this.work.addEventListener("change", () => this.#changed());
    this.work.addEventListener("elsewhere", () => toast("Another tab has changed this level; the change is taken over. Undo takes it back."));
    this.snap = store.preferences().snap;
    /** @type {string | null} a part being dragged in from the palette */
    this.incoming = null;
    /** @type {{group: levels.Group, part: T.Part} | null} */
    this.copied = null;
    this.stage = new Stage(app.catalog, {
      label: "The level being built. Tab to a part; arrows move it, Q and E turn it, Shift makes steps small, Delete removes it.",
    });
    this.stage.svg.classList.add("building");
    this.dragging = new Dragging(this.stage, this.#host());
    this.title = this.#textField("title", "Give it a name");
    this.author = this.#textField("author", "Your name, if you like");
    /** @type {Set<string>} parts that faults and warnings speak of */
    this.atFault = new Set();
    this.warnings = warningsPanel(app.catalog, (ids) => {
      this.atFault = ids;
      this.#markFaults();
    });
    this.inspector = h("div", {});
    this.kept = h("span", { class: "sub" });
    this.undoButton = button("Undo", "undo", () => this.work.undo());
    this.redoButton = button("Redo", "redo", () => this.work.redo());
    this.certifier = certifier(app.catalog, () => this.work.level, {
      found: (certificate) => this.#found(certificate),
      attempt: (solution) => this.#open("play", solution),
    });
    this.certifier.recall(draft.certificate ?? null);
    this.root = this.#layout();
    this.shortcuts = /** @param {KeyboardEvent} event */ (event) => this.#shortcut(event);
    document.addEventListener("keydown", this.shortcuts);
    this.#show();
    this.warnings.look(this.work.level);
  }

  /** @param {'title' | 'author'} key @param {string} placeholder */
  #textField(key, placeholder) {
    const input = h("input", { type: "text", maxlength: 200, placeholder });
    input.addEventListener("input", () => this.work.commit({ ...this.work.level, [key]: input.value }, key));
    return input;
  }

  #layout() {
    const { app, work } = this;
    const opener = filePicker(app, (draft) => app.go(draftHash(draft.key)));
    const parts = palette(app.catalog, { add: (part) => this.#add(part), drag: (part, event, done) => this.#dragIn(part, event, done) });
    return h(
      "div",
      { class: "view build" },
      h("h1", { class: "sr-only" }, "Build a level"),
      h("div", { class: "panel left" }, h("h2", {}, "Add a part"), parts),
      h(
        "div",
        { class: "board" },
        h("div", { class: "stage-box" }, this.stage.svg),
        h("div", { class: "row toolbar" }, this.undoButton, this.redoButton, toggle(`Snap to ${GRID} px`, this.snap, (on) => this.#setSnap(on)), this.kept),
      ),
      h(
        "aside",
        { class: "panel right", "aria-label": "Level" },
        h("div", { class: "row" }, button("Play it", "play", () => this.#open("play", []), { class: "primary" }), button("Solve it", "bulb", () => this.#open("solve", []))),
        field("Title", this.title),
        field("Author", this.author),
        this.inspector,
        this.warnings.root,
        this.certifier.root,
        h(
          "div",
          { class: "tools" },
          button("Save", "save", () => void this.#save("bubbleball"), { title: "A file in our own format" }),
          button("Save original", "save", () => void this.#save("original"), { title: "A file in the original game’s format" }),
          opener.button,
          opener.input,
          button("Share", "share", () => void ifSound(work.level, app.catalog, () => void copyLink({ level: work.level, placements: [], physics: {} }))),
          button("New", "new", () => app.go("#/build/new")),
          button("Delete draft", "delete", () => deleteDraft(app, work.draft)),
        ),
        draftMenu(app, work.draft),
      ),
    );
  }

  /**
   * Leave for another view with the level as it is.
   * @param {'play' | 'solve'} view
   * @param {T.Placement[]} placements
   */
  #open(view, placements) {
    const { level, draft: { key, solutions } } = this.work;
    void ifSound(level, this.app.catalog, () => {
      if (store.draft(key)) this.app.openOwn(key, placements, view);
      else this.app.openMine({ level, placements, solutions }, view);
    });
  }

  /** @param {T.CertificateEvent} certificate */
  #found(certificate) {
    this.work.keep({ certificate, solutions: certificate.solutions });
    this.#kept();
  }

  /** Say whether the browser keeps the draft, and let a reload find it. */
  #kept() {
    this.kept.textContent = this.work.kept ? "Kept in this browser." : "This browser has no room for it: save a file, or delete drafts.";
    if (this.work.kept) history.replaceState(null, "", draftHash(this.work.draft.key));
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
    for (let y = tray + 20; y <= height; y += 20) lines += `M0 ${y}H${width}`;
    this.stage.layers.grid.append(s("path", { class: "grid-lines", d: lines }));
  }

  /** @returns {Host} */
  #host() {
    const { work } = this;
    const kind = (/** @type {string} */ id) => this.app.catalog.kinds.find((each) => each.name === work.thing(id)?.kind);
    return {
      has: (id) => work.thing(id) !== null,
      get: (id) => ({ ...work.shown(id), angle: work.shown(id).angle ?? 0 }),
      turns: (id) => kind(id)?.turns ?? id === levels.flagId(work.level),
      sizes: (id) => (kind(id)?.solid && kind(id)?.name !== "catapult") ?? false,
      grid: () => (this.snap ? GRID : 0),
      move: (id, pose, done, key) => this.#change(id, key ? pose : this.#snapped(id, pose), done, key),
      resize: (id, { x, y, width, height }, done) => {
        const size = Math.max(width, height);
        const round = work.thing(id)?.form === "circle";
        this.#change(id, round ? { width: size, height: size } : { x, y, width, height }, done, "");
      },
      cancel: () => {
        work.live = null;
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
   * @param {Pose} pose
   */
  #snapped(id, pose) {
    const thing = this.work.thing(id);
    if (!this.snap || !thing) return pose;
    const near = (/** @type {number} */ value, /** @type {number} */ half) => tidy(Math.round((value - half) / GRID) * GRID + half);
    return { ...pose, x: near(pose.x, thing.width / 2), y: near(pose.y, thing.height / 2) };
  }

  /**
   * @param {string} id
   * @param {Change} change
   * @param {boolean} done
   * @param {string} key
   */
  #change(id, change, done, key) {
    if (done) {
      this.work.change(id, change, key);
      return;
    }
    this.work.live = { id, change };
    if (change.width !== undefined) this.#draw(levels.changed(this.work.level, id, change));
    else this.stage.pose(id, this.dragging.host.get(id));
  }

  #changed() {
    this.#kept();
    this.certifier.recall(this.work.draft.certificate ?? null);
    this.#show();
    this.warnings.look(this.work.level);
  }

  /** @param {T.Level} level */
  #draw(level) {
    this.stage.show(level);
    for (const id of levels.ids(level)) {
      const node = this.stage.nodes.get(id);
      const part = levels.partOf(level, id)?.part;
      const ball = id === levels.ballId(level);
      const at = part ?? (ball ? level.ball : level.flag);
      node?.setAttribute("tabindex", "0");
      node?.setAttribute("role", "button");
      node?.setAttribute("aria-label", `${part ? describe(part, this.app.catalog) : ball ? "Ball" : "Flag"} at ${rounded(at.x)}, ${rounded(at.y)}`);
      node?.classList.toggle("selected", id === this.dragging.selected);
    }
    this.#markFaults();
  }

  #markFaults() {
    for (const [id, node] of this.stage.nodes) node.classList.toggle("wrong", this.atFault.has(id));
  }

  #show() {
    const { level, history: { past, future } } = this.work;
    const focused = document.activeElement?.getAttribute("data-id");
    this.#draw(level);
    this.#grid();
    if (focused) this.stage.nodes.get(focused)?.focus({ preventScroll: true });
    if (this.dragging.selected && !this.work.thing(this.dragging.selected)) this.dragging.select(null);
    this.dragging.refresh();
    for (const [input, value] of /** @type {const} */ ([[this.title, level.title], [this.author, level.author]])) {
      if (input.value !== (value ?? "")) input.value = value ?? "";
    }
    this.undoButton.disabled = past.length === 0;
    this.redoButton.disabled = future.length === 0;
    this.#showInspector();
  }

  /** Redraw the inspector; the focus stays in its field. */
  #showInspector() {
    const focused = this.inspector.contains(document.activeElement) && document.activeElement?.getAttribute("data-field");
    this.inspector.replaceChildren(this.#inspectorOf(this.dragging.selected));
    const again = focused && this.inspector.querySelector(`[data-field="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {string | null} id */
  #inspectorOf(id) {
    const { work } = this;
    if (!id) return h("p", { class: "sub" }, "Drag a part onto the level. What lies in the tray is what the player may place.");
    const change = (/** @type {Change} */ wanted) => work.change(id, wanted, `field ${id}`);
    const found = levels.partOf(work.level, id);
    if (!found) {
      const ball = id === levels.ballId(work.level);
      return goalInspector(ball ? "ball" : "flag", ball ? work.level.ball : work.level.flag, change);
    }
    return partInspector(this.app.catalog, found, {
      change,
      regroup: (group) => work.regroup(id, group),
      copy: () => this.#paste(found),
      remove: () => this.#remove(id),
    });
  }

  /** Add a part like another, beside it. @param {{group: levels.Group, part: T.Part}} like */
  #paste({ group, part }) {
    const copy = { ...part, x: part.x + BESIDE, y: part.y + BESIDE };
    this.copied = { group, part: copy }; // the next one goes beside this one
    this.#choose(this.work.add(copy, group));
  }

  /** Put a part in the middle. @param {T.Part} part */
  #add(part) {
    const { width, height, tray } = this.app.catalog.screen;
    const taken = new Set(this.work.level.scenery.map(({ x, y }) => `${x} ${y}`));
    let [x, y] = [width / 2, (tray + height) / 2];
    while (taken.has(`${x} ${y}`) && x < width - STEP) [x, y] = [x + STEP, y + STEP / 2]; // beside the last one
    this.#choose(this.work.add({ ...part, x, y }));
  }

  /** @param {string} id */
  #choose(id) {
    this.dragging.select(id);
    this.stage.nodes.get(id)?.focus({ preventScroll: true });
  }

  /** @param {T.Part} part @param {PointerEvent} event @param {boolean} done */
  #dragIn(part, event, done) {
    const at = this.stage.at(event);
    this.incoming ??= this.work.add({ ...part, x: tidy(at.x), y: tidy(at.y) });
    const id = this.incoming;
    this.dragging.select(id);
    this.work.history.last = { key: `drag ${id}`, at: performance.now() }; // undone as one
    this.#change(id, this.#snapped(id, { x: tidy(at.x), y: tidy(at.y), angle: part.angle ?? 0 }), done, `drag ${id}`);
    this.dragging.refresh();
    if (!done) return;
    this.incoming = null;
    const { width, height } = this.app.catalog.screen;
    const seen = at.x >= 0 && at.x <= width && at.y >= 0 && at.y <= height;
    if (!seen) this.work.undo(); // dropped outside: not added
  }

  /** @param {string} id */
  #remove(id) {
    if (!levels.partOf(this.work.level, id)) {
      toast("A level needs its ball and its flag.");
      return;
    }
    this.dragging.select(null);
    this.work.remove(id);
  }

  /** @param {'bubbleball' | 'original'} format */
  async #save(format) {
    try {
      const { name, text } = await api.saveFile(this.work.level, this.work.draft.solutions, format);
      const suffix = format === "original" ? "-original.json" : ".json";
      download(name.replace(/\.json$/, suffix), new Blob([text], { type: "application/json" }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    const selected = this.dragging.selected ? levels.partOf(this.work.level, this.dragging.selected) : null;
    if (key === "y" || (key === "z" && event.shiftKey)) this.work.redo();
    else if (key === "z") this.work.undo();
    else if (key === "c" && selected) this.copied = selected;
    else if (key === "v" && this.copied) this.#paste(this.copied);
    else if (key === "d" && selected) this.#paste(selected);
    else return;
    event.preventDefault();
  }

  leave() {
    this.certifier.leave();
    this.work.leave();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
