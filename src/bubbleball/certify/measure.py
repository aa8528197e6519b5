"""From raw solutions to a few different ones, each with its needed pieces and its robustness."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest

import numpy as np

from bubbleball.certify.certificate import KnownSolution, Share
from bubbleball.certify.findings import Placements, Route, Tried
from bubbleball.certify.level_runner import run_until, runner_of
from bubbleball.certify.robust import jittered
from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer
from bubbleball.game.workers import Workers

CANDIDATES = 60  # raw solutions examined, from as many routes as possible
ALIKE = 2  # solutions of one group that are compared
FEW = 5  # groups kept
GLANCE = 16  # jitters to compare the solutions of one group
BATCHES, BATCH = 4, 25  # jitters of each solution that is kept
SAME_PATH = 25.0  # px; two paths closer than this on average count as the same
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
    seed: int,
    deadline: float,
    workers: Workers,
) -> tuple[KnownSolution, ...]:
    """The most robust solution of each group, in order of robustness.

    Two solutions are in one group if they need the same kinds of pieces and the ball takes the
    same path. Stops at `deadline` (time.monotonic) with what is known by then.
    """
    plain = workers.map(partial(_plain, level, deadline), _spread(tried))
    groups = _groups(level, list(plain))
    members = [(n, one.solution) for n, group in enumerate(groups) for one in group[:ALIKE]]
    jitter = partial(_jitters, level, deadline)
    glances = workers.map(jitter, [(one.placements, (seed, 0), GLANCE) for _, one in members])
    heads: dict[int, KnownSolution] = {}
    for (group, one), share in zip(members, glances, strict=True):
        seen = dataclasses.replace(one, jitters=share)
        heads[group] = min(heads.get(group, seen), seen, key=_order)
    kept = sorted(heads.values(), key=_order)[:FEW]
    batches = range(1, BATCHES + 1)
    jobs = [(one.placements, (seed, batch), BATCH) for one in kept for batch in batches]
    shares = workers.map(jitter, jobs)
    measured = [
        dataclasses.replace(one, jitters=_sum([next(shares) for _ in batches])) for one in kept
    ]
    return tuple(sorted(measured, key=_order))


def _order(solution: KnownSolution) -> tuple[float, int]:
    """Sort key: robust ones first, then those of few pieces."""
    return -solution.robustness, len(solution.placements)


def _spread(tried: Iterable[Tried]) -> list[Tried]:
    """Some of many solutions: the first of each route, then the second, and so on."""
    by_route: dict[Route, list[Tried]] = defaultdict(list)
    for one in tried:
        by_route[one.route].append(one)
    turns = chain.from_iterable(zip_longest(*by_route.values()))
    return [one for one in turns if one is not None][:CANDIDATES]


def _plain(level: Level, deadline: float, tried: Tried) -> _Plain:
    """Leave out pieces one after another where that still wins, as far as time allows."""
    best = tried
    runner = runner_of(level, REAL)
    for placement in tried.placements:
        without = tuple(p for p in best.placements if p is not placement)
        simpler = runner.attempt(without, deadline)
        if simpler is not None and simpler.solved:
            best = simpler
    solution = KnownSolution(best.placements, Share(0, 0), best.route, best.seconds)
    return _Plain(solution, _evenly(best.path))


def _groups(level: Level, plain: list[_Plain]) -> list[list[_Plain]]:
    groups: list[list[_Plain]] = []
    for one in plain:
        for group in groups:
            if _kinds(level, one) == _kinds(level, group[0]) and _apart(one, group[0]) < SAME_PATH:
                group.append(one)
                break
        else:
            groups.append([one])
    return groups


def _kinds(level: Level, plain: _Plain) -> list[tuple[str, str, float, float]]:
    """What is placed; equal pieces are interchangeable."""
    placed = {placement.piece for placement in plain.solution.placements}
    return sorted(p.size_key for p in level.pieces if p.id in placed)


def _apart(a: _Plain, b: _Plain) -> float:
    return float(np.hypot(*(a.path - b.path).T).mean())


def _evenly(path: Array) -> Array:
    """The path at points evenly spaced along its length."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0.0, along[-1], _POINTS)
    return np.column_stack([np.interp(at, along, path[:, axis]) for axis in (0, 1)])


def _jitters(
    level: Level,
    deadline: float,
    job: tuple[Placements, tuple[int, ...], int],
) -> Share:
    placements, seed, count = job
    placer, rng = Placer(level), np.random.default_rng(seed)
    solved = trials = 0
    for _ in range(count):
        trial = run_until(level, jittered(placer, placements, rng), REAL, deadline)
        if trial is None:
            break
        solved, trials = solved + trial.solved, trials + 1
    return Share(solved, trials)


def _sum(shares: list[Share]) -> Share:
    return Share(sum(s.solved for s in shares), sum(s.trials for s in shares))
