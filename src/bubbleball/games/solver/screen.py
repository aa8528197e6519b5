"""Skip what is not worth a run: balls near others that changed nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.games.scene import PlacedBall

_NEAR = 30 / 256  # of the scene's width; balls farther apart say nothing about each other
_HEIGHT = 0.4  # weight of a height: balls fall
_ROWS = 256  # initial capacity in balls


class Screen:
    """Remembers which balls changed anything, whatever constants were believed.

    size: the scene's width.
    """

    def __init__(self, size: float) -> None:
        self._near = _NEAR * size
        self._rows: Array = np.empty((_ROWS, 0))
        self._changed = np.empty(_ROWS, bool)
        self._count = 0

    def note(self, balls: Sequence[PlacedBall], *, changed: bool) -> None:
        """Remember the result of a run of the balls."""
        row = _row(balls)
        if not self._count:
            self._rows = np.empty((_ROWS, len(row)))
        elif self._count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
            self._changed = np.concatenate([self._changed, np.empty_like(self._changed)])
        self._rows[self._count], self._changed[self._count] = row, changed
        self._count += 1

    def hopeless(self, balls: Sequence[PlacedBall]) -> bool:
        """Whether the nearest balls so far are close and changed nothing."""
        if not self._count:
            return False
        away = np.square(self._rows[: self._count] - _row(balls)).sum(axis=1)
        nearest = int(away.argmin())
        return bool(away[nearest] < self._near**2 and not self._changed[nearest])


def _row(balls: Sequence[PlacedBall]) -> Array:
    return np.array([value for b in balls for value in (b.x, _HEIGHT * b.y, b.radius)])
