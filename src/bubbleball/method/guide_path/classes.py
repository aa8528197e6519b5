"""Homotopy classes of paths to the flag, in the order in which a search should try them.

A Guide Path stands for its class: all paths that pass the holes of the free space on the same
sides. Cuts from hole to hole are the barriers that keep a cost-to-go within the class.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.method.guide_path import DEFAULT_PLANNER, plan
from bubbleball.method.guide_path.cuts import cuts
from bubbleball.method.guide_path.space import free_space

LONGEST = 1.5  # times the least weighted length; longer classes are not worth a round
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
    level: Level,
    planner: str = DEFAULT_PLANNER,
    *,
    seed: int = 0,
    count: int = 1,
    rise: float = 1,
    highest: float = -math.inf,
) -> tuple[GuideClass, ...]:
    """Up to `count` classes; first the one whose guide is shortest, rises weighed `rise` times.

    highest: the height that no guide passes, px, unless all do. Classes that are much longer than
    the first one are left out.
    """
    space = free_space(level, highest=highest)
    guides = plan(level, planner, seed=seed, paths=count, highest=highest)
    if not guides and highest > -math.inf:
        return guide_classes(level, planner, seed=seed, count=count, rise=rise)
    found = [GuideClass(guide, cuts(space, guide)) for guide in guides]
    lengths = [each.length(rise) for each in found]
    order = sorted(range(len(found)), key=lengths.__getitem__)
    return tuple(found[i] for i in order if lengths[i] <= LONGEST * min(lengths))
