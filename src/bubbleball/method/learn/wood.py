"""Friction and density of wood, from replays of its motion in believed worlds.

Friction shows in how wood moves; density, and the bounce and friction of the ball on wood, show in
how wood and ball move each other. With the right parameters the engine replays a run exactly, so a
fit is accepted only if hardly any error remains.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.physics import Physics
from bubbleball.game.trial import Trial
from bubbleball.method.learn.fit import refine, slope
from bubbleball.method.learn.noise import Noise
from bubbleball.method.learn.replay import (
    NOISE,
    Motion,
    informative_motions,
    mean_error,
    replay_errors,
)
from bubbleball.model.belief import PRIORS, Belief

SURPRISES = 3  # of one run that are learned from, one after another
ROUGH = 1.3  # deviations of the observation that the mean error may have in addition
FITS = 0.005  # px; a larger mean error of a replay has another cause
MATTERS = 0.02  # px by which a parameter must change the mean error to be fitted
FLOOR = 0.005  # relative floor of the sd: values this close replay a short motion equally well
COARSE = 0.02  # of a parameter's range; wider than the steps that discrete time makes in the errors
STEP = 1e-3  # of a parameter's range; width of the differences
PULL = 0.05  # NOISE for each standard deviation from the prior
CLOSE = 1e-5  # of a parameter's range; precision of the fit
KNOWN = 0.01  # of a parameter's value; a smaller sd means that it is not fitted again
MUCH_MORE, SOME = 1.5, 0.02  # friction that replays a run as well if the ball sticks
CATAPULT = "catapult_density"
BALL = "ball_friction"
STICKY = (BALL, "wood_friction")
GRIDS = {
    "wood_friction": (0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.9),
    "wood_density": (0.4, 0.8, 1.5, 2.5),
    CATAPULT: (0.2, 0.5, 1.0, 2.0),
    "restitution": (0.0, 0.2, 0.4, 0.6, 0.8),
    BALL: (0.0, 0.03, 0.1, 0.3),
}
HIGHEST = {  # of each parameter in a fit, which goes by shares of it
    "wood_friction": 1.5,
    "wood_density": 10.0,
    CATAPULT: 5.0,
    "restitution": 0.95,
    BALL: 1.0,
}


def learn_wood(belief: Belief, trials: Sequence[Trial], noise: Noise) -> Belief:
    """Wood's friction and densities, and the ball's bounce and friction if they are uncertain.

    What is learned from the first surprise may reveal a later one.
    """
    fits = FITS + ROUGH * noise.position
    for number in range(SURPRISES):
        moving = informative_motions(trials, belief.mean, noise.position)
        if not moving or (number and mean_error(belief.mean, moving) <= fits):
            break
        alone = [[motion] for motion in reversed(moving)] if len(moving) > 1 else []
        tried = (_fitted(belief, runs, fits) for runs in (moving, *alone))
        learned = next((after for after in tried if after is not belief), belief)
        if learned is belief:
            break
        belief = learned
    return belief


def _fitted(belief: Belief, moving: Sequence[Motion], fits: float) -> Belief:
    """The belief after some runs; as it is if no fit replays them almost exactly."""
    unsure = [name for name in GRIDS if not _known(belief, name)]
    # A catapult's density only if needed: together with the wood's only their ratio shows.
    start, names = _coarse(belief.mean, moving, [name for name in unsure if name != CATAPULT])
    learned = _refined(belief, start, moving, names, fits)
    again, more = _coarse(start, moving, names) if learned is belief else (start, [])
    if again != start:  # with one parameter right, the grid of another says more
        start, names = again, more
        learned = _refined(belief, start, moving, names, fits)
    if learned is belief and CATAPULT in unsure and any(map(_has_catapult, moving)):
        start, more = _coarse(start, moving, [CATAPULT])
        learned = _refined(belief, start, moving, names + more, fits)
    return learned


def _coarse(
    physics: Physics, moving: Sequence[Motion], names: Sequence[str]
) -> tuple[Physics, list[str]]:
    """Set every parameter that matters to the best value of its grid; also return their names."""
    mattering = []
    for name in names:
        better = _best_of_grid(physics, moving, name)
        if better is not None:
            physics = better
            mattering.append(name)
    return physics, mattering


def _has_catapult(motion: Motion) -> bool:
    parts, movers = motion.trial.level.parts, motion.trial.movers
    return any(part.kind is Kind.CATAPULT and part.id in movers for part in parts)


def _known(belief: Belief, name: str) -> bool:
    value, sd = getattr(belief.mean, name), dict(belief.sd)[name]
    return bool(dict(belief.evidence)[name]) and sd <= KNOWN * max(value, 0.1)


def _best_of_grid(physics: Physics, moving: Sequence[Motion], name: str) -> Physics | None:
    """The physics with one parameter at the best value of its grid; None if it does not matter."""
    worlds = [
        dataclasses.replace(physics, **{name: value})
        for value in (getattr(physics, name), *GRIDS[name])
    ]
    off = [mean_error(world, moving) for world in worlds]
    return worlds[int(np.argmin(off))] if max(off) - min(off) > MATTERS else None


def _refined(
    belief: Belief, physics: Physics, moving: Sequence[Motion], names: Sequence[str], fits: float
) -> Belief:
    """Fit several parameters together, since more friction can look like less weight.

    The belief stays as it is unless the fit replays the runs almost exactly.
    """
    if not names:
        return belief

    def of(shares: Array) -> Array:
        world = _set_to(physics, names, shares)
        return np.concatenate([replay_errors(world, moving), _unlikely(world, names)])

    start = np.array([getattr(physics, name) / HIGHEST[name] for name in names])
    shares = refine(of, refine(of, start, COARSE, COARSE / 10), STEP, CLOSE)
    fitted = _set_to(physics, names, shares)
    left = replay_errors(fitted, moving)
    if np.abs(left).mean() * NOISE > fits:
        return belief
    slopes = np.column_stack([slope(of, shares, c, STEP) for c in range(len(names))])
    # The errors of one motion's frames are correlated: together they count as one.
    spread = np.sqrt(np.diag(np.linalg.pinv(slopes.T @ slopes / len(slopes))))
    for column, name in enumerate(names):
        least = _least_that_sticks(fitted, name, moving, fits) if name in STICKY else None
        if least is not None and name == BALL:
            belief = belief.sticking(least, len(moving))
        elif least is not None:  # what is above the bound is as uncertain as before
            value, sd = max(least, PRIORS[name].mean), dict(belief.sd)[name]
            belief = belief.updated(name, value, sd, len(moving), least)
        elif np.abs(slopes[:, column]).mean() * NOISE > FITS:  # it matters at the fit, too
            value = getattr(fitted, name)
            noise = float(np.sqrt(np.mean(left**2)))
            sd = FLOOR * value + noise * spread[column] * HIGHEST[name]
            belief = belief.updated(name, value, sd, len(moving))
    return belief


def _least_that_sticks(
    fitted: Physics, name: str, moving: Sequence[Motion], fits: float
) -> float | None:
    """The least value of a friction that replays the runs; None if more of it does not, too."""

    def replays(friction: float) -> bool:
        return mean_error(dataclasses.replace(fitted, **{name: friction}), moving) <= fits

    low, high = 0.0, getattr(fitted, name)
    if not replays(MUCH_MORE * high + SOME):
        return None
    if replays(0.0):
        return 0.0
    while high - low > FLOOR * HIGHEST[name]:
        middle = (low + high) / 2
        low, high = (low, middle) if replays(middle) else (middle, high)
    return float(high)


def _unlikely(physics: Physics, names: Sequence[str]) -> Array:
    """A slight pull to the prior, which decides between worlds that replay the runs equally well.

    Doubling the density of wood and catapult, for example, changes nothing.
    """
    return np.array(
        [PULL * (getattr(physics, n) - PRIORS[n].mean) / PRIORS[n].sd for n in names], np.float64
    )


def _set_to(physics: Physics, names: Sequence[str], shares: Array) -> Physics:
    """The physics with some parameters set to shares of their largest values."""
    values = {
        name: max(PRIORS[name].low, float(share) * HIGHEST[name])
        for name, share in zip(names, shares, strict=True)
    }
    return dataclasses.replace(physics, **values)
