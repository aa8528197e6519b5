/** Velocity, contact force and energy of the ball, from the frames of a trial. */

/** @typedef {import("../server/types.js").TrialData} TrialData */

/**
 * @typedef {object} Motion of the ball at one frame
 * @property {[number, number]} velocity px/s
 * @property {[number, number]} force by contacts, as an acceleration in px/s²
 * @property {number} kinetic energy for each kg, J
 * @property {number} height energy of height for each kg, J, above the lower edge of the screen
 */

/**
 * @param {TrialData} trial
 * @param {import("../server/types.js").Level} level
 * @param {import("../server/types.js").Catalog} catalog
 * @param {import("../server/types.js").Physics} physics
 * @returns {Motion[]} one for each frame
 */
export function motionOf(trial, level, catalog, physics) {
  const { frames, metre, screen } = catalog;
  const real = catalog.physics.find((fact) => fact.key === "gravity")?.real ?? 0;
  const gravity = (physics["gravity"] ?? real) * metre; // px/s²
  const kinds = new Map([...level.scenery, ...level.pieces].map((part) => [part.id, part.kind]));
  const jumped = new Set(trial.effects.map((effect) => effect.frame));
  let down = 1;
  let before = /** @type {[number, number]} */ ([0, 0]);
  return trial.ball.map((at, frame) => {
    const last = trial.ball[frame - 1];
    const velocity = /** @type {[number, number]} */ (last && !jumped.has(frame - 1) ? [(at[0] - last[0]) * frames, (at[1] - last[1]) * frames] : before);
    for (const effect of trial.effects) {
      const kind = effect.frame === frame ? kinds.get(effect.part) : undefined;
      if (kind === "gravity-up") down = -1;
      else if (kind === "gravity-down") down = 1;
    }
    const touching = trial.contacts.some((contact) => contact.frame <= frame && frame <= (contact.until ?? Infinity));
    const force = /** @type {[number, number]} */ (
      touching && last ? [(velocity[0] - before[0]) * frames, (velocity[1] - before[1]) * frames - down * gravity] : [0, 0]
    );
    before = velocity;
    const speed = Math.hypot(...velocity) / metre;
    const height = down > 0 ? screen.height - at[1] : at[1];
    return { velocity, force, kinetic: (speed * speed) / 2, height: (gravity * Math.max(0, height)) / metre ** 2 };
  });
}
