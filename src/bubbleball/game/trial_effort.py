"""How much work one trial may cost: a bound that depends on nothing but the level and its course.

A step costs the engine more the more parts overlap or touch, and each of them more the more parts
there are. Levels of up to 20 parts never reach the bound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.level import Part
from bubbleball.game.placement import Placement

MOST_EFFORT = 211_000.0  # some 0.7 s of a processor, twice that where others share its caches
CROWD = 20  # parts; with no more, not even 600 steps in which all touch all get there
_SHARE = 30.0  # parts by which each neighbour costs as much again


class TrialEffort:
    """Adds up what the steps of one trial cost."""

    def __init__(self, parts: int) -> None:
        self._weight = 1 + parts / _SHARE
        self._spent = 0.0

    def too_much(self, neighbours: int) -> bool:
        """Add a step with that many pairs of neighbours; return whether the bound is passed."""
        self._spent += neighbours * self._weight
        return self._spent > MOST_EFFORT


def overlapping(standing: Sequence[tuple[Part, Part | Placement, bool]]) -> int:
    """How many pairs of upright boxes overlap, of which at least one belongs to a part that moves.

    standing: each solid part with its pose and whether it moves.
    """
    movers_first = sorted(standing, key=lambda each: not each[2])
    shapes = [moved(part.outline, at.x, at.y, at.angle) for part, at, _ in movers_first]
    boxes = np.array([bounds(shape) for shape in shapes]).reshape(-1, 4)
    pairs = 0
    for number in range(sum(moves for _, _, moves in standing)):
        (left, top, right, bottom), rest = boxes[number], boxes[number + 1 :]
        meet = (rest[:, 0] < right) & (rest[:, 2] > left)
        pairs += int((meet & (rest[:, 1] < bottom) & (rest[:, 3] > top)).sum())
    return pairs
