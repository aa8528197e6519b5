"""Executes the runs of a benchmark, in the process that they are sent to."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module

from bubbleball.bench.effort import effort_of
from bubbleball.bench.runs import Run, RunRecord
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.game.world import World
from bubbleball.play.recorded_solve import SolveTask, solve_and_record, solver_failure
from bubbleball.solvers import COMPILED, solver_class


def play_run(
    run: Run, explain: Callable[[BaseException], str | None] = solver_failure
) -> RunRecord:
    """Execute a run; what the solver raises becomes a failed record, and other runs continue.

    explain: as in `solve_and_record`.
    """
    with suppress(Exception, SystemExit):  # raised again, and recorded, when the solver is made
        prepare(run.solver)
    began, built = time.process_time(), World.built
    done = solve_and_record(task_of(run), explain=explain)
    seconds, simulations = time.process_time() - began, World.built - built - done.record.plays
    effort = effort_of(run.solver, done.events, seconds, max(0, simulations))
    record = replace(done.record, physics=run.item.physics)
    return RunRecord(run.number, run.item.suite, record, effort)


def task_of(run: Run) -> SolveTask:
    """The solve that a run asks for."""
    item = run.item
    return SolveTask(
        item.level,
        run.solver,
        run.seed,
        physics=REAL if item.physics is None else parse_physics(item.physics),
        physics_name=item.physics or "",
        world=item.world,
        max_trials=run.max_trials,
    )


@cache
def prepare(solver: str) -> None:
    """Import and compile what a solver needs, once per process; no run is charged for it."""
    solver_class(solver)
    if solver in COMPILED:
        import_module("bubbleball.method.precompile").precompile()
