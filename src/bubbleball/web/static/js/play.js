/** Play a level: put pieces down, press Start, watch, try again. */

/** @import * as T from "./types.js" */
/** @import { App, View, Work } from "./app.js" */
import * as api from "./api.js";
import { announce, button, download, h, sentence, toast } from "./dom.js";
import { Hands } from "./hands.js";
import { Hint } from "./hint.js";
import { History } from "./history.js";
import { MINE } from "./app.js";
import { ghost, outlines } from "./overlays.js";
import { heightOf, widthOf } from "./parts.js";
import { Player } from "./player.js";
import { poseFields } from "./pose.js";
import { copyLink } from "./share.js";
import { nameOf, Stage } from "./stage.js";
import * as store from "./store.js";
import { transport } from "./transport.js";

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function play(app, work) {
  const table = new Table(app, work);
  return { root: table.root, title: work.level.title || work.name, leave: () => table.leave() };
}

class Table {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.level = work.level;
    /** @type {History<T.Placement[]>} */
    this.history = new History(work.placements);
    /** @type {T.Breach[]} */
    this.breaches = [];
    /** @type {T.Trial | null} */
    this.lastTrial = null;
    this.checking = false;
    this.stale = false;
    this.gone = new AbortController();

    this.stage = new Stage(app.catalog, { label: this.#stageLabel() });
    this.stage.show(this.level);
    this.player = new Player(this.stage);
    this.player.addEventListener("end", () => this.#ended());
    this.hands = new Hands(this.stage, this.#host());
    this.hint = new Hint(app, this.level);
    this.#labelPieces();

    this.status = h("p", { class: "status", role: "status" });
    this.fields = poseFields((pose, done) => {
      if (this.hands.selected) this.#move(this.hands.selected, pose, done, "");
      this.hands.refresh();
    });
    this.startButton = button("Start", "play", () => this.#startOrBack(), { class: "primary start" });
    this.undoButton = button("Undo", "undo", () => this.#travel(this.history.undo()));
    this.redoButton = button("Redo", "redo", () => this.#travel(this.history.redo()));
    this.hintButton = button("Hint", "hint", () => void this.#giveHint());
    this.transport = transport(this.player, { ghost: () => this.#drawGhost() });
    this.transport.hidden = true;
    this.banner = h("div", { class: "banner", role: "status" });
    this.root = this.#layout();
    this.shortcuts = /** @param {KeyboardEvent} event */ (event) => this.#shortcut(event);
    document.addEventListener("keydown", this.shortcuts);
    this.#show();
    this.#check();
  }

  #stageLabel() {
    return (
      `${this.level.title || this.work.name}. Tab to a piece; Enter puts it on the table, ` +
      "arrows move it, Q and E turn it, Shift makes steps small, Delete puts it back."
    );
  }

  #layout() {
    const { level, app, work } = this;
    const known = work.solutions.length > 0;
    const here = work.name;
    const head = h(
      "div",
      { class: "panel head" },
      h("h1", {}, level.title || (here === MINE ? "Your level" : here)),
      h("p", { class: "sub" }, here === MINE ? "from a link, a file or the builder" : here),
      h("div", { class: "start-row" }, this.startButton),
      this.status,
    );
    const panel = h(
      "aside",
      { class: "panel side", "aria-label": "Tools" },
      this.fields.root,
      h(
        "div",
        { class: "tools" },
        this.undoButton,
        this.redoButton,
        button("Reset", "reset", () => this.#set([], "")),
        this.hintButton,
        known && button("Solution", "bulb", () => this.#solution()),
        button("Share", "share", () => void copyLink(this.level, this.history.value)),
        button("Film", "film", () => void this.#film()),
      ),
      h(
        "div",
        { class: "links" },
        h("a", { class: "link", href: `#/solve/${here}` }, "Watch the solver"),
        h("a", { class: "link", href: `#/physics/${here}` }, "Change the physics"),
        h("a", { class: "link", href: `#/build/${here}` }, "Edit a copy"),
      ),
      app.changed &&
        h("p", { class: "notice" }, "The physics is changed. ", h("a", { href: `#/physics/${here}` }, "See how"), "."),
    );
    return h(
      "div",
      { class: "view play" },
      h("div", { class: "board" }, h("div", { class: "stage-box" }, this.stage.svg, this.banner), this.transport),
      head,
      panel,
    );
  }

  /** @returns {import("./hands.js").Host} */
  #host() {
    const piece = (/** @type {string} */ id) => this.level.pieces.find((part) => part.id === id);
    return {
      has: (id) => piece(id) !== undefined,
      get: (id) => {
        const part = /** @type {T.Part} */ (piece(id));
        const at = this.#placed(id) ?? { x: part.x, y: part.y, angle: part.angle ?? 0 };
        return { x: at.x, y: at.y, angle: at.angle, width: widthOf(part), height: heightOf(part) };
      },
      turns: (id) => this.app.catalog.kinds.find((kind) => kind.name === piece(id)?.kind)?.turns ?? false,
      move: (id, pose, done, key) => this.#move(id, pose, done, key),
      cancel: () => this.#travel(true),
      select: () => this.#selected(),
      take: (id) => this.#take(id),
      drop: (id) => this.#set(this.history.value.filter((p) => p.piece !== id), ""),
    };
  }

  #labelPieces() {
    for (const piece of this.level.pieces) {
      const node = this.stage.nodes.get(piece.id);
      node?.setAttribute("tabindex", "0");
      node?.setAttribute("role", "button");
    }
  }

  /** @param {string} id */
  #placed(id) {
    const list = this.live ?? this.history.value;
    return list.find((placement) => placement.piece === id);
  }

  /** Placements during a drag, not yet kept. @type {T.Placement[] | null} */
  live = null;

  /**
   * @param {string} id
   * @param {T.Pose} pose
   * @param {boolean} done
   * @param {string} key
   */
  #move(id, pose, done, key) {
    if (this.player.trial) this.#back();
    const others = this.history.value.filter((placement) => placement.piece !== id);
    const inTray = pose.y < this.app.catalog.screen.tray / 2;
    const list = done && inTray ? others : [...others, { piece: id, ...pose }];
    if (done) this.#set(list, key);
    else {
      this.live = list;
      this.#show();
      this.#check();
    }
  }

  /**
   * @param {T.Placement[]} placements
   * @param {string} key
   */
  #set(placements, key) {
    if (this.player.trial) this.#back();
    this.live = null;
    this.history.push(placements, key);
    this.#kept();
  }

  /** @param {boolean} changed */
  #travel(changed) {
    if (!changed) return;
    if (this.player.trial) this.#back();
    this.live = null;
    this.#kept();
  }

  #kept() {
    const placements = this.history.value;
    if (this.work.name === MINE) store.keepCustom({ level: this.level, placements });
    else store.keepPlacements(this.work.name, placements);
    this.#show();
    this.#check();
    this.hands.refresh();
  }

  /** Enter on a piece: out of the tray, onto the middle of the table. @param {string} id */
  #take(id) {
    if (this.#placed(id)) return;
    const { width, height, tray } = this.app.catalog.screen;
    const piece = this.level.pieces.find((part) => part.id === id);
    this.#move(id, { x: width / 2, y: (height + tray) / 2, angle: piece?.angle ?? 0 }, true, "");
    announce("On the table. Arrows move it, Q and E turn it.");
  }

  #selected() {
    this.#showFields();
    if (this.player.trial && this.hands.selected) this.#back();
  }

  #showFields() {
    const id = this.hands.selected;
    const piece = this.level.pieces.find((part) => part.id === id);
    const at = id ? this.#placed(id) : undefined;
    if (!piece || !at) this.fields.hide();
    else this.fields.show(nameOf(piece, this.app.catalog), at, this.hands.host.turns(piece.id));
  }

  /** Draw the pieces and say how things stand. */
  #show() {
    const list = this.live ?? this.history.value;
    this.stage.place(list);
    const wrong = new Set(this.breaches.map((breach) => breach.piece));
    for (const piece of this.level.pieces) {
      const node = this.stage.nodes.get(piece.id);
      const at = list.find((placement) => placement.piece === piece.id);
      node?.classList.toggle("wrong", at !== undefined && wrong.has(piece.id));
      const place = at ? `at ${at.x}, ${at.y}, turned ${at.angle}°` : "in the tray";
      const fault = this.breaches.find((breach) => breach.piece === piece.id);
      const label = `${nameOf(piece, this.app.catalog)}, ${place}${at && fault ? `. Not allowed: ${fault.detail}` : ""}`;
      node?.setAttribute("aria-label", label);
    }
    this.stage.svg.classList.toggle("fresh", list.length === 0 && this.level.pieces.length > 0);
    this.undoButton.disabled = this.history.past.length === 0;
    this.redoButton.disabled = this.history.future.length === 0;
    this.#showFields();
    this.#say();
  }

  #say() {
    if (this.player.trial) return;
    const list = this.live ?? this.history.value;
    this.status.classList.toggle("bad", this.breaches.length > 0);
    if (this.breaches.length > 0) {
      this.status.textContent = this.breaches.map((breach) => sentence(`${breach.detail}.`)).join(" ");
    } else if (list.length === 0) {
      this.status.textContent = this.level.pieces.length
        ? "Drag a piece from the tray to guide the ball to the flag. Then press Start."
        : "This level has no pieces. Press Start and watch.";
    } else this.status.textContent = "Ready. Press Start.";
    this.startButton.disabled = this.breaches.length > 0 && !this.player.trial;
  }

  /** Ask the server about the rules; one question at a time, always the latest. */
  async #check() {
    this.stale = true;
    if (this.checking) return;
    this.checking = true;
    try {
      while (this.stale && !this.gone.signal.aborted) {
        this.stale = false;
        this.breaches = await api.check(this.level, this.live ?? this.history.value);
        this.#show();
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    } finally {
      this.checking = false;
    }
  }

  #startOrBack() {
    if (this.player.trial) this.#back();
    else void this.#start();
  }

  async #start() {
    this.startButton.disabled = true;
    try {
      const trial = await api.play(this.level, this.history.value, this.app.physics, this.gone.signal);
      this.hint.clear();
      this.#drawGhost();
      this.lastTrial = trial;
      this.hands.select(null);
      this.player.load(trial);
      this.transport.hidden = false;
      this.startButton.replaceChildren(...button("Back to placing", "reset", () => {}).childNodes);
      this.status.classList.remove("bad");
      this.status.textContent = "The ball is on its way.";
      this.player.play();
    } catch (error) {
      if (!this.gone.signal.aborted) toast(error instanceof Error ? error.message : String(error), "error");
    } finally {
      this.startButton.disabled = false;
    }
  }

  /** From watching back to placing. */
  #back() {
    this.player.unload();
    this.banner.replaceChildren();
    this.transport.hidden = true;
    this.startButton.replaceChildren(...button("Start", "play", () => {}).childNodes);
    this.#drawGhost();
    this.#show();
  }

  #drawGhost() {
    this.stage.clear("ghosts");
    if (this.lastTrial && store.preferences().ghost) {
      this.stage.layers.ghosts.append(ghost(this.level, this.lastTrial, this.app.catalog.beam));
    }
  }

  #ended() {
    const trial = this.player.trial;
    if (!trial) return;
    this.status.textContent = sentence(`${trial.reason}.`);
    announce(trial.solved ? `Solved. ${trial.reason}` : `Not solved. ${trial.reason}`);
    if (!trial.solved) return;
    const { name } = this.work;
    if (!this.app.changed) store.markSolved(name, trial.placements.length);
    const next = this.app.next(name);
    this.banner.replaceChildren(
      h("strong", {}, "Solved!"),
      h("span", {}, `${trial.placements.length} of ${this.level.pieces.length} pieces`),
      next ? h("a", { class: "button primary", href: `#/play/${next.name}` }, "Next level") : "",
    );
  }

  #solution() {
    const [solution] = this.work.solutions;
    if (solution) this.#set(solution.map((placement) => ({ ...placement })), "");
    toast("A stored solution is on the table. Press Start.");
  }

  async #giveHint() {
    if (this.player.trial) this.#back();
    this.hintButton.disabled = true;
    this.status.textContent = "Asking the solver …";
    try {
      const found = await this.hint.next(this.history.value, this.app.physics, this.gone.signal);
      if (!found) {
        this.status.textContent = "The solver found no way either.";
        return;
      }
      this.hint.draw(this.stage, outlines(this.level, [found], this.app.catalog.beam, "hint"));
      const piece = this.level.pieces.find((part) => part.id === found.piece);
      const what = piece ? nameOf(piece, this.app.catalog) : found.piece;
      const text = `Try the ${what.toLowerCase()} at ${Math.round(found.x)}, ${Math.round(found.y)}, turned ${Math.round(found.angle)}°.`;
      const place = button("Put it there", null, () => {
        this.hint.clear();
        const others = this.history.value.filter((placement) => placement.piece !== found.piece);
        this.#set([...others, found], "");
      }, { class: "small" });
      this.status.replaceChildren(text, " ", place);
    } catch (error) {
      if (!this.gone.signal.aborted) this.status.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.hintButton.disabled = false;
    }
  }

  async #film() {
    try {
      const film = await api.film(this.level, [this.history.value], this.app.physics);
      download(`${(this.level.title || "level").replaceAll(/[^\w-]+/g, "-")}.gif`, film);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z") this.#travel(event.shiftKey ? this.history.redo() : this.history.undo());
    else if (key === "y") this.#travel(this.history.redo());
    else if (key === "enter") this.#startOrBack();
    else return;
    event.preventDefault();
  }

  leave() {
    this.gone.abort();
    this.player.unload();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
