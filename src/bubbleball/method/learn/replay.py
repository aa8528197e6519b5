"""Replays of runs with wood in motion, compared with what was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import Physics
from bubbleball.game.trial import Trial
from bubbleball.game.world import World
from bubbleball.method.learn.scenes import as_started

TRIALS = 2  # with wood in motion that are replayed
EVERY = 3  # frames between two that are compared
LONGEST = 300  # frames replayed at most
AFTER = 30  # frames replayed after a surprise; the errors of later ones are too large to fit
MOVED = 2.0  # px from where it was placed; wood farther off counts as moving
SURPRISE = 0.5  # px; a replay that is farther off follows another path
NOISE = 0.05  # px; the scale of the soft-L1 loss
FAR = 20.0  # px; larger errors are clipped


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A run with wood in motion, and how much of it is replayed.

    trial: the run.
    frames: those that are compared.
    """

    trial: Trial
    frames: range

    def places(self) -> Array:
        """Centres of the ball and then of the wood: frames x bodies x 2, px."""
        ball, wood = self.trial.ball[self.frames, None, :2], self.trial.moves[self.frames, :, :2]
        return np.concatenate([ball, wood], axis=1)


def informative_motions(
    trials: Sequence[Trial], physics: Physics, slack: float = 0.0
) -> list[Motion]:
    """A few runs with wood in motion, each until a little after `physics` mispredicts it.

    The last ones that it mispredicts come first, then the last of the others.
    slack: px by which the observation may be off.
    """
    surprising: list[Motion] = []
    others: list[Motion] = []
    for trial in reversed(trials):
        frames = range(EVERY, min(len(trial.ball), LONGEST), EVERY)
        if trial.movers and frames:
            whole = Motion(trial, frames)
            moved = np.abs(whole.places()[:, 1:] - trial.moves[0, :, :2]).max(axis=(1, 2)) > MOVED
            if moved.any():
                surprise = _surprise(whole, physics, slack)
                if surprise is None:
                    others.append(whole)
                else:
                    until = max(int(moved.argmax()), surprise) + AFTER // EVERY
                    surprising.append(Motion(trial, frames[:until]))
        if len(surprising) == TRIALS:
            break
    return [*surprising, *others][:TRIALS][::-1]


def _surprise(whole: Motion, physics: Physics, slack: float) -> int | None:
    """The number of the first compared frame that `physics` mispredicts."""
    off = NOISE * np.abs(replay_errors(physics, [whole])).reshape(len(whole.frames), -1).max(axis=1)
    wrong = np.flatnonzero(off > SURPRISE + 3 * slack)
    return int(wrong[0]) if len(wrong) else None


def mean_error(physics: Physics, motions: Sequence[Motion]) -> float:
    """Mean distance of replays from the runs, px."""
    return float(np.abs(replay_errors(physics, motions)).mean()) * NOISE


def replay_errors(physics: Physics, motions: Sequence[Motion]) -> Array:
    """Differences in x and y of ball and wood between replays and runs, in units of NOISE."""
    apart = []
    for motion in motions:
        trial = motion.trial
        world = World(
            as_started(trial), trial.placements, physics, record_moves=False, record_contacts=False
        )
        replay = []
        for _ in motion.frames:
            world.advance(EVERY)  # a run that has ended stays where it is
            replay.append(world.places())
        apart.append((np.array(replay) - motion.places()).ravel())
    clipped: Array = np.clip(np.concatenate(apart), -FAR, FAR) / NOISE
    return clipped
