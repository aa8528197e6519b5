"""Plain search with the game itself: random draws, and climbs from the best of every course."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from bubbleball.certify.batch import CLIMBS, Batch, Job, Tried, run_job
from bubbleball.certify.workers import Workers
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics

RANDOM_BATCHES, CLIMB_BATCHES = 4, 12  # of one round
MAX_COURSES = 150  # courses of events whose best failure is kept
MAX_SOLUTIONS = 400  # solutions kept; the first ones
PLENTY = 8  # solutions that count as another way, for levels that have but one
LENDERS = 20  # placements from which a climb may borrow poses
MAX_TRIALS = 200_000


@dataclass(slots=True)
class Course:
    """The best failure among the trials in which the ball met the same parts in the same order.

    best: that failure.
    visits: how often climbs have started from here.
    """

    best: Tried
    visits: int = 0


@dataclass(slots=True)
class Findings:
    """What a search knows so far.

    trials: run in all.
    draws, lucky: pure random placements tried, and how many of them solved the level.
    solutions: placements that solve it, in the order found.
    courses: the best failures, by order of touches.
    stopped: why the search ended; empty while it goes on.
    """

    trials: int = 0
    draws: int = 0
    lucky: int = 0
    solutions: list[Tried] = field(default_factory=list)
    courses: dict[tuple[str, ...], Course] = field(default_factory=dict)
    stopped: str = ""

    @property
    def ways(self) -> int:
        """How many orders of touches lead to the flag."""
        return len({tried.touched for tried in self.solutions})

    @property
    def nearest(self) -> float:
        """px left to the flag in the best trial; 0 once solved."""
        if self.solutions:
            return 0.0
        return min((course.best.distance for course in self.courses.values()), default=math.inf)

    def add(self, batch: Batch, *, random: bool) -> None:
        """Take in the results of a batch."""
        self.trials += batch.trials
        if random:
            self.draws += batch.trials
            self.lucky += batch.solved
        for tried in batch.found:
            if tried.solved:
                if len(self.solutions) < MAX_SOLUTIONS:
                    self.solutions.append(tried)
                continue
            course = self.courses.setdefault(tried.touched, Course(tried))
            if tried.distance < course.best.distance:
                course.best, course.visits = tried, 0
        if len(self.courses) > MAX_COURSES:
            ranked = sorted(self.courses, key=lambda key: self.courses[key].best.distance)
            for key in ranked[MAX_COURSES:]:
                del self.courses[key]


def search(
    level: Level,
    *,
    physics: Physics = REAL,
    seed: int = 0,
    seconds: float = math.inf,
    trials: int = MAX_TRIALS,
    wanted: int = 1,
    draws: int = 0,
    workers: Workers,
    findings: Findings | None = None,
) -> Iterator[Findings]:
    """Search in rounds, telling the findings after each; the same for any number of workers.

    Ends with `wanted` ways to the flag and `draws` random placements tried, after `trials` trials
    (to the round) or after `seconds`. Only the last makes a result depend on the machine.
    Whoever may be interrupted hands in the findings to be filled, and has them batch by batch.
    """
    deadline = time.monotonic() + seconds
    findings = Findings() if findings is None else findings
    run = partial(run_job, level, physics)
    number, sated = 0, False
    while not findings.stopped:
        jobs = _round(findings, (seed, number), deadline, climb=not sated)
        for job, batch in zip(jobs, workers.map(run, jobs), strict=True):
            findings.add(batch, random=not job.parents)
        number += 1
        sated = findings.ways >= wanted or len(findings.solutions) >= PLENTY * wanted
        if sated and findings.draws >= draws:
            findings.stopped = "found enough"
        elif findings.trials >= trials:
            findings.stopped = f"{findings.trials} trials were run"
        elif time.monotonic() >= deadline:
            findings.stopped = f"{seconds:g} s are over"
        yield findings


def _round(findings: Findings, seed: tuple[int, int], deadline: float, *, climb: bool) -> list[Job]:
    """The jobs of one round: random draws, and climbs from chosen courses."""
    climbs = CLIMB_BATCHES if climb and findings.courses else 0
    draws = RANDOM_BATCHES + CLIMB_BATCHES - climbs
    jobs = [Job((*seed, batch), deadline) for batch in range(draws)]
    rng = np.random.default_rng(seed)
    pool = list(findings.courses.values())
    for batch in range(draws, draws + climbs):
        courses = _choose(findings, CLIMBS, rng)
        lent = [pool[int(rng.integers(len(pool)))].best.placements for _ in range(LENDERS)]
        parents = tuple(course.best for course in courses)
        jobs.append(Job((*seed, batch), deadline, parents, tuple(lent)))
    return jobs


def _choose(findings: Findings, count: int, rng: np.random.Generator) -> list[Course]:
    """Courses to climb from: near ones rather than far ones, fresh ones rather than worn ones."""
    ranked = sorted(findings.courses.values(), key=lambda course: course.best.distance)
    ranks = np.arange(len(ranked))
    visits = np.array([course.visits for course in ranked])
    weights = np.exp(-ranks / 20) / (1 + visits) ** 0.75
    chosen = rng.choice(len(ranked), size=count, p=weights / weights.sum())
    for number in chosen:
        ranked[number].visits += 1
    return [ranked[number] for number in chosen]
