"""`solve` and `solvers`: let a solver play, and follow its reasoning."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli import NOT_SOLVED, SOLVED, STOPPED
from bubbleball.cli.completion import complete_solvers
from bubbleball.cli.options import (
    SECONDS,
    check_world,
    every,
    files_option,
    levels_argument,
    physics_option,
    trials_option,
    world_option,
)
from bubbleball.cli.output import check_writable, echo_json, echo_table, prints_diverted
from bubbleball.cli.solve_against import AgainstOptions, against_options
from bubbleball.cli.solve_output import (
    StoryPrinter,
    check_output,
    echo_level,
    echo_pack,
    echo_solution,
    records_data,
)
from bubbleball.cli.verbosity import quiet, say
from bubbleball.errors import GameError, SolverError, unknown_name
from bubbleball.play.step import MAX_TRIALS
from bubbleball.solvers import COMPILED, DEFAULT_SOLVER, SOLVERS

if TYPE_CHECKING:
    from bubbleball.play.recorded_solve import RecordedSolve


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `solve`, named as on the command line."""

    solver: str
    planner: str | None
    max_trials: int
    time_limit: float | None
    seed: int
    physics_text: str
    world: str | None
    carry: bool
    belief_file: str | None
    steps: bool
    events: bool
    as_json: bool
    outputs: tuple[str, ...]
    against: AgainstOptions


@click.command()
@levels_argument()
@click.option(
    "--solver",
    default=DEFAULT_SOLVER,
    show_default=True,
    shell_complete=complete_solvers,
    help="A name (see `bubbleball solvers`), or FILE.py:CLASS for one of your own.",
)
@click.option(
    "--planner", default=None, help="Planner of the Guide Paths, such as visibility or prm."
)
@trials_option(MAX_TRIALS)
@click.option("--time-limit", type=SECONDS, help="Seconds per level.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@physics_option("The game's physics, which the solver does not see.")
@world_option
@click.option(
    "--carry", is_flag=True, help="Carry what is learnt in one level of a pack on to the next."
)
@click.option(
    "--belief",
    "belief_file",
    metavar="FILE",
    help="With --carry: start from the belief in FILE if it exists, and save the last one there.",
)
@click.option("--steps", is_flag=True, help="Print every step of a long search.")
@click.option(
    "--events", is_flag=True, help="Print the events e1 to e4 behind each decision of `paper`."
)
@against_options
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")
@files_option(
    "Write a report (.html), a film of the trials (.gif), the last trial (.svg .png) or the "
    "record (.json)."
)
@click.pass_context
def solve(ctx: click.Context, /, levels: tuple[str, ...], **given: Any) -> None:
    """Let a solver play a level, or every level of packs and folders.

    Ctrl-C ends it and keeps what was done. Exit code 0 if every level was solved, 1 if not, 2 if
    the input or the solver is wrong.
    """
    against = AgainstOptions.take(given)
    options = SolveOptions(**given, against=against)
    names = every(levels) if against.game_folder is None else against.numbers(levels)
    pack = len(names) > 1
    for output in options.outputs:
        check_output(output, pack=pack)
    solves = []
    watch = not (pack or options.as_json or quiet())
    # What a solver prints must not get between the lines of JSON.
    with prints_diverted() if options.as_json else nullcontext():
        for done in _solves(names, options, watch=watch):
            solves.append(done)
            if pack and done.events and not (options.as_json or quiet()):
                echo_level(done.record)
    played = [done for done in solves if done.events]
    if played:
        for output in options.outputs:
            _write(output, played, names[0] if Path(names[0]).is_file() else "", pack=pack)
        records = [done.record for done in played]
        if options.as_json:
            echo_json(records_data(records, pack=pack))
        else:
            if pack:
                echo_pack(records)
            else:
                last = getattr(played[-1].events[-1], "text", "") if watch else ""
                again = names[0] if against.game_folder is None else ""
                echo_solution(records[0], last=last, again=again)
            for output in options.outputs:
                say(f"wrote {output}")
    if solves[-1].raised is not None:
        raise _error_of(solves[-1]) from solves[-1].raised
    ctx.exit(SOLVED if all(done.record.solved for done in solves) else NOT_SOLVED)


def _solves(
    names: tuple[str, ...], options: SolveOptions, *, watch: bool
) -> Iterator[RecordedSolve]:
    """Solve levels one after the other, up to the first that ends by an exception."""
    from bubbleball.files import packs
    from bubbleball.game.physics import parse_physics
    from bubbleball.play.recorded_solve import SolveTask, solve_and_record

    physics = parse_physics(options.physics_text)
    if options.world is not None:
        check_world(options.world)
    further = _solver_options(options) | options.against.solver_options(options.solver)
    if options.solver in COMPILED:
        _compile_models()
    ours = options.against.game_folder is None
    levels = {name: packs.load_level(name) for name in names if ours}  # bad ones show at once
    for name in names:
        game = options.against.game(name)
        level = levels[name] if game is None else game.level
        task = SolveTask(
            level,
            options.solver,
            options.seed,
            physics=physics,
            physics_name=options.physics_text,
            world=options.world,
            against=game,
            watched=options.against.watched(level),
            max_trials=options.max_trials,
            time_limit=options.time_limit,
            options=further,
            learns=options.carry,
        )
        story = StoryPrinter(steps=options.steps, details=options.events)
        done = solve_and_record(
            task, story.event if watch else (lambda event: None), explain=_explain
        )
        story.flush()
        if options.carry:
            further["belief"] = done.belief
            if options.belief_file is not None:
                _save_belief(options.belief_file, done.belief)
        yield done
        if done.raised is not None:
            return


def _compile_models() -> None:
    """Compile the models before the clock of the first solve starts, and say so."""
    models = import_module("bubbleball.method.precompile")  # by name, as solvers are
    if models.needs_compiling():
        began = time.monotonic()
        say("Compiling the models, once on this machine; up to a minute ...", err=True, nl=False)
        models.precompile()
        say(f" {time.monotonic() - began:.0f} s", err=True)


def _write(output: str, solves: list[RecordedSolve], file: str, *, pack: bool) -> None:
    """Write a file of the kind that its name asks for; file: of the first level, if it has one."""
    suffix = Path(output).suffix.lower()
    level, record, events = solves[0].level, solves[0].record, solves[0].events
    if suffix == ".json":
        from bubbleball.files.disk import write_bytes

        data = records_data([done.record for done in solves], pack=pack)
        text = json.dumps(data, indent=2, ensure_ascii=False)
        write_bytes(output, f"{text}\n".encode())
        return
    if suffix == ".html":
        from bubbleball.report.page import write_report

        write_report(output, level, record, events, file)
        return
    if suffix == ".gif":
        from bubbleball.report.solve_film import write_gif

        write_gif(output, level, events)
        return
    from bubbleball.play.step import Step
    from bubbleball.render import write_picture

    last = [event for event in events if isinstance(event, Step)][-1]
    write_picture(output, level, last.placements, trial=last.trial)


def _explain(raised: BaseException) -> str | None:
    """What to record of an exception; None if there is nobody left to print for."""
    from bubbleball.play.recorded_solve import solver_failure

    if _is_interrupt(raised):
        return "stopped by Ctrl-C"
    return None if isinstance(raised, BrokenPipeError) else solver_failure(raised)


def _is_interrupt(raised: BaseException | None) -> bool:
    in_import = isinstance(raised, SystemExit) and raised.code == STOPPED
    return isinstance(raised, KeyboardInterrupt) or in_import


def _error_of(done: RecordedSolve) -> Exception:
    """The error to end with, now that everything found is kept."""
    error, solver = done.record.error or "", done.record.solver
    if _is_interrupt(done.raised):
        return click.Abort(error)
    if isinstance(done.raised, GameError):
        return done.raised
    return SolverError(error if repr(solver) in error else f"solver {solver!r}: {error}")


def _solver_options(options: SolveOptions) -> dict[str, object]:
    """The arguments of the solver's class that the command line gives."""
    further: dict[str, object] = {}
    if options.planner is not None:
        further["planner"] = options.planner
        if options.solver in SOLVERS:
            from bubbleball.method.guide_path import PLANNERS

            if options.planner not in PLANNERS:
                raise unknown_name("planner", options.planner, PLANNERS)
    if options.belief_file is not None:
        if not options.carry:
            raise click.UsageError("--belief goes with --carry")
        from bubbleball.play.belief_file import read_belief

        check_writable(options.belief_file)
        if Path(options.belief_file).exists():
            further["belief"] = read_belief(options.belief_file)
    return further


def _save_belief(path: str, belief: object) -> None:
    from bubbleball.files.disk import write_bytes
    from bubbleball.model.belief import Belief
    from bubbleball.play.belief_file import dump_belief

    if isinstance(belief, Belief):
        write_bytes(path, dump_belief(belief).encode())


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def solvers(as_json: bool) -> None:
    """List the solvers."""
    if as_json:
        echo_json([{"name": name, "about": about} for name, (_, about) in SOLVERS.items()])
    else:
        echo_table(["solver", "what it does"], [[n, about] for n, (_, about) in SOLVERS.items()])
