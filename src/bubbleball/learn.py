"""H-3: β from everything that the trials have shown (eq. 12).

Each kind of evidence is used where it is cleanest: gravity from free flight, power-ups from the
velocity either side of their effect, bounce and friction from one-frame restarts of the kernel at
every frame in contact, wood from replaying its motion. What has no evidence keeps its prior.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from bubbleball.level import Kind
from bubbleball.model import kernel
from bubbleball.model.belief import PRIORS, Belief
from bubbleball.model.scene import beta_vector, build_scene
from bubbleball.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, Physics
from bubbleball.trial import Effect, Trial
from bubbleball.world import simulate

Array = NDArray[np.float64]

NOISE = 0.05  # px/s; scatter of a one-frame velocity that the model cannot explain
STILL = 0.5  # px or px/s; a mover within this of its placement counts as standing
MAX_FRAMES = 1000  # contact frames used, spread evenly over what was recorded
WOOD_FRAMES = 90  # frames of wood in motion that are replayed
WOOD_FRICTIONS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


def learn(trials: Iterable[Trial], prior: Belief | None = None) -> Belief:
    """The belief after all trials so far."""
    belief = prior or Belief.prior()
    usable = [trial for trial in trials if len(trial.ball) > 1 and np.isfinite(trial.ball).all()]
    belief = _learn_gravity(belief, usable)
    belief = _learn_effects(belief, usable)
    belief = _learn_contacts(belief, usable)
    return _learn_wood(belief, usable)


def _learn_gravity(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Velocity gained per frame in free flight."""
    gains = np.concatenate([_flight_gains(trial) for trial in trials] or [np.zeros(0)])
    if len(gains) < 2:
        return belief
    value = float(np.median(gains)) / SECONDS_PER_STEP / PIXELS_PER_METRE
    scatter = 1.4826 * float(np.median(np.abs(gains - np.median(gains))))
    sd = max(scatter / math.sqrt(len(gains)), 1e-4) / SECONDS_PER_STEP / PIXELS_PER_METRE
    return belief.updated("gravity", value, sd, len(gains))


def _flight_gains(trial: Trial) -> Array:
    """Change of vertical speed along gravity in the frames without contact or effect."""
    frames = len(trial.ball)
    free = np.ones(frames, bool)
    free[0] = False
    for contact in trial.contacts:
        until = frames if contact.until is None else contact.until
        free[contact.frame : until + 1] = False
    sign = np.ones(frames)
    for effect in trial.effects:
        free[effect.frame + 1 : effect.frame + 2] = False
        sign[effect.frame + 1 :] = -1.0 if effect.gravity_up else 1.0
    gains: Array = sign[1:] * np.diff(trial.ball[:, 3])
    return gains[free[1:] & (np.abs(np.diff(trial.ball[:, 2])) < 1e-3)]


def _learn_effects(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Power-up strengths, straight from the velocity before and after."""
    seen: dict[str, list[float]] = {"speedup": [], "slowdown": [], "spring": []}
    for trial in trials:
        parts = {part.id: part for part in trial.level.parts}
        turns = {p.piece: p.angle for p in trial.placements}
        for effect in trial.effects:
            part = parts[effect.part]
            turn = turns.get(part.id, part.angle)
            found = _strength(effect, part.kind, turn, belief.mean)
            if found is not None and math.isfinite(found[1]):
                seen[found[0]].append(found[1])
    for name, values in seen.items():
        if values:
            value = float(np.median(values))
            belief = belief.updated(name, value, max(1e-4, 1e-3 * abs(value)), len(values))
    return belief


def _strength(
    effect: Effect, kind: Kind, turn: float, physics: Physics
) -> tuple[str, float] | None:
    (ax, ay), (bx, by) = effect.velocity_before, effect.velocity_after
    if kind.name.startswith("SPEEDUP"):
        return "speedup", math.hypot(bx - ax, by - ay) * physics.ball_mass / PIXELS_PER_METRE
    if kind is Kind.SLOWDOWN and math.hypot(ax, ay) > 1.0:
        return "slowdown", math.hypot(bx, by) / math.hypot(ax, ay)
    if kind is Kind.SPRING:
        up = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
        return "spring", bx * up[0] + by * up[1]
    return None


class _Frames:
    """Frames in contact of one trial: states before, velocities after, and the scene."""

    def __init__(self, trial: Trial) -> None:
        self.scene = build_scene(trial.level, trial.placements)
        before, after = [], []
        acted = {effect.frame: effect for effect in trial.effects}
        up_from = sorted((effect.frame, effect.gravity_up) for effect in trial.effects)
        for frame in _contact_frames(trial):
            if not _all_still(trial, frame - 1):
                continue
            x, y, vx, vy = trial.ball[frame - 1]
            if frame - 1 in acted:
                x, y = acted[frame - 1].position_after
                vx, vy = acted[frame - 1].velocity_after
            flipped = [state for at, state in up_from if at < frame]
            before.append((x, y, vx, vy, float(flipped[-1]) if flipped else 0.0))
            after.append(trial.ball[frame, 2:4])
        self.before = np.array(before).reshape(-1, 5)
        self.after = np.array(after).reshape(-1, 2)

    def thinned(self, every: int) -> None:
        """Keep every n-th frame."""
        self.before, self.after = self.before[::every], self.after[::every]

    def residuals(self, beta: Array) -> Array:
        """Velocity after one step of the kernel, less the recorded one."""
        predicted = np.zeros_like(self.after)
        kernel.one_step(
            self.scene.shapes, self.scene.buttons, self.scene.flag, beta, self.before, predicted
        )
        return (predicted - self.after).ravel()


def _contact_frames(trial: Trial) -> list[int]:
    frames: set[int] = set()
    for contact in trial.contacts:
        until = len(trial.ball) if contact.until is None else contact.until
        frames.update(range(contact.frame, min(until, len(trial.ball))))
    return sorted(frames)


def _all_still(trial: Trial, frame: int) -> bool:
    """Whether every mover still stands where it was placed, so that the scene is right."""
    if not trial.movers:
        return True
    states, start = trial.moves[frame], trial.moves[0]
    return bool(
        np.abs(states[:, :3] - start[:, :3]).max() < STILL and np.abs(states[:, 3:5]).max() < STILL
    )


def _learn_contacts(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Bounce and friction of the ball: robust least squares over one-frame restarts."""
    groups = [frames for frames in map(_Frames, trials) if len(frames.before)]
    total = sum(len(frames.before) for frames in groups)
    if not total:
        return belief
    for frames in groups:
        frames.thinned(math.ceil(total / MAX_FRAMES))
    base = beta_vector(belief.mean)
    material = math.sqrt(belief.mean.ground_friction)
    prior = PRIORS["restitution"], PRIORS["ball_friction"]

    def beta_of(parameters: Array) -> Array:
        beta = base.copy()
        beta[kernel.BOUNCE] = beta[kernel.WOOD_BOUNCE] = parameters[0]
        beta[kernel.GROUND_MU : kernel.WOOD_MU + 1] = parameters[1]
        return beta

    def misfit(parameters: Array) -> Array:
        beta = beta_of(parameters)
        observed = [frames.residuals(beta) / NOISE for frames in groups]
        weak = [
            (parameters[0] - prior[0].mean) / (5 * prior[0].sd),
            (parameters[1] - 0.0) / 1.0,
        ]
        return np.concatenate([*observed, np.array(weak)])

    best = None
    for start in ([prior[0].mean, 0.02], [0.1, 0.3], [0.7, 0.02]):
        fit = least_squares(
            misfit, start, bounds=([0, 0], [1, 1]), loss="soft_l1", diff_step=1e-4, max_nfev=40
        )
        if best is None or fit.cost < best.cost:
            best = fit
    assert best is not None
    # What no frame depends on keeps its prior: only columns with slope are evidence.
    slopes = np.abs(best.jac[:-2]) > 1e-2
    spread = np.sqrt(np.diag(np.linalg.inv(best.jac.T @ best.jac)))
    if slopes[:, 0].any():
        belief = belief.updated(
            "restitution",
            best.x[0],
            min(prior[0].sd, max(spread[0], 1e-3)),
            int(slopes[:, 0].sum()),
        )
    if slopes[:, 1].any():
        mixed = float(best.x[1])
        value = (mixed / material) ** 2
        sd = min(prior[1].sd, 2 * mixed * max(float(spread[1]), 1e-3) / material**2 + 1e-4)
        belief = belief.updated("ball_friction", value, sd, int(slopes[:, 1].sum()))
    return belief


def _learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction: replay what was seen to move, and keep what fits."""
    moving = [trial for trial in trials if _moved(trial)]
    if not moving:
        return belief
    errors = []
    for friction in WOOD_FRICTIONS:
        physics = dataclasses.replace(belief.mean, wood_friction=friction)
        errors.append(float(np.mean([_replay_error(trial, physics) for trial in moving])))
    best = int(np.argmin(errors))
    if max(errors) - errors[best] < 0.5:
        return belief  # the motion does not depend on it
    value = WOOD_FRICTIONS[best]
    if abs(belief.mean.wood_friction - value) > 0.051:
        belief = belief.updated("wood_friction", value, 0.05, len(moving))
    return belief


def _moved(trial: Trial) -> bool:
    return bool(trial.movers) and bool(
        np.abs(trial.moves[:WOOD_FRAMES, :, :2] - trial.moves[0, :, :2]).max() > 2.0
    )


def _replay_error(trial: Trial, physics: Physics) -> float:
    replay = simulate(trial.level, trial.placements, physics)
    frames = min(len(replay.moves), len(trial.moves), WOOD_FRAMES)
    error = np.abs(replay.moves[:frames, :, :2] - trial.moves[:frames, :, :2])
    return float(np.minimum(error, 20.0).mean())


def unexplained(trial: Trial, belief: Belief) -> float:
    """Greatest distance (px) of a trial from the belief's own run of it, over the common frames."""
    believed = simulate(trial.level, trial.placements, belief.mean)
    frames = min(len(believed.ball), len(trial.ball))
    apart: Array = believed.ball[:frames, :2] - trial.ball[:frames, :2]
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())
