"""Gravity, pushes and drag from free flight: linear regression with terms chosen by evidence.

In a flight v(k) = v(0) + Σ a dt, and a is linear in gravity, pushes and drag. So the velocities of
all flights are regressed on what each term would have added up to. Gravity is always there; every
other term must pay for itself (Bayesian information criterion). Pushes that change with the place
and a zone with a push or a drag of its own are tried where nothing else explains the flights.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP
from bubbleball.game.residual import MIDDLE_X, MIDDLE_Y
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import EXACT, FreeFlight, Noise, flights
from bubbleball.method.learn.stretches import Stretch, along_axes, slides
from bubbleball.method.learn.zone import SIDES, Side, ZoneColumns, zones
from bubbleball.model.belief import Belief, key_of

ROUNDING = 2e-5  # px/s; resolution of the engine's velocities, which are single precision
ENOUGH = 2e-3  # px/s; a smaller error of a flight's velocities needs no further explanation
CORRELATED = 3.0  # frames of an exact flight that share one rounding error
SURE = 4.0  # standard deviations from zero at which a term counts
TERMS = ("push_x", "push_y", "drag", "air")
SLOPES = ("push_x_by_x", "push_x_by_y", "push_y_by_x", "push_y_by_y")
ZONED = ("zone_push_x", "zone_push_y", "zone_drag")
EVERYWHERE = ((), ("push_x", "drag"))  # what may act beyond a zone, too
BETTER = 0.5  # of the error must be left, at most, for a push that changes with the place
MUCH_BETTER = 0.1  # the same for a zone, which many causes resemble
ROUGHLY = 1.3  # deviations of the observation that need no explanation by a zone
_COLUMNS = (*TERMS, *SLOPES, *ZONED)
_ROBUST = 4  # rounds of reweighting
_FAR = 2.5  # deviations beyond which an error counts less


@dataclass(frozen=True, slots=True)
class _Fit:
    """A regression: values of gravity and of the chosen terms, their deviations, and its cost.

    sides: of the zone, if there is one.
    """

    names: tuple[str, ...]
    values: Array
    sd: Array
    scatter: float
    cost: float
    sides: tuple[Side, ...] = ()


def learn_flight(belief: Belief, trials: Sequence[Trial], noise: Noise) -> Belief:
    """Gravity, and what else acts on the ball in flight."""
    seen = [flight for trial in trials for flight in flights(trial) if len(flight.states) > 1]
    if sum(len(flight.states) - 1 for flight in seen) < 2:
        return belief
    flown = [stretch for flight in seen for stretch in along_axes(flight)]
    rows = _Rows(flown)
    fit = _regress(rows, ())
    if fit.scatter > ENOUGH:
        both = len({flight.up for flight in seen}) == 2
        names = [name for name in TERMS if both or name != "push_y"]
        fit = min((_regress(rows, c) for c in _choices(names)), key=_cost)
    if fit.scatter > ENOUGH:
        slid = [stretch for trial in trials for stretch in slides(trial)]
        rough = ROUGHLY * max(noise.velocity, noise.position)  # one of them may hide it
        args = fit.names, belief.mean.gravity, rough
        fit = _by_place(_Rows([*flown, *slid]), *args) or _by_place(rows, *args) or fit
    count = len(rows.gained) // 2
    gravity, sd = float(fit.values[0]), float(fit.sd[0])
    if not fit.names and fit.scatter < EXACT:
        gravity, sd = _median_gain(seen)
    belief = belief.updated("gravity", gravity, sd, count)
    terms = {
        name: (float(value), float(sd), count)
        for name, value, sd in zip(fit.names, fit.values[1:], fit.sd[1:], strict=True)
    }
    terms |= {side.name: (side.at, side.sd, count) for side in fit.sides}
    return belief.with_terms({name: terms.get(name) for name in (*_COLUMNS, *SIDES)})


def _cost(fit: _Fit) -> float:
    return fit.cost


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


def _by_place(rows: _Rows, plain: tuple[str, ...], gravity: float, noise: float) -> _Fit | None:
    """The best fit with pushes or drag that change with the place, if it explains much more.

    plain: the terms of the best fit without.
    gravity: what is likely, for fits that are equally good.
    noise: error of the velocities that needs no explanation, px/s.
    """
    first = _regress(rows, plain)
    found = [fit for fit in _sloping(rows, plain) if fit.scatter < BETTER * first.scatter]
    if first.scatter > noise:
        enough = noise + MUCH_BETTER * (first.scatter - noise)
        found += [fit for fit in _zoned(rows, plain) if fit.scatter < enough]
    fits = [fit for fit in found if fit.cost < first.cost]
    return min(fits, key=lambda fit: (round(fit.cost), abs(fit.values[0] - gravity)), default=None)


def _sloping(rows: _Rows, plain: tuple[str, ...]) -> Iterator[_Fit]:
    """Fits with pushes that change evenly: added one by one to `plain` and to gravity alone."""
    for start in dict.fromkeys((plain, ())):
        fit = _regress(rows, start)
        left = [*SLOPES, *(name for name in ("push_x",) if name not in start)]
        while left:
            fits = {name: _regress(rows, (*fit.names, name)) for name in left}
            name = min(fits, key=lambda name: fits[name].cost)
            if fits[name].cost >= fit.cost:
                break
            fit = fits[name]
            left.remove(name)
        yield fit


def _zoned(rows: _Rows, plain: tuple[str, ...]) -> Iterator[_Fit]:
    """Fits with a zone, besides what acts everywhere."""
    columns = ZoneColumns(rows.stretches)
    for names in dict.fromkeys((*EVERYWHERE, plain)):
        for zone in zones(columns, rows.of(names), rows.gained):
            rows.table[:, -len(ZONED) :] = columns.table(zone)
            for fit in _fewer(rows, (*names, *ZONED)):
                sides = 2 * len(zone.sides) * math.log(len(rows.gained))
                yield replace(fit, sides=zone.sides, cost=fit.cost + sides)


def _fewer(rows: _Rows, names: tuple[str, ...]) -> Iterator[_Fit]:
    """Fits with all of some terms, then without the one that is least sure, and so on."""
    while set(names) & set(ZONED):
        fit = _regress(rows, names)
        yield fit
        least = int(np.argmin(np.abs(fit.values[1:]) / np.maximum(fit.sd[1:], 1e-12)))
        names = (*names[:least], *names[least + 1 :])


class _Rows:
    """What each term has added to the speed by each frame of some stretches, and the speed, m/s.

    Columns: gravity, then `TERMS`, `SLOPES` and room for `ZONED`. What nobody knows is taken off:
    how each stretch began.
    kinds: which rows are along x, along y, and on faces, if any.
    """

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.table: Array = np.concatenate([s.without(_added(s)) for s in stretches])
        self.gained: Array = np.concatenate([s.without(s.speeds) for s in stretches])
        kind = [2 if s.slides else int(s.direction[1]) for s in stretches]
        kinds = np.repeat(kind, [len(s.states) for s in stretches])
        self.kinds = [kinds == each for each in sorted(set(kind))]

    def of(self, names: tuple[str, ...]) -> Array:
        """The columns of gravity and some terms."""
        return self.table[:, [0, *(1 + _COLUMNS.index(name) for name in names)]]


def _added(stretch: Stretch) -> Array:
    """What each term has added to the speed by each frame, m/s."""
    states, (along_x, along_y) = stretch.states, stretch.direction
    table = np.zeros((len(states), 1 + len(_COLUMNS)))
    time = SECONDS_PER_STEP * np.arange(len(states))
    table[:, 0] = along_y * time * (-1.0 if stretch.up else 1.0)
    table[:, 1], table[:, 2] = along_x * time, along_y * time
    lost = SECONDS_PER_STEP * stretch.speeds[:-1]
    table[1:, 3] = -np.cumsum(lost)
    table[1:, 4] = -np.cumsum(lost * np.hypot(states[:-1, 2], states[:-1, 3]))
    place = SECONDS_PER_STEP * np.cumsum(states[:-1, :2] - (MIDDLE_X, MIDDLE_Y), axis=0)
    table[1:, 5:7], table[1:, 7:9] = along_x * place, along_y * place
    return table


def _regress(rows: _Rows, names: tuple[str, ...]) -> _Fit:
    """Reweighted least squares on gravity and some terms."""
    used, gained = rows.of(names), rows.gained
    weights = np.ones(len(gained))
    values: Array = np.zeros(used.shape[1])
    floor = ROUNDING / PIXELS_PER_METRE
    scatter = floor
    # A speed along x that stays the same has no error at all, so the axes count apart.
    axes = rows.kinds
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
    possible = [
        key.low <= value <= key.high
        for key, value in zip(map(key_of, ("gravity", *names)), values, strict=True)
    ]
    if unsure.any() or not all(possible):
        cost = math.inf
    return _Fit(names, values, sd, kept * PIXELS_PER_METRE, cost)
