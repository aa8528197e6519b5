"""What only moving wood tells, from replaying its motion in believed worlds.

Wood's friction moves the wood; its density, and how the ball bounces off it and slides on it, show
in what wood and ball do to each other. The engine replays exactly what happened if all of it is
known, so a fit is believed only if hardly anything is left over.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bubbleball.learn.fit import refine, slope
from bubbleball.model.belief import PRIORS, Belief
from bubbleball.physics import Physics
from bubbleball.trial import Trial
from bubbleball.world import World

Array = NDArray[np.float64]

FRAMES = 60  # that are replayed; over more of them small errors grow too great
EVERY = 3  # of them so many are compared
TRIALS = 2  # the last trials with wood in motion that are replayed
NOISE = 0.05  # px; a place further off than this weighs less than by its square
FITS = 0.005  # px; a replay further off than this has another cause
TELLS = 0.02  # px by which a parameter must matter to be told at all
FAR = 20.0  # px; further off is all the same
BESIDE = 0.005  # of a value; a neighbour of the truth may replay a short motion as well
COARSE = 0.02  # of a parameter's range, wider than the stairs that steps of time make of errors
STEP = 1e-3  # of a parameter's range, over which a slope is taken
CLOSE = 1e-5  # of a parameter's range, to which it is found
KNOWN = 0.01  # of a parameter's value, to which it must be known not to be asked for again
GRIDS = {
    "wood_friction": (0.1, 0.25, 0.4, 0.55, 0.7, 0.9),
    "wood_density": (0.8, 1.5, 2.5),
    "restitution": (0.0, 0.2, 0.4, 0.6, 0.8),
    "ball_friction": (0.0, 0.03, 0.1, 0.3),
}


def learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction and density and, where nothing told them well, the ball's two."""
    moving = [trial for trial in trials if _moved(trial)][-TRIALS:]
    unsure = [name for name in GRIDS if not _known(belief, name)]
    if not moving or not unsure:
        return belief
    physics, telling = belief.mean, []
    for name in unsure:
        better = _best_of_grid(physics, moving, name)
        if better is not None:
            physics = better
            telling.append(name)
    return _refined(belief, physics, moving, telling) if telling else belief


def _known(belief: Belief, name: str) -> bool:
    value, sd = getattr(belief.mean, name), dict(belief.sd)[name]
    return bool(dict(belief.evidence)[name]) and sd <= KNOWN * max(value, 0.1)


def _best_of_grid(physics: Physics, moving: Sequence[Trial], name: str) -> Physics | None:
    """One parameter as the runs are replayed best; None if it does not matter."""
    worlds = [
        dataclasses.replace(physics, **{name: value})
        for value in (getattr(physics, name), *GRIDS[name])
    ]
    errors = [_mean_error(world, moving) for world in worlds]
    return worlds[int(np.argmin(errors))] if max(errors) - min(errors) > TELLS else None


def _refined(
    belief: Belief, physics: Physics, moving: Sequence[Trial], names: Sequence[str]
) -> Belief:
    """Several parameters fitted at once, for more friction may look like less weight.

    They are believed if the runs are then replayed to the last.
    """

    def errors(shares: Array) -> Array:
        return _errors(_set_to(physics, names, shares), moving)

    start = np.array([getattr(physics, name) / PRIORS[name].high for name in names])
    shares = refine(errors, refine(errors, start, COARSE, COARSE / 10), STEP, CLOSE)
    left = errors(shares)
    if np.abs(left).mean() * NOISE > FITS:
        return belief
    slopes = np.column_stack([slope(errors, shares, c, STEP) for c in range(len(names))])
    # The frames of one motion err together, so many of them are no better than one.
    spread = np.sqrt(np.diag(np.linalg.pinv(slopes.T @ slopes / len(slopes))))
    fitted = _set_to(physics, names, shares)
    for column, name in enumerate(names):
        if np.abs(slopes[:, column]).mean() * NOISE > FITS:  # it matters here, too
            value = getattr(fitted, name)
            noise = float(np.sqrt(np.mean(left**2)))
            sd = BESIDE * value + noise * spread[column] * PRIORS[name].high
            belief = belief.updated(name, value, sd, len(moving))
    return belief


def _set_to(physics: Physics, names: Sequence[str], shares: Array) -> Physics:
    """The physics with some parameters given as shares of their highest value."""
    values = {
        name: max(PRIORS[name].low, float(share) * PRIORS[name].high)
        for name, share in zip(names, shares, strict=True)
    }
    return dataclasses.replace(physics, **values)


def _moved(trial: Trial) -> bool:
    return bool(trial.movers) and bool(
        np.abs(trial.moves[:FRAMES, :, :2] - trial.moves[0, :, :2]).max() > 2.0
    )


def _mean_error(physics: Physics, moving: Sequence[Trial]) -> float:
    """Mean distance of replays from the runs, px."""
    return float(np.abs(_errors(physics, moving)).mean()) * NOISE


def _errors(physics: Physics, moving: Sequence[Trial]) -> Array:
    """How far the replays' wood and ball are from the runs', along both axes, per NOISE."""
    errors = []
    for trial in moving:
        world = World(
            trial.level, trial.placements, physics, record_moves=False, record_contacts=False
        )
        frames = range(EVERY, min(len(trial.ball), FRAMES), EVERY)
        replay = []
        for _ in frames:
            world.advance(EVERY)  # a run that has ended stays where it is
            replay.append(world.places())
        seen = np.concatenate([trial.ball[frames, None, :2], trial.moves[frames, :, :2]], axis=1)
        errors.append((np.array(replay) - seen).ravel())
    apart: Array = np.clip(np.concatenate(errors), -FAR, FAR) / NOISE
    return apart
