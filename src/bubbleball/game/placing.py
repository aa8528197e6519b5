"""Random legal placements. Knows the rules of placing and nothing of what happens afterwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from bubbleball.game.geometry import Shape, bounds, moved, overlap
from bubbleball.game.level import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Form, Kind, Level, Part
from bubbleball.game.placement import MARGIN, TOLERANCE, Placement

ATTEMPTS = 1000  # poses drawn for one piece before it is left in the tray
_LEFT, _RIGHT = -MARGIN, SCREEN_WIDTH + MARGIN
_TOP, _BOTTOM = TRAY_HEIGHT, SCREEN_HEIGHT + MARGIN
_STEP = 8.0  # px between looks while something is lowered; below the least thickness of known wood
_NEAR = 1e-6  # px at the edges, or degrees of turn, that the rules forgive
_FINE = 0.05  # px to which the resting height is found

Box = tuple[float, float, float, float]


class Sampler:
    """Draws legal placements for one level; keeps the level's shapes at hand."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._outlines = {piece.id: piece.outline for piece in level.pieces}
        self._pieces = {piece.id: piece for piece in level.pieces}
        goals = (level.ball.shape, level.flag.sensor)
        self._goals = [(shape, bounds(shape)) for shape in goals]
        self._scenery = [(part, part.shape, bounds(part.shape)) for part in level.scenery]

    def draw(self, rng: np.random.Generator) -> tuple[Placement, ...]:
        """Some pieces, each at a legal pose.

        How many is uniform from one to all, which ones is uniform for that number. They are put
        down in the level's order, each uniform over the poses (x, y, angle) that are legal beside
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
        """One legal pose for one piece beside others, uniform; None if none was met."""
        occupied = self._occupied(others)
        for _ in range(ATTEMPTS):
            x, y, turn = rng.random(3).tolist()
            placement = Placement(
                piece.id,
                _LEFT + x * (_RIGHT - _LEFT),
                _TOP + y * (_BOTTOM - _TOP),
                360.0 * turn if turnable(piece) else 0.0,
            )
            if self._fits(placement, occupied):
                return placement
        return None

    def fits(self, placement: Placement, others: Iterable[Placement]) -> bool:
        """Whether one piece of the level may stand there beside others."""
        return self._fits(placement, self._occupied(others))

    def legal(self, placements: Sequence[Placement]) -> bool:
        """Whether placements of the level's pieces, each placed once, break no rule."""
        return all(
            self.fits(placement, placements[:number]) for number, placement in enumerate(placements)
        )

    def lowered(self, placement: Placement, others: Iterable[Placement]) -> Placement:
        """The same legal placement let down straight until it lies on something or at the edge."""
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

    def _occupied(self, others: Iterable[Placement]) -> list[tuple[Part, Shape, Box]]:
        occupied = list(self._scenery)
        for other in others:
            shape = moved(self._outlines[other.piece], other.x, other.y, other.angle)
            occupied.append((self._pieces[other.piece], shape, bounds(shape)))
        return occupied

    def _fits(self, placement: Placement, occupied: list[tuple[Part, Shape, Box]]) -> bool:
        piece = self._pieces[placement.piece]
        shape = moved(self._outlines[piece.id], placement.x, placement.y, placement.angle)
        left, top, right, bottom = box = bounds(shape)
        if top < _TOP - _NEAR or bottom > _BOTTOM + _NEAR:
            return False
        if left < _LEFT - _NEAR or right > _RIGHT + _NEAR:
            return False
        upright = piece.kind.button and piece.kind is not Kind.SPRING
        if upright and abs(math.remainder(placement.angle, 360.0)) > _NEAR:
            return False
        for goal, goal_box in self._goals:
            if boxes_meet(box, goal_box) and overlap(shape, goal) > TOLERANCE:
                return False
        return not any(
            boxes_meet(box, other_box)
            and _exclusive(piece.kind, other.kind)
            and overlap(shape, other_shape) > TOLERANCE
            for other, other_shape, other_box in occupied
        )


def random_legal(level: Level, rng: np.random.Generator) -> tuple[Placement, ...]:
    """One draw of `Sampler.draw`; whoever needs many keeps the sampler."""
    return Sampler(level).draw(rng)


def turnable(piece: Part) -> bool:
    """Whether turning the piece makes a difference and is allowed."""
    return piece.kind is Kind.SPRING or piece.form is not Form.CIRCLE


def _at_height(placement: Placement, y: float) -> Placement:
    return Placement(placement.piece, placement.x, y, placement.angle)


def _exclusive(a: Kind, b: Kind) -> bool:
    """Whether two kinds may not overlap."""
    if a.button or b.button:
        return a.button and b.button
    return a.wooden or b.wooden


def boxes_meet(a: Box, b: Box) -> bool:
    """Whether two upright boxes (left, top, right, bottom) overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
