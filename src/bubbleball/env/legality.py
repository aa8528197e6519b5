"""Where a piece may stand: a coarse map for learners that choose among cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.kinds import PLAY_AREA
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer

MASK_ANGLES, MASK_ROWS, MASK_COLUMNS = 8, 13, 26  # cells of 45 degrees, 20 px and 20 px


def mask_pose(angle: int, row: int, column: int) -> tuple[float, float, float]:
    """The centre of a cell: x, y (px), angle (degrees)."""
    left, top, right, bottom = PLAY_AREA
    x = left + (column + 0.5) * (right - left) / MASK_COLUMNS
    y = top + (row + 0.5) * (bottom - top) / MASK_ROWS
    return x, y, angle * 360.0 / MASK_ANGLES


def legality_mask(placer: Placer, rows: int) -> NDArray[np.int8]:
    """Whether each piece, alone, may stand at the centre of each cell.

    Pieces x angles x rows x columns, padded to `rows` pieces. Two pieces may still overlap.
    """
    mask = np.zeros((rows, MASK_ANGLES, MASK_ROWS, MASK_COLUMNS), np.int8)
    done: dict[object, int] = {}
    for number, piece in enumerate(placer.level.pieces):
        first = done.setdefault(piece.size_key, number)
        if first != number:
            mask[number] = mask[first]
            continue
        for index in np.ndindex(mask.shape[1:]):
            x, y, angle = mask_pose(*index)
            at = Placement(piece.id, x, y, angle if piece.turnable else 0.0)
            mask[(number, *index)] = placer.fits(at, ())
    return mask
