/** A button that films trials, shows how far it is, and cancels when it is pressed again. */

/** @import * as T from "../server/types.js" */
import { button, download, relabel } from "../dom.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";

/** @param {string} title of a level @returns {string} a name for files */
export const stem = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "level";

/**
 * @param {T.Catalog} catalog
 * @param {() => T.FilmBody} wanted trials to film; the last ones if there are too many
 */
export function filmButton(catalog, wanted) {
  /** @type {AbortController | null} while a film is made */
  let control = null;

  const run = async () => {
    if (control) {
      control.abort();
      return;
    }
    control = new AbortController();
    const body = wanted();
    const trials = body.trials.slice(-catalog.limits.film_trials);
    const show = (/** @type {number} */ share) => relabel(node, `Cancel, ${Math.round(100 * share)} %`, "cross");
    show(0);
    try {
      download(`${stem(body.level.title)}.gif`, await api.film({ ...body, trials }, show, control.signal));
    } catch (error) {
      complain(error);
    } finally {
      control = null;
      relabel(node, "Film", "film");
    }
  };

  const node = button("Film", "film", () => void run(), { title: "The trials as an animated GIF" });
  return node;
}
