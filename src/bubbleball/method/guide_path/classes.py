"""Homotopy classes of paths to the flag, in the order in which a search should try them.

A Guide Path stands for its class: all paths that pass the holes of the free space on the same
sides. Cuts from hole to hole are the barriers that keep a cost-to-go within the class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.method.guide_path import DEFAULT_PLANNER, plan
from bubbleball.method.guide_path.cuts import cuts
from bubbleball.method.guide_path.space import free_space

JUMP = 40.0  # px; a longer step of a Guide Path is a teleport's and has no length


@dataclass(frozen=True, slots=True, eq=False)
class GuideClass:
    """One homotopy class.

    guide: n x 2, its shortest path, px.
    barriers: n x 4, segments that the class does not cross: x and y of both ends, px.
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
        GuideClass(guide, cuts(space, guide))
        for guide in plan(level, planner, seed=seed, paths=count)
    ]
    return tuple(sorted(found, key=lambda each: each.length(rise)))
