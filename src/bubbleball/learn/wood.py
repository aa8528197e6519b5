"""What only moving wood tells, from replaying its motion in believed worlds.

Wood's friction moves the wood; its density, and how the ball bounces off it and slides on it, show
in what wood and ball do to each other. One after the other is set to what replays the runs best.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from bubbleball.model.belief import Belief
from bubbleball.physics import Physics
from bubbleball.trial import Trial
from bubbleball.world import World

FRAMES = 90  # frames that are replayed
TRIALS = 2  # the last trials with wood in motion that are replayed
SWEEPS = 2  # times that each parameter is set to its best, the others being as they are
FITS = 0.2  # px; a replay further off than this has another cause
TELLS = 0.2  # px by which a parameter must matter to be told at all
FINEST = 0.02  # of a parameter's value, to which it is found
GRIDS = {
    "wood_friction": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0),
    "restitution": (0.0, 0.2, 0.4, 0.6, 0.8),
    "ball_friction": (0.0, 0.03, 0.1, 0.2, 0.35, 0.6),
    "wood_density": (0.75, 1.1, 1.5, 2.0, 3.0),
}


def learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction and density and, where nothing else told it, the ball's bounce and friction.

    Wood alone must be replayed well to tell its friction; for the rest, the ball too.
    """
    moving = [trial for trial in trials if _moved(trial)][-TRIALS:]
    unknown = [name for name in GRIDS if not dict(belief.evidence)[name]]
    if not moving or not unknown:
        return belief
    physics, widths = belief.mean, dict.fromkeys(unknown, 0.0)
    for sweep in range(SWEEPS):
        for name in unknown:
            if sweep == 0 or widths[name]:
                physics, widths[name] = _set_to_best(physics, moving, name)
    wood, ball = _replay_errors(physics, moving)
    for name in unknown:
        off = wood if name == "wood_friction" else wood + ball
        if widths[name] and off <= FITS:
            sd = widths[name] + 0.1 * off
            belief = belief.updated(name, getattr(physics, name), sd, len(moving))
    return belief


def _set_to_best(physics: Physics, moving: Sequence[Trial], name: str) -> tuple[Physics, float]:
    """One parameter as the runs are replayed best, and how finely; 0 if it does not matter."""

    def error(value: float) -> float:
        wood, ball = _replay_errors(dataclasses.replace(physics, **{name: value}), moving)
        return wood if name == "wood_friction" else wood + ball

    errors = {value: error(value) for value in (*GRIDS[name], getattr(physics, name))}
    if max(errors.values()) - min(errors.values()) < TELLS:
        return physics, 0.0
    best, width = _closed_in(errors, error)
    return dataclasses.replace(physics, **{name: best}), width


def _closed_in(errors: dict[float, float], error: Callable[[float], float]) -> tuple[float, float]:
    """The best value, by halving the ways to its neighbours, and how near those are at the end."""
    while True:
        values = sorted(errors)
        best = min(values, key=errors.__getitem__)
        at = values.index(best)
        around = values[max(0, at - 1)], values[min(len(values) - 1, at + 1)]
        width = max(abs(best - value) for value in around)
        if width <= FINEST * max(best, 0.1):
            return best, width
        for value in around:
            if value != best:
                errors[(best + value) / 2] = error((best + value) / 2)


def _moved(trial: Trial) -> bool:
    return bool(trial.movers) and bool(
        np.abs(trial.moves[:FRAMES, :, :2] - trial.moves[0, :, :2]).max() > 2.0
    )


def _replay_errors(physics: Physics, moving: Sequence[Trial]) -> tuple[float, float]:
    """Mean distance of replays from the runs, of wood and of the ball; more than 20 px is 20."""
    wood, ball = [], []
    for trial in moving:
        world = World(trial.level, trial.placements, physics, record_contacts=False)
        world.advance(FRAMES)
        replay = world.trial()
        frames = min(len(replay.moves), len(trial.moves), FRAMES)
        apart = np.abs(replay.moves[:frames, :, :2] - trial.moves[:frames, :, :2])
        wood.append(np.minimum(apart, 20.0).mean())
        apart = np.abs(replay.ball[:frames, :2] - trial.ball[:frames, :2])
        ball.append(np.minimum(apart, 20.0).mean())
    return float(np.mean(wood)), float(np.mean(ball))
