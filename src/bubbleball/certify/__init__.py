"""Certifying levels by plain search with the game itself. Solvers must not use this.

It is brute force on purpose: the independent yardstick for the solvers.
"""

from __future__ import annotations

import math
from collections import deque

from bubbleball.certify.propose import Placements
from bubbleball.certify.robust import robustness, simplified, steadier
from bubbleball.certify.search import MAX_TRIALS, Findings, search
from bubbleball.certify.workers import Workers
from bubbleball.level import Level
from bubbleball.physics import REAL, Physics

__all__ = ["find_solutions", "robustness", "search", "simplified", "steadier"]


def find_solutions(
    level: Level,
    *,
    wanted: int = 1,
    trials: int = MAX_TRIALS,
    seconds: float = math.inf,
    seed: int = 0,
    workers: int = 1,
    physics: Physics = REAL,
) -> tuple[Placements, ...]:
    """Solutions in the order found: at least `wanted`, or as many as the budget brought."""

    def enough(findings: Findings) -> bool:
        return len(findings.solutions) >= wanted

    with Workers(workers) as pool:
        rounds = search(
            level,
            physics=physics,
            seed=seed,
            seconds=seconds,
            trials=trials,
            workers=pool,
            enough=enough,
        )
        last = deque(rounds, maxlen=1).pop()
    return tuple(tried.placements for tried in last.solutions)
