"""Poses that the real game takes: corners of unturned boxes at whole px, whole degrees."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer

_STEPS = tuple(itertools.product((-1, 0, 1), repeat=3))  # px, px and degrees from the rounded pose


class WholePoses:
    """Rounds placements of one level to poses in whole numbers that break no rule."""

    def __init__(self, level: Level) -> None:
        self._placer = Placer(level)
        self._pieces = {piece.id: piece for piece in level.pieces}

    def nearest(self, placements: Iterable[Placement]) -> tuple[Placement, ...] | None:
        """The nearest legal whole poses, piece by piece.

        None if a piece has none within a pixel and a degree of its rounded pose. Whole poses that
        are legal come back unchanged.
        """
        done: list[Placement] = []
        for placement in placements:
            near = _near(self._pieces[placement.piece], placement)
            fitting = next((pose for pose in near if self._placer.fits(pose, done)), None)
            if fitting is None:
                return None
            done.append(fitting)
        return tuple(done)


def _near(piece: Part, placement: Placement) -> Iterator[Placement]:
    """The whole poses around a placement, the nearest first."""
    half_width, half_height = piece.width / 2, piece.height / 2
    x, y = round(placement.x - half_width), round(placement.y - half_height)
    angle = round(placement.angle)
    poses = [
        Placement(piece.id, x + dx + half_width, y + dy + half_height, angle + turn)
        for dx, dy, turn in _STEPS
        if piece.turnable or not turn
    ]
    return iter(sorted(poses, key=lambda pose: _apart(pose, placement)))


def _apart(pose: Placement, placement: Placement) -> float:
    """How far a pose is from a placement; a degree counts as a pixel."""
    return math.hypot(pose.x - placement.x, pose.y - placement.y, pose.angle - placement.angle)
