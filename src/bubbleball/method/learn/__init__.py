"""H-3: the regression of β over all trials (eq. 15).

Each parameter is fitted to the evidence that shows it most clearly: gravity to free flight and
power-ups to the velocity before and after their effect (`flight`), bounce and friction to
one-frame restarts of the stepping model at every frame in contact (`contacts`), wood to replays of
its motion (`wood`). A parameter without evidence keeps its prior.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn.contacts import learn_contacts
from bubbleball.method.learn.flight import learn_effects, learn_gravity
from bubbleball.method.learn.wood import learn_wood
from bubbleball.model.belief import Belief

__all__ = ["learn", "unexplained"]


def learn(trials: Iterable[Trial], prior: Belief | None = None) -> Belief:
    """The belief after all trials so far."""
    belief = prior or Belief.prior()
    usable = [trial for trial in trials if len(trial.ball) > 1 and _finite(trial)]
    belief = learn_gravity(belief, usable)
    belief = learn_effects(belief, usable)
    belief = learn_contacts(belief, usable)
    return learn_wood(belief, usable)


def unexplained(trial: Trial, belief: Belief) -> float:
    """The largest distance of a trial from its run under the belief, in common frames, px."""
    believed = simulate(
        trial.level, trial.placements, belief.mean, record_moves=False, record_contacts=False
    )
    frames = min(len(believed.ball), len(trial.ball))
    apart: NDArray[np.float64] = believed.ball[:frames, :2] - trial.ball[:frames, :2]
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())


def _finite(trial: Trial) -> bool:
    return bool(np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all())
