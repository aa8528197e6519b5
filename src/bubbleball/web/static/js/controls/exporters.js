/** A solve taken away: as a page to read, as a film, as data. */

/** @import { SolveStream } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { button, download, toast } from "../dom.js";
import * as api from "../server/api.js";
import { messageOf } from "../text.js";

/** @param {string} title */
const stem = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "level";

/**
 * @param {SolveStream} stream
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 */
export function exporters(stream, level, catalog) {
  const name = stem(level.title ?? "");

  /** @param {() => Promise<void> | void} action */
  const safely = (action) => async () => {
    try {
      await action();
    } catch (error) {
      toast(messageOf(error), "error");
    }
  };

  const report = button("Report", "save", safely(async () => {
    if (stream.id) download(`${name}-report.html`, await api.report(stream.id));
  }), { title: "One page with every step, to read and to send" });

  const film = button("Film", "film", safely(async () => {
    const trials = stream.trials.map((step) => step.placements).slice(-catalog.limits.film_trials);
    if (stream.request) download(`${name}.gif`, await api.film(level, trials, stream.request.physics));
  }), { title: "The trials as an animated GIF" });

  const data = button("JSON", "save", safely(() => {
    const { level: _, ...settings } = /** @type {T.SolveBody} */ (stream.request);
    const content = { level, settings, record: stream.record, moments: stream.moments };
    download(`${name}-solve.json`, new Blob([JSON.stringify(content)], { type: "application/json" }));
  }), { title: "Every thought and every frame" });

  const refresh = () => {
    report.disabled = stream.busy || !stream.record;
    film.disabled = stream.busy || stream.trials.length === 0;
    data.disabled = stream.busy || stream.moments.length === 0;
  };
  refresh();
  return { buttons: [report, film, data], refresh };
}
