"""Make the pairs of level and physics of the suite `unknown-physics`.

`python scripts/make_unknown_physics.py` takes every shipped level and looks for physics under which
it can be solved, the least used ones first. A physics under which one of the level's stored
solutions still works counts as used `EASY_WAITS` times more; under any other, a bounded search with
the game itself must find a solution, and `SEARCHES` of them are tried for each pair wanted. Physics
that change nothing in the level are left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np

from bubbleball.bench.suites import PAIRS_FILE
from bubbleball.certify.search import find_solutions
from bubbleball.files import packs
from bubbleball.files.document import Document, placements_data
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL, parse_physics
from bubbleball.game.placement import Placement

# Gravity halved and doubled, bounce, friction, density and power-ups changed one at a time …
_PRESETS = (
    "light",
    "heavy",
    "bouncy",
    "dead",
    "rough",
    "slippery",
    "balsa",
    "oak",
    "strong",
    "weak",
)
_DRAWS = 20  # … and draws that change all of them at once
PHYSICS = (*_PRESETS, *(f"random:{seed}" for seed in range(1, _DRAWS + 1)))
EASY_WAITS = 3
SEARCHES = 4
_COMMAND = "python scripts/make_unknown_physics.py"


@click.command()
@click.option("--per-level", default=1, show_default=True, help="Pairs kept of one level.")
@click.option("--trials", default=500, show_default=True, help="Trials of one search.")
@click.option("--workers", default=1, show_default=True, help="Processes of the search.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path(__file__).parents[1] / "src" / "bubbleball" / "bench" / PAIRS_FILE,
    help="File to write; by default the package's own.",
)
def main(*, per_level: int, trials: int, workers: int, output: Path) -> None:
    """Write the pairs of level and physics that are known to be solvable."""
    pairs: list[dict[str, Any]] = []
    for name in (*packs.pack("classic"), *packs.pack("workshop")):
        used = Counter(pair["physics"] for pair in pairs)
        found = list(level_pairs(name, used, per_level, trials, workers))
        pairs += found
        click.echo(f"{name}: {', '.join(p['physics'] for p in found) or 'nothing'}", err=True)
    options = f"--per-level {per_level} --trials {trials}"
    write_pairs(output, f"{_COMMAND} {options}", pairs)
    click.echo(f"{len(pairs)} pairs in {output}", err=True)


def level_pairs(
    name: str, used: Counter[str], wanted: int, trials: int, workers: int
) -> Iterator[dict[str, Any]]:
    """Up to `wanted` pairs of one level, each with its solution; the rarest physics first."""
    document = packs.find(name)
    order = list(PHYSICS)
    random.Random(name).shuffle(order)
    order = [physics for physics in order if changes_anything(document, physics)]
    stored = {physics: stored_solution(document, physics) for physics in order}
    order.sort(key=lambda physics: used[physics] + EASY_WAITS * (stored[physics] is not None))
    found, searches = 0, SEARCHES * wanted
    for physics in order:
        solution = stored[physics]
        if solution is None and searches:
            searches -= 1
            solution = searched_solution(document, physics, trials, workers)
        if solution is None:
            continue
        yield {
            "level": name,
            "physics": physics,
            "solution": placements_data(solution),
        }
        found += 1
        if found == wanted:
            return


def changes_anything(document: Document, physics: str) -> bool:
    """Whether the ball moves differently than under the real physics."""
    for solution in document.solutions or ((),):
        real, other = (
            Game(document.level, each).play(solution) for each in (REAL, parse_physics(physics))
        )
        if not np.array_equal(real.ball, other.ball):
            return True
    return False


def stored_solution(document: Document, physics: str) -> tuple[Placement, ...] | None:
    """One of the level's own solutions, if it still works."""
    game = Game(document.level, parse_physics(physics))
    return next((s for s in document.solutions if game.play(s).solved), None)


def searched_solution(
    document: Document, physics: str, trials: int, workers: int
) -> tuple[Placement, ...] | None:
    """A solution that plain search finds under that physics."""
    given = parse_physics(physics)
    found = find_solutions(document.level, trials=trials, workers=workers, physics=given)
    game = Game(document.level, given)
    return next((solution for solution in found if game.play(solution).solved), None)


def write_pairs(path: Path, made_by: str, pairs: Iterable[dict[str, Any]]) -> None:
    """Write one pair per line."""
    lines = ",\n".join(json.dumps(pair) for pair in pairs)
    path.write_text(
        f'{{"made_by": {json.dumps(made_by)},\n"pairs": [\n{lines}\n]}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
