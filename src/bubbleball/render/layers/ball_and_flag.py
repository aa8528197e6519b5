"""Draw the ball and the flag."""

from __future__ import annotations

import math
from functools import lru_cache

from bubbleball.game.kinds import BALL_RADIUS, FLAG_INSET
from bubbleball.game.level import Flag
from bubbleball.render.drawing import Circle, Mark, Polygon, Polyline, Style, moved_marks
from bubbleball.render.theme import Role

_CELL_COLUMNS, _CELL_ROWS = 6, 4


def ball_marks(x: float, y: float) -> tuple[Mark, ...]:
    """Draw the ball with its centre at x, y."""
    r = BALL_RADIUS
    return (
        Circle(x, y, r, Style(fill=Role.BALL_EDGE)),
        Circle(x, y, r - 1.2, Style(fill=Role.BALL)),
        Circle(x - 0.36 * r, y - 0.38 * r, 0.3 * r, Style(fill=Role.BALL_SHINE, opacity=0.35)),
        Circle(x - 0.4 * r, y - 0.44 * r, 0.16 * r, Style(fill=Role.BALL_SHINE, opacity=0.85)),
    )


def ball_ghost(x: float, y: float) -> Mark:
    """Mark an earlier position of the ball."""
    return Circle(x, y, BALL_RADIUS - 0.5, Style(line=Role.BALL, width=1.0, dash=(3.0, 2.4)))


def flag_marks(flag: Flag) -> tuple[Mark, ...]:
    """Draw the chequered flag, and behind it, tinted, the sensor that the ball must touch."""
    cloth = moved_marks(_flag(flag.width, flag.height), flag.x, flag.y, flag.angle)
    return (Polygon(flag.sensor.corners, Style(fill=Role.GOAL, opacity=0.16)), *cloth)


@lru_cache(maxsize=16)
def _flag(width: float, height: float) -> tuple[Mark, ...]:
    left, top, bottom = FLAG_INSET - width / 2, -height / 2, height / 2
    pole = left + 2.0
    cell_width = (width / 2 - 1.0 - pole) / _CELL_COLUMNS
    cell_height = 0.46 * height / _CELL_ROWS
    hem = top + 0.07 * height

    def corner(column: int, row: int) -> tuple[float, float]:
        # The cloth waves more, the farther it is from the pole.
        sway = 0.05 * height * (column / _CELL_COLUMNS) * math.sin(1.15 * column)
        return pole + column * cell_width, hem + row * cell_height + sway

    cells: list[Mark] = []
    for column in range(_CELL_COLUMNS):
        for row in range(_CELL_ROWS):
            dark = (column + row) % 2 == 0
            corners = (
                corner(column, row),
                corner(column + 1, row),
                corner(column + 1, row + 1),
                corner(column, row + 1),
            )
            cells.append(Polygon(corners, Style(Role.FLAG_DARK if dark else Role.FLAG_LIGHT)))
    rim = (
        *(corner(column, 0) for column in range(_CELL_COLUMNS + 1)),
        *(corner(column, _CELL_ROWS) for column in range(_CELL_COLUMNS, -1, -1)),
    )
    return (
        Polyline(((left, bottom - 1.2), (-left, bottom - 1.2)), Style(line=Role.POLE, width=2.4)),
        *cells,
        Polygon(rim, Style(line=Role.POLE, width=0.8)),
        Polyline(((pole, bottom - 1.2), (pole, top + 2.0)), Style(line=Role.POLE, width=2.2)),
        Circle(pole, top + 2.2, 2.2, Style(fill=Role.POLE)),
    )
