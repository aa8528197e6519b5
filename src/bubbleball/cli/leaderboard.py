"""`leaderboard`: check the entries of a leaderboard by replay, and print the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli.output import echo_table
from bubbleball.cli.verbosity import say

if TYPE_CHECKING:
    from bubbleball.bench.leaderboard import BoardEntry

_COLUMNS = {  # of the table -> on the terminal, which is narrower than a page
    "suite": "SUITE",
    "track": "TRACK",
    "solver": "SOLVER",
    "runs": "RUNS",
    "solved": "SOLVED",
    "solved@1": "@1",
    "solved@10": "@10",
    "AUCCESS": "AUCCESS",
    "median trials": "TRIALS",
}
_MARK = "leaderboard"  # of the part of a page that --write replaces


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--no-replay", is_flag=True, help="Read the records without playing anything.")
@click.option(
    "--write",
    "page",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help=f"Put the table into a Markdown page, between <!-- {_MARK}: begin --> and its end.",
)
def leaderboard(file: Path, *, no_replay: bool, page: Path | None) -> None:
    """Check the entries of a leaderboard and print its table.

    Scores are computed from the records that each entry names. Every run that is recorded as
    solved is played again in the game; an entry with one that does not reach the flag is refused.
    """
    from bubbleball.bench.leaderboard import leaderboard_table, read_leaderboard, replay
    from bubbleball.bench.report import markdown_table
    from bubbleball.files.marked_part import write_part

    scored = read_leaderboard(file)
    if not no_replay:
        total = replay(scored, _say)
        old = [f"{one.entry.solver} on {one.entry.suite}" for one in scored if one.plan is None]
        say(f"{total} solved runs of {len(scored) - len(old)} entries reach the flag", err=True)
        if old:
            count = "1 entry is" if len(old) == 1 else f"{len(old)} entries are"
            say(f"{count} of levels that have changed since: {', '.join(old)}", err=True)
    if page is not None:
        linked = leaderboard_table(scored, linked=True)
        write_part(page, _MARK, f"{linked.note}\n\n{markdown_table(linked)}")
    table = leaderboard_table(scored)
    shown = [table.header.index(name) for name in _COLUMNS]
    echo_table(list(_COLUMNS.values()), [[row[n] for n in shown] for row in table.rows])


def _say(entry: BoardEntry, runs: int) -> None:
    say(f"{entry.solver} on {entry.suite}: {runs} solved runs replayed", err=True)
