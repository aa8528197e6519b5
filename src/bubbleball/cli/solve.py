"""`solve` and `solvers`: let a solver play, and watch it think."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli import NOT_SOLVED
from bubbleball.cli.common import echo_json, echo_table, physics_option
from bubbleball.errors import BubbleBallError

if TYPE_CHECKING:
    from bubbleball.level import Level
    from bubbleball.play import Step
    from bubbleball.record import SolveRecord
    from bubbleball.thought import Thought

_SUFFIXES = (".html", ".gif", ".svg", ".png", ".json")


@click.command()
@click.argument("level", metavar="LEVEL|PACK")
@click.option(
    "--solver", default="hierarchical", show_default=True, help="See `bubbleball solvers`."
)
@click.option(
    "--planner", default=None, help="Planner of the Guide Paths, such as visibility or prm."
)
@click.option("--max-trials", type=click.IntRange(1), default=10, show_default=True)
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), help="Seconds per level.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@physics_option("The game's physics. The solver is not told.")
@click.option(
    "--carry", is_flag=True, help="Let what is learnt in one level of a pack serve the next."
)
@click.option(
    "--belief",
    "belief_file",
    metavar="FILE",
    help="With --carry: start from the belief in FILE if it is there, and keep the last one in it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write a report (.html), the trials in a row (.gif), the last trial (.svg .png) or the "
    "record (.json).",
)
@click.pass_context
def solve(
    ctx: click.Context,
    level: str,
    *,
    solver: str,
    planner: str | None,
    max_trials: int,
    time_limit: float | None,
    seed: int,
    physics_text: str,
    carry: bool,
    belief_file: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Let a solver play a level, or every level of a pack.

    Exit code 0 if every level was solved, 1 if not, 2 if the input is wrong.
    """
    from bubbleball import library
    from bubbleball.game import Game
    from bubbleball.physics import parse_physics
    from bubbleball.play import solve as follow
    from bubbleball.record import Tally
    from bubbleball.solvers import make_solver

    physics = parse_physics(physics_text)
    names = library.pack(level) if level in library.packs() else (level,)
    if output is not None:
        _check_output(output, len(names))
    options: dict[str, object] = {} if planner is None else {"planner": planner}
    if belief_file is not None:
        options |= _stored_belief(belief_file, carry=carry)
    records: list[SolveRecord] = []
    for name in names:
        puzzle = library.find(name).level
        player = make_solver(solver, puzzle, seed=seed, **options)
        game = Game(puzzle, physics)
        tally = Tally(puzzle.name, solver, seed, None if physics_text == "real" else physics_text)
        events: list[Thought | Step] = []
        for event in follow(game, player, max_trials=max_trials, time_limit=time_limit):
            events.append(event)
            tally.add(event)
            if not as_json and len(names) == 1:
                _tell(event)
        records.append(tally.record())
        if not as_json and len(names) > 1:
            _tell_level(records[-1])
        if carry:
            options["belief"] = _belief(player, solver)
        if output is not None and len(names) == 1:
            _write(output, puzzle, records[0], events)
    if belief_file is not None:
        _keep_belief(belief_file, options["belief"])
    if output is not None and len(names) > 1:
        _write_json(output, records)
    if as_json:
        data = [record.to_json() for record in records]
        echo_json(data if len(names) > 1 else data[0])
    else:
        _close(records, output)
    ctx.exit(0 if all(record.solved for record in records) else NOT_SOLVED)


def _stored_belief(path: str, *, carry: bool) -> dict[str, object]:
    from bubbleball.model.belief import parse_belief

    if not carry:
        raise click.UsageError("--belief goes with --carry")
    if not Path(path).exists():
        return {}
    return {"belief": parse_belief(Path(path).read_text(encoding="utf-8"), path)}


def _keep_belief(path: str, belief: object) -> None:
    from bubbleball.model.belief import Belief, dump_belief
    from bubbleball.strict_json import write_bytes

    if isinstance(belief, Belief):
        write_bytes(path, dump_belief(belief).encode())


def _belief(player: object, solver: str) -> object:
    belief = getattr(player, "belief", None)
    if belief is None:
        raise BubbleBallError(f"--carry: solver {solver!r} learns nothing that it could carry on")
    return belief


def _write(output: str, level: Level, record: SolveRecord, events: list[Thought | Step]) -> None:
    suffix = Path(output).suffix.lower()
    if suffix == ".json":
        _write_json(output, [record])
        return
    from bubbleball.report import write_gif, write_report

    if suffix == ".html":
        write_report(output, level, record, events)
        return
    from bubbleball.play import Step
    from bubbleball.render import write_picture

    if suffix == ".gif":
        write_gif(output, level, events)
        return
    last = [event for event in events if isinstance(event, Step)][-1]
    write_picture(output, level, last.placements, trial=last.trial)


def _write_json(output: str, records: list[SolveRecord]) -> None:
    from bubbleball.strict_json import write_bytes

    data = [record.to_json() for record in records]
    text = json.dumps(data if len(data) > 1 else data[0], indent=2, ensure_ascii=False)
    write_bytes(output, (text + "\n").encode())


def _check_output(output: str, levels: int) -> None:
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        raise BubbleBallError(
            f"cannot write {output!r}: its ending must be one of {' '.join(_SUFFIXES)}"
        )
    if levels > 1 and suffix != ".json":
        raise BubbleBallError(f"cannot write {output!r} for a pack; give one level, or .json")


def _tell(event: Thought | Step) -> None:
    """One line as it happens."""
    from bubbleball.play import Step

    if isinstance(event, Step):
        head = "by itself" if event.number == 0 else f"trial {event.number}"
        mark = "SOLVED" if event.trial.solved else "------"
        click.echo(f"{event.seconds:7.2f} s  {head:<9} {mark}  {event.trial.reason}")
    else:
        click.echo(f"{'':>10} {event.stage.value:<9} {event.text}")


def _tell_level(record: SolveRecord) -> None:
    mark = "solved" if record.solved else "NOT SOLVED"
    click.echo(
        f"{record.level:<24} {mark:<10} {record.trials} trial{'s' * (record.trials != 1)}"
        f"  {record.seconds:6.2f} s"
    )


def _close(records: list[SolveRecord], output: str | None) -> None:
    from bubbleball.thought import Stage

    if len(records) > 1:
        echo_table(
            ["level", "CG s", "FG s", "trials", "regions", "blocks", "solved"],
            [
                [
                    record.level,
                    _per_region(record, Stage.COARSE),
                    _per_region(record, Stage.FINE),
                    str(record.trials),
                    str(record.regions),
                    str(len(record.placements)),
                    "yes" if record.solved else "no",
                ]
                for record in records
            ],
        )
        solved = [record for record in records if record.solved]
        trials = statistics.median(r.trials for r in solved) if solved else float("nan")
        click.echo(f"{len(solved)} of {len(records)} solved, median {trials:g} trials")
        return
    record = records[0]
    for placement in record.placements if record.solved else ():
        click.echo(
            f"  {placement.piece}: x {placement.x:.2f}, y {placement.y:.2f}, "
            f"angle {placement.angle:.2f}"
        )
    if not record.solved:
        click.echo(f"Not solved: {record.reason}")
    if output is not None:
        click.echo(f"Wrote {output}")


def _per_region(record: SolveRecord, stage: object) -> str:
    seconds = {s: t for s, t in record.stage_seconds.items() if s is stage}
    return f"{sum(seconds.values()) / max(1, record.regions):.3f}"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def solvers(as_json: bool) -> None:
    """List the solvers."""
    from bubbleball.solvers import SOLVERS

    if as_json:
        echo_json([{"name": name, "about": about} for name, (_, about) in SOLVERS.items()])
    else:
        echo_table(["solver", "what it does"], [[n, about] for n, (_, about) in SOLVERS.items()])
