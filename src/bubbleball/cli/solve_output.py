"""What `solve` prints."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli.output import check_writable, echo_table
from bubbleball.cli.verbosity import say
from bubbleball.errors import BubbleBallError

if TYPE_CHECKING:
    from bubbleball.method.explanation import MethodStage, Thought
    from bubbleball.play.record import SolveRecord
    from bubbleball.play.step import Step

_SUFFIXES = (".html", ".gif", ".svg", ".png", ".json")


def check_output(output: str, *, pack: bool) -> None:
    """Refuse a file that could not be written."""
    suffix = Path(output).suffix.lower()
    if suffix not in _SUFFIXES:
        raise BubbleBallError(
            f"cannot write {output!r}: its ending must be one of {' '.join(_SUFFIXES)}"
        )
    if pack and suffix != ".json":
        raise BubbleBallError(f"cannot write {output!r} for several levels; give one, or .json")
    check_writable(output)


def records_data(records: Sequence[SolveRecord], *, pack: bool) -> object:
    """The record as JSON values; for a pack a list of them."""
    data = [record.to_json() for record in records]
    return data if pack else data[0]


def echo_event(event: Thought | Step, *, details: bool = False) -> None:
    """Print one thought or trial as it comes; `details`: with the lines behind a decision."""
    from bubbleball.play.step import Step

    if isinstance(event, Step):
        head = "empty run" if event.number == 0 else f"trial {event.number}"
        mark = "SOLVED" if event.trial.solved else "------"
        click.echo(f"{event.seconds:7.2f} s  {head:<9} {mark}  {event.trial.reason}")
    else:
        click.echo(f"{'':>10} {event.stage.value:<9} {event.text}")
        for line in event.details if details else ():
            click.echo(f"{'':>20} {line}")


def echo_level(record: SolveRecord) -> None:
    """Print how one level of a pack ended."""
    mark = "solved" if record.solved else "NOT SOLVED"
    click.echo(
        f"{record.level:<24} {mark:<10} {record.trials} trial{'s' * (record.trials != 1)}"
        f"  {record.seconds:6.2f} s"
    )


def echo_summary(
    records: Sequence[SolveRecord], outputs: Sequence[str], *, pack: bool, last: str = ""
) -> None:
    """Print the solution of a level or the table of a pack, and the files written.

    `last` is the last thought that was printed; it is not repeated.
    """
    if pack:
        _echo_pack(records)
    else:
        _echo_solution(records[0], last)
    for output in outputs:
        say(f"wrote {output}")


def _echo_pack(records: Sequence[SolveRecord]) -> None:
    from bubbleball.method.explanation import MethodStage

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


def _echo_solution(record: SolveRecord, last: str) -> None:
    for placement in record.placements if record.solved else ():
        click.echo(
            f"  {placement.piece}: x {placement.x:.2f}, y {placement.y:.2f}, "
            f"angle {placement.angle:.2f}"
        )
    if not record.solved:
        click.echo("Not solved." if record.ended == last else f"Not solved: {record.ended}")
        for note in record.notes:
            click.echo(f"  {note}")


def _per_region(record: SolveRecord, stage: MethodStage) -> str:
    return f"{record.stage_seconds.get(stage, 0.0) / max(1, record.regions):.3f}"
