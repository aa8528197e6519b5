"""From records to numbers: solved@k, AUCCESS, trials, plays, seconds per stage."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bubbleball.method.explanation import MethodStage

if TYPE_CHECKING:
    from bubbleball.bench.runs import RunRecord

Value = TypeVar("Value")
Key = TypeVar("Key")

K = 100  # the largest k of solved@k and AUCCESS
_WEIGHTS = tuple(math.log(k + 1) - math.log(k) for k in range(1, K + 1))


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a group of runs; an unsolved run counts as needing infinitely many trials.

    runs: their number.
    solved: runs that reached the flag.
    failed: runs that ended with an error.
    solved_at: share solved within k trials, for k = 1…100.
    auccess: weighted mean of solved_at, from 0 to 1.
    median_trials, worst_trials: over all runs; may be infinite.
    plays: mean number of plays of the game, including the empty run.
    regions: mean number of Local Regions.
    median_seconds, worst_seconds: wall-clock of a solve.
    stage_seconds: mean per run of each stage of the method.
    """

    runs: int
    solved: int
    failed: int
    solved_at: tuple[float, ...]
    auccess: float
    median_trials: float
    worst_trials: float
    plays: float
    regions: float
    median_seconds: float
    worst_seconds: float
    stage_seconds: dict[MethodStage, float]

    @property
    def share(self) -> float:
        """Share of the runs that were solved."""
        return self.solved / self.runs


def score(runs: Sequence[RunRecord]) -> Score:
    """Score a group of at least one run."""
    records = [run.solve for run in runs]
    needed = [float(record.trials) if record.solved else math.inf for record in records]
    seconds = [record.seconds for record in records]
    shares = solved_at(needed)
    return Score(
        runs=len(records),
        solved=sum(record.solved for record in records),
        failed=sum(record.error is not None for record in records),
        solved_at=shares,
        auccess=auccess(shares),
        median_trials=statistics.median_high(needed),
        worst_trials=max(needed),
        plays=statistics.fmean(record.plays for record in records),
        regions=statistics.fmean(record.regions for record in records),
        median_seconds=statistics.median(seconds),
        worst_seconds=max(seconds),
        stage_seconds={
            stage: statistics.fmean(record.stage_seconds.get(stage, 0.0) for record in records)
            for stage in MethodStage
            if any(stage in record.stage_seconds for record in records)
        },
    )


def solved_at(needed: Sequence[float]) -> tuple[float, ...]:
    """Share of runs that needed at most k trials, k = 1…100."""
    return tuple(sum(trials <= k for trials in needed) / len(needed) for k in range(1, K + 1))


def auccess(shares: Sequence[float]) -> float:
    """PHYRE's measure: Σ w_k · solved@k / Σ w_k with w_k = log(k + 1) − log(k), k = 1…100.

    >>> auccess([1.0] * 100)
    1.0
    """
    weighted = math.fsum(w * share for w, share in zip(_WEIGHTS, shares, strict=True))
    return weighted / math.fsum(_WEIGHTS)


def grouped(records: Iterable[Value], key: Callable[[Value], Key]) -> dict[Key, list[Value]]:
    """Records by key, keys in order of first appearance."""
    groups: dict[Key, list[Value]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups
