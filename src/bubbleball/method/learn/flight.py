"""Gravity from free flight, and the strengths of power-ups."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Effect
from bubbleball.game.kinds import Kind
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, Physics
from bubbleball.game.trial import Trial
from bubbleball.model.belief import Belief

ROUNDING = 2e-5  # px/s; resolution of the engine's velocities, which are single precision
CORRELATED = 3  # consecutive frames of free flight that share one rounding error
SINGLE = 1e-7  # relative rounding error of single precision


def learn_gravity(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """The median gain of velocity per frame in free flight."""
    gains = np.concatenate([_flight_gains(trial) for trial in trials] or [np.zeros(0)])
    if len(gains) < 2:
        return belief
    value = float(np.median(gains)) / SECONDS_PER_STEP / PIXELS_PER_METRE
    # Consecutive frames share their rounding error: CORRELATED of them count as one.
    sd = math.sqrt(CORRELATED) * _scatter(gains) / SECONDS_PER_STEP / PIXELS_PER_METRE
    return belief.updated("gravity", value, sd, len(gains))


def _scatter(values: Array, rounding: float = ROUNDING) -> float:
    """A robust standard deviation of the median of some velocities, at least their rounding."""
    scatter = 1.4826 * float(np.median(np.abs(values - np.median(values))))
    return max(scatter, rounding) / math.sqrt(len(values))


def _flight_gains(trial: Trial) -> Array:
    """Gain of speed along gravity in each frame without contact or effect, px/s."""
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


def learn_effects(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """The median strength of each kind of power-up, from the velocity before and after."""
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
            sd = _scatter(np.array(values), SINGLE * abs(value))
            belief = belief.updated(name, value, sd, len(values))
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
