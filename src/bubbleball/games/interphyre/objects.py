"""Interphyre's objects as bodies: balls, bars and baskets in a room of 10 x 10 m.

All numbers are rounded to eight decimals before they reach the engine, as Interphyre does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from bubbleball.game.geometry import Disc, Hull, Shape, rectangle
from bubbleball.games.scene import BodyRole, SceneBody, Surface

DECIMALS = 8
HALF = 5.0  # m; of the room's width and height
_WALL = 0.01  # m; half of a wall's thickness
_BARE = Surface(friction=0.2, restitution=0.0)  # Box2D's own, which the walls keep
_PI = float(np.float32(math.pi))  # the engine's
_ROLES = {"green": BodyRole.SUBJECT, "blue": BodyRole.TARGET, "purple": BodyRole.TARGET}

Values = Mapping[str, Any]


def rounded(value: float) -> float:
    """A number as Interphyre hands it to the engine."""
    return round(float(value), DECIMALS)


def walls() -> tuple[SceneBody, ...]:
    """The four walls; a ball may overlap them by half a centimetre, as Interphyre allows."""
    at = rounded(HALF - _WALL / 2)
    upright, flat = rectangle(2 * _WALL, 4 * HALF), rectangle(4 * HALF, 2 * _WALL)
    places = {
        "left_wall": (-at, 0.0, upright),
        "right_wall": (at, 0.0, upright),
        "top_wall": (0.0, at, flat),
        "bottom_wall": (0.0, -at, flat),
    }
    return tuple(
        SceneBody(
            name, x, y, 0.0, (shape,), moves=False, role=BodyRole.STATIC, surface=_BARE, keep_out=()
        )
        for name, (x, y, shape) in places.items()
    )


def body_of(name: str, stored: Values) -> SceneBody:
    """One object; the stored keys have two spellings, with and without an underscore."""
    values = {key.removeprefix("_"): value for key, value in stored.items()}
    if "radius" in values:
        return _body(name, values, (Disc(0.0, 0.0, rounded(values["radius"])),), turn=0.0)
    turn = rounded(rounded(values["angle"]) * _PI / 180)
    if "length" in values:
        length, thickness = rounded(values["length"]), rounded(values["thickness"])
        box = rectangle(2 * rounded(length / 2), 2 * rounded(thickness / 2))
        return _body(name, values, (box,), turn, bullet=values["dynamic"])
    return _basket(name, values, turn)


def _body(
    name: str, values: Values, shapes: tuple[Shape, ...], turn: float, **more: Any
) -> SceneBody:
    moves = bool(values["dynamic"])
    other = BodyRole.OBSTACLE if moves else BodyRole.STATIC
    return SceneBody(
        name=name,
        x=rounded(values["x"]),
        y=rounded(values["y"]),
        angle=turn,
        shapes=shapes,
        moves=moves,
        role=_ROLES.get(values["color"], other),
        **{"bullet": True, **more},
    )


def _basket(name: str, values: Values, turn: float) -> SceneBody:
    bottom, top, height, wall, floor = (
        rounded(values[key])
        for key in ("bottom_width", "top_width", "height", "wall_thickness", "floor_thickness")
    )
    dx, dy = map(rounded, _anchor(values))
    low, high = floor, floor + height
    left = (
        (-bottom / 2 - wall, low),
        (-top / 2 - wall, high),
        (-top / 2, high),
        (-bottom / 2, low),
    )
    right = tuple((-x, y) for x, y in left)
    slanted = [
        Hull(tuple((rounded(x + dx), rounded(y + dy)) for x, y in side)) for side in (left, right)
    ]
    base = _box(rounded((bottom + 2 * wall) / 2), rounded(floor / 2), dx, rounded(dy + floor / 2))
    sensors: tuple[Shape, ...] = ()
    if values["enable_sensor"]:
        tall = rounded(height * rounded(values["sensor_height_ratio"]))
        wide = rounded(bottom - 2 * rounded(values["sensor_margin"]))
        middle = rounded(dy + rounded(floor + tall / 2))
        sensors = (_box(rounded(wide / 2), rounded(tall / 2), dx, middle),)
    keep_out = _slabs(values, bottom + 2 * wall, height + floor, wall)
    shapes = (base, *slanted)
    return _body(name, values, shapes, turn, sensors=sensors, damped=False, keep_out=keep_out)


def _anchor(values: Values) -> tuple[float, float]:
    """From the anchor, where the basket is placed, to the middle of its bottom."""
    vertical, _, horizontal = values["anchor"].partition("_")
    if vertical == "center":
        return 0.0, -values["height"] / 2
    width = values[f"{vertical}_width"] / 2
    across = {"left": width, "center": 0.0, "right": -width}[horizontal]
    return across, -values["height"] if vertical == "top" else 0.0


def _box(half_width: float, half_height: float, x: float, y: float) -> Hull:
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Hull(tuple((x + i * half_width, y + j * half_height) for i, j in corners))


def _slabs(values: Values, width: float, height: float, wall: float) -> tuple[Shape, ...]:
    """What a ball may not touch of an upright basket: floor, walls and its closed mouth."""
    dx, dy = _anchor(values)
    x, y = values["x"] + dx, values["y"] + dy + height / 2
    return (
        _box(width / 2, wall / 2, x, y - height / 2 + wall / 2),
        _box(wall / 2, height / 2, x - width / 2 + wall / 2, y),
        _box(wall / 2, height / 2, x + width / 2 - wall / 2, y),
        _box(width / 2, wall / 2, x, y + height / 2 - wall / 2),
    )
