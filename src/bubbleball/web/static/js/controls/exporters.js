/** Exports of a solve: as a page to read, as a film, as data. */

/** @import { SolveStream } from "../server/solve_stream.js" */
/** @import * as T from "../server/types.js" */
import { button, download } from "../dom.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";
import { filmButton, stem } from "./film_button.js";

/**
 * @param {SolveStream} stream
 * @param {T.Level} level
 * @param {T.Catalog} catalog
 */
export function exporters(stream, level, catalog) {
  const name = stem(level.title);

  const report = button("Report", "save", async () => {
    try {
      if (stream.id) download(`${name}-report.html`, await api.report(stream.id));
    } catch (error) {
      complain(error);
    }
  }, { title: "One page with every step, to read and to send"});

  const film = filmButton(catalog, () => ({
    level,
    trials: stream.trials.map((step) => step.placements),
    physics: stream.request?.physics ?? {},
  }));

  const page = button("Save as page", "save", async () => {
    try {
      if (stream.id) download(`${name}-story.html`, await api.story(stream.id));
    } catch (error) {
      complain(error);
    }
  }, { title: "One file that plays anywhere, without the studio; an iframe can show it" });

  const data = button("JSON", "save", () => {
    const { level: _, ...settings } = /** @type {T.SolveBody} */ (stream.request);
    const content = { level, settings, record: stream.record, moments: stream.moments };
    download(`${name}-solve.json`, new Blob([JSON.stringify(content)], { type: "application/json" }));
  }, { title: "Every thought and every frame" });

  const refresh = () => {
    report.disabled = stream.busy || !stream.record;
    film.disabled = stream.busy || stream.trials.length === 0;
    page.disabled = report.disabled;
    data.disabled = stream.busy || stream.moments.length === 0;
  };
  refresh();
  return { buttons: [report, page, film, data], refresh };
}
