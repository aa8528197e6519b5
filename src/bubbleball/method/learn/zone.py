"""Where in the screen something acts that does not act elsewhere: a rectangle, side by side.

A push or a drag that begins at a line shows in how a flight or a slide goes on beyond it. A side is
looked for where it leaves the least error: first among few places, then among all between those
next to the best. Sides are added one by one; after each one the others are looked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.residual import NOTHING
from bubbleball.method.learn.stretches import Stretch

SIDES = ("zone_left", "zone_right", "zone_top", "zone_bottom")
PLACES = 16  # of a side that are compared at a time
NEEDLESS = 1.01  # times the error that a side may leave if it is taken away
AGAIN = 2  # times that the sides of a zone are looked for again


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a zone: which, where, and the deviation of that, m."""

    name: str
    at: float
    sd: float


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle by those of its sides that have shown themselves."""

    sides: tuple[Side, ...] = ()

    def inside(self, places: Array) -> Array:
        """1 for the places in the zone, else 0."""
        at = {name: getattr(NOTHING, name) for name in SIDES}
        at.update({side.name: side.at for side in self.sides})
        x, y = places.T
        found = (at["zone_left"] < x) & (x < at["zone_right"])
        found &= (at["zone_top"] < y) & (y < at["zone_bottom"])
        inside: Array = found.astype(np.float64)
        return inside

    @property
    def names(self) -> tuple[str, ...]:
        """Of its sides."""
        return tuple(side.name for side in self.sides)

    def with_side(self, side: Side) -> Zone:
        """The same with one side there."""
        return Zone((*self.without(side.name).sides, side))

    def without(self, name: str) -> Zone:
        """The same without one side."""
        return Zone(tuple(side for side in self.sides if side.name != name))


class ZoneColumns:
    """What pushes and drag in a zone would have added to the speeds of all stretches, m/s."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self._lengths = np.array([len(stretch.states) for stretch in stretches])
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._places: Array = np.concatenate([stretch.states[:, :2] for stretch in stretches])
        self._speeds: Array = np.concatenate([stretch.speeds for stretch in stretches])
        self._along = np.repeat([s.direction for s in stretches], self._lengths, axis=0)
        time = [np.arange(n) - (n - 1) / 2 for n in self._lengths]
        self._trend = np.concatenate([s.slides * t for s, t in zip(stretches, time, strict=True)])
        squares = np.add.reduceat(self._trend**2, self._starts)
        self._squares = np.maximum(squares, 1.0)

    def cuts(self, axis: int) -> Array:
        """Where a side can be: the middle between places next to each other, and its deviation.

        The last place of a stretch does not show what acts there.
        """
        last = np.zeros(len(self._places), bool)
        last[self._starts + self._lengths - 1] = True
        ordered = np.unique(self._places[~last, axis])
        gaps = np.diff(ordered)
        cuts: Array = np.column_stack([ordered[:-1] + gaps / 2, gaps / np.sqrt(12)])
        return cuts

    def table(self, zone: Zone) -> Array:
        """Columns: a push along x, a push along y, drag."""
        inside = zone.inside(self._places)
        return np.column_stack(
            [
                self._added(inside * self._along[:, 0]),
                self._added(inside * self._along[:, 1]),
                self._added(-inside * self._speeds),
            ]
        )

    def _added(self, acceleration: Array) -> Array:
        """What an acceleration adds up to, without what `Stretch.without` takes off."""
        total = SECONDS_PER_STEP * np.concatenate([[0.0], np.cumsum(acceleration[:-1])])
        total -= np.repeat(np.add.reduceat(total, self._starts) / self._lengths, self._lengths)
        slopes = np.add.reduceat(total * self._trend, self._starts) / self._squares
        gained: Array = total - np.repeat(slopes, self._lengths) * self._trend
        return gained


def zones(columns: ZoneColumns, base: Array, gained: Array) -> Iterator[Zone]:
    """The best zones of each one side, then with one more each, without those that became needless.

    base: columns of what acts everywhere.
    """
    basis = np.linalg.qr(base)[0]
    rest = gained - basis @ (basis.T @ gained)

    def left(zone: Zone) -> float:
        table = columns.table(zone)
        table -= basis @ (basis.T @ table)
        values = np.linalg.lstsq(table, rest, rcond=1e-9)[0]
        return float(np.sum((rest - table @ values) ** 2))

    along_x, along_y = map(columns.cuts, (0, 1))
    cuts = dict(zip(SIDES, (along_x, along_x, along_y, along_y), strict=True))
    zone = Zone()
    for _ in SIDES:
        missing = [name for name in SIDES if len(cuts[name]) and name not in zone.names]
        found = [_best_side(zone, name, cuts[name], left) for name in missing]
        if not zone.sides:
            yield from found
        zone = min(found, key=left, default=zone)
        for name in AGAIN * zone.names:
            zone = _best_side(zone, name, cuts[name], left)
        for name in zone.names:
            fewer = zone.without(name)
            zone = fewer if left(fewer) <= NEEDLESS * left(zone) else zone
        yield zone


def _best_side(zone: Zone, name: str, cuts: Array, left: Callable[[Zone], float]) -> Zone:
    """The zone with one side where it leaves the least error."""
    low, high = 0, len(cuts) - 1
    while True:
        tried = np.unique(np.linspace(low, high, PLACES).round().astype(int))
        made = [zone.with_side(Side(name, *map(float, cuts[number]))) for number in tried]
        best = int(np.argmin([left(each) for each in made]))
        if len(tried) == high - low + 1:
            return made[best]
        low, high = int(tried[max(0, best - 1)]), int(tried[min(len(tried) - 1, best + 1)])
