"""Cuts that leave one homotopy class of the free space: that of a Guide Path.

Every hole of the free space is joined, by straight segments that the guide does not cross, to the
frame of the screen or to another hole that is. What remains has no hole, so all of its paths from
the ball to the flag belong to one class. Of all such cuts the shortest are taken, by Kruskal's
algorithm: the less is cut off, the less the class is narrowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.method.guide_path.space import FreeSpace

CLEARANCE = 1.5 * BALL_RADIUS  # px that a cut keeps from the guide, if it can
CLOSEST = 0.5  # px that it keeps in any case
OUTLINE = 2.0  # px by which the outline of a hole is simplified
FRAME = -1  # stands for the frame among the holes' numbers


@dataclass(frozen=True, slots=True)
class _Cut:
    """A segment between two holes, or between a hole and the frame: x and y of both ends, px."""

    length: float
    one: int
    two: int
    ends: tuple[float, float, float, float]


def cuts(space: FreeSpace, guide: Array) -> Array:
    """The cuts that leave the class of a guide: n x 4, x and y of both ends, px.

    A hole that no straight segment joins to the others stays as it is.
    """
    if not len(space.islands):
        return np.zeros((0, 4))
    line = shapely.simplify(shapely.linestrings(guide), 0.1)
    found: list[_Cut] = []
    joined = {number: number for number in (FRAME, *range(len(space.islands)))}
    for clearance in (CLEARANCE, CLOSEST):  # nearer to the guide only what cannot be cut elsewhere
        near = shapely.buffer(line, clearance)
        shapely.prepare(near)
        for cut in sorted(_candidates(space, near), key=lambda each: each.length):
            one, two = _root(joined, cut.one), _root(joined, cut.two)
            if one != two:
                joined[one] = two
                found.append(cut)
    return np.array([cut.ends for cut in found], float).reshape(-1, 4)


def _root(joined: dict[int, int], number: int) -> int:
    while joined[number] != number:
        number = joined[number]
    return number


def _candidates(space: FreeSpace, near: Any) -> Iterator[_Cut]:
    """The shortest cut from each corner of a hole to each other hole and to each side."""
    corners = [
        shapely.get_coordinates(shapely.simplify(island, OUTLINE).exterior)[:-1]
        for island in space.islands
    ]
    for one, points in enumerate(corners):
        yield from _clear(_to_frame(points, space.box), one, FRAME, near)
        for two, other in enumerate(space.islands):
            if two != one:
                lines = shapely.shortest_line(shapely.points(points), other)
                yield from _clear(lines, one, two, near)


def _to_frame(points: Array, box: tuple[float, float, float, float]) -> Any:
    """From each point straight to each of the four sides of a box."""
    left, top, right, bottom = box
    x, y = points.T
    sides = [(np.full_like(x, left), y), (np.full_like(x, right), y)]
    sides += [(x, np.full_like(y, top)), (x, np.full_like(y, bottom))]
    ends = [np.stack([points, np.column_stack(side)], axis=1) for side in sides]
    return shapely.linestrings(np.concatenate(ends))


def _clear(lines: Any, one: int, two: int, near: Any) -> Iterator[_Cut]:
    """The shortest of some segments that stays clear of the guide."""
    clear = lines[~shapely.intersects(near, lines)]
    if len(clear):
        best = clear[int(np.argmin(shapely.length(clear)))]
        (ax, ay), (bx, by) = shapely.get_coordinates(best).tolist()
        yield _Cut(float(shapely.length(best)), one, two, (ax, ay, bx, by))
