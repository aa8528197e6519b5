"""Where the ball flies free in a trial, and how exactly its motion was observed.

The game records the engine's own numbers. The real game's log has whole px and px/s, and another
game may have noise of any kind: how much is estimated from free flight, never assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.trial import Trial

EXACT = 0.01  # px/s or px; a smaller deviation is the engine's own rounding
SHORTEST = 4  # frames of a flight from which something can be learnt
_WHOLE = 1 / np.sqrt(12)  # deviation of a number that was rounded to a whole one
_ONE_SIGMA = 0.683  # share of normal errors within one standard deviation
_THIRD = np.sqrt(20)  # deviation of a third difference, by that of a number


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviations of what is observed.

    velocity: px/s.
    position: px.
    """

    velocity: float
    position: float

    @property
    def exact(self) -> bool:
        """Whether there is none to speak of."""
        return self.velocity < EXACT and self.position < EXACT


@dataclass(frozen=True, slots=True)
class FreeFlight:
    """Frames between which nothing acts on the ball but what acts everywhere.

    states: frames x 4, as a trial's ball.
    first: number of the first of these frames in the trial.
    up: whether gravity points up.
    """

    states: Array
    first: int
    up: bool


def flights(trial: Trial) -> list[FreeFlight]:
    """The free flights of a trial, after each contact and effect the next one."""
    frames = len(trial.ball)
    free = np.ones(frames, bool)  # whether the step that ends in a frame was free
    free[0] = False
    for contact in trial.contacts:
        until = frames if contact.until is None else contact.until
        free[contact.frame : until + 1] = False
    up = np.zeros(frames, bool)
    for effect in trial.effects:
        free[effect.frame + 1 : effect.frame + 2] = False
        up[effect.frame + 1 :] = effect.gravity_up
    edges = np.flatnonzero(np.diff(np.concatenate([[False], free, [False]]).astype(int)))
    return [
        FreeFlight(trial.ball[start - 1 : end], int(start - 1), bool(up[start]))
        for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]


def observation_noise(trials: Sequence[Trial]) -> Noise:
    """The scatter of recorded states about smooth flights.

    Third differences take away whatever changes slowly, so no physics has to be known.
    """
    rough = [
        np.abs(np.diff(flight.states, 3, axis=0))
        for trial in trials
        for flight in flights(trial)
        if len(flight.states) > SHORTEST
    ]
    if sum(map(len, rough)) < SHORTEST:
        return _from_rounding(trials)
    # The axis that moves more shows it: a speed that stays the same is rounded the same way.
    x, y, vx, vy = np.quantile(np.concatenate(rough), _ONE_SIGMA, axis=0) / _THIRD
    return Noise(float(max(vx, vy)), float(max(x, y)))


def _from_rounding(trials: Sequence[Trial]) -> Noise:
    """Without any long flight: whole numbers throughout have been rounded."""
    moving = [trial.ball for trial in trials if np.ptp(trial.ball[:, :2], axis=0).max() > 1.0]
    rounded = bool(moving) and all(np.array_equal(ball, np.round(ball)) for ball in moving)
    return Noise(_WHOLE, _WHOLE) if rounded else Noise(0.0, 0.0)
