"""Make the pairs of level and foreign world of the suites `structure:WORLD`.

`python scripts/make_foreign_worlds.py` takes every classic level in every named world and in some
random mixtures, and keeps the pairs for which plain search with that world finds a solution. The
world `chipmunk` needs pymunk.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from bubbleball.bench.foreign_suites import FOREIGN_FILE, WORLDS, search_pairs
from make_unknown_physics import write_pairs

_COMMAND = "python scripts/make_foreign_worlds.py"


@click.command()
@click.option("--workers", default=1, show_default=True, help="Processes of the search.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path(__file__).parents[1] / "src" / "bubbleball" / "bench" / FOREIGN_FILE,
    help="File to write; by default the package's own.",
)
def main(*, workers: int, output: Path) -> None:
    """Write the pairs of level and foreign world that are known to be solvable."""
    with ProcessPoolExecutor(workers) as pool:
        found = []
        for world, pairs in zip(WORLDS, pool.map(_pairs, WORLDS), strict=True):
            click.echo(f"{world}: {len(pairs)} levels", err=True)
            found += pairs
            write_pairs(output, _COMMAND, found)
    click.echo(f"{len(found)} pairs in {output}", err=True)


def _pairs(world: str) -> list[dict[str, object]]:
    return list(search_pairs(world))


if __name__ == "__main__":
    sys.exit(main())
