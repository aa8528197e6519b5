"""What the commands that run benchmarks share: where runs are done, and progress."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli.verbosity import quiet

if TYPE_CHECKING:
    from bubbleball.bench.executors import Executor
    from bubbleball.bench.record_file import Records
    from bubbleball.bench.runs import Plan

_LINE_SECONDS = 10.0  # between lines of progress without a terminal


def run_plan(
    planned: Plan, folder: Path, workers: int | None, cluster: str | None = None
) -> Records:
    """Do a benchmark, or what is left of it, and show its progress.

    Runs are done on a cluster, in this process (no workers) or in several.
    """
    from bubbleball.bench.benchmark import carry_out
    from bubbleball.bench.dask_executor import cluster_of
    from bubbleball.bench.executors import InProcess, Processes
    from bubbleball.bench.provenance import session

    try:
        with cluster_of(cluster, workers) as dask, _progress() as watch:
            executor: Executor = dask or (InProcess() if workers == 0 else Processes(workers))
            about = session(executor.name, executor.workers)
            return carry_out(planned, folder, executor, about, watch)
    except KeyboardInterrupt:
        click.echo(f"finished runs are kept in {folder}; the same command continues", err=True)
        raise


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left on a terminal; elsewhere an occasional line."""
    if quiet():
        yield lambda done, total: None
        return
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
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Lines:
    """Progress in plain lines; the time left is estimated from the pace of this session."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = -math.inf  # when the last line was printed
        self._before: int | None = None  # runs that earlier sessions have done

    def show(self, done: int, total: int) -> None:
        """Print a line, unless the last one is recent."""
        now = time.monotonic()
        if self._before is None:
            self._before = done
        if now - self._shown < _LINE_SECONDS and done < total:
            return
        self._shown = now
        here = done - self._before
        left = (now - self._began) / here * (total - done) if here else None
        pace = f", about {_duration(left)} left" if left else ""
        click.echo(f"{done} of {total} runs{pace}", err=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
