"""`bubbleball interphyre`: Interphyre's levels, played, solved and benchmarked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bubbleball.cli.other_games import add_commands
from bubbleball.cli.puzzle_bench import bench_options, echo_summaries, run_bench


@click.group()
def interphyre() -> None:
    """Play and solve Interphyre's levels, such as keyhole:17."""


add_commands(interphyre, "interphyre")


@interphyre.command()
@click.option(
    "--checkout",
    type=click.Path(path_type=Path),
    required=True,
    help="Your clone of github.com/sankaranv/interphyre.",
)
def fetch(checkout: Path) -> None:
    """Copy the levels (MIT) of a checkout into the data folder."""
    from bubbleball.files.disk import data_folder
    from bubbleball.games.interphyre.levels import fetch as copy

    click.echo(f"{copy(checkout)} levels in {data_folder('interphyre')}")


@interphyre.command()
@click.option("--per-level", type=click.IntRange(1), default=20, show_default=True)
@bench_options
def bench(per_level: int, **options: Any) -> None:
    """Attempt the first scenes of every level and report how many attempts they took.

    Every finished scene is recorded at once; the same command started again continues.
    """
    from bubbleball.games.interphyre.levels import levels
    from bubbleball.games.interphyre.library import names

    scenes = [name for level in levels() for name in names(level)[:per_level]]
    echo_summaries(run_bench("interphyre", scenes, **options), lambda _: [])
