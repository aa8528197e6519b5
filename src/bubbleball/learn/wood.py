"""Wood's friction, from replaying its motion in believed worlds."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from bubbleball.model.belief import Belief
from bubbleball.physics import Physics
from bubbleball.trial import Trial
from bubbleball.world import World

FRAMES = 90  # frames of wood in motion that are replayed
TRIALS = 2  # the last trials with wood in motion that are replayed
STEP = 0.01  # fineness of wood's friction
FITS = 0.2  # px; a replay further off than this has another cause, such as the density
FRICTIONS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


def learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction: replay what was seen to move, and keep what fits."""
    moving = [trial for trial in trials if _moved(trial)][-TRIALS:]
    if not moving:
        return belief

    def error(friction: float) -> float:
        physics = dataclasses.replace(belief.mean, wood_friction=friction)
        return float(np.mean([_replay_error(trial, physics) for trial in moving]))

    errors = {friction: error(friction) for friction in FRICTIONS}
    best = min(errors, key=errors.__getitem__)
    if max(errors.values()) - errors[best] < 0.5:
        return belief  # the motion does not depend on it
    step = 0.05
    while step > STEP:
        for near in (best - step, best + step):
            errors[near] = error(near)
        best, step = min(errors, key=errors.__getitem__), step / 2
    if errors[best] > FITS:
        return belief
    return belief.updated("wood_friction", best, step + 0.1 * errors[best], len(moving))


def _moved(trial: Trial) -> bool:
    return bool(trial.movers) and bool(
        np.abs(trial.moves[:FRAMES, :, :2] - trial.moves[0, :, :2]).max() > 2.0
    )


def _replay_error(trial: Trial, physics: Physics) -> float:
    world = World(trial.level, trial.placements, physics)
    world.advance(FRAMES)
    replay = world.trial()
    frames = min(len(replay.moves), len(trial.moves), FRAMES)
    error = np.abs(replay.moves[:frames, :, :2] - trial.moves[:frames, :, :2])
    return float(np.minimum(error, 20.0).mean())
