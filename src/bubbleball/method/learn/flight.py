"""Gravity, pushes and drag from free flight: linear regression with terms chosen by evidence.

In a flight v(k) = v(0) + Σ a dt, and a is linear in gravity, pushes and drag. So the velocities of
all flights are regressed on what each term would have added up to. Gravity is always there; every
other term must pay for itself (Bayesian information criterion).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP
from bubbleball.game.residual import MIDDLE_X, MIDDLE_Y
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import EXACT, FreeFlight, flights
from bubbleball.model.belief import Belief

ROUNDING = 2e-5  # px/s; resolution of the engine's velocities, which are single precision
ENOUGH = 2e-3  # px/s; a smaller error of a flight's velocities needs no further explanation
CORRELATED = 3.0  # frames of an exact flight that share one rounding error
SURE = 4.0  # standard deviations from zero at which a term counts
TERMS = ("push_x", "push_y", "drag", "air")
SLOPES = ("push_x_by_x", "push_x_by_y", "push_y_by_x", "push_y_by_y")
BETTER = 0.5  # of the error must be left, at most, for a push that changes with the place
_COLUMNS = (*TERMS, *SLOPES)
_ROBUST = 4  # rounds of reweighting
_FAR = 2.5  # deviations beyond which an error counts less


@dataclass(frozen=True, slots=True)
class _Fit:
    """A regression: values of gravity and of the chosen terms, their deviations, and its cost."""

    names: tuple[str, ...]
    values: Array
    sd: Array
    scatter: float
    cost: float


def learn_flight(belief: Belief, trials: Sequence[Trial]) -> Belief:
    """Gravity, and what else acts on the ball in flight."""
    rows = [row for trial in trials for flight in flights(trial) for row in _rows(flight)]
    seen = [flight for trial in trials for flight in flights(trial) if len(flight.states) > 1]
    if sum(len(flight.states) - 1 for flight in seen) < 2:
        return belief
    table, gained = np.concatenate([r[0] for r in rows]), np.concatenate([r[1] for r in rows])
    fit = _regress(table, gained, ())
    if fit.scatter > ENOUGH:
        both = len({flight.up for flight in seen}) == 2
        names = [name for name in TERMS if both or name != "push_y"]
        fit = min((_regress(table, gained, c) for c in _choices(names)), key=lambda f: f.cost)
        fit = _by_place(table, gained, fit)
    count = len(gained) // 2
    gravity, sd = float(fit.values[0]), float(fit.sd[0])
    if not fit.names and fit.scatter < EXACT:
        gravity, sd = _median_gain(seen)
    belief = belief.updated("gravity", gravity, sd, count)
    terms = {
        name: (float(value), float(sd), count)
        for name, value, sd in zip(fit.names, fit.values[1:], fit.sd[1:], strict=True)
    }
    return belief.with_terms({name: terms.get(name) for name in _COLUMNS})


def _median_gain(seen: Sequence[FreeFlight]) -> tuple[float, float]:
    """Gravity where nothing else acts and the observation is exact, and its deviation, m/s²."""
    gains = np.concatenate([(-1 if f.up else 1) * np.diff(f.states[:, 3]) for f in seen])
    middle = float(np.median(gains))
    scatter = max(ROUNDING, 1.4826 * float(np.median(np.abs(gains - middle))))
    per_frame = SECONDS_PER_STEP * PIXELS_PER_METRE
    return middle / per_frame, math.sqrt(CORRELATED / len(gains)) * scatter / per_frame


def _choices(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for count in range(len(names) + 1):
        yield from itertools.combinations(names, count)


def _by_place(table: Array, gained: Array, plain: _Fit) -> _Fit:
    """The fit with pushes that change with the place, if these explain much more than `plain`.

    They are added one by one, to what is in `plain` and to gravity alone.
    """
    best = plain
    if plain.scatter <= ENOUGH:
        return plain
    for start in dict.fromkeys((plain.names, ())):
        fit = _regress(table, gained, start)
        left = [*SLOPES, *(name for name in ("push_x",) if name not in start)]
        while left:
            fits = {name: _regress(table, gained, (*fit.names, name)) for name in left}
            name = min(fits, key=lambda name: fits[name].cost)
            if fits[name].cost >= fit.cost:
                break
            fit = fits[name]
            left.remove(name)
        if fit.cost < best.cost and fit.scatter < BETTER * plain.scatter:
            best = fit
    return best


def _rows(flight: FreeFlight) -> Iterator[tuple[Array, Array]]:
    """What each term has added to the velocity by each frame, and the velocity, m/s.

    Columns: gravity, then `TERMS` and `SLOPES`. The mean is taken off: nobody knows how the
    flight began.
    """
    states = flight.states / PIXELS_PER_METRE
    velocity = states[:, 2:]
    time = SECONDS_PER_STEP * np.arange(len(states))
    speed = np.hypot(velocity[:, 0], velocity[:, 1])
    for axis in (0, 1):
        table = np.zeros((len(states), 1 + len(_COLUMNS)))
        table[:, 0] = axis * time * (-1.0 if flight.up else 1.0)
        table[:, 1 + axis] = time
        lost = SECONDS_PER_STEP * velocity[:-1, axis]
        table[1:, 3] = -np.cumsum(lost)
        table[1:, 4] = -np.cumsum(lost * speed[:-1])
        place = states[:-1, :2] - (MIDDLE_X, MIDDLE_Y)
        table[1:, 5 + 2 * axis : 7 + 2 * axis] = SECONDS_PER_STEP * np.cumsum(place, axis=0)
        yield table - table.mean(axis=0), velocity[:, axis] - velocity[:, axis].mean()


def _regress(table: Array, gained: Array, names: tuple[str, ...]) -> _Fit:
    """Reweighted least squares on gravity and some terms."""
    used = table[:, [0, *(1 + _COLUMNS.index(name) for name in names)]]
    weights = np.ones(len(gained))
    values: Array = np.zeros(used.shape[1])
    floor = ROUNDING / PIXELS_PER_METRE
    scatter = floor
    # A speed along x that stays the same has no error at all, so the axes count apart.
    axes = (table[:, 1] != 0.0, table[:, 1] == 0.0)
    for _ in range(_ROBUST):
        solved = np.linalg.lstsq(used * weights[:, None], gained * weights, rcond=None)
        values = solved[0].astype(np.float64)
        left = np.abs(gained - used @ values)
        scatter = max(floor, *(float(1.4826 * np.median(left[axis])) for axis in axes))
        weights = np.sqrt(np.minimum(1.0, _FAR * scatter / np.maximum(left, floor)))
    left = gained - used @ values
    squares = [np.average(left[a] ** 2, weights=weights[a] ** 2) for a in axes]
    kept = max(floor, math.sqrt(float(max(squares))))
    spread = np.linalg.pinv((used * weights[:, None]).T @ (used * weights[:, None]))
    # Rounding errors of the engine add up: CORRELATED frames count as one.
    correlated = CORRELATED if kept * PIXELS_PER_METRE < EXACT else 1.0
    sd = kept * np.sqrt(correlated * np.maximum(np.diag(spread), 0.0))
    count = len(gained)
    bounded = max(kept, ENOUGH / PIXELS_PER_METRE / 4)
    cost = 2 * count * math.log(bounded) + 2 * len(names) * math.log(count)
    unsure = np.abs(values[1:]) < SURE * sd[1:]
    wrong = [v < 0.0 for name, v in zip(names, values[1:], strict=True) if name in ("drag", "air")]
    if unsure.any() or any(wrong):
        cost = math.inf
    return _Fit(names, values, sd, kept * PIXELS_PER_METRE, cost)
