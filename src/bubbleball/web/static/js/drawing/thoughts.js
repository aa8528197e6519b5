/** A solver's thoughts as pictures on the stage, and the legend that explains them. */

/** @import { Known } from "../model/known.js" */
/** @import * as T from "../server/types.js" */
/** @import { Stage } from "./stage.js" */
import { h, s } from "../dom.js";
import { ballPath, cloud, line, outlines, regionMark } from "./overlays.js";

export class Thoughts {
  /** @param {Stage} stage @param {T.Level} level */
  constructor(stage, level) {
    this.stage = stage;
    this.level = level;
  }

  clear() {
    this.stage.clear("thoughts");
  }

  /**
   * @param {Known} known
   * @param {T.Catalog} catalog
   */
  draw(known, catalog) {
    const layer = this.stage.layers.thoughts;
    layer.replaceChildren();
    if (known.region) layer.append(regionMark(known.region));
    known.guides.slice(1).forEach((guide) => layer.append(line(guide, "guide other")));
    if (known.guides[0]) layer.append(line(known.guides[0], "guide"));
    if (known.trial && !known.fresh) layer.append(ballPath(known.trial, "recorded"));
    if (known.candidates.length && !known.fresh) layer.append(cloud(known.candidates));
    if (!known.fresh) {
      layer.append(outlines(this.level, known.supports, catalog, "support-block"));
      layer.append(outlines(this.level, known.main ? [known.main] : [], catalog, "main-block"));
    }
    if (known.predicted.length) layer.append(line(known.predicted, "predicted"));
    for (const event of known.events) {
      const title = s("title", {}, `expected: meets ${event.part} after ${event.seconds.toFixed(2)} s`);
      layer.append(s("g", { class: "meeting" }, title, s("circle", { cx: event.x, cy: event.y, r: 5 })));
    }
  }
}

/** @type {[string, string, string][]} swatch, name, explanation */
const ENTRIES = [
  ["guide", "Guide path", "a path for the ball from start to flag, by geometry alone"],
  ["recorded", "Recorded path", "what the ball did in the last trial"],
  ["region", "Local region", "where the recorded path leaves the guide path: something must be placed here"],
  ["target", "Target", "where the ball should get to next"],
  ["candidates", "Candidates", "placements tried in the models, coloured from good to bad; the best are large"],
  ["main", "Main block", "the piece that should meet the ball"],
  ["support", "Supporting block", "a piece that only holds another"],
  ["predicted", "Predicted path", "what the solver expects before the trial"],
];

export function legend() {
  const items = ENTRIES.map(([swatch, name, text]) =>
    h("li", {}, h("i", { class: `swatch ${swatch}` }), h("b", {}, name), h("span", {}, text)));
  return h("details", { class: "legend", open: matchMedia("(min-width: 981px)").matches }, h("summary", {}, "What the colours mean"), h("ul", {}, ...items));
}
