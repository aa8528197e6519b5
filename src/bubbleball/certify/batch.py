"""Work in pieces of fixed size, each with its own seed, so that any worker may do any of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bubbleball.certify.distance import DistanceField
from bubbleball.certify.propose import Placements, Proposer, Start
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import World

DRAWS = 25  # random placements in a batch
CLIMBS, CLIMB_STEPS = 3, 8  # searches in a batch, and the trials of each
_EVERY = 4  # frames between the points of a kept path
_STRIDE = 60  # steps between looks at the clock
_TOUCHES = 6  # parts whose order of first touch tells one course of events from another


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """One placement and what came of it, cut down to what a search needs.

    placements: what was placed.
    solved: whether the ball reached the flag.
    distance: px, the least left to the flag along free ways.
    touched: ids of the first parts that the ball met, in order of first meeting.
    path: x, y of the ball, px, every few frames.
    seconds: of game time.
    """

    placements: Placements
    solved: bool
    distance: float
    touched: tuple[str, ...]
    path: Array
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One batch.

    seed: numbers that name its random stream.
    deadline: time.monotonic at which it stops early, s.
    parents: what to vary, one climb each; none for a batch of random draws.
    lenders: further placements whose poses may be borrowed.
    """

    seed: tuple[int, ...]
    deadline: float
    parents: tuple[Tried, ...] = ()
    lenders: tuple[Placements, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What a job found.

    trials: how many were run.
    solved: how many of them reached the flag.
    found: every solution, and the best failure for each order of touches.
    """

    trials: int
    solved: int
    found: tuple[Tried, ...]


class LevelRunner:
    """One level set up for many trials in this process."""

    def __init__(self, level: Level, physics: Physics) -> None:
        self.level, self.physics = level, physics
        self.field = DistanceField(level)
        self.proposer = Proposer(level)

    def run(self, job: Job) -> Batch:
        """Do one batch."""
        rng = np.random.default_rng(job.seed)
        tried = self._climbs(job, rng) if job.parents else self._draws(job, rng)
        best: dict[tuple[str, ...], Tried] = {}
        for one in tried:
            known = best.get(one.touched)
            if not one.solved and (known is None or one.distance < known.distance):
                best[one.touched] = one
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
            touched=trial.parts_met[:_TOUCHES],
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

    How wood moved is not recorded, which makes trials cheaper.
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
    """Do one batch in whatever process this is."""
    return runner_of(level, physics).run(job)
