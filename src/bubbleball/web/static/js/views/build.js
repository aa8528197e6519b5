/** Build a level: draw ground, place ball and flag, fill the tray, check, play, certify, share. */

/** @import { App, View } from "../app.js" */
/** @import { Change } from "../model/levels.js" */
/** @import { Draft } from "../model/store.js" */
/** @import * as T from "../server/types.js" */
import { Arranging, GRID } from "../controls/arranging.js";
import { certifier } from "../controls/certifier.js";
import { deleteDraft, draftMenu } from "../controls/draft_menu.js";
import { filePicker } from "../controls/file_picker.js";
import { goalInspector, partInspector, severalInspector } from "../controls/inspector.js";
import { palette } from "../controls/palette.js";
import { partList } from "../controls/part_list.js";
import { ifSound, warningsPanel } from "../controls/warnings.js";
import { button, download, field, h, toast, toggle } from "../dom.js";
import { ballPath, figures } from "../drawing/overlays.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import { Drafting } from "../model/drafting.js";
import { draftAt, draftHash } from "../model/drafts.js";
import * as levels from "../model/levels.js";
import { describe, nameIn } from "../model/names.js";
import { copyLink } from "../model/share.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";
import { rounded, sentence } from "../text.js";

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
    this.stage = new Stage(app.catalog, {
      label: "The level being built. Tab to a part; arrows move it, Q and E turn it, Shift makes steps small, Delete removes it. Shift and Enter select several.",
    });
    this.stage.svg.classList.add("building");
    this.arranging = new Arranging(this.work, this.stage, store.preferences().snap, {
      select: () => this.#selected(),
      show: () => this.#show(),
      draw: (level) => this.#draw(level),
    });
    this.dragging = this.arranging.dragging;
    this.parts = partList(app.catalog, {
      select: (id, adds) => (adds || this.arranging.several ? this.dragging.toggle(id) : this.dragging.select(id)),
      remove: () => this.arranging.remove(),
    });
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
      preview: (solution) => void this.#preview(solution),
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
    const parts = palette(app.catalog, { add: (part) => this.arranging.add(part), drag: (part, event, done) => this.arranging.dragIn(part, event, done), cancel: () => this.arranging.cancelIn() });
    const several = toggle("Select several", false, (on) => {
      this.arranging.several = on;
    }, { title: "Or hold Shift, or draw a box around them" });
    return h(
      "div",
      { class: "view build" },
      h("h1", { class: "sr-only" }, "Build a level"),
      h("div", { class: "panel left" }, h("h2", {}, "Add a part"), parts),
      h(
        "div",
        { class: "board" },
        h("div", { class: "stage-box" }, this.stage.svg),
        h("div", { class: "row toolbar" }, this.undoButton, this.redoButton, toggle(`Snap to ${GRID} px`, this.arranging.snap, (on) => this.#setSnap(on)), several),
        this.parts.root,
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
        this.kept,
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

  /** Show a solution on the picture, with the ball's path, until something changes. @param {T.Placement[] | null} solution */
  async #preview(solution) {
    const { stage, work: { level }, app: { catalog } } = this;
    stage.clear("roles", "traces");
    if (!solution) return;
    const shown = figures(level, solution, catalog, "preview");
    stage.layers.roles.append(shown);
    stage.svg.scrollIntoView({ block: "nearest" });
    try {
      const trial = await api.play(level, solution, {});
      if (shown.isConnected) stage.layers.traces.append(ballPath(trial, "trace"));
    } catch (error) {
      complain(error);
    }
  }

  /** Say whether the browser keeps the draft, and let a reload find it. */
  #kept() {
    this.kept.textContent = this.work.kept ? "Kept in this browser." : "This browser has no room for it: save a file, or delete drafts.";
    if (this.work.kept) history.replaceState(null, "", draftHash(this.work.draft.key));
  }

  /** @param {boolean} on */
  #setSnap(on) {
    this.arranging.snap = on;
    store.prefer({ snap: on });
    this.arranging.grid();
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
      node?.classList.toggle("selected", this.dragging.chosen.has(id));
    }
    this.#markFaults();
  }

  #markFaults() {
    for (const [id, node] of this.stage.nodes) node.classList.toggle("wrong", this.atFault.has(id));
    this.parts.show(this.work.level, this.dragging.chosen, this.atFault);
  }

  #selected() {
    this.parts.show(this.work.level, this.dragging.chosen, this.atFault);
    this.#showInspector();
  }

  #show() {
    const { level, history: { past, future } } = this.work;
    const focused = document.activeElement?.getAttribute("data-id");
    this.#draw(level);
    this.arranging.grid();
    if (focused) this.stage.nodes.get(focused)?.focus({ preventScroll: true });
    this.dragging.selectAll([...this.dragging.chosen].filter((id) => this.work.thing(id)));
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
    this.inspector.replaceChildren(this.#inspectorOf([...this.dragging.chosen]));
    const again = focused && this.inspector.querySelector(`[data-field="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {string[]} chosen */
  #inspectorOf(chosen) {
    const { work, arranging } = this;
    const [id] = chosen;
    const actions = { copy: () => arranging.paste(arranging.parts), remove: () => arranging.remove() };
    if (chosen.length > 1) return severalInspector(chosen.length, actions);
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
      teleports: levels.teleports(work.level).filter((other) => other !== id).map((other) => [other, sentence(nameIn(work.level, other, this.app.catalog))]),
      partner: levels.partner(work.level, id) ?? "",
      pair: (other) => work.commit(levels.paired(work.level, id, other)),
      ...actions,
    });
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
    if (key === "y" || (key === "z" && event.shiftKey)) this.work.redo();
    else if (key === "z") this.work.undo();
    else if (!this.arranging.shortcut(key)) return;
    event.preventDefault();
  }

  leave() {
    this.certifier.leave();
    this.work.leave();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
