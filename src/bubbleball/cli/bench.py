"""`bench`: solvers and seeds on suites of levels, recorded, resumable and reported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.bench.settings import MAX_TRIALS, TIME_LIMIT
from bubbleball.cli.benchmarking import run_plan
from bubbleball.cli.completion import complete_solvers
from bubbleball.cli.options import (
    SECONDS,
    cluster_option,
    folder_option,
    levels_argument,
    parse_seeds,
    seeds_option,
    trials_option,
    workers_option,
)
from bubbleball.cli.output import counted, table_width
from bubbleball.cli.verbosity import say
from bubbleball.solvers import DEFAULT_SOLVER

if TYPE_CHECKING:
    from bubbleball.bench.record_file import Records
    from bubbleball.bench.runs import Plan

# column of the summary -> its name on the terminal
_COLUMNS = {
    "solver": "solver",
    "track": "track",
    "solved": "solved",
    "solved@1": "@1",
    "solved@10": "@10",
    "AUCCESS": "AUCCESS",
    "median trials": "trials",
    "worst trials": "worst",
    "failed": "failed",
    "median (s)": "s",
}


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """The arguments and options of `bench`, named as on the command line."""

    suites: tuple[str, ...]
    solvers: tuple[str, ...]
    seeds: str
    max_trials: int
    time_limit: float
    physics: str | None
    workers: int | None
    cluster: str | None
    output: Path | None


@click.command()
@levels_argument("suites", metavar="SUITE...")
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    default=(DEFAULT_SOLVER,),
    show_default=True,
    shell_complete=complete_solvers,
    help="A solver to run: a name, or FILE.py:CLASS. May be given several times.",
)
@seeds_option("1")
@trials_option(MAX_TRIALS, "Trials per run.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=TIME_LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="Wall-clock per run; a run that takes longer is stopped and recorded as failed.",
)
@click.option("--physics", help="Physics of the game: a preset, key=value,… or both.")
@workers_option(least=0, more="; 0 runs everything in this process")
@cluster_option
@folder_option(
    "Folder for records and reports; by default one in bench/, named after the settings."
)
def bench(**given: Any) -> None:
    """Run solvers on suites of levels and report the results.

    A SUITE is a pack (classic, expert, workshop), unknown-physics, structure:WORLD (such as
    structure:drag; see `solve --world`), generated:FAMILY:N:SEED, a folder of level files, or one
    level. Every finished run is recorded at once; the same command started again continues where it
    stopped and repeats nothing.
    """
    from bubbleball.bench.planning import plan
    from bubbleball.bench.report import write_reports
    from bubbleball.generate.level_sets import generated_orders

    options = BenchOptions(**given)
    if made := [suite for suite in options.suites if suite.startswith("generated:")]:
        for suite in made:
            generated_orders(suite)  # refused now if it is wrong
        say(f"levels of {', '.join(made)}: made once and kept, at about 5 s each", err=True)
    planned = plan(
        options.suites,
        options.solvers,
        parse_seeds(options.seeds),
        max_trials=options.max_trials,
        time_limit=options.time_limit,
        physics=options.physics,
    )
    folder = options.output or default_folder(planned)
    records = run_plan(planned, folder, options.workers, options.cluster)
    _show(records)
    for path in write_reports(records, folder):
        click.echo(str(path))


def default_folder(planned: Plan) -> Path:
    """`bench/<suites>-<digest>`: the same settings give the same folder, others another."""
    import hashlib

    mark = hashlib.sha256(repr(planned.settings).encode()).hexdigest()[:8]
    names = "+".join(Path(suite).name or "folder" for suite in planned.settings.suites)
    clean = "".join(sign if sign.isalnum() or sign in "+-_" else "-" for sign in names)
    return Path("bench") / f"{clean[:60]}-{mark}"


def _show(records: Records) -> None:
    """The summary, narrow enough for any terminal: one table per suite."""
    from rich.console import Console
    from rich.table import Table

    from bubbleball.bench.tables import failure_table, summary_table

    summary = summary_table(records)
    rows = [dict(zip(summary.header, row, strict=True)) for row in summary.rows]
    console = Console(markup=False, emoji=False, width=table_width())
    for suite in dict.fromkeys(row["suite"] for row in rows):
        runs = next(row["runs"] for row in rows if row["suite"] == suite)
        title = f"{suite}: {counted(int(runs), 'run')} of each solver"
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for name in _COLUMNS.values():
            table.add_column(name, justify="left" if name in ("solver", "track") else "right")
        for row in rows:
            if row["suite"] == suite:
                table.add_row(*(row[name] for name in _COLUMNS))
        console.print(table)
        console.print()
    failures = failure_table(records).rows
    for failure in failures[:5]:
        click.echo(f"failed: {' '.join(_short(cell) for cell in failure)}")
    if len(failures) > 5:
        click.echo(f"… and {len(failures) - 5} more; see the report")


def _short(cell: str) -> str:
    return " ".join(cell.split())[:160]
