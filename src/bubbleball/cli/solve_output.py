"""What `solve` prints."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli.output import check_writable, counted, echo_table
from bubbleball.cli.verbosity import say
from bubbleball.errors import BubbleBallError

if TYPE_CHECKING:
    from bubbleball.method.explanation import MethodStage, Thought
    from bubbleball.play.record import SolveRecord
    from bubbleball.play.step import Step

FIRST_STEPS = 6  # of a search before a trial, printed as they come
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


class StoryPrinter:
    """Prints thoughts and trials as they come.

    Of a long search before a trial it prints the first steps, and the last one before each result.
    """

    def __init__(self, *, steps: bool = False, details: bool = False) -> None:
        """steps: whether to print every step; details: with the lines behind a decision."""
        self._shown = sys.maxsize if steps or details else FIRST_STEPS
        self._details = details
        self._steps = 0  # of the search before the next trial
        self._waiting: list[Thought] = []  # steps that are not printed

    def event(self, event: Thought | Step) -> None:
        """Print an event, or keep it back."""
        from bubbleball.method.explanation import SEARCH
        from bubbleball.play.step import Step

        if isinstance(event, Step):
            self.flush()
            self._steps = 0
            head = "empty run" if event.number == 0 else f"trial {event.number}"
            mark = "SOLVED" if event.trial.solved else "------"
            click.echo(f"{event.seconds:7.2f} s  {head:<9} {mark}  {event.trial.reason}")
            return
        if event.stage in SEARCH:
            self._steps += 1
            if self._steps > self._shown:
                self._waiting.append(event)
                return
        self.flush()
        self._thought(event)

    def flush(self) -> None:
        """Print the last step that was kept back, and how many were before it."""
        waiting, self._waiting = self._waiting, []
        if len(waiting) > 1:
            more = counted(len(waiting) - 1, "more step")
            click.echo(f"{'':>10} {'...':<9} {more} of the search; --steps prints all.")
        for event in waiting[-1:]:
            self._thought(event)

    def _thought(self, event: Thought) -> None:
        click.echo(f"{'':>10} {event.stage.value:<9} {event.text}")
        for line in event.details if self._details else ():
            click.echo(f"{'':>20} {line}")


def echo_level(record: SolveRecord) -> None:
    """Print how one level of a pack ended."""
    mark = "solved" if record.solved else "NOT SOLVED"
    click.echo(
        f"{record.level:<24} {mark:<10} {counted(record.trials, 'trial')}  {record.seconds:6.2f} s"
    )


def echo_pack(records: Sequence[SolveRecord]) -> None:
    """Print the table of a pack."""
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


def echo_solution(record: SolveRecord, *, last: str, again: str) -> None:
    """Print the solution of a level, or why there is none.

    last: the last thought that was printed; it is not repeated.
    again: the level, for the command that plays the solution again; empty if there is none.
    """
    if record.solved:
        from bubbleball.report.replay_commands import exact, play_command

        for p in record.placements:
            at = (f"{name} {exact(v)}" for name, v in (("x", p.x), ("y", p.y), ("angle", p.angle)))
            click.echo(f"  {p.piece}: {', '.join(at)}")
        if again:
            say(f"again: {play_command(again, record)}")
        return
    click.echo("Not solved." if record.ended == last else f"Not solved: {record.ended}")
    for note in record.notes:
        click.echo(f"  {note}")


def _per_region(record: SolveRecord, stage: MethodStage) -> str:
    return f"{record.stage_seconds.get(stage, 0.0) / max(1, record.regions):.3f}"
