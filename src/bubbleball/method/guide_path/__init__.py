"""H-1: Guide Paths from the ball's start to the flag through the free space (eq. 3).

A planner knows geometry only: no gravity, no bounce. Several paths of one level belong to
different homotopy classes: they pass the obstacles on different sides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from types import MappingProxyType

import numpy as np
import shapely

from bubbleball.errors import BubbleBallError, unknown_name
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.method.guide_path.space import free_space

SPACING = 4.0  # px between neighbouring points of a path, at most

# name -> one line of description
PLANNERS = MappingProxyType(
    {
        "visibility": "exact shortest paths by a visibility graph (default)",
        "prm": "probabilistic road map, seeded",
        "rrt": "rapidly exploring random tree (OMPL, extra `planners`)",
        "rrt*": "the same, rewired towards the shortest path (OMPL, extra `planners`)",
        "prm*": "road map with a growing number of neighbours (OMPL, extra `planners`)",
    }
)
DEFAULT_PLANNER = "visibility"
_MODULES = {"visibility": "visibility", "prm": "prm"}


def known_planner(name: str) -> str:
    """The name itself, or an error that names the planner meant."""
    if name not in PLANNERS:
        raise unknown_name("planner", str(name), PLANNERS)
    return name


def plan(
    level: Level,
    planner: str = DEFAULT_PLANNER,
    *,
    seed: int = 0,
    paths: int = 1,
    placements: Sequence[Placement] = (),
    highest: float = -math.inf,
) -> tuple[Array, ...]:
    """Up to `paths` Guide Paths of different homotopy classes, each n x 2 px, the shortest first.

    A path leads from the ball's start to the first point where the ball touches the flag. Its
    points are at most 4 px apart, except at the jump through a teleport of the scenery. The result
    is empty if no free path leads to the flag. Placed solid pieces are obstacles like the scenery;
    so is everything above the height `highest`, unless the flag is there.
    """
    known_planner(planner)
    if paths < 1:
        raise BubbleBallError(f"paths = {paths} Guide Paths were asked for; ask for at least 1")
    module = import_module(f"{__name__}.{_MODULES.get(planner, 'trees')}")
    space = free_space(level, placements, highest)
    found: list[list[Array]] = module.find(space, planner, seed, paths)
    return tuple(np.concatenate([_segmentized(leg) for leg in legs]) for legs in found)


def _segmentized(leg: Array) -> Array:
    """A leg between two teleports with points at most SPACING apart."""
    if not np.ptp(leg, axis=0).any():  # a ball that touches the flag where it starts
        return leg
    return np.asarray(shapely.get_coordinates(shapely.segmentize(shapely.LineString(leg), SPACING)))
