"""The pixels that marks may touch, as boxes: what lies outside a box need not be painted."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bubbleball.game.geometry import boxes_meet
from bubbleball.render.drawing import Circle, Group, Mark, Polygon, Polyline, Rect, Text

Box = tuple[int, int, int, int]  # left, top, right, bottom; pixels of the picture
EMPTY: Box = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class BoxedGroup:
    """A group with the pixels that it may touch.

    box: of the whole group.
    marks: each mark with its own box.
    """

    box: Box
    marks: tuple[tuple[Box, Mark], ...]


def boxed(group: Group, scale: float) -> BoxedGroup:
    """Find the pixels of a group once; painting then skips it quickly."""
    marks = tuple((mark_box(mark, scale), mark) for mark in group.marks)
    return BoxedGroup(joined(box for box, _ in marks), marks)


def mark_box(mark: Mark, scale: float) -> Box:
    """The pixels that a mark may touch."""
    match mark:
        case Polygon(points, _) | Polyline(points, _):
            if not points:
                return EMPTY
            xs, ys = zip(*points, strict=True)
            box = min(xs), min(ys), max(xs), max(ys)
        case Circle(x, y, radius, _):
            box = x - radius, y - radius, x + radius, y + radius
        case Rect(x, y, width, height, _):
            box = x, y, x + width, y + height
        case Text(x, y, text, _, size, anchor):
            wide = size * len(text)  # no letter of the font is wider than its size
            start = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
            box = start - 0.1 * size, y - size, start + wide, y + 0.4 * size  # J reaches left
    rim = mark.style.width / 2 if mark.style.line else 0.0
    return (
        math.floor((box[0] - rim) * scale) - 1,
        math.floor((box[1] - rim) * scale) - 1,
        math.ceil((box[2] + rim) * scale) + 1,
        math.ceil((box[3] + rim) * scale) + 1,
    )


def joined(boxes: Iterable[Box]) -> Box:
    """The smallest box around several."""
    found = [box for box in boxes if box != EMPTY]
    if not found:
        return EMPTY
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def shared(a: Box, b: Box) -> Box:
    """The pixels that two overlapping boxes have in common."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that cover the given ones and do not overlap each other."""
    apart: list[Box] = []
    for box in boxes:
        touching = [other for other in apart if boxes_meet(other, box)]
        while touching:
            apart = [other for other in apart if other not in touching]
            box = joined([box, *touching])  # noqa: PLW2901  # it grows until it overlaps no other
            touching = [other for other in apart if boxes_meet(other, box)]
        apart.append(box)
    return apart
