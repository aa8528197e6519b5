"""A benchmark from its settings to its records: planned in full, done in any order, resumed."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bubbleball.bench.executors import Executor
from bubbleball.bench.record_file import RecordFile, Records, is_text, read_records
from bubbleball.bench.runs import Run, all_runs
from bubbleball.bench.settings import Settings
from bubbleball.bench.suites import digest, load_suite
from bubbleball.errors import BenchError
from bubbleball.solvers import SOLVERS, solver_class

RECORDS = "records.jsonl"  # in the folder of a benchmark
MAX_TRIALS = 100  # as far as AUCCESS looks
TIME_LIMIT = 600.0  # s of wall-clock for one run


@dataclass(frozen=True, slots=True)
class Plan:
    """A benchmark before it is run.

    settings: what it is. runs: all of its runs, in canonical order.
    """

    settings: Settings
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a benchmark is.

    done: runs recorded, earlier sessions included. total: runs in all.
    """

    done: int
    total: int


def plan(
    suites: Sequence[str],
    solvers: Sequence[str],
    seeds: Sequence[int],
    *,
    max_trials: int = MAX_TRIALS,
    time_limit: float = TIME_LIMIT,
    physics: str | None = None,
) -> Plan:
    """Everything that will be run; what is wrong with the names is told here."""
    for what, values in (("suite", suites), ("solver", solvers), ("seed", seeds)):
        repeated = sorted({str(value) for value in values if values.count(value) > 1})
        if repeated or not values:
            problem = f"{', '.join(repeated)} given twice" if repeated else "none given"
            raise BenchError(f"{what}s: {problem}; each is wanted once")
    for solver in solvers:
        solver_class(solver)
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
    """Names of files may be bytes that are no text; a record file is text."""
    for name in names:
        if not is_text(name):
            raise BenchError(f"the name {name!r} is not UTF-8 text; rename the file or folder")


def _code_digest(solvers: Iterable[str]) -> str:
    """A short mark that changes with the file of any solver from outside this package."""
    places = [name.rpartition(":")[0] for name in solvers if name not in SOLVERS]
    total = hashlib.sha256()
    for place in places:
        file = place if place.endswith(".py") else sys.modules[place].__file__
        total.update(Path(file).read_bytes() if file else b"")
    return total.hexdigest()[:16] if places else ""


def carry_out(
    plan: Plan,
    folder: Path,
    executor: Executor,
    session: Mapping[str, Any],
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Records:
    """Do the runs that the folder's record file does not have yet, and read them all back."""
    path = folder / RECORDS
    with RecordFile(path, plan.settings) as file:
        missing = [run for run in plan.runs if run.number not in file.finished]
        done, total = len(file.finished), len(plan.runs)
        watch(Progress(done, total))
        if missing:
            file.append_session(session)
            with closing(executor.execute(missing, plan.settings.time_limit)) as batches:
                for lines in batches:
                    file.append(lines)
                    done += len(lines)
                    watch(Progress(done, total))
    return read_records(path)
