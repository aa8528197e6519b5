"""Runs with wood in motion, replayed in believed worlds and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.physics import Physics
from bubbleball.game.trial import Trial
from bubbleball.game.world import World

Array = NDArray[np.float64]

TRIALS = 2  # the last trials with wood in motion that are replayed
EVERY = 3  # frames between two that are compared
LONGEST = 300  # frames that are replayed at most
AFTER = 30  # frames that are replayed after a surprise; over more of them errors grow too great
MOVED = 2.0  # px from its place from which wood counts as moving
SURPRISE = 0.5  # px; a replay further off than this went another way
NOISE = 0.05  # px; a place further off than this weighs less than by its square
FAR = 20.0  # px; further off is all the same


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A run with wood in motion, and how much of it is replayed.

    trial: the run. frames: that are compared.
    """

    trial: Trial
    frames: range

    def places(self) -> Array:
        """Where the ball and then the wood were: frames x bodies x 2, px."""
        ball, wood = self.trial.ball[self.frames, None, :2], self.trial.moves[self.frames, :, :2]
        return np.concatenate([ball, wood], axis=1)


def telling_motions(trials: Sequence[Trial], physics: Physics) -> list[Motion]:
    """The last runs with wood in motion, each until a little after `physics` goes wrong."""
    motions = []
    for trial in trials:
        frames = range(EVERY, min(len(trial.ball), LONGEST), EVERY)
        if trial.movers and frames:
            whole = Motion(trial, frames)
            moved = np.abs(whole.places()[:, 1:] - trial.moves[0, :, :2]).max(axis=(1, 2)) > MOVED
            if moved.any():
                motions.append((whole, int(moved.argmax())))
    return [_until_surprise(whole, start, physics) for whole, start in motions[-TRIALS:]]


def _until_surprise(whole: Motion, start: int, physics: Physics) -> Motion:
    off = NOISE * np.abs(errors(physics, [whole])).reshape(len(whole.frames), -1).max(axis=1)
    surprise = int((off > SURPRISE).argmax())  # 0 if there is none
    return Motion(whole.trial, whole.frames[: max(start, surprise) + AFTER // EVERY])


def mean_error(physics: Physics, motions: Sequence[Motion]) -> float:
    """Mean distance of replays from the runs, px."""
    return float(np.abs(errors(physics, motions)).mean()) * NOISE


def errors(physics: Physics, motions: Sequence[Motion]) -> Array:
    """How far the replays' ball and wood are from the runs', along both axes, per NOISE."""
    apart = []
    for motion in motions:
        trial = motion.trial
        world = World(
            trial.level, trial.placements, physics, record_moves=False, record_contacts=False
        )
        replay = []
        for _ in motion.frames:
            world.advance(EVERY)  # a run that has ended stays where it is
            replay.append(world.places())
        apart.append((np.array(replay) - motion.places()).ravel())
    clipped: Array = np.clip(np.concatenate(apart), -FAR, FAR) / NOISE
    return clipped
