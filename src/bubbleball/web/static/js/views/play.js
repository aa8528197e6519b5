/** Play a level: put pieces down, press Start, watch, try again. */

/** @import { App, View, Work } from "../app.js" */
/** @import { Host } from "../controls/dragging.js" */
/** @import * as T from "../server/types.js" */
import { MINE } from "../app.js";
import { Dragging } from "../controls/dragging.js";
import { Hint } from "../controls/hint.js";
import { poseFields } from "../controls/pose_fields.js";
import { transport } from "../controls/transport.js";
import { announce, button, download, h, relabel, toast } from "../dom.js";
import { ghost } from "../drawing/overlays.js";
import { sizeOf } from "../drawing/parts.js";
import { Player } from "../drawing/player.js";
import { nameOf, Stage } from "../drawing/stage.js";
import { Placements } from "../model/placements.js";
import { copyLink } from "../model/share.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";
import { messageOf, sentence } from "../text.js";

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function play(app, work) {
  const view = new PlayView(app, work);
  return { root: view.root, title: work.level.title || work.name, leave: () => view.leave() };
}

class PlayView {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.level = work.level;
    this.placements = new Placements(app, work);
    this.placements.addEventListener("change", () => this.#show());
    this.placements.addEventListener("verdict", () => this.#judge());
    this.placements.addEventListener("trouble", () => toast(this.placements.message, "error"));
    /** @type {T.TrialData | null} */
    this.lastTrial = null;
    this.gone = new AbortController();

    this.stage = new Stage(app.catalog, {
      label: `${this.level.title || work.name}. Tab to a piece; Enter puts it on the table, arrows move it, Q and E turn it, Shift makes steps small, Delete puts it back.`,
    });
    this.stage.show(this.level);
    for (const piece of this.level.pieces) {
      this.stage.nodes.get(piece.id)?.setAttribute("tabindex", "0");
      this.stage.nodes.get(piece.id)?.setAttribute("role", "button");
    }
    this.player = new Player(this.stage);
    this.player.addEventListener("end", () => this.#ended());
    this.dragging = new Dragging(this.stage, this.#host());
    this.hint = new Hint(app, this.level, this.stage);

    this.status = h("p", { class: "status", role: "status" });
    this.fields = poseFields((pose) => {
      if (this.dragging.selected) this.placements.move(this.dragging.selected, pose, true, "");
    });
    this.startButton = button("Start", "play", () => this.#startOrBack(), { class: "primary start" });
    this.undoButton = button("Undo", "undo", () => this.#edit(() => this.placements.undo()));
    this.redoButton = button("Redo", "redo", () => this.#edit(() => this.placements.redo()));
    this.hintButton = button("Hint", "hint", () => void this.#giveHint());
    this.transport = transport(this.player, { ghost: () => this.#drawGhost() });
    this.transport.hidden = true;
    this.banner = h("div", { class: "banner", role: "status" });
    this.root = this.#layout();
    this.shortcuts = /** @param {KeyboardEvent} event */ (event) => this.#shortcut(event);
    document.addEventListener("keydown", this.shortcuts);
    this.#show();
    void this.placements.check();
  }

  #layout() {
    const { level, app, work } = this;
    const here = work.name;
    const link = (/** @type {string} */ view, /** @type {string} */ text) =>
      h("a", { class: "link", href: `#/${view}/${here}` }, text);
    return h(
      "div",
      { class: "view play" },
      h("div", { class: "board" }, h("div", { class: "stage-box" }, this.stage.svg, this.banner), this.transport),
      h(
        "div",
        { class: "panel head" },
        h("h1", {}, level.title || (here === MINE ? "Your level" : here)),
        h("p", { class: "sub" }, here === MINE ? "from a link, a file or the builder" : here),
        h("div", { class: "start-row" }, this.startButton),
        this.status,
      ),
      h(
        "aside",
        { class: "panel side", "aria-label": "Tools" },
        this.fields.root,
        h(
          "div",
          { class: "tools" },
          this.undoButton,
          this.redoButton,
          button("Reset", "reset", () => this.#edit(() => this.placements.set([]))),
          this.hintButton,
          work.solutions.length > 0 && button("Solution", "bulb", () => this.#solution()),
          button("Share", "share", () => void copyLink(level, this.placements.current)),
          button("Film", "film", () => void this.#film()),
        ),
        h("div", { class: "links" }, link("solve", "Watch the solver"), link("physics", "Change the physics"), link("build", "Edit a copy")),
        app.changed && h("p", { class: "notice" }, "The physics is changed. ", h("a", { href: `#/physics/${here}` }, "See how"), "."),
      ),
    );
  }

  /** @returns {Host} */
  #host() {
    const { placements } = this;
    return {
      has: (id) => placements.piece(id) !== undefined,
      get: (id) => {
        const part = /** @type {T.Part} */ (placements.piece(id));
        const at = placements.placed(id) ?? { x: part.x, y: part.y, angle: part.angle ?? 0 };
        return { x: at.x, y: at.y, angle: at.angle, ...sizeOf(part, this.app.catalog) };
      },
      turns: (id) => placements.turns(id),
      move: (id, pose, done, key) => this.#edit(() => placements.move(id, pose, done, key)),
      cancel: () => placements.cancel(),
      select: (id) => {
        this.#showFields();
        if (id) this.#edit(() => {});
      },
      take: (id) => this.#take(id),
      drop: (id) => this.#edit(() => placements.remove(id)),
    };
  }

  /** Change the table; whoever was watching is placing again. @param {() => void} change */
  #edit(change) {
    if (this.player.trial) this.#back();
    change();
  }

  /** Enter on a piece: out of the tray, onto the middle of the placements. @param {string} id */
  #take(id) {
    if (this.placements.placed(id)) return;
    const { width, height, tray } = this.app.catalog.screen;
    const angle = this.placements.piece(id)?.angle ?? 0;
    this.#edit(() => this.placements.move(id, { x: width / 2, y: (height + tray) / 2, angle }, true, ""));
    announce("On the placements. Arrows move it, Q and E turn it.");
  }

  #showFields() {
    const id = this.dragging.selected;
    const piece = id ? this.placements.piece(id) : undefined;
    const at = id ? this.placements.placed(id) : undefined;
    if (!piece || !at) this.fields.hide();
    else this.fields.show(nameOf(piece, this.app.catalog), at, this.placements.turns(piece.id));
  }

  /** Draw the pieces where they are. */
  #show() {
    const { history: { past, future }, current } = this.placements;
    if (this.player.trial) return;
    this.stage.place(current);
    this.stage.svg.classList.toggle("fresh", current.length === 0 && this.level.pieces.length > 0);
    this.undoButton.disabled = past.length === 0;
    this.redoButton.disabled = future.length === 0;
    this.#showFields();
    this.dragging.refresh();
    this.#judge();
  }

  /** Say how things stand by the rules. */
  #judge() {
    const { placements } = this;
    if (this.player.trial) return;
    for (const piece of this.level.pieces) {
      const at = placements.placed(piece.id);
      const fault = at && placements.breaches.find((breach) => breach.piece === piece.id);
      const place = at ? `at ${at.x}, ${at.y}, turned ${at.angle}°` : "in the tray";
      const node = this.stage.nodes.get(piece.id);
      node?.classList.toggle("wrong", fault !== undefined);
      node?.setAttribute("aria-label", `${nameOf(piece, this.app.catalog)}, ${place}${fault ? `. Not allowed: ${fault.detail}` : ""}`);
    }
    this.startButton.disabled = placements.breaches.length > 0;
    this.status.classList.toggle("bad", placements.breaches.length > 0);
    this.status.textContent = this.#verdict();
  }

  #verdict() {
    const { breaches, current } = this.placements;
    if (breaches.length > 0) return breaches.map((breach) => sentence(`${breach.detail}.`)).join(" ");
    if (current.length > 0) return "Ready. Press Start.";
    return this.level.pieces.length
      ? "Drag a piece from the tray to guide the ball to the flag. Then press Start."
      : "This level has no pieces. Press Start and watch.";
  }

  #startOrBack() {
    if (this.player.trial) this.#back();
    else void this.#start();
  }

  async #start() {
    this.startButton.disabled = true;
    try {
      const trial = await api.play(this.level, this.placements.history.value, this.app.physics, this.gone.signal);
      this.hint.clear();
      this.#drawGhost();
      this.lastTrial = trial;
      this.dragging.select(null);
      this.player.load(trial);
      this.transport.hidden = false;
      relabel(this.startButton, "Back to placing", "reset");
      this.status.classList.remove("bad");
      this.status.textContent = "The ball is rolling.";
      this.player.play();
    } catch (error) {
      if (!this.gone.signal.aborted) toast(messageOf(error), "error");
    } finally {
      this.startButton.disabled = false;
    }
  }

  /** From watching back to placing. */
  #back() {
    this.player.unload();
    this.banner.replaceChildren();
    this.transport.hidden = true;
    relabel(this.startButton, "Start", "play");
    this.#drawGhost();
    this.#show();
  }

  #drawGhost() {
    this.stage.clear("ghosts");
    if (this.lastTrial && store.preferences().ghost) {
      this.stage.layers.ghosts.append(ghost(this.level, this.lastTrial, this.app.catalog));
    }
  }

  #ended() {
    const trial = this.player.trial;
    if (!trial) return;
    this.status.textContent = sentence(`${trial.reason}.`);
    announce(trial.solved ? `Solved. ${trial.reason}` : `Not solved. ${trial.reason}`);
    if (!trial.solved) return;
    const { name } = this.work;
    if (!this.app.changed && name !== MINE) store.markSolved(name, trial.placements.length);
    const next = this.app.next(name);
    this.banner.replaceChildren(
      h("strong", {}, "Solved!"),
      h("span", {}, `${trial.placements.length} of ${this.level.pieces.length} pieces`),
      next ? h("a", { class: "button primary", href: `#/play/${next.name}` }, "Next level") : "",
    );
  }

  #solution() {
    const [solution] = this.work.solutions;
    if (solution) this.#edit(() => this.placements.set(solution));
    toast("A stored solution is on the placements. Press Start.");
  }

  async #giveHint() {
    if (this.player.trial) this.#back();
    this.hintButton.disabled = true;
    this.status.textContent = "Asking the solver …";
    try {
      const found = await this.hint.show(this.placements.current, this.gone.signal);
      const { placement } = found;
      if (!placement) this.status.textContent = found.text;
      else {
        const place = button("Put it there", null, () => {
          this.hint.clear();
          this.placements.put(placement);
        }, { class: "small" });
        this.status.replaceChildren(found.text, " ", place);
      }
    } catch (error) {
      if (!this.gone.signal.aborted) this.status.textContent = messageOf(error);
    } finally {
      this.hintButton.disabled = false;
    }
  }

  async #film() {
    try {
      const film = await api.film(this.level, [this.placements.history.value], this.app.physics);
      download(`${(this.level.title || "level").replaceAll(/[^\w-]+/g, "-")}.gif`, film);
    } catch (error) {
      toast(messageOf(error), "error");
    }
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z") this.#edit(() => (event.shiftKey ? this.placements.redo() : this.placements.undo()));
    else if (key === "y") this.#edit(() => this.placements.redo());
    else if (key === "enter") this.#startOrBack();
    else return;
    event.preventDefault();
  }

  leave() {
    this.gone.abort();
    this.placements.left = true;
    this.player.unload();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
