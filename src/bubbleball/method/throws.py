"""H-2: blocks in motion, for throws and pushes that no resting block can do (eq. 18).

A throw is a lever under the ball, the underpin it rests on, and a hammer that falls on its other
end. It is sampled in those terms and improved by evolution; every candidate is run whole in the
believed world. That costs a thousand times a prediction by the stepping model, so throws come last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.kinds import TRAY_HEIGHT, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.candidates import SOLVED, Candidate, by_cost, few_per_cell
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.legality import is_legal
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.supporting_blocks import settled

MANY, BUILT_FIRST = 4, 2  # wooden pieces, and rounds in which they are put together first
LOOSE_EVERY = 3  # every third seed is loose wood instead of a lever
ATTEMPTS = 20  # draws per lever; about one in ten is legal
LEVER_LENGTH = 75.0  # px; shorter wood does not make a lever
UNDERPINNED = 0.7  # share of the levers that rest on another piece, if there is one
TILTED = 0.5  # share of the levers that are not level
PER_CELL = 3  # parents kept of those that are alike
ADD, REMOVE = 0.12, 0.08  # chances that a child has one piece more, or one fewer
ALSO_MOVED = 0.3  # chance that another piece moves together with the one picked
STEP = 3.0  # px and degrees; standard deviation of a child's move, times one of the scales
SCALES = (0.3, 1.0, 3.0, 8.0)
PROGRESS = 0.98  # of the least cost so far; what costs more is none
STALE = 240  # runs without progress that end a search
SHARES = (1.0, 0.5, 0.25)  # of a move that are tried until one fits


@dataclass(frozen=True, slots=True)
class ThrowEffort:
    """Counts of runs in the believed world.

    seeds: throws sampled at first.
    kept: parents of each generation.
    enough: candidates that solve the level when the search ends.
    children: new throws in a generation.
    generations: at most.
    """

    seeds: int = 200
    kept: int = 12
    enough: int = 12
    children: int = 80
    generations: int = 8


def made_to_throw(level: Level) -> bool:
    """Whether the level has a piece that is there to throw the ball."""
    return any(piece.kind is Kind.CATAPULT for piece in level.pieces)


class Throws:
    """Searches one level for throws, and for pushes by loose wood, under one belief."""

    def __init__(
        self,
        level: Level,
        to_go: CostToGo,
        physics: Physics,
        rng: np.random.Generator,
        effort: ThrowEffort,
        is_new: Callable[[Sequence[Placement]], bool] = bool,
    ) -> None:
        """is_new: whether a throw is worth a run; without pieces it is none."""
        self.level = level
        self.to_go = to_go
        self.physics = physics
        self.rng = rng
        self.effort = effort
        self.is_new = is_new
        self.tried = 0
        self._placer = Placer(level)
        self._wooden = [part for part in level.pieces if part.kind.wooden]
        self._levers = [p for p in self._wooden if max(p.width, p.height) >= LEVER_LENGTH]

    @property
    def possible(self) -> bool:
        """Whether anything can be set in motion."""
        return bool(self._wooden)

    @property
    def first_round(self) -> int:
        """The round of a search from which throws are worth their cost.

        Many pieces can be put together in many ways, which costs less to find out.
        """
        return BUILT_FIRST if len(self._wooden) >= MANY and not made_to_throw(self.level) else 0

    def search(self, more_seeds: Sequence[tuple[Placement, ...]] = ()) -> list[Candidate]:
        """Sample throws, then breed the best; all candidates run, the best first (eq. 18)."""
        return self.breed(self._rate([*self._seeds(), *more_seeds]))

    def breed(self, found: list[Candidate]) -> list[Candidate]:
        """Change the best of some candidates, generation by generation, until enough solve.

        A search that gets no nearer to the flag ends early: one from other seeds promises more.
        """
        least, stale = math.inf, 0
        for _ in range(self.effort.generations):
            if sum(c.solved for c in found) >= self.effort.enough or not found:
                break
            now = min(c.cost for c in found)
            stale = 0 if now == SOLVED or now < PROGRESS * least else stale + self.effort.children
            if stale >= STALE:
                break
            least = min(least, now)
            ranked = sorted(found, key=by_cost)
            few = few_per_cell(ranked, lambda candidate: candidate.cell, PER_CELL)
            parents = list(islice(few, self.effort.kept))
            found += self._rate([self._child(parents) for _ in range(self.effort.children)])
        return sorted(found, key=by_cost)

    def _seeds(self) -> list[tuple[Placement, ...]]:
        """Levers with hammers for the most part, and loose wood."""
        levers = len(self._wooden) > 1 and bool(self._levers)
        seeds = []
        for number in range(self.effort.seeds):
            if levers and number % LOOSE_EVERY:
                seeds.append(next(filter(None, (self._lever() for _ in range(ATTEMPTS))), ()))
            else:
                seeds.append(self._loose())
        return [seed for seed in seeds if seed]

    def _loose(self) -> tuple[Placement, ...]:
        """One to three pieces of wood, each at a random legal pose."""
        count = int(self.rng.integers(1, min(3, len(self._wooden)) + 1))
        placed: list[Placement] = []
        for index in self.rng.permutation(len(self._wooden))[:count]:
            pose = self._placer.pose(self._wooden[index], placed, self.rng)
            if pose is not None:
                placed.append(pose)
        return tuple(placed)

    def _lever(self) -> tuple[Placement, ...]:
        """A lever settled under the ball, on an underpin or not, with hammers over its far end.

        Empty if the draw does not keep the rules.
        """
        rng, ball = self.rng, self.level.ball
        lever = self._levers[int(rng.integers(len(self._levers)))]
        others = [p for p in self.level.pieces if p is not lever and p.kind.solid]
        others = [others[i] for i in rng.permutation(len(others))]
        side = float(rng.choice([-1.0, 1.0]))
        half = max(lever.width, lever.height) / 2
        x = ball.x + side * rng.uniform(0.1, 1.0) * half
        placed: list[Placement] = []
        if len(others) > 1 and rng.random() < UNDERPINNED:
            pin = Placement(others[0].id, x + side * rng.uniform(-0.3, 1.0) * half, ball.y + 40)
            if self._placer.fits(pin, ()):
                placed.append(self._placer.lowered(pin, ()))
                others = others[1:]
        tilt = rng.uniform(-30, 30) if rng.random() < TILTED else 0.0
        turn = tilt + (90.0 if lever.height > lever.width else 0.0)
        beam = Placement(lever.id, x, ball.y + rng.uniform(20, 60), turn)
        if not self._placer.fits(beam, placed):
            return ()
        placed.append(self._placer.lowered(beam, placed))
        rested = settled(self.level, placed, self.physics)
        if rested is None or not self._placer.legal(rested):
            return ()
        return self._hammered(rested, lever, [p for p in others if p.kind.wooden], side)

    def _hammered(
        self, placed: tuple[Placement, ...], lever: Part, hammers: list[Part], side: float
    ) -> tuple[Placement, ...]:
        """One to three hammers over the end of the lever that points to `side` (-1 or 1)."""
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
        # The better of two drawn parents.
        rank = min(int(rng.integers(len(parents))), int(rng.integers(len(parents))))
        placements = list(parents[rank].placements)
        chance = rng.random()
        unused = [p for p in self.level.pieces if all(q.piece != p.id for q in placements)]
        if chance < ADD and unused:
            part = unused[int(rng.integers(len(unused)))]
            pose = self._placer.pose(part, placements, rng)
            if pose is not None:
                placements.append(pose)
        elif chance < ADD + REMOVE and len(placements) > 1:
            placements.pop(int(rng.integers(len(placements))))
        else:
            moving = int(rng.integers(len(placements)))
            scale = float(rng.choice(SCALES))
            for index in range(len(placements)):
                if index == moving or rng.random() < ALSO_MOVED:
                    self._move(placements, index, scale * STEP)
        return tuple(placements)

    def _move(self, placements: list[Placement], index: int, spread: float) -> None:
        """Move one piece at random, as far as it fits beside the others."""
        old = placements[index]
        fits = self._placer.beside(placements[:index] + placements[index + 1 :])
        dx, dy, turn = self.rng.normal(0, spread, 3).tolist()
        for share in SHARES:
            new = Placement(
                old.piece, old.x + share * dx, old.y + share * dy, old.angle + share * turn
            )
            if fits(new):
                placements[index] = new
                return

    def _rate(self, throws: Sequence[tuple[Placement, ...]]) -> list[Candidate]:
        """Run each legal throw in the believed world."""
        return [
            self._run(placements)
            for placements in throws
            if placements and self.is_new(placements) and is_legal(self.level, placements)
        ]

    def _run(self, placements: tuple[Placement, ...]) -> Candidate:
        self.tried += 1
        trial = simulate(
            *(self.level, placements, self.physics),
            record_moves=False,
            record_contacts=False,
            whole=False,
        )
        return run_candidate(trial, self.to_go)


def run_candidate(trial: Trial, to_go: CostToGo) -> Candidate:
    """A run of the believed world as a candidate; all of its pieces count as new."""
    costs = to_go.along(recorded_path(trial))
    best = len(costs) - 1 if trial.solved else int(costs.argmin())
    cost = SOLVED if trial.solved else float(costs[best])
    x, y = trial.ball[best, :2].tolist()
    return Candidate(trial.placements, len(trial.placements), cost, x, y)
