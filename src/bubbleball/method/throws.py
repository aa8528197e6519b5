"""H-2: blocks in motion. Throws and pushes that no resting pose can do.

A throw is a lever under the ball, what it rests on, and a hammer let fall on its other end. It is
sampled in those terms and improved by evolution, each candidate run whole in the believed world
(eq. 18). It costs a thousand times a kernel prediction, so it comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.kinds import TRAY_HEIGHT
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.beam import Candidate
from bubbleball.method.contact_sampling import is_legal
from bubbleball.method.cost_to_go import CELL, COLUMNS, CORNER, ROWS
from bubbleball.method.supporting_blocks import let_go

Array = NDArray[np.float64]

LOOSE_EVERY = 3  # of so many throws sown one is no lever
TRIES = 20  # at a lever that keeps the rules; one in ten does
LEVER_LENGTH = 75.0  # px; shorter wood does not make a lever


@dataclass(frozen=True, slots=True)
class ThrowEffort:
    """Counts of runs in the believed world.

    sown: first throws sampled. kept: parents of each generation. bred: children a generation.
    generations: at most.
    """

    sown: int = 200
    kept: int = 12
    bred: int = 80
    generations: int = 8


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
    """Search for throws, and other ways to move the ball by moving wood, under one belief."""

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
        self._placer = Placer(level)
        self._wooden = [part for part in level.pieces if part.kind.wooden]
        self._levers = [p for p in self._wooden if max(p.width, p.height) >= LEVER_LENGTH]

    @property
    def possible(self) -> bool:
        """Whether anything can be set in motion."""
        return bool(self._wooden)

    def search(self, seeds: Sequence[tuple[Placement, ...]] = ()) -> list[Candidate]:
        """Sow throws, then breed the best; every candidate met, best first."""
        found = self._rate([*self._sow(), *seeds])
        for _ in range(self.effort.generations):
            if sum(c.solved for c in found) >= self.effort.kept or not found:
                break
            parents = _distinct(sorted(found, key=lambda c: c.value), self.effort.kept)
            found += self._rate([self._child(parents) for _ in range(self.effort.bred)])
        return sorted(found, key=lambda c: c.value)

    def _sow(self) -> list[tuple[Placement, ...]]:
        """Levers with hammers for the most part, and wood let go anywhere."""
        levers = len(self._wooden) > 1 and bool(self._levers)
        sown = []
        for number in range(self.effort.sown):
            if levers and number % LOOSE_EVERY:
                sown.append(next(filter(None, (self._lever() for _ in range(TRIES))), ()))
            else:
                sown.append(self._loose())
        return [throw for throw in sown if throw]

    def _loose(self) -> tuple[Placement, ...]:
        """One to three pieces of wood let go anywhere."""
        count = int(self.rng.integers(1, min(3, len(self._wooden)) + 1))
        placed: list[Placement] = []
        for index in self.rng.permutation(len(self._wooden))[:count]:
            pose = self._placer.pose(self._wooden[index], placed, self.rng)
            if pose is not None:
                placed.append(pose)
        return tuple(placed)

    def _lever(self) -> tuple[Placement, ...]:
        """An underpin (or none), a lever settled under the ball, hammers above its other end."""
        rng, ball = self.rng, self.level.ball
        lever = self._levers[int(rng.integers(len(self._levers)))]
        others = [p for p in self.level.pieces if p is not lever and p.kind.solid]
        others = [others[i] for i in rng.permutation(len(others))]
        side = float(rng.choice([-1.0, 1.0]))
        half = max(lever.width, lever.height) / 2
        x = ball.x + side * rng.uniform(0.1, 1.0) * half
        placed: list[Placement] = []
        if len(others) > 1 and rng.random() < 0.7:
            pin = Placement(others[0].id, x + side * rng.uniform(-0.3, 1.0) * half, ball.y + 40)
            if self._placer.fits(pin, ()):
                placed.append(self._placer.lowered(pin, ()))
                others = others[1:]
        tilt = rng.uniform(-30, 30) if rng.random() < 0.5 else 0.0
        turn = tilt + (90.0 if lever.height > lever.width else 0.0)
        beam = Placement(lever.id, x, ball.y + rng.uniform(20, 60), turn)
        if not self._placer.fits(beam, placed):
            return ()
        placed.append(self._placer.lowered(beam, placed))
        settled = let_go(self.level, placed, self.physics)
        if settled is None or not self._placer.legal(settled):
            return ()
        return self._hammered(settled, lever, [p for p in others if p.kind.wooden], side)

    def _hammered(
        self, placed: tuple[Placement, ...], lever: Part, hammers: list[Part], side: float
    ) -> tuple[Placement, ...]:
        at = placed[-1]
        left, top, right, _ = bounds(moved(lever.outline, at.x, at.y, at.angle))
        end = right if side > 0 else left
        count = 1 + int(self.rng.integers(0, 3))
        for hammer in hammers[:count]:
            x = end - side * self.rng.uniform(-0.1, 0.45) * (right - left)
            highest = TRAY_HEIGHT + hammer.height / 2 + 1
            y = self.rng.uniform(highest, max(highest + 1, top - hammer.height / 2))
            angle = 0.0 if self.rng.random() < 0.7 else self.rng.uniform(0, 360)
            drop = Placement(hammer.id, x, y, angle)
            if self._placer.fits(drop, placed):
                placed = (*placed, drop)
        return placed

    def _child(self, parents: Sequence[Candidate]) -> tuple[Placement, ...]:
        """A parent with some pieces moved, and now and then one more, or one fewer."""
        rng = self.rng
        # The better half breeds twice as often.
        rank = min(int(rng.integers(len(parents))), int(rng.integers(len(parents))))
        placements = list(parents[rank].placements)
        chance = rng.random()
        unused = [p for p in self.level.pieces if all(q.piece != p.id for q in placements)]
        if chance < 0.12 and unused:
            part = unused[int(rng.integers(len(unused)))]
            pose = self._placer.pose(part, placements, rng)
            if pose is not None:
                placements.append(pose)
        elif chance < 0.2 and len(placements) > 1:
            placements.pop(int(rng.integers(len(placements))))
        else:
            moving = int(rng.integers(len(placements)))
            scale = float(rng.choice([0.3, 1.0, 3.0, 8.0]))
            for index, placement in enumerate(placements):
                if index == moving or rng.random() < 0.3:
                    dx, dy, turn = rng.normal(size=3) * scale * (3.0, 3.0, 3.0)
                    placements[index] = Placement(
                        placement.piece, placement.x + dx, placement.y + dy, placement.angle + turn
                    )
        return nearest_legal(self._placer, placements)

    def _rate(self, throws: Sequence[tuple[Placement, ...]]) -> list[Candidate]:
        rated = []
        for placements in throws:
            if placements and is_legal(self.level, placements):
                self.tried += 1
                trial = simulate(
                    self.level, placements, self.physics, record_moves=False, record_contacts=False
                )
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
