"""New placements from old ones: small changes, pieces put in the ball's path, wood set down."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from bubbleball.certify.findings import Placements
from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer

TRIES = 12  # proposals made before a random draw replaces them
_MOVES = (0.4, 40.0)  # px; spread of a small change, drawn on a logarithmic scale
_TURNS = (0.3, 45.0)  # degrees, likewise
_ON_PATH = 6.0  # px; spread of a power-up about the path it is put on


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """What a variation starts from.

    placements: legal ones, to be changed.
    path: x, y of the ball in the trial of them, px.
    lenders: other placements whose poses may be borrowed.
    """

    placements: Placements
    path: Array
    lenders: Sequence[Placements] = ()


class Proposer:
    """Makes legal variations of placements for one level."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.placer = Placer(level)
        self._changes: list[tuple[float, Callable[[Start, Generator], Placements | None]]] = [
            (0.40, self._nudge),
            (0.27, self._into_the_path),
            (0.10, self._set_down),
            (0.10, self._borrow),
            (0.06, self._exchange),
            (0.07, self._remove),
        ]

    def vary(self, start: Start, rng: Generator) -> Placements:
        """A legal variation, or a random draw if none is found."""
        chances = np.array([chance for chance, _ in self._changes])
        for _ in range(TRIES):
            change = self._changes[int(rng.choice(len(chances), p=chances))][1]
            child = change(start, rng)
            # Some changes need a second one, such as a hammer and what it falls on.
            if child and rng.random() < 0.25:
                child = self._nudge(dataclasses.replace(start, placements=child), rng)
            if child:
                return child
        return self.placer.draw(rng)

    def _nudge(self, start: Start, rng: Generator) -> Placements | None:
        """Move or turn one piece a little, or all of them."""
        parent = start.placements
        if not parent:
            return None
        chosen = {int(rng.integers(len(parent)))}
        if rng.random() < 0.2:
            chosen = set(range(len(parent)))
        shift, turn = _spread(_MOVES, rng), _spread(_TURNS, rng)
        child = list(parent)
        for number in chosen:
            old = parent[number]
            piece = self._piece(old.piece)
            turning = turn if piece.turnable and rng.random() < 0.6 else 0.0
            moving = shift if not turning or rng.random() < 0.6 else 0.0
            dx, dy, da = rng.normal(size=3).tolist()
            new = Placement(
                old.piece, old.x + moving * dx, old.y + moving * dy, old.angle + turning * da
            )
            rest = child[:number] + child[number + 1 :]
            if not self.placer.fits(new, rest):
                return None
            child[number] = new
        return tuple(child)

    def _into_the_path(self, start: Start, rng: Generator) -> Placements | None:
        """Put a piece near a point of the ball's path."""
        parent = start.placements
        piece = self._some_piece(parent, rng)
        x, y = start.path[int(rng.integers(len(start.path)))].tolist()
        if piece.kind.button:
            dx, dy = (_ON_PATH * rng.normal(size=2)).tolist()
        else:
            reach = BALL_RADIUS + 0.6 * max(piece.width, piece.height)
            away, direction = reach * rng.random(), 2 * math.pi * rng.random()
            dx, dy = away * math.cos(direction), away * math.sin(direction)
        new = Placement(piece.id, x + dx, y + dy, self._angle(piece, rng))
        return self._with(parent, piece, new, rng)

    def _set_down(self, start: Start, rng: Generator) -> Placements | None:
        """Put a piece anywhere; wood is mostly lowered onto what is below."""
        parent = start.placements
        piece = self._some_piece(parent, rng)
        rest = tuple(p for p in parent if p.piece != piece.id)
        new = self.placer.pose(piece, rest, rng)
        if new is None:
            return None
        flat = Placement(new.piece, new.x, new.y, self._angle(piece, rng))
        return self._with(parent, piece, flat, rng)

    def _borrow(self, start: Start, rng: Generator) -> Placements | None:
        """Take one pose from another placement."""
        parent = start.placements
        if not start.lenders:
            return None
        lender = start.lenders[int(rng.integers(len(start.lenders)))]
        if not lender:
            return None
        lent = lender[int(rng.integers(len(lender)))]
        rest = tuple(p for p in parent if p.piece != lent.piece)
        return (*rest, lent) if self.placer.fits(lent, rest) else None

    def _exchange(self, start: Start, rng: Generator) -> Placements | None:
        """Give a placed piece's pose to another piece; two placed ones swap."""
        parent = start.placements
        if not parent:
            return None
        old = parent[int(rng.integers(len(parent)))]
        piece = self.level.pieces[int(rng.integers(len(self.level.pieces)))]
        if piece.id == old.piece:
            return None
        taken = next((p for p in parent if p.piece == piece.id), None)
        child = tuple(p for p in parent if p.piece not in (old.piece, piece.id))
        child = (*child, _as(piece, old))
        if taken is not None:
            child = (*child, _as(self._piece(old.piece), taken))
        return child if self.placer.legal(child) else None

    def _remove(self, start: Start, rng: Generator) -> Placements | None:
        parent = start.placements
        if len(parent) < 2:
            return None
        number = int(rng.integers(len(parent)))
        return parent[:number] + parent[number + 1 :]

    def _with(
        self, parent: Placements, piece: Part, new: Placement, rng: Generator
    ) -> Placements | None:
        """The parent with one piece at a new pose, if that is legal."""
        rest = tuple(p for p in parent if p.piece != piece.id)
        if not self.placer.fits(new, rest):
            return None
        if piece.kind.wooden and rng.random() < 0.6:
            new = self.placer.lowered(new, rest)
        return (*rest, new)

    def _some_piece(self, parent: Placements, rng: Generator) -> Part:
        """A random piece, more often one that is still in the tray."""
        placed = {p.piece for p in parent}
        free = [piece for piece in self.level.pieces if piece.id not in placed]
        pool = free if free and rng.random() < 0.6 else list(self.level.pieces)
        return pool[int(rng.integers(len(pool)))]

    def _angle(self, piece: Part, rng: Generator) -> float:
        if not piece.turnable:
            return 0.0
        if piece.kind is not Kind.METAL and rng.random() < 0.5:
            return 90.0 * int(rng.integers(4))
        return 360.0 * float(rng.random())

    def _piece(self, piece_id: str) -> Part:
        return next(piece for piece in self.level.pieces if piece.id == piece_id)


def _as(piece: Part, pose: Placement) -> Placement:
    return Placement(piece.id, pose.x, pose.y, pose.angle if piece.turnable else 0.0)


def _spread(limits: tuple[float, float], rng: Generator) -> float:
    low, high = map(math.log, limits)
    return math.exp(low + (high - low) * float(rng.random()))
