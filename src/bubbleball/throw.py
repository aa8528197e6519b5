"""H-2: blocks in motion. Throws and pushes that no resting pose can do.

A throw is a lever under the ball, what it rests on, and a hammer let fall on its other end. It is
sampled in those terms and improved by evolution, each candidate run whole in the believed world
(eq. 9). It costs a thousand times a kernel prediction, so it comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.beam import Candidate
from bubbleball.field import CELL, COLUMNS, CORNER, ROWS
from bubbleball.geometry import bounds, moved
from bubbleball.level import TRAY_HEIGHT, Kind, Level, Part
from bubbleball.physics import Physics
from bubbleball.placement import Placement
from bubbleball.search import is_legal
from bubbleball.support import let_go
from bubbleball.trial import Trial
from bubbleball.world import simulate

Array = NDArray[np.float64]

ATTEMPTS = 8  # draws per throw that is sown; most are illegal
LEVER_LENGTH = 75.0  # px; shorter wood does not make a lever


@dataclass(frozen=True, slots=True)
class ThrowEffort:
    """Counts of runs in the believed world.

    sown: first throws sampled. kept: parents of each generation. bred: children a generation.
    generations: at most.
    """

    sown: int = 240
    kept: int = 12
    bred: int = 120
    generations: int = 6


def value_of(trial: Trial, field: Array) -> tuple[float, float, float]:
    """Least cost-to-go on a trial's path, and where; -1 at the flag."""
    x, y = trial.ball[:, 0], trial.ball[:, 1]
    if trial.solved:
        return -1.0, float(x[-1]), float(y[-1])
    column = np.clip(((x - CORNER) / CELL).astype(int), 0, COLUMNS - 1)
    row = np.clip(((y - CORNER) / CELL).astype(int), 0, ROWS - 1)
    values = field[0, row, column]
    best = int(values.argmin())
    return float(values[best]), float(x[best]), float(y[best])


class Throws:
    """Search for throws in one level under one belief."""

    def __init__(
        self,
        level: Level,
        field: Array,
        physics: Physics,
        rng: np.random.Generator,
        effort: ThrowEffort,
    ) -> None:
        self.level = level
        self.field = field
        self.physics = physics
        self.rng = rng
        self.effort = effort
        self.tried = 0
        wooden = [part for part in level.pieces if part.kind.wooden]
        self.levers = [p for p in wooden if max(p.width, p.height) >= LEVER_LENGTH]
        self.hammers = wooden

    @property
    def possible(self) -> bool:
        """Whether there is a lever and something to fall on it."""
        return bool(self.levers) and len(self.hammers) > 1

    def search(self, seeds: Sequence[tuple[Placement, ...]] = ()) -> list[Candidate]:
        """Sow throws, then breed the best; every candidate met, best first."""
        found = self._rate([*self._sow(self.effort.sown), *seeds])
        for _ in range(self.effort.generations):
            if sum(c.solved for c in found) >= self.effort.kept:
                break
            parents = _distinct(sorted(found, key=lambda c: c.value), self.effort.kept)
            if not parents:
                break
            children = [
                self._mutated(parents[int(self.rng.integers(len(parents)))].placements)
                for _ in range(self.effort.bred)
            ]
            found += self._rate(children)
        return sorted(found, key=lambda c: c.value)

    def _sow(self, count: int) -> list[tuple[Placement, ...]]:
        sown: list[tuple[Placement, ...]] = []
        for _ in range(ATTEMPTS * count):
            throw = self._one()
            if throw is not None:
                sown.append(throw)
                if len(sown) == count:
                    break
        return sown

    def _one(self) -> tuple[Placement, ...] | None:
        """One random throw: an underpin (or none), a settled lever, hammers above one end."""
        rng = self.rng
        lever = self.levers[int(rng.integers(len(self.levers)))]
        others = [p for p in self.level.pieces if p is not lever and p.kind.solid]
        order = rng.permutation(len(others))
        ball = self.level.ball
        placed: tuple[Placement, ...] = ()
        pins = [others[i] for i in order]
        side = rng.choice([-1.0, 1.0])
        half = max(lever.width, lever.height) / 2
        x = ball.x + side * rng.uniform(0.1, 1.0) * half
        if pins and rng.random() < 0.6:
            pin = pins.pop(0)
            at = Placement(pin.id, x + rng.uniform(-25, 25), rng.uniform(100, 310), 0.0)
            placed = (at,)
            if not is_legal(self.level, placed):
                return None
        low = rng.uniform(ball.y + 15, 310)
        tilt = rng.uniform(-25, 25) if rng.random() < 0.5 else 0.0
        turn = tilt + (90.0 if lever.height > lever.width else 0.0)
        placed = (*placed, Placement(lever.id, x, low, turn))
        if not is_legal(self.level, placed):
            return None
        settled = let_go(self.level, placed, self.physics)
        if settled is None or not is_legal(self.level, settled):
            return None
        return self._hammered(settled, lever, [p for p in pins if p.kind.wooden], side)

    def _hammered(
        self, placed: tuple[Placement, ...], lever: Part, hammers: list[Part], side: float
    ) -> tuple[Placement, ...] | None:
        at = placed[-1]
        left, top, right, _ = bounds(moved(lever.outline, at.x, at.y, at.angle))
        end = right if side > 0 else left
        for hammer in hammers[: 1 + int(self.rng.random() < 0.35)]:
            x = end - side * self.rng.uniform(-0.1, 0.45) * (right - left)
            size = max(hammer.width, hammer.height)
            highest = TRAY_HEIGHT + size / 2 + 1
            y = self.rng.uniform(highest, max(highest + 1, top - hammer.height / 2))
            angle = 0.0 if self.rng.random() < 0.7 else self.rng.uniform(0, 360)
            placed = (*placed, Placement(hammer.id, x, y, angle))
        return placed if len(placed) > 1 and is_legal(self.level, placed) else None

    def _mutated(self, placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
        scale = self.rng.choice([0.3, 1.0, 3.0])
        changed = []
        for p in placements:
            part = self.level.piece(p.piece)
            if self.rng.random() < 0.4 or part is None:
                changed.append(p)
                continue
            dx, dy, turn = self.rng.normal(size=3) * scale * (6.0, 6.0, 4.0)
            if part.kind.button and part.kind is not Kind.SPRING:
                turn = 0.0
            changed.append(Placement(p.piece, p.x + dx, p.y + dy, p.angle + turn))
        return tuple(changed)

    def _rate(self, throws: Sequence[tuple[Placement, ...]]) -> list[Candidate]:
        rated = []
        for placements in throws:
            if is_legal(self.level, placements):
                self.tried += 1
                trial = simulate(self.level, placements, self.physics)
                value, x, y = value_of(trial, self.field)
                rated.append(Candidate(placements, len(placements), value, x, y))
        return rated


def _distinct(ranked: Sequence[Candidate], count: int) -> list[Candidate]:
    """The best, at most three per set of pieces and 24 px cell."""
    crowd: dict[tuple[object, ...], int] = {}
    kept = []
    for candidate in ranked:
        key = (
            int(candidate.x // 24),
            int(candidate.y // 24),
            frozenset(p.piece for p in candidate.placements),
        )
        if crowd.get(key, 0) < 3:
            crowd[key] = crowd.get(key, 0) + 1
            kept.append(candidate)
            if len(kept) == count:
                break
    return kept
