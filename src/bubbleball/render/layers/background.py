"""Draw the screen and the tray, which lie behind everything."""

from __future__ import annotations

from collections.abc import Iterator

from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT
from bubbleball.render.drawing import Mark, Polyline, Rect, Style
from bubbleball.render.theme import Role

_GRID = 40  # px between its lines


def sky_marks(*, grid: bool = True) -> Iterator[Mark]:
    """Draw the screen, with or without a grid."""
    yield Rect(0.0, 0.0, SCREEN_WIDTH, SCREEN_HEIGHT, Style(fill=Role.SKY))
    if not grid:
        return
    line = Style(line=Role.GRID, width=0.7)
    for x in range(_GRID, int(SCREEN_WIDTH), _GRID):
        yield Polyline(((x, 0.0), (x, SCREEN_HEIGHT)), line)
    for y in range(_GRID, int(SCREEN_HEIGHT), _GRID):
        yield Polyline(((0.0, y), (SCREEN_WIDTH, y)), line)


def tray_marks() -> tuple[Mark, ...]:
    """Draw the shelf on which the pieces lie until they are placed."""
    return (
        Rect(0.0, 0.0, SCREEN_WIDTH, TRAY_HEIGHT, Style(fill=Role.TRAY)),
        Rect(0.0, TRAY_HEIGHT, SCREEN_WIDTH, 2.5, Style(fill=Role.SHADE, opacity=0.16)),
        Rect(0.0, TRAY_HEIGHT - 3.0, SCREEN_WIDTH, 3.0, Style(fill=Role.SHELF)),
    )
