"""A drawing: simple marks from back to front, whose colours are roles that a theme fills in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bubbleball.game.drawable import Drawable
from bubbleball.game.geometry import Disc, Point, Shape
from bubbleball.render.theme import Role, Theme

_NOT_WRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Style:
    """How a mark is painted.

    fill, line: roles of the inside and of the stroke; None leaves it out.
    width: of the stroke, px of the screen.
    opacity: 0 to 1, of the whole mark.
    dash: lengths of strokes and gaps alternately, px; empty for a solid line.
    """

    fill: Role | None = None
    line: Role | None = None
    width: float = 1.0
    opacity: float = 1.0
    dash: tuple[float, ...] = ()


PATH = Style(line=Role.PATH, width=1.8)  # the ball's recorded path


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon; corners in order, px."""

    corners: tuple[Point, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or a ring; centre and radius, px."""

    x: float
    y: float
    radius: float
    style: Style


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line with round ends and joins; points in order, px."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-aligned box; left, top, width and height, px.

    rounding: radius of its corners, px.
    """

    x: float
    y: float
    width: float
    height: float
    style: Style
    rounding: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, always horizontal.

    x, y: the start, middle or end of its baseline, px.
    size: of the font, px.
    anchor: which point of the baseline is given: `start`, `middle` or `end`.
    """

    x: float
    y: float
    text: str
    style: Style
    size: float = 8.0
    anchor: str = "start"


Mark = Polygon | Circle | Polyline | Rect | Text


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together.

    marks: from back to front.
    name: id of the part that they show, or empty.
    title: its tooltip, or empty.
    """

    marks: tuple[Mark, ...]
    name: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Drawing(Drawable):
    """A whole picture.

    groups: from back to front.
    width, height: px of the screen; the origin is the top-left corner.
    theme: the colours.
    title, description: for readers who cannot see the picture.
    """

    groups: tuple[Group, ...]
    width: float
    height: float
    theme: Theme
    title: str = ""
    description: str = ""

    @property
    def marks(self) -> Iterator[Mark]:
        """All marks, from back to front."""
        for group in self.groups:
            yield from group.marks


def writable(text: str) -> str:
    """Replace the characters that are not allowed in XML."""
    return _NOT_WRITABLE.sub("\ufffd", text)


def shape_mark(shape: Shape, style: Style) -> Mark:
    """Draw a physical shape exactly as it is."""
    if isinstance(shape, Disc):
        return Circle(shape.x, shape.y, shape.radius, style)
    return Polygon(shape.corners, style)


def moved_marks(marks: Iterable[Mark], x: float, y: float, angle: float = 0.0) -> tuple[Mark, ...]:
    """Turn marks made around the origin by `angle` (degrees) and move them to x, y."""
    turn = math.radians(angle % 360.0)
    cos, sin = (1.0, 0.0) if turn == 0.0 else (math.cos(turn), math.sin(turn))

    def move(point: Point) -> Point:
        px, py = point
        return x + cos * px - sin * py, y + sin * px + cos * py

    def move_mark(mark: Mark) -> Mark:
        match mark:
            case Polygon(corners, style):
                return Polygon(tuple(map(move, corners)), style)
            case Polyline(points, style):
                return Polyline(tuple(map(move, points)), style)
            case Rect(left, top, width, height, style):
                right, bottom = left + width, top + height
                box = ((left, top), (right, top), (right, bottom), (left, bottom))
                return Polygon(tuple(map(move, box)), style)
            case _:
                at = move((mark.x, mark.y))
                return replace(mark, x=at[0], y=at[1])

    return tuple(map(move_mark, marks))


def arrow(start: Point, end: Point, role: Role, width: float, head: float) -> tuple[Mark, ...]:
    """A line with a filled head; nothing if it would have no length."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    if length < 1e-6:
        return ()
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = bx - head * ux, by - head * uy  # where the head begins
    half = 0.5 * head
    return (
        Polyline((start, (nx, ny)), Style(line=role, width=width)),
        Polygon(
            (end, (nx - half * uy, ny + half * ux), (nx + half * uy, ny - half * ux)),
            Style(fill=role),
        ),
    )
