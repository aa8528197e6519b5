"""H-3: the regression of β over all trials (eq. 15).

Each parameter is fitted to the evidence that shows it most clearly: gravity, pushes and drag to
free flight (`flight`), power-ups to the velocity before and after their effect (`effects`), bounce,
friction and spin to restarts of the stepping model where the ball touches something (`contacts`),
wood to replays of its motion (`wood`). How exact the observation is comes first (`noise`), then
where the pieces really stood (`landing`). At the end whole runs show whether a change was needed
at all (`simpler`). A parameter without evidence keeps its prior, a term of the residual without
evidence stays away.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP, residual_of
from bubbleball.game.residual import RESIDUAL_KEYS
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn.bounces import loosened
from bubbleball.method.learn.contacts import learn_contacts
from bubbleball.method.learn.effects import delay, learn_effects
from bubbleball.method.learn.flight import learn_flight
from bubbleball.method.learn.landing import landed, landing_scatter, pose_slack
from bubbleball.method.learn.noise import Noise, observation_noise
from bubbleball.method.learn.scenes import as_started
from bubbleball.method.learn.simpler import simplest
from bubbleball.method.learn.wood import learn_wood
from bubbleball.model.belief import Belief, Scatter

__all__ = ["learn", "odd", "unexplained"]

WRONG = 3.0  # px by which a believed run may be off before it counts as wrong
CLOSE = 0.5  # px by which it may be off where the belief explains it
LOOKED_AT = 4  # of the last runs
MOST_DOUBT = 1.0  # m/s²


def learn(trials: Iterable[Trial], prior: Belief | None = None, *, residual: bool = True) -> Belief:
    """The belief after all trials so far.

    residual: whether it may have terms that no constant expresses.
    """
    belief = prior or Belief.prior()
    usable = [trial for trial in trials if len(trial.ball) > 1 and _finite(trial)]
    noise, slack = observation_noise(usable), pose_slack(usable)
    late = delay(usable) is not None
    scatter = Scatter(*map(max, belief.scatter, landing_scatter(usable, slack, late=late)))
    usable = [landed(trial, slack, late=late) for trial in usable]
    belief = learn_flight(belief, usable, noise)
    belief = learn_effects(belief, usable, noise)
    belief = loosened(learn_contacts(belief, usable, noise), usable)
    if not residual:
        belief = belief.with_terms(dict.fromkeys(RESIDUAL_KEYS))
    belief = learn_wood(belief, usable, noise)
    belief = simplest(belief, partial(_explains, trials=usable, noise=noise))
    return dataclasses.replace(belief, doubt=_doubt(usable, belief, noise), scatter=scatter)


def unexplained(trial: Trial, belief: Belief) -> float:
    """The largest distance of a trial from its run under the belief, in common frames, px."""
    late = residual_of(belief.mean).late > 0
    return float(_apart(landed(trial, pose_slack([trial]), late=late), belief).max())


def odd(trials: Sequence[Trial], belief: Belief) -> list[bool]:
    """Whether each trial went another way than the belief has it, beyond the noise."""
    noise, slack = observation_noise(trials), pose_slack(trials)
    late = residual_of(belief.mean).late > 0
    runs = (landed(trial, slack, late=late) for trial in trials)
    return [len(_wrong_frames(run, belief, noise)) > 0 for run in runs]


def _doubt(trials: Sequence[Trial], belief: Belief, noise: Noise) -> float:
    """The constant push that would make up for the first error of each run, at most, m/s²."""
    pushes = [0.0]
    for trial in trials[-LOOKED_AT:]:
        wrong = _wrong_frames(trial, belief, noise)
        if len(wrong):
            seconds = max(1, int(wrong[0])) * SECONDS_PER_STEP
            pushes.append(2 * WRONG / seconds**2 / PIXELS_PER_METRE)
    return min(MOST_DOUBT, max(pushes))


def _explains(belief: Belief, trials: Sequence[Trial], noise: Noise) -> bool:
    """Whether the last runs go under the belief as they went."""
    near = CLOSE + 3 * noise.position
    return all(_apart(trial, belief).max() <= near for trial in trials[-LOOKED_AT:])


def _wrong_frames(trial: Trial, belief: Belief, noise: Noise) -> Indices:
    return np.flatnonzero(_apart(trial, belief) > WRONG + 3 * noise.position)


def _apart(trial: Trial, belief: Belief) -> Array:
    """The distance between a trial and its run under the belief in every common frame, px."""
    believed = simulate(
        as_started(trial), trial.placements, belief.mean, record_moves=False, record_contacts=False
    )
    frames = min(len(believed.ball), len(trial.ball))
    apart = believed.ball[:frames, :2] - trial.ball[:frames, :2]
    distances: Array = np.hypot(apart[:, 0], apart[:, 1])
    return distances


def _finite(trial: Trial) -> bool:
    return bool(np.isfinite(trial.ball).all() and np.isfinite(trial.moves).all())
