"""Plain search with the game itself: random draws, and climbs from the best failure of a route."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from bubbleball.certify.findings import BestFailure, Findings, Placements
from bubbleball.certify.level_runner import CLIMBS, Job, run_job
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.workers import Workers

RANDOM_BATCHES, CLIMB_BATCHES = 4, 12  # of one round
PLENTY = 8  # solutions that count as one more route, for levels that have only one
LENDERS = 20  # placements from which a climb may borrow poses
MAX_TRIALS = 200_000


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """When a search ends.

    seconds, trials: whichever is used up first; trials in whole rounds. Only the seconds make a
        result depend on the machine.
    wanted, draws: it also ends once `wanted` routes lead to the flag and `draws` random
        placements have been tried.
    """

    seconds: float = math.inf
    trials: int = MAX_TRIALS
    wanted: int = 1
    draws: int = 0


def search(
    level: Level,
    budget: SearchBudget,
    findings: Findings,
    *,
    physics: Physics = REAL,
    seed: int = 0,
    workers: Workers,
) -> Iterator[None]:
    """Search in rounds, pausing after each; the same for any number of workers.

    findings: filled batch by batch, so that a caller that is interrupted has them.
    """
    deadline = time.monotonic() + budget.seconds
    run = partial(run_job, level, physics)
    number, enough = 0, False
    while not findings.stopped:
        jobs = _round(findings, (seed, number), deadline, climb=not enough)
        for job, batch in zip(jobs, workers.map(run, jobs), strict=True):
            findings.add(batch, random=not job.parents)
        number += 1
        found = max(findings.routes, len(findings.solutions) // PLENTY)
        enough = found >= budget.wanted
        if enough and findings.draws >= budget.draws:
            findings.stopped = "found enough"
        elif findings.trials >= budget.trials:
            findings.stopped = f"{findings.trials} trials were run"
        elif time.monotonic() >= deadline:
            findings.stopped = f"{budget.seconds:g} s are over"
        yield


def find_solutions(
    level: Level,
    *,
    wanted: int = 1,
    trials: int = MAX_TRIALS,
    seed: int = 0,
    workers: int | None = 1,
    physics: Physics = REAL,
) -> tuple[Placements, ...]:
    """Solutions in the order found, by at least `wanted` routes unless the budget ends first."""
    budget, findings = SearchBudget(trials=trials, wanted=wanted), Findings()
    with Workers(workers) as pool:
        for _ in search(level, budget, findings, physics=physics, seed=seed, workers=pool):
            pass
    return tuple(tried.placements for tried in findings.solutions)


def _round(findings: Findings, seed: tuple[int, int], deadline: float, *, climb: bool) -> list[Job]:
    """The jobs of one round: random draws, and climbs from chosen failures."""
    climbs = CLIMB_BATCHES if climb and findings.failures else 0
    draws = RANDOM_BATCHES + CLIMB_BATCHES - climbs
    jobs = [Job((*seed, batch), deadline) for batch in range(draws)]
    rng = np.random.default_rng(seed)
    pool = list(findings.failures.values())
    for batch in range(draws, draws + climbs):
        chosen = _choose(findings, CLIMBS, rng)
        lent = [pool[int(rng.integers(len(pool)))].best.placements for _ in range(LENDERS)]
        parents = tuple(failure.best for failure in chosen)
        jobs.append(Job((*seed, batch), deadline, parents, tuple(lent)))
    return jobs


def _choose(findings: Findings, count: int, rng: np.random.Generator) -> list[BestFailure]:
    """Failures to climb from, more often those near the flag and those rarely visited."""
    ranked = sorted(findings.failures.values(), key=lambda failure: failure.best.distance)
    ranks = np.arange(len(ranked))
    visits = np.array([failure.visits for failure in ranked])
    weights = np.exp(-ranks / 20) / (1 + visits) ** 0.75
    chosen = rng.choice(len(ranked), size=count, p=weights / weights.sum())
    for number in chosen:
        ranked[number].visits += 1
    return [ranked[number] for number in chosen]
