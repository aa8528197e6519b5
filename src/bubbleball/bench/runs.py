"""One run of a benchmark: a solver with a seed against a level, and the line kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from bubbleball.errors import FileFormatError, Problem
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.play.record import SolveRecord
from bubbleball.play.recorded_solve import SolveTask, solve_and_record, solver_failure
from bubbleball.solvers import solver_class

_COMPILED = ("hierarchical", "paper")  # solvers with kernels that take seconds to load


@dataclass(frozen=True, slots=True)
class Item:
    """What a suite asks to be solved.

    suite: the suite's name.
    level: the puzzle; its name is unique in the suite together with the physics.
    physics: as on the command line; None for the real one.
    """

    suite: str
    level: Level
    physics: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One solve to be done.

    number: its place in the benchmark, from 0.
    item: what is to be solved.
    solver: name of the solver.
    seed: of the solver.
    max_trials: trials that it gets.
    """

    number: int
    item: Item
    solver: str
    seed: int
    max_trials: int


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What came of a run.

    number: of the run. suite: the suite's name. solve: the solve itself.
    """

    number: int
    suite: str
    solve: SolveRecord

    def line(self) -> str:
        """The record as one line of a record file, without the newline."""
        return json.dumps(
            {"run": self.number, "suite": self.suite, **self.solve.to_json()},
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, data: object) -> RunRecord:
        """Read the value of one line."""
        if not isinstance(data, dict):
            raise FileFormatError([Problem("", f"a record is an object, not {data!r:.60}")])
        rest = dict(data)
        number, suite = rest.pop("run", None), rest.pop("suite", None)
        if type(number) is not int or number < 0:
            raise FileFormatError([Problem("run", f"{number!r:.60} is not a whole number from 0")])
        if not isinstance(suite, str):
            raise FileFormatError([Problem("suite", f"{suite!r:.60} is not text")])
        return cls(number, suite, SolveRecord.from_json(rest))


def all_runs(
    items: Iterable[Item], solvers: Sequence[str], seeds: Sequence[int], max_trials: int
) -> tuple[Run, ...]:
    """Every run of a benchmark, in its fixed order: items, then solvers, then seeds."""
    wanted = ((item, solver, seed) for item in items for solver in solvers for seed in seeds)
    return tuple(Run(number, *want, max_trials) for number, want in enumerate(wanted))


def play_run(
    run: Run, explain: Callable[[BaseException], str | None] = solver_failure
) -> RunRecord:
    """Do a run; what the solver raises becomes a failed record, and other runs continue.

    explain: as in `solve_and_record`.
    """
    with suppress(Exception, SystemExit):  # raised again, and recorded, where the solver is made
        prepare(run.solver)
    record = solve_and_record(_task(run), explain=explain).record
    return RunRecord(run.number, run.item.suite, record)


@cache
def prepare(solver: str) -> None:
    """Import and compile what a solver needs, once a process, so that no run is charged for it."""
    solver_class(solver)
    if solver in _COMPILED:
        import_module("bubbleball.method.precompile").warm()


def failed_run(run: Run, error: str, seconds: float) -> RunRecord:
    """The record of a run that was given up after `seconds`."""
    record = replace(_task(run).start(), error=error, reason=error, ended=error, seconds=seconds)
    return RunRecord(run.number, run.item.suite, record)


def _task(run: Run) -> SolveTask:
    item = run.item
    return SolveTask(
        item.level,
        run.solver,
        run.seed,
        physics=REAL if item.physics is None else parse_physics(item.physics),
        physics_name=item.physics or "",
        max_trials=run.max_trials,
    )
