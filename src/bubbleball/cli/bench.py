"""`bench`: solvers and seeds on suites of levels, recorded, resumable and reported."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.bench.settings import MAX_TRIALS, TIME_LIMIT
from bubbleball.cli.common import SECONDS
from bubbleball.cli.workers import workers_option
from bubbleball.errors import BenchError
from bubbleball.solvers import DEFAULT_SOLVER

if TYPE_CHECKING:
    from bubbleball.bench.benchmark import Plan, Progress
    from bubbleball.bench.executors import Executor
    from bubbleball.bench.record_file import Records

MAX_SEEDS = 1_000_000
_LINE_SECONDS = 10.0  # between lines of progress without a terminal
# column of the summary -> its name on the terminal
_COLUMNS = {
    "solver": "solver",
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
class _Options:
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
@click.argument("suites", metavar="SUITE...", nargs=-1, required=True)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    default=(DEFAULT_SOLVER,),
    show_default=True,
    help="A solver to run: a name, or FILE.py:CLASS. May be given several times.",
)
@click.option(
    "--seeds",
    default="1",
    show_default=True,
    metavar="N|A-B|A,B,…",
    help="Seeds of the solvers: N for 0 to N-1, a range, or a list.",
)
@click.option(
    "--max-trials",
    type=click.IntRange(1),
    default=MAX_TRIALS,
    show_default=True,
    help="Trials per run.",
)
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
@click.option(
    "--cluster",
    metavar="ADDRESS|local",
    help="Run on a Dask cluster: the scheduler's address, or local for one on this machine.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for records and reports; by default one in bench/, named after the settings.",
)
def bench(**given: Any) -> None:
    """Run solvers on suites of levels and report the results.

    A SUITE is a pack (classic, workshop), unknown-physics, generated:FAMILY:N:SEED, a folder of
    level files, or one level. Every finished run is recorded at once; the same command started
    again continues where it stopped and repeats nothing.
    """
    from bubbleball.bench.benchmark import carry_out, plan
    from bubbleball.bench.provenance import session
    from bubbleball.bench.report import write_reports

    options = _Options(**given)
    if made := [suite for suite in options.suites if suite.startswith("generated:")]:
        click.echo(f"making and certifying the levels of {', '.join(made)}", err=True)
    planned = plan(
        options.suites,
        options.solvers,
        parse_seeds(options.seeds),
        max_trials=options.max_trials,
        time_limit=options.time_limit,
        physics=options.physics,
    )
    folder = options.output or default_folder(planned)
    try:
        with (
            executor_for(options.workers, options.cluster) as executor,
            progress_bar() as watch,
        ):
            about = session(executor.name, executor.workers)
            records = carry_out(planned, folder, executor, about, watch)
    except KeyboardInterrupt:
        click.echo(f"finished runs are kept in {folder}; the same command continues", err=True)
        raise
    _show(records)
    for path in write_reports(records, folder):
        click.echo(str(path))


def parse_seeds(text: str) -> tuple[int, ...]:
    """`5` is 0 to 4, `3-6` a range, `2,7,9` a list.

    >>> parse_seeds("3-6")
    (3, 4, 5, 6)
    """
    try:
        if "," in text:
            return tuple(_seed(part) for part in text.split(",") if part.strip())
        if "-" in text:
            low, high = map(_seed, text.split("-"))
            seeds = range(low, high + 1)
        else:
            seeds = range(_seed(text))
    except ValueError:
        raise BenchError(
            f"seeds {text!r} are not N, A-B or A,B,… of whole numbers from 0"
        ) from None
    if not 0 < len(seeds) <= MAX_SEEDS:
        raise BenchError(f"seeds {text!r} are {len(seeds)} seeds; allowed: 1 to {MAX_SEEDS}")
    return tuple(seeds)


def _seed(text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit() or len(text) > 18:
        raise ValueError(text)
    return int(text)


def default_folder(planned: Plan) -> Path:
    """`bench/<suites>-<digest>`: the same settings give the same folder, others another."""
    import hashlib

    mark = hashlib.sha256(repr(planned.settings).encode()).hexdigest()[:8]
    names = "+".join(Path(suite).name or "folder" for suite in planned.settings.suites)
    clean = "".join(sign if sign.isalnum() or sign in "+-_" else "-" for sign in names)
    return Path("bench") / f"{clean[:60]}-{mark}"


@contextmanager
def executor_for(workers: int | None, cluster: str | None) -> Iterator[Executor]:
    """Where runs are done: on a cluster, in this process or in several."""
    from bubbleball.bench.executors import InProcess, Processes

    if cluster is not None:
        from bubbleball.bench.dask_executor import Dask

        dask = Dask(cluster, workers)
        try:
            yield dask
        finally:
            dask.close()
    elif workers == 0:
        yield InProcess()
    else:
        yield Processes(workers)


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None]]:
    """A bar with the time left on a terminal; elsewhere an occasional line."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines().show
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("runs"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("runs", total=None)
        yield lambda progress: bar.update(task, completed=progress.done, total=progress.total)


class _Lines:
    """Progress in plain lines; the time left is estimated from the pace of this session."""

    def __init__(self) -> None:
        self._began = self._shown = time.monotonic()
        self._before: int | None = None

    def show(self, progress: Progress) -> None:
        """Print a line, unless the last one is recent."""
        now = time.monotonic()
        first = self._before is None
        if self._before is None:
            self._before = progress.done
        if not first and now - self._shown < _LINE_SECONDS and progress.done < progress.total:
            return
        self._shown = now
        here = progress.done - self._before
        left = (now - self._began) / here * (progress.total - progress.done) if here else None
        pace = f", about {_duration(left)} left" if left else ""
        click.echo(f"{progress.done} of {progress.total} runs{pace}", err=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def _show(records: Records) -> None:
    """The summary, narrow enough for any terminal: one table per suite."""
    from rich.console import Console
    from rich.table import Table

    from bubbleball.bench.tables import failure_table, summary_table

    summary = summary_table(records)
    rows = [dict(zip(summary.header, row, strict=True)) for row in summary.rows]
    console = Console()
    for suite in dict.fromkeys(row["suite"] for row in rows):
        runs = next(row["runs"] for row in rows if row["suite"] == suite)
        title = f"{suite}: {runs} run{'' if runs == '1' else 's'} of each solver"
        table = Table(title=title, title_justify="left", box=None, pad_edge=False)
        for name in _COLUMNS.values():
            table.add_column(name, justify="left" if name == "solver" else "right")
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
