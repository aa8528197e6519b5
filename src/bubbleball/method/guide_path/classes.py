"""Homotopy classes of paths to the flag, in the order in which a search should try them.

A Guide Path stands for its class: all paths that pass the holes of the free space on the same
sides. The rays from the holes on the other sides are the barriers that keep a cost-to-go within
the class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.method.guide_path import DEFAULT_PLANNER, plan
from bubbleball.method.guide_path.roadmap import word_of
from bubbleball.method.guide_path.space import FreeSpace, free_space

CLEARANCE = 3 * BALL_RADIUS  # px between a barrier and the Guide Path of its class
JUMP = 40.0  # px; a longer step of a Guide Path is a teleport's and has no length


@dataclass(frozen=True, slots=True, eq=False)
class GuideClass:
    """One homotopy class.

    guide: n x 2, its shortest path, px.
    barriers: n x 3, vertical segments that the class does not cross: x, top, bottom, px.
    """

    guide: Array
    barriers: Array

    def length(self, rise: float) -> float:
        """The length of the guide, in which rises against gravity weigh `rise` times, px."""
        dx, dy = np.diff(self.guide, axis=0).T
        steps = np.hypot(dx, np.where(dy < 0, rise * dy, dy))
        return float(steps[np.hypot(dx, dy) <= JUMP].sum())


def guide_classes(
    level: Level, planner: str = DEFAULT_PLANNER, *, seed: int = 0, count: int = 1, rise: float = 1
) -> tuple[GuideClass, ...]:
    """Up to `count` classes; first the one whose guide is shortest, rises weighed `rise` times."""
    space = free_space(level)
    found = [
        GuideClass(guide, _barriers(space, guide))
        for guide in plan(level, planner, seed=seed, paths=count)
    ]
    return tuple(sorted(found, key=lambda each: each.length(rise)))


def _barriers(space: FreeSpace, guide: Array) -> Array:
    """From each hole the ray that the guide does not cross, as far as it stays clear of it."""
    word = {abs(letter) for letter in word_of(guide, space.holes)}
    _, top, _, bottom = space.box
    rows = []
    for number, (x, y) in enumerate(space.holes, start=1):
        across = guide[np.abs(guide[:, 0] - x) < CLEARANCE, 1]
        if number in word:  # the guide passes above: nothing should pass below
            rows.append((x, max([y, *(across[across > y] + CLEARANCE)]), bottom))
        else:
            rows.append((x, top, min([y, *(across[across < y] - CLEARANCE)])))
    barriers = np.array(rows, float).reshape(-1, 3)
    return barriers[barriers[:, 1] < barriers[:, 2]]
