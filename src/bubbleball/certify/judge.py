"""The whole certificate of a level."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from bubbleball.certify.certificate import Certificate, KnownSolution, Share, Verdict, difficulty
from bubbleball.certify.findings import Findings
from bubbleball.certify.level_runner import run_until
from bubbleball.certify.measure import best_few
from bubbleball.certify.robust import odds
from bubbleball.certify.search import MAX_TRIALS, SearchBudget, search
from bubbleball.check.advice import Advice, Topic
from bubbleball.check.warnings import warnings
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.workers import Workers

SECONDS = 60.0  # of search
ROUTES = 8  # routes to the flag that are enough
DRAWS = 2000  # random placements for the share
_MEASURE = 0.25  # of the seconds, added at the end for measuring what was found
_LEAST_MEASURE = 5.0  # s

INTERRUPTED = "it was interrupted"


def certify(
    level: Level,
    *,
    seconds: float = SECONDS,
    trials: int = MAX_TRIALS,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[Findings], None] = lambda findings: None,
) -> Certificate:
    """Find out what plain search can tell about a level.

    The same seed and trials give the same certificate whatever the number of workers, unless the
    seconds run out first. An interrupt (Ctrl-C) ends the search and keeps what was found. The time
    is bounded by 2.25 times `seconds`, with at least 5 s for measuring.
    """
    advice = warnings(level)
    settled = _without_search(level, advice, seconds)
    if settled is not None:
        verdict, reason = settled
        return Certificate(level.name, verdict, reason, advice=advice, seed=seed)
    findings = Findings()
    with Workers(workers) as pool:
        try:
            budget = SearchBudget(seconds, trials, wanted=ROUTES, draws=DRAWS)
            for _ in search(level, budget, findings, seed=seed, workers=pool):
                progress(findings)
        except KeyboardInterrupt:
            findings.stopped = INTERRUPTED
        solutions = best_few(
            level,
            findings.solutions,
            seed=seed,
            deadline=time.monotonic() + max(_LEAST_MEASURE, _MEASURE * seconds),
            workers=pool,
        )
    return _judged(level, findings, solutions, advice, seed)


def _without_search(
    level: Level, advice: tuple[Advice, ...], seconds: float
) -> tuple[Verdict, str] | None:
    """What is clear without a search: the level is won by doing nothing, or cannot be won."""
    empty = run_until(level, (), REAL, time.monotonic() + seconds)
    if empty is None:
        return Verdict.NOT_YET, f"A single trial takes longer than {seconds:g} s."
    if empty.solved:
        return Verdict.TRIVIAL, f"Solved by doing nothing: {empty.reason}."
    fatal = next((one for one in advice if one.fatal), None)
    if fatal is not None:
        return Verdict.IMPOSSIBLE, fatal.text
    if not level.pieces:
        return Verdict.IMPOSSIBLE, f"There is nothing to place, and without it {empty.reason}."
    too_large = {p for one in advice if one.topic is Topic.PIECE_TOO_LARGE for p in one.parts}
    if too_large.issuperset(piece.id for piece in level.pieces):
        return Verdict.IMPOSSIBLE, f"No piece fits anywhere, and without them {empty.reason}."
    return None


def _judged(
    level: Level,
    findings: Findings,
    solutions: tuple[KnownSolution, ...],
    advice: tuple[Advice, ...],
    seed: int,
) -> Certificate:
    luck = Share(findings.lucky, findings.draws)
    idle: tuple[str, ...] = ()
    value: float | None = None
    if not solutions:
        verdict = Verdict.NOT_YET
        near = f"; the best came within {findings.nearest:.0f} px" if findings.failures else ""
        reason = (
            f"Not found in {findings.trials:,} trials{near}; there may be a solution. "
            f"Stopped: {findings.stopped}."
        )
    else:
        needed = {p.piece for solution in solutions for p in solution.placements}
        verdict = Verdict.SOLVABLE
        idle = tuple(piece.id for piece in level.pieces if piece.id not in needed)
        count = "one solution" if len(solutions) == 1 else f"{len(solutions)} different solutions"
        reason = f"Solvable: {count} found in {findings.trials:,} trials."
        chance = 1.0
        if not luck.solved:
            rng = np.random.default_rng((seed, len(solutions)))
            chance = odds(level, solutions[0].placements, rng)
        value = difficulty(solutions, luck, len(idle), len(level.pieces), chance)
    return Certificate(
        level=level.name,
        verdict=verdict,
        reason=reason,
        solutions=solutions,
        luck=luck,
        idle=idle,
        difficulty=value,
        advice=advice,
        trials=findings.trials,
        seed=seed,
        interrupted=findings.stopped == INTERRUPTED,
    )
