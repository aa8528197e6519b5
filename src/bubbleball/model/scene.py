"""Levels and placements as the arrays that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.model import columns
from bubbleball.model.shape_rows import place_rows

_MATERIAL = {Kind.GROUND: 0, Kind.METAL: 1, Kind.WOOD: 2, Kind.CATAPULT: 2}
_CODE = {
    Kind.SPEEDUP_UP: columns.PUSH_UP,
    Kind.SPEEDUP_DOWN: columns.PUSH_DOWN,
    Kind.SPEEDUP_LEFT: columns.PUSH_LEFT,
    Kind.SPEEDUP_RIGHT: columns.PUSH_RIGHT,
    Kind.SLOWDOWN: columns.SLOW,
    Kind.GRAVITY_UP: columns.GRAVITY_UP,
    Kind.GRAVITY_DOWN: columns.GRAVITY_DOWN,
    Kind.SPRING: columns.THROW,
    Kind.TELEPORT: columns.CARRY,
}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the ball can meet, as rows for the kernel; the last rows are spare for candidates.

    shapes, buttons: rows in the kernel's columns.
    flag: one shape row, its sensor.
    shape_ids, button_ids: the parts behind the rows that are not spare.
    """

    shapes: Array
    buttons: Array
    flag: Array
    shape_ids: tuple[str, ...]
    button_ids: tuple[str, ...]

    def who(self, row: int) -> str:
        """The id behind a row of the kernel's log."""
        count = len(self.shapes)
        return self.shape_ids[row] if row < count else self.button_ids[row - count]


def build_scene(
    level: Level, placements: Iterable[Placement] = (), *, spare: int = 0, spare_buttons: int = 0
) -> Scene:
    """The level with some pieces placed, and room for more."""
    placed = {placement.piece: placement for placement in placements}
    present: list[tuple[Part, Placement | Part]] = [(part, part) for part in level.scenery]
    present += [(part, placed[part.id]) for part in level.pieces if part.id in placed]
    solids = [(part, at) for part, at in present if part.kind.solid]
    pressed = [(part, at) for part, at in present if part.kind.button]
    shapes = np.zeros((len(solids) + spare, columns.SHAPE))
    buttons = np.zeros((len(pressed) + spare_buttons, columns.BUTTON))
    for row, (part, at) in enumerate(solids):
        # Wood that is placed or loose may be moved by the engine: not static.
        static = not (part.kind.wooden and (part.loose or at is not part))
        shapes[row] = shape_row(part, at.x, at.y, at.angle, static=static)
    ids = [part.id for part, _ in pressed]
    for row, (part, at) in enumerate(pressed):
        partner = level.partner(part.id)
        other = ids.index(partner) if partner in ids else -1
        buttons[row] = button_rows(part, np.array([[at.x, at.y, at.angle]]), other)
    return Scene(
        shapes=shapes,
        buttons=buttons,
        flag=upright_row(level.flag.sensor)[None],
        shape_ids=tuple(part.id for part, _ in solids),
        button_ids=tuple(ids),
    )


def shape_rows(part: Part, poses: Array, *, static: bool) -> Array:
    """Rows of one solid part at many poses (n x 3: x, y, degrees)."""
    upright = upright_row(part.outline).copy()
    upright[columns.MATERIAL] = _MATERIAL[part.kind]
    upright[columns.STATIC] = static
    rows = np.zeros((len(poses), columns.SHAPE))
    place_rows(upright, poses, rows)
    return rows


@lru_cache(maxsize=4096)  # scenery comes again and again
def shape_row(part: Part, x: float, y: float, angle: float, *, static: bool) -> Array:
    """The row of one solid part; not to be written to."""
    row: Array = shape_rows(part, np.array([[x, y, angle]]), static=static)[0]
    return row


@lru_cache(maxsize=4096)
def upright_row(outline: Shape) -> Array:
    """The row of a shape as it stands, without material; not to be written to."""
    row: Array = np.zeros(columns.SHAPE)
    if isinstance(outline, Disc):
        row[columns.CENTRE_X : columns.RADIUS + 1] = outline.x, outline.y, outline.radius
    else:
        row = polygon_rows(np.array([outline.corners]))[0]
    return row


def polygon_rows(corners: Array) -> Array:
    """Rows of many polygons of one shape: n x corners x 2, all in the same sense of turning."""
    ahead = np.roll(corners[0], -1, axis=0)
    if np.sum(corners[0, :, 0] * ahead[:, 1] - ahead[:, 0] * corners[0, :, 1]) < 0:
        corners = corners[:, ::-1]
    rows = np.zeros((len(corners), columns.SHAPE))
    count = corners.shape[1]
    edges = np.roll(corners, -1, axis=1) - corners
    normals = np.stack([edges[..., 1], -edges[..., 0]], axis=-1)
    normals /= np.sqrt((normals**2).sum(axis=-1, keepdims=True))
    centres = corners.mean(axis=1)
    rows[:, columns.COUNT] = count
    rows[:, columns.CENTRE_X : columns.CENTRE_Y + 1] = centres
    rows[:, columns.RADIUS] = np.sqrt(((corners - centres[:, None]) ** 2).sum(axis=-1)).max(axis=1)
    rows[:, columns.CORNERS : columns.CORNERS + 2 * count] = corners.reshape(len(corners), -1)
    rows[:, columns.NORMALS : columns.NORMALS + 2 * count] = normals.reshape(len(corners), -1)
    return rows


def button_rows(part: Part, poses: Array, partner: int = -1) -> Array:
    """Rows of one power-up at many poses."""
    rows = np.zeros((len(poses), columns.BUTTON))
    rows[:, columns.CODE] = _CODE[part.kind]
    rows[:, columns.PLACE_X : columns.PLACE_Y + 1] = poses[:, :2]
    rows[:, columns.TURN] = np.radians(poses[:, 2])
    rows[:, columns.PARTNER] = partner
    return rows
