"""Trials in jobs of fixed size, each with its own seed, so that any worker may run any of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bubbleball.certify.distance import DistanceField
from bubbleball.certify.findings import Batch, Placements, Route, Tried
from bubbleball.certify.propose import Proposer, Start
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import World

DRAWS = 25  # random placements in a batch
CLIMBS, CLIMB_STEPS = 3, 8  # searches in a batch, and the trials of each
_EVERY = 4  # frames between the points of a kept path
_STRIDE = 60  # steps between checks of the clock
_ROUTE = 6  # first parts met, whose order tells routes apart


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One batch to run.

    seed: numbers that name its random stream.
    deadline: time.monotonic at which it stops early, s.
    parents: what to vary, one climb each; none for a batch of random draws.
    lenders: further placements whose poses may be borrowed.
    """

    seed: tuple[int, ...]
    deadline: float
    parents: tuple[Tried, ...] = ()
    lenders: tuple[Placements, ...] = ()


class LevelRunner:
    """One level set up for many trials in this process."""

    def __init__(self, level: Level, physics: Physics) -> None:
        self.level, self.physics = level, physics
        self.field = DistanceField(level)
        self.proposer = Proposer(level)

    def run(self, job: Job) -> Batch:
        """Run one batch."""
        rng = np.random.default_rng(job.seed)
        tried = self._climbs(job, rng) if job.parents else self._draws(job, rng)
        best: dict[Route, Tried] = {}
        for one in tried:
            known = best.get(one.route)
            if not one.solved and (known is None or one.distance < known.distance):
                best[one.route] = one
        solutions = [one for one in tried if one.solved]
        return Batch(len(tried), len(solutions), (*solutions, *best.values()))

    def attempt(self, placements: Sequence[Placement], deadline: float) -> Tried | None:
        """One trial of legal placements; None if the deadline came first."""
        trial = run_until(self.level, placements, self.physics, deadline)
        if trial is None:
            return None
        return Tried(
            placements=tuple(placements),
            solved=trial.solved,
            distance=0.0 if trial.solved else self.field.nearest(trial.ball),
            route=trial.parts_met[:_ROUTE],
            path=trial.ball[::_EVERY, :2].copy(),
            seconds=trial.seconds,
        )

    def _draws(self, job: Job, rng: np.random.Generator) -> list[Tried]:
        tried = []
        for _ in range(DRAWS):
            one = self.attempt(self.proposer.placer.draw(rng), job.deadline)
            if one is None:
                break
            tried.append(one)
        return tried

    def _climbs(self, job: Job, rng: np.random.Generator) -> list[Tried]:
        tried: list[Tried] = []
        for parent in job.parents:
            best = parent
            for _ in range(CLIMB_STEPS):
                start = Start(best.placements, best.path, job.lenders)
                child = self.attempt(self.proposer.vary(start, rng), job.deadline)
                if child is None:
                    return tried
                tried.append(child)
                if child.solved:
                    break
                if child.distance <= best.distance:
                    best = child
        return tried


def run_until(
    level: Level, placements: Sequence[Placement], physics: Physics, deadline: float
) -> Trial | None:
    """A trial to its end, or None once time.monotonic is past the deadline.

    The motion of wood is not recorded, which makes trials cheaper.
    """
    world = World(level, placements, physics, record_moves=False)
    while time.monotonic() <= deadline:
        if world.advance(_STRIDE) is not None:
            return world.trial()
    return None


@lru_cache(maxsize=4)
def runner_of(level: Level, physics: Physics) -> LevelRunner:
    """The runner of this process for a level."""
    return LevelRunner(level, physics)


def run_job(level: Level, physics: Physics, job: Job) -> Batch:
    """Run one batch in this process."""
    return runner_of(level, physics).run(job)
