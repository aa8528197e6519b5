"""`dataset`: plays by the thousand as sharded Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bubbleball.cli.options import cluster_option, folder_option, physics_option, workers_option


@click.command()
@click.argument("levels", metavar="SET...", nargs=-1, required=True)
@click.option("--rows", type=click.IntRange(1), default=10_000, show_default=True, help="Plays.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--solver",
    default="random",
    show_default=True,
    help="Whose first placements are played; random for random legal ones.",
)
@click.option("--mixed", is_flag=True, help="Every other round of the levels is random.")
@click.option("--shard", type=click.IntRange(1), default=10_000, show_default=True, help="Rows.")
@physics_option("Physics of the game.")
@workers_option(least=1)
@cluster_option
@click.option("--check", is_flag=True, help="Then play every stored row again and compare.")
@folder_option("Folder for the shards and the card.", required=True)
def dataset(levels: tuple[str, ...], output: Path, workers: int | None, **given: Any) -> None:
    """Write plays of levels as sharded Parquet with a card.

    A SET is a pack, generated:FAMILY:N:SEED, a folder of level files, or one level. The same
    command started again makes only the shards that are missing.
    """
    from bubbleball.bench.dask_executor import cluster_of
    from bubbleball.bench.dataset import DatasetPlan, make_dataset
    from bubbleball.game.physics import parse_physics
    from bubbleball.generate.level_sets import level_set

    plan = DatasetPlan(
        tuple(level for name in levels for level in level_set(name)),
        given["rows"],
        given["seed"],
        given["solver"],
        mixed=given["mixed"],
        physics=parse_physics(given["physics_text"]),
        shard=given["shard"],
    )

    def show(done: int) -> None:
        click.echo(f"{done} of {plan.shards} shards", err=True)

    with cluster_of(given["cluster"], workers) as cluster:
        paths = make_dataset(plan, output, workers, show, cluster.each if cluster else None)
    size = sum(path.stat().st_size for path in paths)
    click.echo(f"{plan.rows} plays in {len(paths)} shards, {size / 1e6:.1f} MB, in {output}")
    if given["check"]:
        from bubbleball.bench.dataset_replay import replay_dataset

        click.echo(f"{replay_dataset(output, workers)} rows play to the stored trial again")
