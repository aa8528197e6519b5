"""Planners of the Open Motion Planning Library: RRT, RRT* and PRM*.

Budgets are counts and every random number comes from the seed. OMPL's PRM solves in a second
thread and is not repeatable; here it only grows the road map, and our search finds the paths in
it. The trees do not use teleports.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from bubbleball.errors import BubbleBallError
from bubbleball.method.guide_path.roadmap import build, shortest_paths, word_of
from bubbleball.method.guide_path.shorten import shortened
from bubbleball.method.guide_path.space import FreeSpace

Array = NDArray[np.float64]

ITERATIONS = {"rrt": 5000, "rrt*": 1500, "prm*": 600}  # of the planner's loop
REACH = 40.0  # px, the longest branch of a tree
RESOLUTION = 2.0  # px between the points at which a branch is tested
ATTEMPTS = 4  # trees grown per path asked for


def find(space: FreeSpace, planner: str, seed: int, paths: int) -> list[list[Array]]:
    """Paths of up to `paths` classes, the shortest first."""
    ompl = _library(planner)
    if space.goal.is_empty:
        return []
    if planner == "prm*":
        return _grown_map(ompl, space, seed, paths)
    found: dict[tuple[int, ...], Array] = {}
    for attempt in range(ATTEMPTS * paths):
        path = _grown_tree(ompl, space, planner, seed + attempt)
        if path is not None:
            word = word_of(np.concatenate([path, space.flag[None]]), space.holes)
            found.setdefault(word, path)
        if len(found) == paths:
            break
    return [[path] for path in sorted(found.values(), key=_length)]


def _library(planner: str) -> Any:
    try:
        library = import_module("ompl")
        for part in ("base", "geometric", "util"):
            import_module(f"ompl.{part}")
    except ImportError as error:
        raise BubbleBallError(
            f"planner {planner!r} needs OMPL, which is not installed; "
            f"pip install 'bubbleball[planners]', or use the planner visibility or prm"
        ) from error
    library.util.setLogLevel(library.util.LogLevel.LOG_NONE)
    return library


def _set_up(ompl: Any, space: FreeSpace, planner: str, seed: int) -> tuple[Any, Any, Any]:
    """The planner with its problem and space; start and goal are set."""
    base = ompl.base
    ompl.util.RNG.setSeed(seed % 2**31 + 1)  # 0 would mean the clock
    plane, bounds = base.RealVectorStateSpace(2), base.RealVectorBounds(2)
    left, top, right, bottom = space.box
    for axis, (low, high) in enumerate(((left, right), (top, bottom))):
        bounds.setLow(axis, low)
        bounds.setHigh(axis, high)
    plane.setBounds(bounds)
    information = base.SpaceInformation(plane)
    walls = space.walls
    information.setStateValidityChecker(lambda at: not shapely.intersects_xy(walls, at[0], at[1]))
    information.setStateValidityCheckingResolution(
        RESOLUTION / np.hypot(right - left, bottom - top)
    )
    information.setup()
    ends = (space.start, shapely.get_coordinates(shapely.point_on_surface(space.goal))[0])
    states = [information.allocState(), information.allocState()]
    for state, (x, y) in zip(states, ends, strict=True):
        state[0], state[1] = float(x), float(y)
    problem = base.ProblemDefinition(information)
    problem.setStartAndGoalStates(*states)
    kinds = {"rrt": "RRT", "rrt*": "RRTstar", "prm*": "PRMstar"}
    chosen = getattr(ompl.geometric, kinds[planner])(information)
    chosen.setProblemDefinition(problem)
    if planner != "prm*":
        chosen.setRange(REACH)
    chosen.setup()
    return chosen, problem, information


def _after(ompl: Any, rounds: int) -> Any:
    """A condition that ends planning after it has been checked `rounds` times."""
    left = iter(range(rounds))
    return ompl.base.PlannerTerminationCondition(lambda: next(left, None) is None)


def _grown_tree(ompl: Any, space: FreeSpace, planner: str, seed: int) -> Array | None:
    chosen, problem, _ = _set_up(ompl, space, planner, seed)
    chosen.solve(_after(ompl, ITERATIONS[planner]))
    if not problem.hasExactSolution():
        return None
    path = np.array([(at[0], at[1]) for at in problem.getSolutionPath().getStates()])
    return _up_to_goal(space, shortened(space, path))


def _grown_map(ompl: Any, space: FreeSpace, seed: int, paths: int) -> list[list[Array]]:
    chosen, _, information = _set_up(ompl, space, "prm*", seed)
    chosen.growRoadmapPtc(_after(ompl, ITERATIONS["prm*"]))
    data = ompl.base.PlannerData(information)
    chosen.getPlannerData(data)
    count = data.numVertices()
    states = [data.getVertex(i).getState() for i in range(count)]
    nodes = np.array([(at[0], at[1]) for at in states], float).reshape(-1, 2)
    pairs = [(i + 1, j + 1) for i in range(count) for j in data.getEdges(i) if i < j]
    pairs += [(0, i + 1) for i in range(count)]
    road = build(space, nodes, np.array(pairs, np.int64).reshape(-1, 2))
    found = shortest_paths(space, road, paths)
    return [[shortened(space, leg) for leg in legs] for legs in found]


def _up_to_goal(space: FreeSpace, path: Array) -> Array:
    """The path up to the point where it first touches the goal."""
    touching = shapely.intersection(shapely.LineString(path), space.goal)
    along = shapely.line_locate_point(
        shapely.LineString(path), shapely.points(shapely.get_coordinates(touching))
    )
    travelled = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    end = float(np.min(along))
    last = shapely.get_coordinates(shapely.line_interpolate_point(shapely.LineString(path), end))
    return np.concatenate([path[travelled < end], last])


def _length(path: Array) -> float:
    return float(np.hypot(*np.diff(path, axis=0).T).sum())
