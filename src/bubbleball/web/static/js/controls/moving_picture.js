/** A small level that runs again and again, without its tray. */

/** @import * as T from "../server/types.js" */
import { Player } from "../drawing/player.js";
import { Stage } from "../drawing/stage.js";
import { complain } from "../errors.js";
import * as api from "../server/api.js";

const REST = 1200; // ms at the end of a run

/**
 * The picture of a level's run, played by the server; who wants no motion sees its end.
 * @param {T.Catalog} catalog
 * @param {T.Level} level
 * @param {string} label
 * @param {AbortSignal} gone when the picture is no longer there
 */
export function movingPicture(catalog, level, label, gone) {
  const { tray, width, height } = catalog.screen;
  const stage = new Stage(catalog, { still: true, label });
  stage.svg.setAttribute("viewBox", `0 ${tray} ${width} ${height - tray}`);
  stage.show(level);
  void run(stage, level, gone);
  return stage.svg;
}

/** @param {Stage} stage @param {T.Level} level @param {AbortSignal} gone */
async function run(stage, level, gone) {
  try {
    const trial = await api.play(level, [], {}, gone);
    const player = new Player(stage);
    player.showContacts = false;
    player.load(trial);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      player.seek(player.last);
      return;
    }
    const again = () => void (stage.svg.isConnected && !gone.aborted && player.play());
    player.addEventListener("end", () => setTimeout(again, REST));
    gone.addEventListener("abort", () => player.pause());
    player.play();
  } catch (error) {
    if (!gone.aborted) complain(error);
  }
}
