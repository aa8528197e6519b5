"""The exact planner: shortest paths follow the tangents of the grown obstacles."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from bubbleball.method.guide_path.roadmap import build, shortest_paths
from bubbleball.method.guide_path.space import FreeSpace

Array = NDArray[np.float64]


def find(space: FreeSpace, planner: str, seed: int, paths: int) -> list[list[Array]]:
    """The shortest paths of up to `paths` classes; the same for every seed."""
    if space.goal.is_empty:
        return []
    nodes, before, after = _corners(space)
    road = build(space, nodes, _tangents(space.start, nodes, before, after))
    return shortest_paths(space, road, paths)


def _corners(space: FreeSpace) -> tuple[Array, Array, Array]:
    """Convex corners of the grown obstacles that are free, each with its neighbours."""
    found = [np.zeros((0, 3, 2))]
    for polygon in shapely.get_parts(space.grown):
        found.append(_ring_corners(polygon.exterior, 1.0))
        found += [_ring_corners(ring, -1.0) for ring in polygon.interiors]
    corners = np.concatenate(found)
    corners = corners[space.free(corners[:, 1])]
    return corners[:, 1], corners[:, 0], corners[:, 2]


def _ring_corners(ring: Any, side: float) -> Array:
    """Neighbour, corner, neighbour, where the obstacle is convex.

    side: 1 if the obstacle lies inside the ring, -1 if outside.
    """
    at = np.asarray(shapely.get_coordinates(ring))[:-1]
    before, after = np.roll(at, 1, axis=0), np.roll(at, -1, axis=0)
    sense = side if shapely.is_ccw(ring) else -side
    convex = sense * _cross(at - before, after - at) > 1e-9
    return np.stack([before, at, after], axis=1)[convex]


def _tangents(start: Array, nodes: Array, before: Array, after: Array) -> NDArray[np.int64]:
    """Pairs of the start (0) and nodes whose line passes both corners on one side."""
    count = len(nodes)
    one, two = np.triu_indices(count, 1)
    line = nodes[two] - nodes[one]
    fits = np.ones(len(one), np.bool_)
    for end in (one, two):
        side = _cross(line, before[end] - nodes[end])
        fits &= side * _cross(line, after[end] - nodes[end]) >= -1e-9
    line = nodes - start
    first = _cross(line, before - nodes) * _cross(line, after - nodes) >= -1e-9
    seen = np.flatnonzero(first) + 1
    inner = np.column_stack([one[fits] + 1, two[fits] + 1])
    outer = np.column_stack([np.zeros(len(seen), np.int64), seen])
    return np.concatenate([outer, inner])


def _cross(a: Array, b: Array) -> Array:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
