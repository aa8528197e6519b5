"""Draw the power-ups: round buttons, each with a glyph that shows what it does."""

from __future__ import annotations

import math

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import BUTTON_RADIUS, Kind
from bubbleball.game.level import Level
from bubbleball.render.drawing import Circle, Mark, Polygon, Polyline, Style, Text, moved_marks
from bubbleball.render.theme import Role

FACES = {
    Kind.SPEEDUP_UP: Role.SPEEDUP,
    Kind.SPEEDUP_DOWN: Role.SPEEDUP,
    Kind.SPEEDUP_LEFT: Role.SPEEDUP,
    Kind.SPEEDUP_RIGHT: Role.SPEEDUP,
    Kind.SLOWDOWN: Role.SLOWDOWN,
    Kind.GRAVITY_UP: Role.GRAVITY,
    Kind.GRAVITY_DOWN: Role.GRAVITY,
    Kind.SPRING: Role.SPRING,
    Kind.TELEPORT: Role.TELEPORT,
}
_TURNS = {
    Kind.SPEEDUP_UP: -90.0,
    Kind.SPEEDUP_DOWN: 90.0,
    Kind.SPEEDUP_LEFT: 180.0,
    Kind.SPEEDUP_RIGHT: 0.0,
    Kind.GRAVITY_UP: 0.0,
    Kind.GRAVITY_DOWN: 180.0,
}
_RIM = 1.1
_INK = Style(line=Role.GLYPH, width=1.7)
_BOLD = Style(line=Role.GLYPH, width=2.3)


def button_marks(kind: Kind, number: str = "") -> tuple[Mark, ...]:
    """Draw a power-up around the origin; teleports of the same `number` belong together."""
    face = FACES[kind]
    return (
        Circle(0.0, 0.0, BUTTON_RADIUS, Style(fill=Role.BUTTON_EDGE)),
        Circle(0.0, 0.0, BUTTON_RADIUS - _RIM, Style(fill=face)),
        *glyph_marks(kind),
        *_pair(number),
    )


def teleport_number(level: Level, teleport_id: str) -> str:
    """1 for both ends of the first pair, and so on; empty for one without a partner."""
    for number, pair in enumerate(level.teleports, start=1):
        if teleport_id in pair:
            return str(number)
    return ""


def glyph_marks(kind: Kind) -> tuple[Mark, ...]:
    """The sign on a power-up, without its face."""
    if kind is Kind.SLOWDOWN:
        return _snail()
    if kind is Kind.SPRING:
        return _coil()
    if kind is Kind.TELEPORT:
        return _portal()
    marks = _arrow_to_bar() if kind in (Kind.GRAVITY_UP, Kind.GRAVITY_DOWN) else _chevrons()
    return moved_marks(marks, 0.0, 0.0, _TURNS[kind])


def _chevrons() -> tuple[Mark, ...]:
    """Two arrow heads to the right."""
    return tuple(
        Polyline(((x - 2.4, -5.0), (x + 2.6, 0.0), (x - 2.4, 5.0)), _BOLD) for x in (-2.8, 3.0)
    )


def _arrow_to_bar() -> tuple[Mark, ...]:
    """An arrow that points up to a bar."""
    return (
        Polyline(((-5.6, -7.0), (5.6, -7.0)), _BOLD),
        Polyline(((0.0, 8.0), (0.0, 0.0)), _BOLD),
        Polygon(((0.0, -4.6), (5.0, 1.6), (-5.0, 1.6)), Style(fill=Role.GLYPH)),
    )


def _snail() -> tuple[Mark, ...]:
    middle = (1.6, -0.4)
    shell: list[Point] = []
    for step in range(25):
        turn = math.pi / 2 + step * math.pi / 6.5
        reach = 5.0 - 0.17 * step
        shell.append((middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn)))
    body = ((8.6, 5.4), (-5.2, 5.4), (-7.0, 4.4), (-7.6, 2.4), (-7.4, 0.2))
    return (
        Polyline(body, _BOLD),
        Polyline(tuple(shell), Style(line=Role.GLYPH, width=1.4)),
        Polyline(((-7.4, 0.2), (-9.2, -3.4)), Style(line=Role.GLYPH, width=1.1)),
        Polyline(((-7.4, 0.2), (-5.6, -3.6)), Style(line=Role.GLYPH, width=1.1)),
    )


def _coil() -> tuple[Mark, ...]:
    turns = tuple(((-5.0, 5.0)[step % 2], 4.4 - 2.8 * step) for step in range(4))
    return (
        Polyline(((-6.0, 7.6), (6.0, 7.6)), _BOLD),
        Polyline(((5.0, 7.2), *turns, (-5.0, -6.8)), _INK),
        Polyline(((-6.0, -7.4), (6.0, -7.4)), _BOLD),
    )


def _portal() -> tuple[Mark, ...]:
    return (
        Circle(0.0, 0.0, 8.4, Style(fill=Role.GLYPH)),
        Circle(0.0, 0.0, 6.9, Style(fill=Role.TELEPORT)),
        Circle(0.0, 0.0, 5.8, Style(fill=Role.GLYPH)),
    )


def _pair(number: str) -> tuple[Text, ...]:
    size = 9.0 if len(number) < 2 else 6.5
    label = Text(0.0, 0.36 * size, number, Style(fill=Role.TELEPORT), size, "middle")
    return (label,) if number else ()
