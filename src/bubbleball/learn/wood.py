"""What only moving wood tells, from replaying its motion in believed worlds.

Wood's friction moves the wood; its density, and the ball's friction on it, show in what wood and
ball do to each other. One after the other is set to what replays the runs best.
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
FITS = 0.2  # px; a replay further off than this has another cause
TELLS = 0.2  # px by which a parameter must matter to be told at all
FINEST = 0.02  # of a parameter's value, to which it is found
GRIDS = {
    "wood_friction": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0),
    "wood_density": (0.75, 1.1, 1.5, 2.0, 3.0),
    "ball_friction": (0.0, 0.03, 0.1, 0.2, 0.35, 0.6),
}


def learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction and density and, where nothing else told it, the ball's friction."""
    moving = [trial for trial in trials if _moved(trial)][-TRIALS:]
    if not moving:
        return belief
    known = dict(belief.evidence)
    for name, grid in GRIDS.items():
        if not known[name]:
            belief = _learn_one(belief, moving, name, grid)
    return belief


def _learn_one(
    belief: Belief, moving: Sequence[Trial], name: str, grid: tuple[float, ...]
) -> Belief:
    def error(value: float) -> float:
        physics = dataclasses.replace(belief.mean, **{name: value})
        return float(np.mean([_replay_error(trial, physics) for trial in moving]))

    errors = {value: error(value) for value in (*grid, getattr(belief.mean, name))}
    if max(errors.values()) - min(errors.values()) < TELLS:
        return belief  # the motion does not depend on it
    best, width = _closed_in(errors, error)
    if errors[best] > FITS:
        return belief
    return belief.updated(name, best, width + 0.1 * errors[best], len(moving))


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


def _replay_error(trial: Trial, physics: Physics) -> float:
    """Mean distance between replay and run, of wood and ball; what is far off counts as 20 px."""
    world = World(trial.level, trial.placements, physics, record_contacts=False)
    world.advance(FRAMES)
    replay = world.trial()
    frames = min(len(replay.moves), len(trial.moves), FRAMES)
    wood = np.abs(replay.moves[:frames, :, :2] - trial.moves[:frames, :, :2])
    ball = np.abs(replay.ball[:frames, :2] - trial.ball[:frames, :2])
    return float(np.minimum(wood, 20.0).mean() + np.minimum(ball, 20.0).mean())
