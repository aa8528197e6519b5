"""A level with some pieces placed, as the arrays that the models read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.model.codes import NONE
from bubbleball.model.columns import BUTTON, SHAPE
from bubbleball.model.rows import button_rows, shape_row, upright_row


class Board(NamedTuple):
    """What the ball can meet, and under which physics.

    shapes, buttons: a row for each part; the last rows are spare for a candidate's parts.
    flag: one shape row, the flag's sensor.
    beta: the parameter vector.
    """

    shapes: Array
    buttons: Array
    flag: Array
    beta: Array


def build_board(
    level: Level, placements: Iterable[Placement], beta: Array, added: Sequence[Part] = ()
) -> tuple[Board, tuple[str, ...]]:
    """The board of a configuration, and the ids of the parts behind its rows: shapes, then buttons.

    added: parts that candidates add; their rows are left empty.
    """
    placed = {placement.piece: placement for placement in placements}
    present: list[tuple[Part, Placement | Part]] = [(part, part) for part in level.scenery]
    present += [(part, placed[part.id]) for part in level.pieces if part.id in placed]
    solid = [part.id for part in (*(part for part, _ in present), *added) if part.kind.solid]
    button = [part.id for part in (*(part for part, _ in present), *added) if part.kind.button]
    shapes, buttons = np.zeros((len(solid), SHAPE)), np.zeros((len(button), BUTTON))
    shape_count = button_count = 0
    for part, at in present:
        if part.kind.solid:
            # The engine may move wood that is placed or loose, so it is not static.
            static = not (part.kind.wooden and (part.loose or at is not part))
            shapes[shape_count] = shape_row(part, at.x, at.y, at.angle, static=static)
            shape_count += 1
        elif part.kind.button:
            partner = partner_row(level, part, button)
            buttons[button_count] = button_rows(part, np.array([[at.x, at.y, at.angle]]), partner)
            button_count += 1
    board = Board(shapes, buttons, upright_row(level.flag.sensor)[None], beta)
    return board, (*solid, *button)


def partner_row(level: Level, part: Part, buttons: Sequence[str]) -> int:
    """The row of a teleport's other end among the buttons with these ids; NONE without one."""
    partner = level.partner(part.id)
    return buttons.index(partner) if partner in buttons else NONE
