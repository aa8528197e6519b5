"""`bubbleball phyre`: PHYRE's tasks, played, solved and benchmarked by its own protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli.other_games import add_commands
from bubbleball.cli.output import echo_table
from bubbleball.cli.puzzle_bench import bench_options, echo_summaries, run_bench

if TYPE_CHECKING:
    from bubbleball.games.records import Record


@click.group()
def phyre() -> None:
    """Play and solve PHYRE's tasks, such as 00012:034."""


add_commands(phyre, "phyre")


@phyre.command()
@click.option(
    "--wheel",
    type=click.Path(path_type=Path),
    help="A wheel that you have downloaded; without it pip downloads one.",
)
def fetch(wheel: Path | None) -> None:
    """Get PHYRE's tasks (16 MB, Apache-2.0) and convert them."""
    from bubbleball.files.disk import data_folder
    from bubbleball.games.phyre.tasks import fetch as convert

    click.echo(f"{convert(wheel)} tasks in {data_folder('phyre')}")


@phyre.command()
@click.argument("tier", type=click.Choice(["ball", "two_balls"]), default="ball")
@click.option("--per-template", type=click.IntRange(1, 100), help="A sample; all tasks otherwise.")
@bench_options
def bench(tier: str, per_template: int | None, **options: Any) -> None:
    """Attempt the tasks of a TIER and report AUCCESS by PHYRE's folds.

    Every finished task is recorded at once; the same command started again continues.
    """
    from bubbleball.games.bench import over_folds
    from bubbleball.games.phyre.folds import all_tests, baselines
    from bubbleball.games.phyre.library import groups, names

    tasks = names(tier)
    if per_template is not None:
        templates = [group for group in groups() if tasks[0][:3] == group[:3]]
        tasks = [
            name
            for template in templates
            for name in names(template)[:: max(1, 100 // per_template)][:per_template]
        ]
    records = run_bench("phyre", tasks, **options)
    tests = all_tests(tier)

    def by_fold(found: list[Record]) -> list[str]:
        pairs = [over_folds(found, setup) for setup in tests.values()] if found else []
        return [f"{100 * mean:.1f} ± {100 * spread:.1f}" for mean, spread in pairs]

    echo_summaries(records, by_fold)
    rows = [
        [name, *(f"{100 * one:.1f}" for one in scores)] for name, scores in baselines(tier).items()
    ]
    click.echo()
    echo_table(["expected AUCCESS of", *tests], rows, "lrr")
