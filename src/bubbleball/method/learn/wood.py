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

from bubbleball.game.kinds import Kind
from bubbleball.game.physics import Physics
from bubbleball.game.trial import Trial
from bubbleball.method.learn.fit import refine, slope
from bubbleball.method.learn.replay import NOISE, Motion, errors, mean_error, telling_motions
from bubbleball.model.belief import PRIORS, Belief

Array = NDArray[np.float64]

SURPRISES = 3  # of one run, learnt from one after the other
FITS = 0.005  # px; a replay further off than this has another cause
TELLS = 0.02  # px by which a parameter must matter to be told at all
BESIDE = 0.005  # of a value; a neighbour of the truth may replay a short motion as well
COARSE = 0.02  # of a parameter's range, wider than the stairs that steps of time make of errors
STEP = 1e-3  # of a parameter's range, over which a slope is taken
PULL = 0.05  # NOISE for each standard deviation from the prior
CLOSE = 1e-5  # of a parameter's range, to which it is found
KNOWN = 0.01  # of a parameter's value, to which it must be known not to be asked for again
CATAPULT = "catapult_density"
GRIDS = {
    "wood_friction": (0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.9),
    "wood_density": (0.4, 0.8, 1.5, 2.5),
    CATAPULT: (0.2, 0.5, 1.0, 2.0),
    "restitution": (0.0, 0.2, 0.4, 0.6, 0.8),
    "ball_friction": (0.0, 0.03, 0.1, 0.3),
}


def learn_wood(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Wood's friction and densities and, where nothing told them well, the ball's two.

    What is learnt from the first surprise may show a later one.
    """
    for number in range(SURPRISES):
        moving = telling_motions(trials, belief.mean)
        if not moving or (number and mean_error(belief.mean, moving) <= FITS):
            break
        unsure = [name for name in GRIDS if not _known(belief, name)]
        # A catapult's density only if need be: with the wood's it is told as a ratio at best.
        plain = [name for name in unsure if name != CATAPULT]
        start, telling = _coarse(belief.mean, moving, plain)
        learnt = _refined(belief, start, moving, telling)
        if learnt is belief and CATAPULT in unsure and any(map(_has_catapult, moving)):
            start, more = _coarse(start, moving, [CATAPULT])
            learnt = _refined(belief, start, moving, telling + more)
        if learnt is belief:
            break
        belief = learnt
    return belief


def _coarse(
    physics: Physics, moving: Sequence[Motion], names: Sequence[str]
) -> tuple[Physics, list[str]]:
    """Each parameter that matters for the runs set to the best of its grid, and which those are."""
    telling = []
    for name in names:
        better = _best_of_grid(physics, moving, name)
        if better is not None:
            physics = better
            telling.append(name)
    return physics, telling


def _has_catapult(motion: Motion) -> bool:
    parts, movers = motion.trial.level.parts, motion.trial.movers
    return any(part.kind is Kind.CATAPULT and part.id in movers for part in parts)


def _known(belief: Belief, name: str) -> bool:
    value, sd = getattr(belief.mean, name), dict(belief.sd)[name]
    return bool(dict(belief.evidence)[name]) and sd <= KNOWN * max(value, 0.1)


def _best_of_grid(physics: Physics, moving: Sequence[Motion], name: str) -> Physics | None:
    """One parameter as the runs are replayed best; None if it does not matter."""
    worlds = [
        dataclasses.replace(physics, **{name: value})
        for value in (getattr(physics, name), *GRIDS[name])
    ]
    off = [mean_error(world, moving) for world in worlds]
    return worlds[int(np.argmin(off))] if max(off) - min(off) > TELLS else None


def _refined(
    belief: Belief, physics: Physics, moving: Sequence[Motion], names: Sequence[str]
) -> Belief:
    """Several parameters fitted at once, for more friction may look like less weight.

    They are believed if the runs are then replayed to the last.
    """
    if not names:
        return belief

    def of(shares: Array) -> Array:
        world = _set_to(physics, names, shares)
        return np.concatenate([errors(world, moving), _unlikely(world, names)])

    start = np.array([getattr(physics, name) / PRIORS[name].high for name in names])
    shares = refine(of, refine(of, start, COARSE, COARSE / 10), STEP, CLOSE)
    fitted = _set_to(physics, names, shares)
    left = errors(fitted, moving)
    if np.abs(left).mean() * NOISE > FITS:
        return belief
    slopes = np.column_stack([slope(of, shares, c, STEP) for c in range(len(names))])
    # The frames of one motion err together, so many of them are no better than one.
    spread = np.sqrt(np.diag(np.linalg.pinv(slopes.T @ slopes / len(slopes))))
    for column, name in enumerate(names):
        if np.abs(slopes[:, column]).mean() * NOISE > FITS:  # it matters here, too
            value = getattr(fitted, name)
            noise = float(np.sqrt(np.mean(left**2)))
            sd = BESIDE * value + noise * spread[column] * PRIORS[name].high
            belief = belief.updated(name, value, sd, len(moving))
    return belief


def _unlikely(physics: Physics, names: Sequence[str]) -> Array:
    """A slight pull to the prior, which decides between worlds that replay the runs alike.

    Wood and catapult of twice the density move each other as before.
    """
    return np.array(
        [PULL * (getattr(physics, n) - PRIORS[n].mean) / PRIORS[n].sd for n in names], np.float64
    )


def _set_to(physics: Physics, names: Sequence[str], shares: Array) -> Physics:
    """The physics with some parameters given as shares of their highest value."""
    values = {
        name: max(PRIORS[name].low, float(share) * PRIORS[name].high)
        for name, share in zip(names, shares, strict=True)
    }
    return dataclasses.replace(physics, **values)
