"""Plans a benchmark: from the names of suites, solvers and seeds to the list of all runs."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from bubbleball.bench.record_file import is_text
from bubbleball.bench.runs import Plan, all_runs
from bubbleball.bench.settings import MAX_TRIALS, NO_LIMIT, TIME_LIMIT, Settings
from bubbleball.bench.suites import digest, load_suite
from bubbleball.errors import BenchError
from bubbleball.solvers import SOLVERS, solver_class


def plan(
    suites: Sequence[str],
    solvers: Sequence[str],
    seeds: Sequence[int],
    *,
    max_trials: int = MAX_TRIALS,
    time_limit: float = TIME_LIMIT,
    physics: str | None = None,
) -> Plan:
    """Plan all runs; raises if a name is unknown or given twice."""
    for what, values in (("suite", suites), ("solver", solvers), ("seed", seeds)):
        repeated = sorted({str(value) for value in values if values.count(value) > 1})
        if repeated or not values:
            problem = f"{', '.join(repeated)} given twice" if repeated else "none given"
            raise BenchError(f"{what}s: {problem}; give each once")
    for solver in solvers:
        solver_class(solver)
    return _planned(suites, solvers, seeds, max_trials, time_limit, physics)


def plan_for_player(
    suites: Sequence[str], player: str, *, max_trials: int, physics: str | None = None
) -> Plan:
    """Plan the runs of a player from outside, who has one run per level and no time limit."""
    return _planned(suites, (player,), (0,), max_trials, NO_LIMIT, physics)


def _planned(
    suites: Sequence[str],
    solvers: Sequence[str],
    seeds: Sequence[int],
    max_trials: int,
    time_limit: float,
    physics: str | None,
) -> Plan:
    items = tuple(item for suite in suites for item in load_suite(suite, physics))
    _check_text((*suites, *solvers))
    runs = all_runs(items, solvers, seeds, max_trials)
    settings = Settings(
        suites=tuple(suites),
        solvers=tuple(solvers),
        seeds=tuple(seeds),
        max_trials=max_trials,
        time_limit=time_limit,
        physics=physics,
        runs=len(runs),
        levels=digest(items),
        version=version("bubbleball"),
        code=_code_digest(solvers),
    )
    return Plan(settings, runs)


def _check_text(names: Iterable[str]) -> None:
    """Refuse names that are not text: a file name may hold any bytes, a record file is UTF-8."""
    for name in names:
        if not is_text(name):
            raise BenchError(f"the name {name!r} is not UTF-8 text; rename the file or folder")


def _code_digest(solvers: Iterable[str]) -> str:
    """A short digest of the files of solvers from outside this package."""
    places = [name.rpartition(":")[0] for name in solvers if name not in SOLVERS and ":" in name]
    total = hashlib.sha256()
    for place in places:
        file = place if place.endswith(".py") else sys.modules[place].__file__
        total.update(Path(file).read_bytes() if file else b"")
    return total.hexdigest()[:16] if places else ""
