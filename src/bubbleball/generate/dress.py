"""Turn a sketch into something that looks like a level: obstacles, materials, the tray."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from bubbleball.game.distances import distances_to_box
from bubbleball.game.geometry import bounds, moved, overlap, rectangle
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Kind
from bubbleball.game.level import Flag, Part
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import Stream

_BLOCKS = ((20, 60), (60, 20), (80, 12), (40, 40), (15, 90), (100, 15), (30, 30), (12, 60))
_ROOM = 18.0  # px kept free around an obstacle, so that no ball gets stuck
_GAP = 5.0  # px between pieces in the tray
_GAPS = (_GAP, 3.0, 1.0)  # tried in order until they fit


def add_obstacles(sketch: Sketch, flag: Flag, stream: Stream) -> None:
    """Add a few blocks in free places, away from the ball's path in the solution."""
    path = sketch.run(flag=flag).ball[:, :2]
    for _ in range(stream.pick([0, 0, 1, 2, 3])):
        width, height = stream.pick(_BLOCKS)
        left = stream.whole(0, int(SCREEN_WIDTH) - width)
        top = stream.whole(int(TRAY_HEIGHT) + 20, int(SCREEN_HEIGHT) - height)
        around = moved(
            rectangle(width + 2 * _ROOM, height + 2 * _ROOM), left + width / 2, top + height / 2
        )
        taken = [*sketch.shapes(), sketch.ball.shape, flag.sensor]
        kind = stream.pick([Kind.GROUND, Kind.GROUND, Kind.METAL, Kind.WOOD])
        if any(overlap(around, shape) > 0 for shape in taken):
            continue
        if distances_to_box(path, bounds(around)).min() > BALL_RADIUS + 5:
            sketch.fixed(kind, (left, top, width, height))


def add_guards(sketch: Sketch, flag: Flag, stream: Stream) -> None:
    """Add ground around the flag on the sides from which the ball does not come."""
    path = sketch.run(flag=flag).ball[:, :2]
    left, top, right, bottom = bounds(flag.sensor)
    tall = bottom - top
    sides = (
        (left - 26, top - 4, 10, tall + 4),
        (right + 16, top - 4, 10, tall + 4),
        (left - 20, top - 16, right - left + 40, 10),
        (left - 20, bottom + 6, right - left + 40, 10),
    )
    others = [*sketch.shapes(), sketch.ball.shape]
    for side in stream.shuffled(sides)[: stream.whole(0, 3)]:
        x, y, width, height = side
        shape = moved(rectangle(width, height), x + width / 2, y + height / 2)
        inside = x >= 0 and x + width <= SCREEN_WIDTH and y >= TRAY_HEIGHT + 2
        if not inside or y + height > SCREEN_HEIGHT:
            continue
        if any(overlap(shape, other) > 0 for other in others):
            continue
        if distances_to_box(path, bounds(shape)).min() > BALL_RADIUS + 6:
            sketch.ground(*side)


def clad(sketch: Sketch, stream: Stream) -> None:
    """Make some of the slopes of metal, which makes no difference to the ball."""
    sketch.scenery = [
        dataclasses.replace(part, kind=Kind.METAL, id=part.id.replace("ground", "fixed-metal"))
        if part.kind is Kind.GROUND and part.angle and stream.chance(0.25)
        else part
        for part in sketch.scenery
    ]


def check_scenery(sketch: Sketch) -> None:
    """Unfit if the scenery leaves the screen or reaches into the tray or the ball."""
    for part in sketch.scenery:
        left, top, right, bottom = bounds(part.shape)
        if left < -20 or right > SCREEN_WIDTH + 20 or bottom > SCREEN_HEIGHT + 20:
            raise Unfit("the scenery leaves the screen")
        if top < TRAY_HEIGHT:
            raise Unfit("the scenery reaches into the tray")
        if part.kind.solid and overlap(part.shape, sketch.ball.shape) > 0:
            raise Unfit("the ball starts inside the scenery")
    left, top, right, bottom = bounds(sketch.ball.shape)
    if left < 0 or right > SCREEN_WIDTH or top < TRAY_HEIGHT or bottom > SCREEN_HEIGHT:
        raise Unfit("the ball starts off the screen")


def in_tray(pieces: Sequence[Part]) -> tuple[Part, ...]:
    """The pieces laid out in the tray: columns from the left, as many to a column as fit."""
    if not pieces:
        return ()
    gap = next((gap for gap in _GAPS if _width(_columns(pieces, gap), gap) <= SCREEN_WIDTH), _GAP)
    columns = _columns(pieces, gap)
    widths = [max(piece.width for piece in column) for column in columns]
    starts = [sum(width + 2 * gap for width in widths[:number]) for number in range(len(widths))]
    # If there are too many for the tray, they overlap.
    ends = zip(starts, widths, strict=True)
    squeeze = min(
        1.0, *((SCREEN_WIDTH - 2 * gap - width) / max(1.0, start) for start, width in ends)
    )
    laid: dict[str, Part] = {}
    for column, start in zip(columns, starts, strict=True):
        left, top = gap + math.floor(start * squeeze), min(gap, TRAY_HEIGHT - column[0].height)
        for piece in column:
            laid[piece.id] = dataclasses.replace(
                piece, x=left + piece.width / 2, y=top + piece.height / 2, angle=0.0
            )
            top += piece.height + gap
    return tuple(laid[piece.id] for piece in pieces)


def _columns(pieces: Sequence[Part], gap: float) -> list[list[Part]]:
    """The pieces in columns, the highest first, each where there is room."""
    columns: list[list[Part]] = []
    for piece in sorted(pieces, key=lambda p: (-p.height, -p.width)):
        for column in columns:
            if gap + sum(p.height + gap for p in [*column, piece]) <= TRAY_HEIGHT:
                column.append(piece)
                break
        else:
            columns.append([piece])
    return columns


def _width(columns: Sequence[Sequence[Part]], gap: float) -> float:
    """The width of the columns side by side."""
    return sum(max(piece.width for piece in column) + 2 * gap for column in columns)
