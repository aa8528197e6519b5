"""H-1: the Local Region, where the recorded trajectory leaves the Guide Path, and its target.

The paper pairs the points of both paths by their index k. A recorded trajectory is spaced by time
and a planned path by distance, so the index used here is the distance travelled: v_k and u_k lie
2k px along their paths, up to the end of the shorter one. If no such pair is far enough apart, the
shorter path waits at its end for the longer one, so that a ball at rest has a region too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from bubbleball.errors import BubbleBallError
from bubbleball.game.arrays import Array, Indices, Mask

EPSILON_1 = 30.0  # px, the ball's diameter: a nearer ball still follows the Guide Path
EPSILON_2 = 200.0  # px, the longest piece: no single Main Block brings back a ball farther off
TARGET_RADIUS = EPSILON_1  # px: where the ball is farther off, the next region begins
SPACING = 2.0  # px of path between neighbouring pairs
JUMP = 40.0  # px; a longer step between two points is a teleport's and has no length


@dataclass(frozen=True, slots=True)
class Region:
    """A Local Region and its Local Target Set, px.

    left, top, right, bottom: the rectangle.
    target_x, target_y, target_radius: the disc that the ball should reach.
    """

    left: float
    top: float
    right: float
    bottom: float
    target_x: float
    target_y: float
    target_radius: float


@dataclass(frozen=True, slots=True, eq=False)
class LocalRegion:
    """A Local Region with what lies in it.

    region: rectangle and Local Target Set, px.
    recorded: n x 2, the points of the recorded trajectory inside, px.
    frames: their indices.
    guide: m x 2, the points of the Guide Path inside, px; the last is the target's centre.
    deviation: the largest distance of a pair within the bounds, px.
    """

    region: Region
    recorded: Array
    frames: Indices
    guide: Array
    deviation: float

    def aimed_at(self, x: float, y: float) -> LocalRegion:
        """The same region with another centre of the Local Target Set."""
        return replace(self, region=replace(self.region, target_x=x, target_y=y))


def local_region(
    recorded: Array, guide: Array, eps1: float = EPSILON_1, eps2: float = EPSILON_2
) -> LocalRegion | None:
    """The smallest rectangle around all pairs whose distance is in [eps1, eps2] (eq. 4).

    None where there is no such pair: the paths agree to within eps1.
    """
    _check(recorded, guide, eps1, eps2)
    paths = [(path, _travelled(path)) for path in (recorded, guide)]
    for length in sorted(travelled[-1] for _, travelled in paths):
        k = np.append(np.arange(0.0, length, SPACING), length)
        v, u = (_at(path, travelled, k) for path, travelled in paths)
        apart = np.hypot(*(v - u).T)
        chosen = (apart >= eps1) & (apart <= eps2)  # (eq. 4)
        if chosen.any():
            break
    else:
        return None
    corners = np.concatenate([v[chosen], u[chosen]])
    left, top = corners.min(axis=0).tolist()
    right, bottom = corners.max(axis=0).tolist()
    inside = _inside(recorded, left, top, right, bottom)
    local_guide = guide[_inside(guide, left, top, right, bottom)]
    if not len(local_guide):  # the rectangle is thinner than the spacing of the guide's points
        local_guide = u[chosen]
    x, y = local_guide[-1].tolist()  # (eq. 5)
    return LocalRegion(
        region=Region(left, top, right, bottom, x, y, TARGET_RADIUS),
        recorded=recorded[inside],
        frames=np.flatnonzero(inside),
        guide=local_guide,
        deviation=float(apart[chosen].max()),
    )


def _travelled(path: Array) -> Array:
    """The distance travelled up to each point of the path, px."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(np.where(steps > JUMP, 0.0, steps))])


def _at(path: Array, own: Array, travelled: Array) -> Array:
    """Points of the path at given distances travelled; its end where it is shorter.

    own: the distance travelled up to each of its points.
    """
    after = np.searchsorted(own, travelled, side="left").clip(0, len(path) - 1)
    before = (after - 1).clip(0)
    gap = own[after] - own[before]
    share = np.where(gap > 0, (travelled - own[before]) / np.where(gap > 0, gap, 1.0), 1.0)
    points: Array = path[before] + share.clip(0, 1)[:, None] * (path[after] - path[before])
    return points


def _inside(path: Array, left: float, top: float, right: float, bottom: float) -> Mask:
    inside = ((path >= (left, top)) & (path <= (right, bottom))).all(axis=1)
    return np.asarray(inside, np.bool_)


def _check(recorded: Array, guide: Array, eps1: float, eps2: float) -> None:
    for name, path in (("recorded trajectory", recorded), ("guide path", guide)):
        if path.ndim != 2 or path.shape[1] != 2 or not len(path):
            raise BubbleBallError(
                f"the {name} has the shape {path.shape}; it must be n x 2 numbers, n at least 1"
            )
        if not np.isfinite(path).all():
            raise BubbleBallError(f"the {name} has points that are not finite")
    if not 0 < eps1 < eps2:
        raise BubbleBallError(
            f"eps1 = {eps1:g} and eps2 = {eps2:g} px; they must keep 0 < eps1 < eps2"
        )
