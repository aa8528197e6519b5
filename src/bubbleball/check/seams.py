"""Places where two parts of the ground almost meet, and a rolling ball may catch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from bubbleball.check.advice import Advice, Topic
from bubbleball.game.geometry import Hull, Point
from bubbleball.game.level import Level, Part

MIN_STEP, MAX_STEP = 0.5, 8.0  # px; lower ones do not matter, higher ones are intended
MIN_GAP, MAX_GAP = 2.0, 20.0  # px; narrower ones are rolled over, wider ones are intended
_PARALLEL = math.cos(math.radians(3))  # tops whose directions differ by less form one road
_LEVEL = 0.5  # cosine of the steepest slope that counts as a top


@dataclass(frozen=True, slots=True)
class _Top:
    """An edge on which a ball can roll, from left to right."""

    part: str
    start: Point
    end: Point

    @property
    def direction(self) -> Point:
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        length = math.hypot(dx, dy)
        return dx / length, dy / length


def seams(level: Level) -> Iterator[Advice]:
    """Small steps and gaps between the tops of fixed scenery, from left to right."""
    tops = sorted((top for part in level.walls for top in _tops(part)), key=lambda top: top.start)
    for number, left in enumerate(tops):
        for right in tops[number + 1 :]:
            if right.start[0] > left.end[0] + MAX_GAP:
                break
            found = _seam(left, right)
            if found is not None:
                yield found


def _tops(part: Part) -> Iterator[_Top]:
    shape = part.shape
    if not isinstance(shape, Hull):
        return
    corners = shape.corners
    middle_y = sum(y for _, y in corners) / len(corners)
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        start, end = min(a, b), max(a, b)
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        if (end[0] - start[0]) / length > _LEVEL and (start[1] + end[1]) / 2 < middle_y:
            yield _Top(part.id, start, end)


def _seam(left: _Top, right: _Top) -> Advice | None:
    """The seam between the end of the left top and the start of the right one, if any."""
    dx, dy = left.direction
    ex, ey = right.direction
    if left.part == right.part or dx * ex + dy * ey < _PARALLEL or right.end <= left.end:
        return None
    ahead = (right.start[0] - left.end[0]) * dx + (right.start[1] - left.end[1]) * dy
    step = (right.start[1] - left.end[1]) * dx - (right.start[0] - left.end[0]) * dy
    at = f"near ({left.end[0]:.0f}, {left.end[1]:.0f})"
    parts = (left.part, right.part)
    if ahead <= MIN_GAP and MIN_STEP <= abs(step) <= MAX_STEP:
        sense = "down" if step > 0 else "up"
        what = (
            f"The ground steps {sense} by {abs(step):.1f} px from {left.part!r} to {right.part!r}"
        )
        return Advice(Topic.SEAM, f"{what} {at}: a slow ball may catch there.", parts)
    if MIN_GAP < ahead <= MAX_GAP and abs(step) <= MAX_STEP:
        what = f"There is a gap of {ahead:.1f} px between {left.part!r} and {right.part!r}"
        return Advice(Topic.SEAM, f"{what} {at}: a slow ball may catch there.", parts)
    return None
