"""Two solvers on the same runs: paired differences with 95 % intervals, level by level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord, Track, track_of
from bubbleball.bench.scores import grouped
from bubbleball.errors import BenchError

_SAMPLES = 10_000  # of the bootstrap
Pair = tuple[RunRecord, RunRecord]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much B exceeds A.

    what: the quantity.
    a, b: its mean in each.
    low, high: 95 % interval of b - a, by a bootstrap over the levels.
    """

    what: str
    a: float
    b: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LevelPair:
    """The runs of both on one level and world.

    level: its name, with the world if it is not the real one.
    runs: pairs of runs.
    a, b: how many of them each solved.
    """

    level: str
    runs: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole comparison.

    a, b: names of the solvers.
    tracks: of both; a comparison across tracks compares knowledge, not skill.
    differences: over all pairs.
    levels: in the order of the suite.
    """

    a: str
    b: str
    tracks: tuple[Track, Track]
    differences: tuple[Difference, ...]
    levels: tuple[LevelPair, ...]


def compare_records(a: Records, b: Records, solvers: tuple[str, str]) -> Comparison:
    """Pair the runs of two solvers by suite, level, world and seed; unpaired ones are left out."""
    pairs = _pairs(a, b, solvers)
    by_level = grouped(pairs, lambda pair: _level(pair[0]))
    groups = list(by_level.values())
    return Comparison(
        *solvers,
        (track_of(pairs[0][0]), track_of(pairs[0][1])),
        (
            _difference("solved", groups, lambda run: float(run.solve.solved)),
            _difference("solved@1", groups, lambda run: _within(run, 1)),
            _difference("solved@3", groups, lambda run: _within(run, 3)),
            _difference("trials used", groups, lambda run: float(run.solve.trials)),
            _difference("processor s", groups, lambda run: run.effort.cpu_seconds),
        ),
        tuple(
            LevelPair(
                level,
                len(runs),
                sum(one.solve.solved for one, _ in runs),
                sum(other.solve.solved for _, other in runs),
            )
            for level, runs in by_level.items()
        ),
    )


def _pairs(a: Records, b: Records, solvers: tuple[str, str]) -> list[Pair]:
    first, second = (
        {_key(run): run for run in records.runs if run.solve.solver == solver}
        for records, solver in zip((a, b), solvers, strict=True)
    )
    for runs, solver in ((first, solvers[0]), (second, solvers[1])):
        if not runs:
            raise BenchError(f"no run of the solver {solver!r} is recorded there")
    pairs = [(run, second[key]) for key, run in first.items() if key in second]
    if not pairs:
        raise BenchError("no run of one has a counterpart in the other: same suites and seeds?")
    return pairs


def _key(run: RunRecord) -> tuple[str, str, int]:
    return run.suite, _level(run), run.solve.seed


def _level(run: RunRecord) -> str:
    where = (run.solve.physics, run.solve.world)
    return " ".join([run.solve.level, *(f"({each})" for each in where if each)])


def _within(run: RunRecord, k: int) -> float:
    return float(run.solve.solved and run.solve.trials <= k)


def _difference(
    what: str, groups: Sequence[Sequence[Pair]], value: Callable[[RunRecord], float]
) -> Difference:
    """Resample levels with all their seeds, because runs of one level are correlated."""
    a = np.array([sum(value(one) for one, _ in group) for group in groups])
    b = np.array([sum(value(other) for _, other in group) for group in groups])
    counts = np.array([len(group) for group in groups])
    drawn = np.random.default_rng(0).integers(len(groups), size=(_SAMPLES, len(groups)))
    means = (b - a)[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    total = counts.sum()
    return Difference(what, float(a.sum() / total), float(b.sum() / total), float(low), float(high))
