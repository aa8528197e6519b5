"""H-3: β from everything that the trials have shown (eq. 15).

Each kind of evidence is used where it is cleanest: gravity from free flight, power-ups from the
velocity either side of their effect (`flight`), bounce and friction from one-frame restarts of the
kernel at every frame in contact (`contacts`), wood from replaying its motion (`wood`). What has no
evidence keeps its prior.
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
    """Greatest distance (px) of a trial from the belief's own run of it, over the common frames."""
    believed = simulate(
        trial.level, trial.placements, belief.mean, record_moves=False, record_contacts=False
    )
    frames = min(len(believed.ball), len(trial.ball))
    apart: NDArray[np.float64] = believed.ball[:frames, :2] - trial.ball[:frames, :2]
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())


def _finite(trial: Trial) -> bool:
    return bool(np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all())
