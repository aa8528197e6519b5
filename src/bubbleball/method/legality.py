"""H-2: which candidates keep the rules of placing.

A compiled sweep decides for whole batches; it is a little stricter than the rules, so that a
candidate does not break them by rounding. The rules themselves decide what is proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BUTTON_RADIUS
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.rules import TOLERANCE, breaches, must_not_overlap
from bubbleball.method.candidates import PoseBatch
from bubbleball.model import clearance, columns
from bubbleball.model.rows import shape_row, shape_rows, upright_row

SAFE_OVERLAP = TOLERANCE - 0.05  # px; a little stricter than the rules


def legal(level: Level, placements: Sequence[Placement], batch: PoseBatch) -> Mask:
    """Which candidates keep the rules beside what is placed.

    The parts of one candidate are not compared with each other.
    """
    mask = np.ones(len(batch), np.bool_)
    if not len(mask):
        return mask
    for j, part in enumerate(batch.parts):
        obstacles = obstacle_rows(level, part, placements)
        clearance.clear(part_rows(part, batch.poses[:, j]), obstacles, SAFE_OVERLAP, mask)
    return mask


def fitting(level: Level, placements: Sequence[Placement], batch: PoseBatch) -> PoseBatch:
    """Only the candidates that keep the rules beside what is placed."""
    return batch.where(legal(level, placements, batch))


def is_legal(level: Level, placements: Sequence[Placement]) -> bool:
    """Whether placements keep the rules themselves."""
    return next(breaches(level, placements), None) is None


def obstacle_rows(level: Level, part: Part, placements: Iterable[Placement]) -> Array:
    """Shape rows of everything that the part must not overlap."""
    placed = {placement.piece: placement for placement in placements}
    rows = [upright_row(level.ball.shape), upright_row(level.flag.sensor)]
    for other in level.parts:
        at = placed.get(other.id) if level.piece(other.id) is other else other
        if at is None or other.id == part.id:
            continue
        if must_not_overlap(part.kind, other.kind):
            rows.append(
                upright_row(Disc(at.x, at.y, BUTTON_RADIUS))
                if other.kind.button
                else shape_row(other, at.x, at.y, at.angle, static=True)
            )
    return np.array(rows)


def part_rows(part: Part, poses: Array) -> Array:
    """Shape rows of a part at many poses (n x 3); a power-up counts as its disc."""
    if part.kind.button:
        rows = np.zeros((len(poses), columns.SHAPE))
        rows[:, columns.CENTRE_X : columns.CENTRE_Y + 1] = poses[:, :2]
        rows[:, columns.RADIUS] = BUTTON_RADIUS
        return rows
    return shape_rows(part, poses, static=True)
