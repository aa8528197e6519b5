"""Parts as the rows that the models read."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.model.codes import NONE, Material, Power
from bubbleball.model.columns import (
    BUTTON,
    CENTRE_X,
    CENTRE_Y,
    CODE,
    CORNERS,
    COUNT,
    MATERIAL,
    NORMALS,
    PARTNER,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    SHAPE,
    STATIC,
    TURN,
)
from bubbleball.model.compiling import compiled

_MATERIAL = {
    Kind.GROUND: Material.GROUND,
    Kind.METAL: Material.METAL,
    Kind.WOOD: Material.WOOD,
    Kind.CATAPULT: Material.WOOD,
}
_POWER = {
    Kind.SPEEDUP_UP: Power.PUSH_UP,
    Kind.SPEEDUP_DOWN: Power.PUSH_DOWN,
    Kind.SPEEDUP_LEFT: Power.PUSH_LEFT,
    Kind.SPEEDUP_RIGHT: Power.PUSH_RIGHT,
    Kind.SLOWDOWN: Power.SLOW,
    Kind.GRAVITY_UP: Power.GRAVITY_UP,
    Kind.GRAVITY_DOWN: Power.GRAVITY_DOWN,
    Kind.SPRING: Power.THROW,
    Kind.TELEPORT: Power.CARRY,
}


def shape_rows(part: Part, poses: Array, *, static: bool) -> Array:
    """Rows of one solid part at many poses (n x 3: x, y, degrees)."""
    upright = upright_row(part.outline).copy()
    upright[MATERIAL] = _MATERIAL[part.kind]
    upright[STATIC] = static
    rows = np.zeros((len(poses), SHAPE))
    _place_rows(upright, np.ascontiguousarray(poses), rows)
    return rows


@lru_cache(maxsize=4096)  # the same scenery stands in board after board
def shape_row(part: Part, x: float, y: float, angle: float, *, static: bool) -> Array:
    """The row of one solid part; do not write to it."""
    row: Array = shape_rows(part, np.array([[x, y, angle]]), static=static)[0]
    return row


@lru_cache(maxsize=4096)
def upright_row(outline: Shape) -> Array:
    """The row of a shape about the origin, without material; do not write to it."""
    row: Array = np.zeros(SHAPE)
    if isinstance(outline, Disc):
        row[CENTRE_X : RADIUS + 1] = outline.x, outline.y, outline.radius
    else:
        row = polygon_rows(np.array([outline.corners]))[0]
    return row


def polygon_rows(corners: Array) -> Array:
    """Rows of many polygons (n x corners x 2) that run round in the same direction."""
    ahead = np.roll(corners[0], -1, axis=0)
    if np.sum(corners[0, :, 0] * ahead[:, 1] - ahead[:, 0] * corners[0, :, 1]) < 0:
        corners = corners[:, ::-1]
    rows = np.zeros((len(corners), SHAPE))
    count = corners.shape[1]
    edges = np.roll(corners, -1, axis=1) - corners
    normals = np.stack([edges[..., 1], -edges[..., 0]], axis=-1)
    normals /= np.sqrt((normals**2).sum(axis=-1, keepdims=True))
    centres = corners.mean(axis=1)
    rows[:, COUNT] = count
    rows[:, CENTRE_X : CENTRE_Y + 1] = centres
    rows[:, RADIUS] = np.sqrt(((corners - centres[:, None]) ** 2).sum(axis=-1)).max(axis=1)
    rows[:, CORNERS : CORNERS + 2 * count] = corners.reshape(len(corners), -1)
    rows[:, NORMALS : NORMALS + 2 * count] = normals.reshape(len(corners), -1)
    return rows


def button_rows(part: Part, poses: Array, partner: int = NONE) -> Array:
    """Rows of one power-up at many poses; `partner` is the row of a teleport's other end."""
    rows = np.zeros((len(poses), BUTTON))
    rows[:, CODE] = _POWER[part.kind]
    rows[:, PLACE_X : PLACE_Y + 1] = poses[:, :2]
    rows[:, TURN] = np.radians(poses[:, 2])
    rows[:, PARTNER] = partner
    return rows


@compiled
def _place_rows(upright: Array, poses: Array, rows: Array) -> None:
    """Fill the rows of one shape at many poses, given its row about the origin."""
    for c in range(len(poses)):
        x, y, turn = poses[c, 0], poses[c, 1], math.radians(poses[c, 2])
        cos, sin = math.cos(turn), math.sin(turn)
        for k in range(CORNERS):
            rows[c, k] = upright[k]
        cx, cy = upright[CENTRE_X], upright[CENTRE_Y]
        rows[c, CENTRE_X], rows[c, CENTRE_Y] = x + cos * cx - sin * cy, y + sin * cx + cos * cy
        for corner in range(int(upright[COUNT])):
            k, n = CORNERS + 2 * corner, NORMALS + 2 * corner
            cx, cy = upright[k], upright[k + 1]
            rows[c, k], rows[c, k + 1] = x + cos * cx - sin * cy, y + sin * cx + cos * cy
            nx, ny = upright[n], upright[n + 1]
            rows[c, n], rows[c, n + 1] = cos * nx - sin * ny, sin * nx + cos * ny
