"""The benchmark that `phyre` and `interphyre` share: its options, its run, its table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.options import parse_seeds
from bubbleball.cli.output import echo_table

if TYPE_CHECKING:
    from bubbleball.games.records import Record
    from bubbleball.games.scene import Scene


def bench_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a benchmark."""
    for option in (
        click.option("--track", "tracks", multiple=True, default=("copy",), show_default=True),
        click.option("--seeds", default="1", show_default=True, metavar="N|A-B|A,B,…"),
        click.option("--max-attempts", type=click.IntRange(1), default=100, show_default=True),
        click.option("--workers", type=click.IntRange(1), default=1, show_default=True),
        click.option(
            "--cluster",
            metavar="ADDRESS|local",
            help="Run on a Dask cluster whose workers have the game's data, too.",
        ),
        click.option(
            "-o", "--output", type=click.Path(path_type=Path), required=True, help="Record file."
        ),
    ):
        command = option(command)
    return command


def run_bench(game: str, names: list[str], **options: Any) -> list[Record]:
    """Attempt puzzles and return all records of the file that are of them."""
    from bubbleball.bench.dask_executor import cluster_of
    from bubbleball.games.bench import PuzzleJob, carry_out
    from bubbleball.games.records import read_records

    path: Path = options["output"]
    jobs = [
        PuzzleJob(name, track, seed, options["max_attempts"])
        for seed in parse_seeds(options["seeds"])
        for track in options["tracks"]
        for name in names
    ]
    with cluster_of(options["cluster"], options["workers"]) as cluster:
        elsewhere = cluster.each if cluster else None
        records = carry_out(jobs, partial(_scene, game), path, options["workers"], elsewhere)
        try:
            for done, record in enumerate(records, start=1):
                if done % 25 == 0:
                    click.echo(f"{done} more records, the last {record.task}", err=True)
        except KeyboardInterrupt:
            click.echo("finished tasks are kept; the same command continues", err=True)
            raise
    wanted = {(job.task, job.track, job.seed) for job in jobs}
    return [record for record in read_records(path) if record.key in wanted]


def _scene(game: str, name: str) -> Scene:
    from bubbleball.games.library import library

    return library(game).puzzle(name).scene


def echo_summaries(records: list[Record], more: Callable[[list[Record]], list[str]]) -> None:
    """Print a line per track; `more` adds columns."""
    from bubbleball.bench.scores import grouped
    from bubbleball.games.bench import summary

    rows = []
    for track, found in grouped(records, lambda record: record.track).items():
        one = summary(found)
        rows.append(
            [
                *(track, str(one.tasks), f"{100 * one.auccess:.1f}", *more(found)),
                *(f"{100 * one.first:.1f}", f"{100 * one.third:.1f}"),
                *(f"{one.simulations:.0f}", f"{one.median_simulations:.0f}", f"{one.seconds:.2f}"),
            ]
        )
    extra = ["within", "cross"] if more(records) else []
    head = ["track", "tasks", "AUCCESS", *extra, "@1", "@3", "simulations", "median", "cpu s"]
    echo_table(head, rows, "lrrrrrrrrr")
