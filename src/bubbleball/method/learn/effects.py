"""The strengths of power-ups, from the velocity before and after, and whether they act late."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.contact import Effect
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, Kind
from bubbleball.game.physics import PIXELS_PER_METRE, Physics
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import Noise
from bubbleball.model.belief import Belief

SINGLE = 1e-7  # relative rounding error of single precision
REACH = BUTTON_RADIUS + BALL_RADIUS  # px; nearer, the ball is in a power-up
LATE = 2  # frames; less may be a matter of rounding
LATE_PX = 4.0  # px into a power-up that the ball gets before a late effect
MOVING = 1.0  # px/s; a slower ball does not show what a slow-down does


def learn_effects(belief: Belief, trials: Sequence[Trial], noise: Noise) -> Belief:
    """The median strength of each kind of power-up."""
    seen: dict[str, list[tuple[float, float]]] = {"speedup": [], "slowdown": [], "spring": []}
    for trial in trials:
        parts = {part.id: part for part in trial.level.parts}
        turns = {p.piece: p.angle for p in trial.placements}
        for effect in trial.effects:
            part = parts[effect.part]
            turn = turns.get(part.id, part.angle)
            found = _strength(effect, part.kind, turn, belief.mean)
            if found is not None and math.isfinite(found[1]):
                seen[found[0]].append(found[1:])
    for name, found_values in seen.items():
        if found_values:
            values, per_speed = np.array(found_values).T
            value = float(np.median(values))
            scatter = 1.4826 * float(np.median(np.abs(values - value)))
            observed = noise.velocity * float(np.median(per_speed))
            sd = max(scatter, observed, SINGLE * abs(value)) / math.sqrt(len(values))
            belief = belief.updated(name, value, sd, len(values))
    late = delay(trials)
    return belief.with_terms({"late": None if late is None else (float(late[0]), 0.0, late[1])})


def delay(trials: Sequence[Trial]) -> tuple[int, int] | None:
    """Frames after which power-ups act, and how many effects show it; None if they act at once.

    One of them must act where it would not do so if it stood a little off.
    """
    waits = [wait for trial in trials for wait in _waits(trial)]
    if not waits:
        return None
    frames, depths = np.array(waits).T
    late = round(float(np.median(frames)))
    alike = np.abs(frames - late).max() <= 1
    return (late, len(waits)) if alike and late >= LATE and depths.max() > LATE_PX else None


def _waits(trial: Trial) -> Iterator[tuple[int, float]]:
    """Frames between the ball's entering a power-up and its effect, and how deep it got, px."""
    places = {p.id: (p.x, p.y) for p in trial.level.parts}
    places.update((p.piece, (p.x, p.y)) for p in trial.placements)
    for effect in trial.effects:
        path = trial.ball[: effect.frame + 1, :2].copy()
        path[effect.frame] = effect.position_before
        deep = REACH - np.hypot(*(path - places[effect.part]).T)
        last = np.flatnonzero(deep > 0.0)[-1:]
        outside = np.flatnonzero(deep[: last[0]] <= 0.0) if len(last) else last
        if len(outside):  # else the ball started in it
            entered = int(outside[-1]) + 1
            yield effect.frame - entered, float(deep[entered : effect.frame].max(initial=0.0))


def _strength(
    effect: Effect, kind: Kind, turn: float, physics: Physics
) -> tuple[str, float, float] | None:
    """The parameter, its value, and how much that changes with a px/s of either velocity."""
    (ax, ay), (bx, by) = effect.velocity_before, effect.velocity_after
    if kind.name.startswith("SPEEDUP"):
        per_speed = physics.ball_mass / PIXELS_PER_METRE
        return "speedup", math.hypot(bx - ax, by - ay) * per_speed, math.sqrt(2) * per_speed
    if kind is Kind.SLOWDOWN and (before := math.hypot(ax, ay)) > MOVING:
        return "slowdown", math.hypot(bx, by) / before, math.sqrt(2) / before
    if kind is Kind.SPRING:
        up = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
        return "spring", bx * up[0] + by * up[1], 1.0
    return None
