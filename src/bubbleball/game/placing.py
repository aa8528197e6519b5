"""Placements of one level by the hundred: checked, drawn at random, lowered, made legal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np

from bubbleball.errors import expect
from bubbleball.game.kinds import PLAY_AREA
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.rules import Standing, off_limits, stand, violations

ATTEMPTS = 1000  # poses drawn for one piece before it is left in the tray
_STEP = 8.0  # px by which a piece is lowered at once; below the least thickness of known wood
_FINE = 0.05  # px to which the resting height is found
_DIRECTIONS = 16  # in which the nearest legal pose is looked for
_RADII = (1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0, 55.0, 89.0, 144.0)  # px, likewise


class Placer:
    """Checks and draws placements for one level; keeps the level's shapes at hand."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._pieces = {piece.id: (piece, piece.outline) for piece in level.pieces}
        self._forbidden = off_limits(level)
        self._scenery = [stand(part, part) for part in level.scenery]

    def draw(self, rng: np.random.Generator) -> tuple[Placement, ...]:
        """Some pieces, each at a legal pose.

        How many is uniform from one to all, which ones is uniform for that number. They are put
        down in the level's order, each uniform over the poses (x, y, angle) that are legal next to
        those already there. A piece for which `ATTEMPTS` poses fail stays in the tray.
        """
        pieces = self.level.pieces
        if not pieces:
            return ()
        count = int(rng.integers(1, len(pieces) + 1))
        chosen = np.sort(rng.permutation(len(pieces))[:count])
        placed: list[Placement] = []
        for number in chosen:
            placement = self.pose(pieces[number], placed, rng)
            if placement is not None:
                placed.append(placement)
        return tuple(placed)

    def pose(
        self, piece: Part, others: Sequence[Placement], rng: np.random.Generator
    ) -> Placement | None:
        """One legal pose for one piece next to others, uniform; None if none was drawn."""
        left, top, right, bottom = PLAY_AREA
        occupied = self._occupied(others)
        for _ in range(ATTEMPTS):
            x, y, turn = rng.random(3).tolist()
            placement = Placement(
                piece.id,
                left + x * (right - left),
                top + y * (bottom - top),
                360.0 * turn if piece.turnable else 0.0,
            )
            if self._fits(placement, occupied):
                return placement
        return None

    def fits(self, placement: Placement, others: Iterable[Placement]) -> bool:
        """Whether one piece of the level may stand there next to others."""
        return self._fits(placement, self._occupied(others))

    def beside(self, others: Iterable[Placement]) -> Callable[[Placement], bool]:
        """`fits` as a function of the placement alone, for many of them next to the same others."""
        return partial(self._fits, occupied=self._occupied(others))

    def legal(self, placements: Sequence[Placement]) -> bool:
        """Whether placements of the level's pieces, each placed once, break no rule."""
        return all(
            self.fits(placement, placements[:number]) for number, placement in enumerate(placements)
        )

    def lowered(self, placement: Placement, others: Iterable[Placement]) -> Placement:
        """A legal placement lowered straight until it lies on something or at the edge."""
        occupied = self._occupied(others)
        high = placement.y
        low = high + _STEP
        while self._fits(_at_height(placement, low), occupied):
            high, low = low, low + _STEP
        while low - high > _FINE:
            middle = (low + high) / 2
            if self._fits(_at_height(placement, middle), occupied):
                high = middle
            else:
                low = middle
        return _at_height(placement, high)

    def _occupied(self, others: Iterable[Placement]) -> list[Standing]:
        return [*self._scenery, *map(self._stand, others)]

    def _fits(self, placement: Placement, occupied: list[Standing]) -> bool:
        found = violations(self._stand(placement), placement.angle, self._forbidden, occupied)
        return next(found, None) is None

    def _stand(self, placement: Placement) -> Standing:
        piece, outline = self._pieces[placement.piece]
        return stand(piece, placement, outline)


def nearest_legal(placer: Placer, placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """Move each placement as little as the search finds until all are legal.

    Pieces keep their angle (upright ones are set upright) and are taken in the given order, so a
    later piece yields to an earlier one. A piece with no legal pose within 144 px is left in
    the tray. Legal placements come back unchanged; the same input gives the same output.
    """
    expect(placer, Placer, "nearest_legal", "Placer(level) gives one")
    expect(placements, Iterable, "nearest_legal", "give a list of Placement")
    done: list[Placement] = []
    for placement in placements:
        piece = placer.level.piece(placement.piece)
        if piece is None or any(other.piece == piece.id for other in done):
            continue
        legal = _nearest(placer, piece, placement, done)
        if legal is not None:
            done.append(legal)
    return tuple(done)


def _nearest(
    placer: Placer, piece: Part, placement: Placement, others: list[Placement]
) -> Placement | None:
    fits = placer.beside(others)
    if fits(placement):
        return placement
    angle = placement.angle if piece.turnable else 0.0
    start = _pushed_inside(piece, Placement(piece.id, placement.x, placement.y, angle))
    if fits(start):
        return start
    for radius in _RADII:
        for step in range(_DIRECTIONS):
            turn = 2 * math.pi * step / _DIRECTIONS
            x, y = start.x + radius * math.cos(turn), start.y + radius * math.sin(turn)
            near = Placement(piece.id, x, y, angle)
            if fits(near):
                return near
    return None


def _pushed_inside(piece: Part, placement: Placement) -> Placement:
    """The placement pushed straight into the play area; one larger than that may stick out."""
    box = stand(piece, placement).box
    left, top, right, bottom = PLAY_AREA
    dx = max(0.0, left - box[0]) - max(0.0, box[2] - right)
    dy = max(0.0, top - box[1]) - max(0.0, box[3] - bottom)
    return Placement(piece.id, placement.x + dx, placement.y + dy, placement.angle)


def _at_height(placement: Placement, y: float) -> Placement:
    return Placement(placement.piece, placement.x, y, placement.angle)
