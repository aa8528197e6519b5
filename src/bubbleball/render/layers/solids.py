"""Draw ground, metal, wood and the catapult from the outlines of the physics.

Rims lie inside the outline, so that what a viewer sees is what the ball touches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from bubbleball.game.geometry import Disc, Hull, Point, Shape, bounds, signed_distance
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.render.drawing import Circle, Mark, Polygon, Polyline, Style, shape_mark
from bubbleball.render.theme import Role

_RIM = 1.1  # px
_GRAIN_SPACING = 5.5  # px between grain lines
_MOST_GRAIN = 16  # lines, so that huge pieces are still fast to draw
_RIVET_INSET = 5.0  # px from the rim
_SMALLEST_FOR_RIVETS = 14.0  # px
_SMALLEST_FOR_HATCHING = 4.0  # px


def solid_marks(part: Part, *, fixed: bool) -> tuple[Mark, ...]:
    """Draw a solid part around the origin; `fixed` wood is nailed down."""
    return _solid(part.kind, part.form, part.width, part.height, fixed)


@lru_cache(maxsize=512)
def _solid(kind: Kind, form: Form, width: float, height: float, fixed: bool) -> tuple[Mark, ...]:
    outline = Part("look", kind, 0.0, 0.0, width, height, form=form).outline
    draw = {Kind.METAL: _metal, Kind.WOOD: _wood, Kind.CATAPULT: _catapult}.get(kind, _ground)
    nails = _rivets(outline) if fixed and kind.wooden else ()
    return (*draw(outline), *(Circle(x, y, 1.5, Style(fill=Role.SCOOP)) for x, y in nails))


def _ground(outline: Shape) -> Iterator[Mark]:
    yield shape_mark(outline, Style(fill=Role.GROUND))
    inner = inset(outline, 2.0)
    if inner is None:
        return
    left, top, right, bottom = bounds(inner)
    if min(right - left, bottom - top) < _SMALLEST_FOR_HATCHING:
        return
    span = right - left + bottom - top
    step, mark = max(14.0, span / 60), Style(line=Role.GROUND_MARK, width=0.8, opacity=0.55)
    start = left - (bottom - top) + step / 2
    for number in range(math.ceil((right - start) / step)):
        stroke = _clipped_diagonal(start + number * step, left, top, right, bottom)
        if stroke:
            yield Polyline(stroke, mark)


def _clipped_diagonal(
    x: float, left: float, top: float, right: float, bottom: float
) -> tuple[Point, Point] | None:
    """Clip the line that rises at 45 degrees from (x, bottom) to a box."""
    x0, x1 = max(x, left), min(x + bottom - top, right)
    if x1 - x0 < 1.0:
        return None
    return (x0, bottom - (x0 - x)), (x1, bottom - (x1 - x))


def _metal(outline: Shape) -> Iterator[Mark]:
    yield from _body(outline, Role.METAL_EDGE, Role.METAL)
    inner = inset(outline, 2 * _RIM)
    if inner is None:
        return
    if isinstance(inner, Disc):
        shine = 0.36 * inner.radius
        yield Circle(-shine, -shine, shine, Style(fill=Role.METAL_SHEEN))
    else:
        yield from _sheen(outline, inner)
    for x, y in _rivets(outline):
        yield Circle(x, y, 1.5, Style(fill=Role.RIVET))
        yield Circle(x - 0.4, y - 0.4, 0.6, Style(fill=Role.METAL_SHEEN))


def _sheen(outline: Shape, inner: Hull) -> Iterator[Mark]:
    """Light on the upper edge, which is the first of every outline."""
    left, top, right, bottom = bounds(outline)
    deep = inset(outline, 2 * _RIM + min(5.0, 0.2 * min(right - left, bottom - top)))
    if isinstance(deep, Hull):
        (a, b, *_), (c, d, *_) = inner.corners, deep.corners
        yield Polygon((a, b, d, c), Style(fill=Role.METAL_SHEEN))


def _wood(outline: Shape) -> Iterator[Mark]:
    yield from _body(outline, Role.WOOD_EDGE, Role.WOOD)
    yield from _grain(outline)


def _catapult(outline: Shape) -> Iterator[Mark]:
    yield from _body(outline, Role.WOOD_EDGE, Role.BEAM)
    yield from _grain(outline)
    left, top, right, bottom = bounds(outline)
    rim = min(_RIM, (bottom - top) / 4)
    half, depth = 0.11 * (right - left), 0.42 * (bottom - top)
    for middle in (left + 1.35 * half, right - 1.35 * half):
        bowl = tuple(
            (middle + half * math.cos(turn), top + rim + depth * math.sin(turn))
            for turn in (math.pi * step / 12 for step in range(13))
        )
        yield Polygon(bowl, Style(fill=Role.SCOOP))
    band = 0.035 * (right - left)
    strap = ((-band, top), (band, top), (band, bottom), (-band, bottom))
    yield Polygon(strap, Style(fill=Role.METAL))
    yield Circle(0.0, (top + bottom) / 2, min(1.6, band), Style(fill=Role.RIVET))


def _body(outline: Shape, edge: Role, face: Role) -> Iterator[Mark]:
    yield shape_mark(outline, Style(fill=edge))
    inner = inset(outline, _RIM)
    if inner is not None:
        yield shape_mark(inner, Style(fill=face))


def _grain(outline: Shape) -> Iterator[Mark]:
    """Wavy lines along the longer side, within the outline."""
    inner = inset(outline, 3.0)
    if inner is None:
        return
    left, top, right, bottom = bounds(inner)
    upright = bottom - top > right - left
    if upright and isinstance(inner, Hull):
        inner = Hull(tuple((y, x) for x, y in inner.corners))
        left, top, right, bottom = bounds(inner)
    lines = min(max(1, round((bottom - top) / _GRAIN_SPACING)), _MOST_GRAIN)
    for number in range(lines):
        level = top + (number + 0.5) * (bottom - top) / lines
        reach = _chord(inner, level)
        if reach is None or reach[1] - reach[0] < 6:
            continue
        points = _wave(*reach, level, number)
        if upright:
            points = tuple((y, x) for x, y in points)
        yield Polyline(points, Style(line=Role.GRAIN, width=0.9))


def _wave(left: float, right: float, level: float, number: int) -> tuple[Point, ...]:
    # As in sawn wood, lines start and end at different places, but always the same for a number.
    length = right - left
    start = left + length * (0.0, 0.12, 0.04, 0.2)[number % 4]
    end = right - length * (0.16, 0.0, 0.24, 0.06)[number % 4]
    steps = min(max(2, round((end - start) / 6)), 3 * _MOST_GRAIN)
    return tuple(
        (x, level + 0.7 * math.sin(0.14 * x + 1.9 * number))
        for x in (start + (end - start) * step / steps for step in range(steps + 1))
    )


def _rivets(outline: Shape) -> tuple[Point, ...]:
    left, top, right, bottom = bounds(outline)
    if min(right - left, bottom - top) < _SMALLEST_FOR_RIVETS:
        return ()
    if isinstance(outline, Disc):
        reach = outline.radius - _RIVET_INSET
        return tuple(
            (reach * math.cos(turn), reach * math.sin(turn))
            for turn in (math.pi * (0.25 + 0.5 * quarter) for quarter in range(4))
        )
    inner = inset(outline, _RIVET_INSET)
    return inner.corners if isinstance(inner, Hull) else ()


def inset(shape: Shape, distance: float) -> Shape | None:
    """Shrink a shape by a rim of that width; None if nothing is left."""
    if isinstance(shape, Disc):
        left = shape.radius - distance
        return Disc(shape.x, shape.y, left) if left > 0 else None
    corners = shape.corners
    before, after = corners[-1:] + corners[:-1], corners[1:] + corners[:1]
    inner = tuple(map(_inset_corner, before, corners, after, [distance] * len(corners)))
    if any(signed_distance(x, y, shape) > 1e-6 - distance for x, y in inner):
        return None
    return Hull(inner)


def _inset_corner(before: Point, at: Point, after: Point, distance: float) -> Point:
    """Where two edges meet after moving inwards (corners run clockwise on screen)."""
    (ax, ay), (bx, by), (cx, cy) = before, at, after
    ux, uy = (bx - ax) / math.hypot(bx - ax, by - ay), (by - ay) / math.hypot(bx - ax, by - ay)
    vx, vy = (cx - bx) / math.hypot(cx - bx, cy - by), (cy - by) / math.hypot(cx - bx, cy - by)
    share = distance / (ux * vy - uy * vx)
    return bx + share * (vx - ux), by + share * (vy - uy)


def _band(hull: Hull, top: float, bottom: float) -> tuple[Point, ...]:
    """The part of a convex polygon between two heights."""
    corners = _below(hull.corners, top)
    flipped = _below(tuple((x, -y) for x, y in corners), -bottom)
    return tuple((x, -y) for x, y in flipped)


def _below(corners: tuple[Point, ...], level: float) -> tuple[Point, ...]:
    """The part of a convex polygon with y at least `level`."""
    kept: list[Point] = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if ay >= level:
            kept.append((ax, ay))
        if (ay >= level) != (by >= level):
            share = (level - ay) / (by - ay)
            kept.append((ax + share * (bx - ax), level))
    return tuple(kept)


def _chord(shape: Shape, level: float) -> tuple[float, float] | None:
    """Left and right end of a shape at a height."""
    if isinstance(shape, Disc):
        half = math.sqrt(max(0.0, shape.radius**2 - (level - shape.y) ** 2))
        return shape.x - half, shape.x + half
    band = _band(shape, level - 0.01, level + 0.01)
    if not band:
        return None
    return min(x for x, _ in band), max(x for x, _ in band)
