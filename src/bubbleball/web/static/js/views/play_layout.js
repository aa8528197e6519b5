/** The game's view: the picture, what happened, and the tools beside it. */

/** @import { PlayView } from "./play.js" */
import { hasHelp } from "../controls/coach.js";
import { filmButton, stem } from "../controls/film_button.js";
import { levelNav } from "../controls/level_nav.js";
import { button, download, h, toggle } from "../dom.js";
import { complain } from "../errors.js";
import { copyLink } from "../model/share.js";
import * as store from "../model/store.js";
import * as api from "../server/api.js";

/** @param {PlayView} view */
export function playLayout(view) {
  const { app, work } = view;
  const link = (/** @type {string} */ hash, /** @type {string} */ text) => h("a", { class: "link", href: `#/${hash}` }, text);
  return h(
    "div",
    { class: "view play" },
    h("div", { class: "board" }, h("div", { class: "stage-box" }, view.stage.svg, view.banner), view.transport, view.cards.box, view.attempts.root),
    h(
      "div",
      { class: "panel head" },
      h("h1", {}, work.title),
      levelNav(app, work, "play"),
      app.changed && h("p", { class: "notice" }, "The physics is changed: a win does not count. ", h("a", { href: `#/physics/${work.name}` }, "See how"), "."),
      view.startRow,
      view.lesson?.box,
      view.status,
      view.coach.box,
      view.race.box,
    ),
    h(
      "aside",
      { class: "panel side", "aria-label": "Tools" },
      view.fields.root,
      tools(view),
      toggle("Show the last attempt", store.preferences().ghost, (on) => {
        store.prefer({ ghost: on });
        view.drawGhost();
      }),
      h(
        "div",
        { class: "links" },
        link(`solve/${work.name}`, "Watch the solver"),
        link(`physics/${work.name}`, "Change the physics"),
        work.draft ? link(`build/draft/${work.draft}`, "Back to the builder") : link(`build/${work.name}`, "Edit a copy"),
      ),
    ),
  );
}

/** @param {PlayView} view */
function tools(view) {
  const { app, work, level, placements } = view;
  return h(
    "div",
    { class: "tools" },
    view.undoButton,
    view.redoButton,
    button("Reset", "reset", () => view.reset(), { class: "third" }),
    view.coach.hintButton,
    work.solutions.length > 0 && view.coach.solutionButton,
    button("Share", "share", () => share(view)),
    filmButton(app.catalog, () => ({ level, trials: [placements.history.value], physics: app.physics })),
    button("Save as page", "save", () => void savePage(view), { class: "wide", title: "The run as one file that plays anywhere; an iframe can show it" }),
    view.heat.button,
    view.heat.key,
    view.race.button,
    view.cards.all,
  );
}

/** @param {PlayView} view */
function share({ app, work, level, placements }) {
  const placed = placements.history.value;
  void copyLink({ level, placements: hasHelp(work, placed) ? [] : placed, physics: app.physics }); // a link must not give a solution away
}

/** @param {PlayView} view */
async function savePage({ app, work, level, placements }) {
  try {
    download(`${stem(work.title)}-run.html`, await api.runPage({ level, placements: placements.history.value, physics: app.physics }));
  } catch (error) {
    complain(error);
  }
}
