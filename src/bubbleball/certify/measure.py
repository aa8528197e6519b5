"""From raw solutions to a few different ones, each with its needed pieces and its robustness."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from bubbleball.certify.batch import Tried, run_until, runner_of
from bubbleball.certify.propose import Placements
from bubbleball.certify.report import KnownSolution, Share
from bubbleball.certify.robust import jittered
from bubbleball.certify.workers import Workers
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placing import Placer

CANDIDATES = 60  # raw solutions looked at, as many as possible of different courses
GLANCES = 2  # solutions of one way that are compared
FEW = 5  # ways kept
GLANCE = 16  # jitters to compare solutions of one way
BATCHES, BATCH = 4, 25  # jitters of each solution that is kept
SAME_PATH = 25.0  # px; two paths closer than this on average are one
_POINTS = 24  # along a path, where two are compared


@dataclass(frozen=True, slots=True, eq=False)
class _Plain:
    """A solution with only the pieces that it needs, and the ball's path with them."""

    solution: KnownSolution
    path: Array


def best_few(
    level: Level,
    tried: Iterable[Tried],
    *,
    physics: Physics,
    seed: int,
    deadline: float,
    workers: Workers,
) -> tuple[KnownSolution, ...]:
    """The most robust solution of each different way, the most robust way first.

    Two solutions are one way if they need the same kinds of pieces and the ball takes the same
    path. Stops at `deadline` (time.monotonic) with what is known by then.
    """
    plain = workers.map(partial(_plain, level, physics, deadline), _spread(tried))
    ways = _ways(level, list(plain))
    members = [(n, one.solution) for n, way in enumerate(ways) for one in way[:GLANCES]]
    jitter = partial(_jitters, level, physics, deadline)
    glances = workers.map(jitter, [(one.placements, (seed, 0), GLANCE) for _, one in members])
    heads: dict[int, KnownSolution] = {}
    for (way, one), share in zip(members, glances, strict=True):
        seen = dataclasses.replace(one, jitters=share)
        heads[way] = min(heads.get(way, seen), seen, key=_order)
    kept = sorted(heads.values(), key=_order)[:FEW]
    batches = range(1, BATCHES + 1)
    jobs = [(one.placements, (seed, batch), BATCH) for one in kept for batch in batches]
    shares = workers.map(jitter, jobs)
    measured = [
        dataclasses.replace(one, jitters=_sum([next(shares) for _ in batches])) for one in kept
    ]
    return tuple(sorted(measured, key=_order))


def _order(solution: KnownSolution) -> tuple[float, int]:
    """Robust ones first, then those of few pieces."""
    return -solution.robustness, len(solution.placements)


def _spread(tried: Iterable[Tried]) -> list[Tried]:
    """Some of many solutions: the first of each order of touches, then the second, and so on."""
    by_course: dict[tuple[str, ...], list[Tried]] = defaultdict(list)
    for one in tried:
        by_course[one.touched].append(one)
    rounds = max(map(len, by_course.values()), default=0)
    turns = [course[n] for n in range(rounds) for course in by_course.values() if n < len(course)]
    return turns[:CANDIDATES]


def _plain(level: Level, physics: Physics, deadline: float, tried: Tried) -> _Plain:
    """Without the pieces that can be left out one after another, as far as time allows."""
    best = tried
    runner = runner_of(level, physics)
    for placement in tried.placements:
        without = tuple(p for p in best.placements if p is not placement)
        simpler = runner.attempt(without, deadline)
        if simpler is not None and simpler.solved:
            best = simpler
    solution = KnownSolution(best.placements, Share(0, 0), best.touched, best.seconds)
    return _Plain(solution, _evenly(best.path))


def _ways(level: Level, plain: list[_Plain]) -> list[list[_Plain]]:
    ways: list[list[_Plain]] = []
    for one in plain:
        for way in ways:
            if _kinds(level, one) == _kinds(level, way[0]) and _apart(one, way[0]) < SAME_PATH:
                way.append(one)
                break
        else:
            ways.append([one])
    return ways


def _kinds(level: Level, plain: _Plain) -> list[tuple[str, str, float, float]]:
    """What is placed, whichever of equal pieces it is."""
    placed = {placement.piece for placement in plain.solution.placements}
    return sorted(p.size_key for p in level.pieces if p.id in placed)


def _apart(a: _Plain, b: _Plain) -> float:
    return float(np.hypot(*(a.path - b.path).T).mean())


def _evenly(path: Array) -> Array:
    """The path at points evenly spread along its length."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0.0, along[-1], _POINTS)
    return np.column_stack([np.interp(at, along, path[:, axis]) for axis in (0, 1)])


def _jitters(
    level: Level,
    physics: Physics,
    deadline: float,
    job: tuple[Placements, tuple[int, ...], int],
) -> Share:
    placements, seed, count = job
    placer, rng = Placer(level), np.random.default_rng(seed)
    solved = trials = 0
    for _ in range(count):
        trial = run_until(level, jittered(placer, placements, rng), physics, deadline)
        if trial is None:
            break
        solved, trials = solved + trial.solved, trials + 1
    return Share(solved, trials)


def _sum(shares: list[Share]) -> Share:
    return Share(sum(s.solved for s in shares), sum(s.trials for s in shares))
