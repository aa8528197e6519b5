"""H-1: Guide Paths, from the ball's start to the flag through the free space (eq. 3).

They know geometry only: no gravity, no bounce. Several of them differ in how they pass the
obstacles, never in detail alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bubbleball.errors import BubbleBallError, unknown_name
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.method.guide_path.space import free_space

Array = NDArray[np.float64]

SPACING = 4.0  # px between neighbouring points of a path, at most

# name -> one line of description
PLANNERS = MappingProxyType(
    {
        "visibility": "exact shortest ways round the corners (default)",
        "prm": "probabilistic road map, seeded",
        "rrt": "rapidly exploring random tree (OMPL, extra `planners`)",
        "rrt*": "the same, rewired towards the shortest way (OMPL, extra `planners`)",
        "prm*": "road map with ever more neighbours (OMPL, extra `planners`)",
    }
)
DEFAULT_PLANNER = "visibility"
_MODULES = {"visibility": "visibility", "prm": "prm"}


def plan(
    level: Level,
    planner: str = DEFAULT_PLANNER,
    *,
    seed: int = 0,
    paths: int = 1,
    placements: Sequence[Placement] = (),
) -> tuple[Array, ...]:
    """Up to `paths` Guide Paths of different homotopy, each n x 2 px, the shortest first.

    A path leads from the ball's start to the first point where the ball touches the flag; its
    points are at most 4 px apart, but for the jump through a teleport of the scenery. Empty when
    there is no way. `placements` stand in the way as the scenery does.
    """
    if planner not in PLANNERS:
        raise unknown_name("planner", planner, PLANNERS)
    if paths < 1:
        raise BubbleBallError(f"paths = {paths} Guide Paths were asked for; ask for at least 1")
    module = import_module(f"{__name__}.{_MODULES.get(planner, 'trees')}")
    space = free_space(level, placements)
    found: list[list[Array]] = module.find(space, planner, seed, paths)
    return tuple(_dense(legs) for legs in found)


def _dense(legs: list[Array]) -> Array:
    """Points at most SPACING apart on every leg; between legs a teleport carries the ball."""
    return np.concatenate([_dense_leg(leg) for leg in legs])


def _dense_leg(corners: Array) -> Array:
    if len(corners) == 1:
        return corners
    pieces = [corners[:1]]
    for a, b in pairwise(corners):
        count = max(1, int(np.ceil(np.hypot(*(b - a)) / SPACING)))
        pieces.append(a + (b - a) * (np.arange(1, count + 1) / count)[:, None])
    return np.concatenate(pieces)
