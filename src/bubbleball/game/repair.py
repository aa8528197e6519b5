"""The nearest legal placement to one that breaks the rules."""

from __future__ import annotations

import math
from collections.abc import Iterable

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.level import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Part
from bubbleball.game.placement import MARGIN, Placement
from bubbleball.game.placing import Sampler, turnable

_DIRECTIONS = 16
_RADII = (1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0, 55.0, 89.0, 144.0)  # px


def nearest_legal(sampler: Sampler, placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """The placements, each moved as little as its search finds until all are legal.

    Pieces keep their angle (upright ones are set upright) and are taken in the given order, so a
    later piece gives way to an earlier one. A piece with no legal pose within 144 px is left in
    the tray. Legal placements come back unchanged; the same input gives the same output.
    """
    done: list[Placement] = []
    for placement in placements:
        piece = sampler.level.piece(placement.piece)
        if piece is None or any(other.piece == piece.id for other in done):
            continue
        legal = _nearest(sampler, piece, placement, done)
        if legal is not None:
            done.append(legal)
    return tuple(done)


def _nearest(
    sampler: Sampler, piece: Part, placement: Placement, others: list[Placement]
) -> Placement | None:
    if sampler.fits(placement, others):
        return placement
    angle = placement.angle if turnable(piece) else 0.0
    start = _inside(piece, Placement(piece.id, placement.x, placement.y, angle))
    if sampler.fits(start, others):
        return start
    for radius in _RADII:
        for step in range(_DIRECTIONS):
            turn = 2 * math.pi * step / _DIRECTIONS
            near = Placement(
                piece.id,
                start.x + radius * math.cos(turn),
                start.y + radius * math.sin(turn),
                angle,
            )
            if sampler.fits(near, others):
                return near
    return None


def _inside(piece: Part, placement: Placement) -> Placement:
    """Pushed straight into the play area; a piece larger than the area is left for the rules."""
    left, top, right, bottom = bounds(
        moved(piece.outline, placement.x, placement.y, placement.angle)
    )
    dx = max(0.0, -MARGIN - left) - max(0.0, right - SCREEN_WIDTH - MARGIN)
    dy = max(0.0, TRAY_HEIGHT - top) - max(0.0, bottom - SCREEN_HEIGHT - MARGIN)
    return Placement(piece.id, placement.x + dx, placement.y + dy, placement.angle)
