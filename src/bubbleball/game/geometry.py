"""Convex shapes on the screen: x right, y down, pixels; angles in degrees, clockwise."""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle.

    x, y: centre, px.
    radius: px.
    """

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Hull:
    """A filled convex polygon.

    corners: in order round the polygon, px.
    """

    corners: tuple[Point, ...]


Shape = Disc | Hull


def rectangle(width: float, height: float) -> Hull:
    """A box about the origin."""
    x, y = width / 2, height / 2
    return Hull(((-x, -y), (x, -y), (x, y), (-x, y)))


def right_triangle(width: float, height: float) -> Hull:
    """Half of a box about the origin: its top-left, bottom-right and bottom-left corners."""
    x, y = width / 2, height / 2
    return Hull(((-x, -y), (x, y), (-x, y)))


def moved(shape: Shape, x: float, y: float, angle: float = 0.0) -> Shape:
    """The shape turned by `angle` about the origin, then moved to x, y."""
    turn = angle % 360.0
    if turn == 0.0:
        cos, sin = 1.0, 0.0
    else:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    if isinstance(shape, Disc):
        return Disc(
            x + cos * shape.x - sin * shape.y, y + sin * shape.x + cos * shape.y, shape.radius
        )
    return Hull(
        tuple((x + cos * px - sin * py, y + sin * px + cos * py) for px, py in shape.corners)
    )


def bounds(shape: Shape) -> Box:
    """The smallest upright box around the shape."""
    if isinstance(shape, Disc):
        r = shape.radius
        return shape.x - r, shape.y - r, shape.x + r, shape.y + r
    xs, ys = zip(*shape.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def boxes_meet(a: Box, b: Box) -> bool:
    """Whether two upright boxes overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def area(shape: Shape) -> float:
    """Area in square pixels."""
    if isinstance(shape, Disc):
        return math.pi * shape.radius**2
    return abs(_twice_signed_area(shape.corners)) / 2


def signed_distance(x: float, y: float, shape: Shape) -> float:
    """Distance from a point to the shape's edge; negative inside."""
    if isinstance(shape, Disc):
        return math.hypot(x - shape.x, y - shape.y) - shape.radius
    corners = shape.corners
    nearest = math.inf
    inside = True
    side = math.copysign(1.0, _twice_signed_area(corners))
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = bx - ax, by - ay
        px, py = x - ax, y - ay
        t = min(1.0, max(0.0, (px * ex + py * ey) / (ex * ex + ey * ey)))
        nearest = min(nearest, math.hypot(px - t * ex, py - t * ey))
        if side * (ex * py - ey * px) < 0:
            inside = False
    return -nearest if inside else nearest


def nearest_on_edge(x: float, y: float, shape: Shape) -> tuple[Point, Point]:
    """The point of the shape's edge nearest to a point, and the outward unit normal there."""
    if isinstance(shape, Disc):
        away = math.hypot(x - shape.x, y - shape.y)
        nx, ny = ((x - shape.x) / away, (y - shape.y) / away) if away else (0.0, -1.0)
        return (shape.x + shape.radius * nx, shape.y + shape.radius * ny), (nx, ny)
    corners = shape.corners
    side = math.copysign(1.0, _twice_signed_area(corners))
    found = (math.inf, (x, y), (0.0, -1.0))
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        ex, ey = bx - ax, by - ay
        length = math.hypot(ex, ey)
        t = ((x - ax) * ex + (y - ay) * ey) / length**2
        kept = min(1.0, max(0.0, t))
        px, py = ax + kept * ex, ay + kept * ey
        away = math.hypot(x - px, y - py)
        normal = (side * ey / length, -side * ex / length)
        if kept != t and away > 0.0:  # a corner
            normal = ((x - px) / away, (y - py) / away)
        found = min(found, (away, (px, py), normal))
    return found[1], found[2]


def overlap(a: Shape, b: Shape) -> float:
    """How deep two shapes overlap, px: the shortest push that separates them; 0 if apart."""
    if isinstance(a, Disc):
        return max(0.0, a.radius - signed_distance(a.x, a.y, b))
    if isinstance(b, Disc):
        return max(0.0, b.radius - signed_distance(b.x, b.y, a))
    along_a = _least_overlap(a, b)
    return max(0.0, min(along_a, _least_overlap(b, a))) if along_a > 0.0 else 0.0


def _least_overlap(a: Hull, b: Hull) -> float:
    """The smallest overlap of the two along the edge normals of `a` (separating axes)."""
    least = math.inf
    side = math.copysign(1.0, _twice_signed_area(a.corners))
    ax, ay = a.corners[-1]
    for bx, by in a.corners:
        length = math.hypot(bx - ax, by - ay)
        nx, ny = side * (by - ay) / length, side * (ax - bx) / length  # outward
        reach = nx * ax + ny * ay
        lowest = min(nx * x + ny * y for x, y in b.corners)
        if reach - lowest < least:
            least = reach - lowest
            if least <= 0.0:
                break  # separated along this axis: the others do not matter
        ax, ay = bx, by
    return least


def _twice_signed_area(corners: tuple[Point, ...]) -> float:
    total = 0.0
    ax, ay = corners[-1]
    for bx, by in corners:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total
