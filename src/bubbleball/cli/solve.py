"""`solve` and `solvers`: let a solver play, and watch it think."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli import NOT_SOLVED
from bubbleball.cli.common import SECONDS, check_writable, echo_json, echo_table, physics_option
from bubbleball.cli.sitting import Sitting, Solve
from bubbleball.errors import BubbleBallError, FileFormatError, unknown_name
from bubbleball.solvers import SOLVERS

if TYPE_CHECKING:
    from bubbleball.method.explanation import Thought
    from bubbleball.play.loop import Step
    from bubbleball.play.record import SolveRecord

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
@click.option("--time-limit", type=SECONDS, help="Seconds per level.")
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
    "outputs",
    multiple=True,
    metavar="FILE",
    help="Write a report (.html), the trials in a row (.gif), the last trial (.svg .png) or the "
    "record (.json). May be given several times.",
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
    outputs: tuple[str, ...],
) -> None:
    """Let a solver play a level, or every level of a pack.

    Ctrl-C ends it and keeps what was done. Exit code 0 if every level was solved, 1 if not, 2 if
    the input or the solver is wrong.
    """
    from bubbleball.files import packs
    from bubbleball.game.physics import parse_physics

    parse_physics(physics_text)
    names = packs.expand(level)
    pack = len(names) > 1
    for output in outputs:
        _check_output(output, pack=pack)
    options: dict[str, object] = {} if planner is None else {"planner": planner}
    if planner is not None and solver in SOLVERS:
        _check_planner(planner)
    if belief_file is not None:
        options |= _stored_belief(belief_file, carry=carry)
    sitting = Sitting(solver, seed, physics_text, max_trials, time_limit, carry=carry)
    tell = None if as_json or pack else _tell
    solves: list[Solve] = []
    for name in names:
        done = sitting.solve(packs.find(name).level, options, tell)
        if done.events:
            solves.append(done)
            if pack and not as_json:
                _tell_level(done.record)
        if carry:
            options["belief"] = done.belief
        if done.stop is not None:
            break
    if belief_file is not None:
        _keep_belief(belief_file, options.get("belief"))
    if solves:
        for output in outputs:
            _write(output, solves, pack=pack)
        records = [done.record for done in solves]
        if as_json:
            echo_json(_data(records, pack=pack))
        else:
            _close(records, outputs, pack=pack)
    if done.stop is not None:
        raise done.stop
    ctx.exit(0 if all(done.record.solved for done in solves) else NOT_SOLVED)


def _check_planner(planner: str) -> None:
    from bubbleball.method.guide_path import PLANNERS

    if planner not in PLANNERS:
        raise unknown_name("planner", planner, PLANNERS)


def _stored_belief(path: str, *, carry: bool) -> dict[str, object]:
    from bubbleball.files.disk import read_bytes
    from bubbleball.model.belief import parse_belief

    if not carry:
        raise click.UsageError("--belief goes with --carry")
    check_writable(path)
    if not Path(path).exists():
        return {}
    text = read_bytes(path, FileFormatError).decode("utf-8", errors="replace")
    return {"belief": parse_belief(text, path)}


def _keep_belief(path: str, belief: object) -> None:
    from bubbleball.files.disk import write_bytes
    from bubbleball.model.belief import Belief, dump_belief

    if isinstance(belief, Belief):
        write_bytes(path, dump_belief(belief).encode())


def _write(output: str, solves: list[Solve], *, pack: bool) -> None:
    suffix = Path(output).suffix.lower()
    level, record, events = solves[0].level, solves[0].record, solves[0].events
    if suffix == ".json":
        from bubbleball.files.disk import write_bytes

        data = _data([done.record for done in solves], pack=pack)
        text = json.dumps(data, indent=2, ensure_ascii=False)
        write_bytes(output, (text + "\n").encode())
        return
    from bubbleball.report import write_gif, write_report

    if suffix == ".html":
        write_report(output, level, record, events)
        return
    from bubbleball.play.loop import Step
    from bubbleball.render import write_picture

    if suffix == ".gif":
        write_gif(output, level, events)
        return
    last = [event for event in events if isinstance(event, Step)][-1]
    write_picture(output, level, last.placements, trial=last.trial)


def _data(records: list[SolveRecord], *, pack: bool) -> object:
    """As JSON: of a pack a list."""
    data = [record.to_json() for record in records]
    return data if pack else data[0]


def _check_output(output: str, *, pack: bool) -> None:
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        raise BubbleBallError(
            f"cannot write {output!r}: its ending must be one of {' '.join(_SUFFIXES)}"
        )
    if pack and suffix != ".json":
        raise BubbleBallError(f"cannot write {output!r} for a pack; give one level, or .json")
    check_writable(output)


def _tell(event: Thought | Step) -> None:
    """One line as it happens."""
    from bubbleball.play.loop import Step

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


def _close(records: list[SolveRecord], outputs: tuple[str, ...], *, pack: bool) -> None:
    from bubbleball.method.explanation import MethodStage

    if pack:
        echo_table(
            ["level", "CG s", "FG s", "trials", "regions", "blocks", "solved"],
            [
                [
                    record.level,
                    _per_region(record, MethodStage.COARSE),
                    _per_region(record, MethodStage.FINE),
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
        click.echo(
            f"{len(solved)} of {len(records)} solved, median {trials:g} trial{'s' * (trials != 1)}"
        )
    else:
        _close_level(records[0])
    for output in outputs:
        click.echo(f"Wrote {output}")


def _close_level(record: SolveRecord) -> None:
    for placement in record.placements if record.solved else ():
        click.echo(
            f"  {placement.piece}: x {placement.x:.2f}, y {placement.y:.2f}, "
            f"angle {placement.angle:.2f}"
        )
    if not record.solved:
        click.echo(f"Not solved: {record.ended}")


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
