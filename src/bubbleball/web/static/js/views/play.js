/** Play a level: place pieces, press Start, watch, try again. */

/** @import { App, View, Work } from "../app.js" */
/** @import { Host } from "../controls/dragging.js" */
/** @import * as T from "../server/types.js" */
import { attemptStrip } from "../controls/attempt_strip.js";
import { Coach, hasHelp } from "../controls/coach.js";
import { Dragging } from "../controls/dragging.js";
import { HeatMapButton } from "../controls/heat_map.js";
import { isDue, Lesson } from "../controls/lesson.js";
import { pieceCards } from "../controls/piece_cards.js";
import { poseFields } from "../controls/pose_fields.js";
import { Race } from "../controls/race.js";
import { soundsOf } from "../controls/sounds.js";
import { transport } from "../controls/transport.js";
import { nextLink, noteWin, winBanner } from "../controls/win.js";
import { announce, button, h, relabel } from "../dom.js";
import { ghost, line } from "../drawing/overlays.js";
import { sizeOf } from "../drawing/parts.js";
import { physicsMarks } from "../drawing/physics_marks.js";
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import { keepAttempt } from "../model/attempts.js";
import { breachText, nameIn } from "../model/names.js";
import { Placements } from "../model/placements.js";
import { tidyAngle } from "../model/poses.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";
import { connection } from "../server/connection.js";
import { rounded, sentence } from "../text.js";
import { playLayout } from "./play_layout.js";

/**
 * @param {App} app
 * @param {Work} work
 * @returns {View}
 */
export function play(app, work) {
  const view = new PlayView(app, work);
  return { root: view.root, title: work.title, leave: () => view.leave() };
}

export class PlayView {
  /** @param {App} app @param {Work} work */
  constructor(app, work) {
    this.app = app;
    this.work = work;
    this.level = work.level;
    this.placements = new Placements(app, work);
    this.placements.addEventListener("change", () => this.#show());
    this.placements.addEventListener("verdict", () => this.#judge());
    /** @type {T.TrialData | null} */
    this.lastTrial = null;
    /** @type {T.TrialData | null} the attempt before that */
    this.earlier = null;
    /** @type {T.TrialData | null} whose outcome the player does not know yet */
    this.untold = null;
    this.handled = ""; // the piece that was selected last
    this.asking = false; // for a trial
    this.gone = new AbortController();

    this.stage = new Stage(app.catalog, {
      label: `${work.title}. Tab to a piece; Enter takes it from the tray, arrows move it, Q and E turn it, Shift makes steps small, Delete puts it back.`,
    });
    this.stage.show(this.level);
    for (const piece of this.level.pieces) {
      this.stage.nodes.get(piece.id)?.setAttribute("tabindex", "0");
      this.stage.nodes.get(piece.id)?.setAttribute("role", "button");
    }
    this.player = new Player(this.stage);
    this.player.addEventListener("end", () => this.#ended());
    this.player.addEventListener("change", () => {
      this.banner.hidden = this.player.frame < this.player.last;
    });
    soundsOf(this.player);
    this.dragging = new Dragging(this.stage, this.#host());
    this.coach = new Coach(app, work, this.stage, this.placements, (change) => this.#edit(change));

    this.status = h("p", { class: "status", role: "status" });
    this.fields = poseFields((pose) => {
      if (this.dragging.selected) this.placements.move(this.dragging.selected, pose, "");
    });
    this.startButton = button("Start", "play", () => this.#startOrBack(), { class: "primary start" });
    this.undoButton = button("Undo", "undo", () => this.#edit(() => this.placements.undo()), { class: "third" });
    this.redoButton = button("Redo", "redo", () => this.#edit(() => this.placements.redo()), { class: "third" });
    this.transport = transport(this.player, { physics: physicsMarks(this.player, this.level, () => app.physics) });
    this.transport.hidden = true;
    this.banner = h("div", { class: "banner", role: "status" });
    this.lesson = isDue(app, work) ? new Lesson(this.stage, this.placements, work) : null;
    this.attempts = attemptStrip(app.catalog, this.level, work.key, (attempt) => this.#restore(attempt));
    this.heat = new HeatMapButton(app, this.level, this.stage, this.placements, () => store.noteHelp(work.key));
    this.race = new Race(app, work);
    this.cards = pieceCards(app, work, this.gone.signal);
    this.startRow = h("div", { class: "start-row" }, this.startButton);
    this.root = playLayout(this);
    this.shortcuts = /** @param {KeyboardEvent} event */ (event) => this.#shortcut(event);
    document.addEventListener("keydown", this.shortcuts);
    connection.addEventListener("change", () => void (connection.away || this.placements.check()), { signal: this.gone.signal });
    this.#show();
    void this.placements.check();
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
      move: (id, pose, done, key) => this.#edit(() => (key ? placements.move(id, pose, key) : placements.drag(id, pose, done))),
      cancel: () => placements.cancel(),
      select: () => {
        this.#showFields();
        if (this.dragging.selected) this.#edit(() => {});
      },
      take: (id) => this.#take(id),
      drop: (id) => this.#edit(() => placements.remove(id)),
    };
  }

  /** Change the placements; whoever was watching is placing again. @param {() => void} change */
  #edit(change) {
    if (this.player.trial) this.#back();
    change();
  }

  /** Begin the level again: what was asked of the coach is forgotten. */
  reset() {
    store.forgetHelp(this.work.key);
    this.#edit(() => this.placements.set([]));
  }

  /** Enter on a piece: from the tray to the middle of the screen. @param {string} id */
  #take(id) {
    if (this.placements.placed(id)) return;
    const { width, height, tray } = this.app.catalog.screen;
    const angle = this.placements.piece(id)?.angle ?? 0;
    this.#edit(() => this.placements.move(id, { x: width / 2, y: (height + tray) / 2, angle }, ""));
    announce("Placed in the middle. Arrows move it, Q and E turn it.");
  }

  /** An earlier attempt again, with the path of its ball. @param {import("../model/attempts.js").Attempt} attempt */
  #restore({ placements, path }) {
    this.#edit(() => this.placements.set(placements));
    this.stage.clear("ghosts");
    this.stage.layers.ghosts.append(line(path, "ghost-path"));
  }

  /** The pose of the piece that is selected; during a run of the one that was, and it cannot be changed. */
  #showFields() {
    const { player: { trial }, dragging: { selected }, placements } = this;
    if (selected) this.handled = selected;
    const watched = trial?.placements.find((each) => each.piece === this.handled) ?? trial?.placements[0];
    const id = trial ? watched?.piece : selected;
    const at = trial ? watched : placements.placed(selected ?? "");
    this.heat.select(at && !trial ? selected : null);
    this.fields.root.hidden = trial !== null && !at;
    if (id && at) this.fields.show(sentence(nameIn(this.level, id, this.app.catalog)), at, placements.turns(id), trial !== null);
    else this.fields.clear();
  }

  /** Draw the pieces where they are. */
  #show() {
    const { history: { past, future }, current } = this.placements;
    this.heat.clear();
    if (this.player.trial) return;
    this.stage.place(current);
    this.stage.svg.classList.toggle("fresh", current.length === 0 && this.level.pieces.length > 0);
    this.undoButton.disabled = past.length === 0;
    this.redoButton.disabled = future.length === 0;
    this.#showFields();
    this.dragging.refresh();
    this.#judge();
  }

  /** Say which rules are broken. */
  #judge() {
    const { placements, app: { catalog } } = this;
    if (this.player.trial) return;
    for (const piece of this.level.pieces) {
      const at = placements.placed(piece.id);
      const fault = at && placements.breaches.find((breach) => breach.piece === piece.id);
      const place = at ? `at ${rounded(at.x)}, ${rounded(at.y)}, turned ${rounded(tidyAngle(at.angle))}°` : "in the tray";
      const node = this.stage.nodes.get(piece.id);
      node?.classList.toggle("wrong", fault !== undefined);
      node?.setAttribute("aria-label", `${sentence(nameIn(this.level, piece.id, catalog))}, ${place}${fault ? `. Not allowed: ${breachText(fault, this.level, catalog)}` : ""}`);
    }
    this.startButton.disabled = placements.breaches.length > 0;
    this.status.classList.toggle("bad", placements.breaches.length > 0);
    this.status.textContent = placements.verdict;
  }

  #startOrBack() {
    if (this.player.trial) this.#back();
    else void this.#start();
  }

  async #start() {
    if (this.asking || this.placements.breaches.length > 0) return;
    this.asking = true;
    try {
      const trial = await api.play(this.level, this.placements.history.value, this.app.physics, this.gone.signal);
      noteWin(this.app, this.work, trial);
      keepAttempt(this.work.key, trial, this.app.physics, hasHelp(this.work, trial.placements));
      this.untold = trial;
      this.coach.clear();
      this.drawGhost();
      this.earlier = this.lastTrial;
      this.lastTrial = trial;
      this.player.load(trial);
      this.dragging.select(null);
      this.#showFields();
      this.transport.hidden = false;
      this.#relabelStart("Back to placing", "reset");
      this.status.classList.remove("bad");
      this.status.textContent = "The ball is rolling.";
      this.lesson?.started();
      this.player.play();
    } catch (error) {
      complain(error);
    } finally {
      this.asking = false;
    }
  }

  /** Show the outcome among the attempts and in the race; before the end of the run it would be a spoiler. */
  #tell() {
    if (!this.untold) return;
    this.attempts.refresh();
    this.race.tried(this.untold.solved, hasHelp(this.work, this.untold.placements));
    this.untold = null;
  }

  /** From watching back to placing. */
  #back() {
    this.#tell();
    this.player.unload();
    this.coach.clear();
    this.banner.replaceChildren();
    this.startRow.querySelector(".next-level")?.remove();
    this.transport.hidden = true;
    this.#relabelStart("Start", "play");
    this.drawGhost();
    this.#show();
  }

  /** Only Start is the main thing to do. @param {string} label @param {string} symbol */
  #relabelStart(label, symbol) {
    relabel(this.startButton, label, symbol);
    this.startButton.classList.toggle("primary", label === "Start");
  }

  /** The last attempt, if the player wants to see it. */
  drawGhost() {
    this.stage.clear("ghosts");
    const shown = this.player.trial ? this.earlier : this.lastTrial;
    if (shown && store.preferences().ghost) {
      this.stage.layers.ghosts.append(ghost(this.level, shown, this.app.catalog));
    }
  }

  #ended() {
    const trial = this.player.trial;
    if (!trial) return;
    this.#tell();
    const account = this.coach.account(trial);
    this.status.textContent = account;
    announce(trial.solved ? `Solved. ${account}` : `Not solved. ${account}`);
    this.lesson?.ended(trial.solved);
    if (trial.solved) this.#celebrate(trial);
    else this.coach.offer(trial, () => this.#seeTheMiss(trial));
  }

  /** Slowly past the moment at which the ball was nearest to the flag. @param {T.TrialData} trial */
  #seeTheMiss({ account: { frame } }) {
    const before = this.app.catalog.frames; // one second
    this.player.pause();
    this.player.seek(Math.max(0, frame - before));
    this.player.playTo(frame);
  }

  /** @param {T.TrialData} trial */
  #celebrate(trial) {
    this.banner.replaceChildren(...winBanner(this.app, this.work, trial));
    this.banner.hidden = false;
    this.startRow.querySelector(".next-level")?.remove();
    this.startRow.prepend(nextLink(this.app, this.work)); // the button beside it keeps the focus
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (!typing && this.player.trial && (event.key === "," || event.key === ".")) {
      this.transport.dispatchEvent(new CustomEvent("stepframe", { detail: event.key === "," ? -1 : 1 }));
    }
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
    this.coach.leave();
    this.race.leave();
    this.placements.left = true;
    this.player.unload();
    document.removeEventListener("keydown", this.shortcuts);
  }
}
