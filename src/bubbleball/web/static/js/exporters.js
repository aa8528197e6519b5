/** A solve taken away: as a page to read, as a film, as data. */

/** @import * as T from "./types.js" */
/** @import { Run } from "./run.js" */
import * as api from "./api.js";
import { button, download, toast } from "./dom.js";

/** @param {string} title */
const stem = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "level";

/**
 * @param {Run} run
 * @param {T.Level} level
 */
export function exporters(run, level) {
  const name = stem(level.title ?? "");

  /** @param {() => Promise<void> | void} action */
  const safely = (action) => async () => {
    try {
      await action();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  };

  const report = button("Report", "save", safely(async () => {
    if (run.id) download(`${name}-report.html`, await api.exported(run.id, "report.html"));
  }), { title: "One page with every step, to read and to send" });

  const film = button("Film", "film", safely(async () => {
    const trials = run.trials.map((step) => step.placements);
    if (run.request) download(`${name}.gif`, await api.film(level, trials, run.request.physics));
  }), { title: "The trials as an animated GIF" });

  const data = button("JSON", "save", safely(() => {
    const { level: _, ...settings } = /** @type {T.SolveRequest} */ (run.request);
    const content = { level, settings, record: run.record, moments: run.moments };
    download(`${name}-solve.json`, new Blob([JSON.stringify(content)], { type: "application/json" }));
  }), { title: "Every thought and every frame" });

  const refresh = () => {
    report.disabled = run.busy || !run.record;
    film.disabled = run.busy || run.trials.length === 0;
    data.disabled = run.busy || run.moments.length === 0;
  };
  refresh();
  return { buttons: [report, film, data], refresh };
}
