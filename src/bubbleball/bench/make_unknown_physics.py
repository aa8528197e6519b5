"""Make the list of levels and physics that the suite `unknown-physics` is made of.

`python -m bubbleball.bench.make_unknown_physics` goes through all shipped levels. For each it tries
physics in an order drawn from the level's name and keeps those for which a bounded search with the
game itself finds a solution, up to a number; it tries at most three times that number. Physics that
change nothing in the level are left out.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np

from bubbleball import library
from bubbleball.bench.suites import PAIRS_FILE
from bubbleball.certify import find_solutions
from bubbleball.game import Game
from bubbleball.level_file import Document
from bubbleball.physics import Physics, parse_physics
from bubbleball.placement import Placement

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
_COMMAND = "python -m bubbleball.bench.make_unknown_physics"


@click.command()
@click.option("--per-level", default=2, show_default=True, help="Pairs kept of one level.")
@click.option("--trials", default=2000, show_default=True, help="Trials of one search.")
@click.option("--workers", default=1, show_default=True, help="Processes of the search.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path(__file__).parent / PAIRS_FILE,
    help="File to write; by default the package's own.",
)
def main(*, per_level: int, trials: int, workers: int, output: Path) -> None:
    """Write the pairs of level and physics that are known to be solvable."""
    pairs = []
    for name in library.names():
        found = list(level_pairs(name, per_level, trials, workers))
        pairs += found
        click.echo(f"{name}: {len(found)} pairs", err=True)
    options = f"--per-level {per_level} --trials {trials}"
    write_pairs(output, f"{_COMMAND} {options}", pairs)
    click.echo(f"{len(pairs)} pairs in {output}", err=True)


def level_pairs(name: str, wanted: int, trials: int, workers: int) -> Iterator[dict[str, Any]]:
    """Up to `wanted` pairs of one level, each with its solution."""
    document = library.find(name)
    order = list(PHYSICS)
    random.Random(name).shuffle(order)
    found = 0
    for physics in order[: 3 * wanted]:
        if found == wanted:
            return
        solution = known_solution(document, physics, trials, workers)
        if solution is not None:
            found += 1
            yield {
                "level": name,
                "physics": physics,
                "solution": [
                    {"piece": p.piece, "x": p.x, "y": p.y, "angle": p.angle} for p in solution
                ],
            }


def known_solution(
    document: Document, name: str, trials: int, workers: int
) -> tuple[Placement, ...] | None:
    """A solution under that physics; None if none was found or the physics changes nothing."""
    level, physics = document.level, parse_physics(name)
    game = Game(level, physics)
    stored = [(solution, game.play(solution)) for solution in document.solutions]
    if stored and not any(_differs(document, solution, physics) for solution, _ in stored):
        return None
    for solution, trial in stored:
        if trial.solved:
            return solution
    found = find_solutions(level, trials=trials, workers=workers, physics=physics)
    return next((solution for solution in found if game.play(solution).solved), None)


def _differs(document: Document, solution: tuple[Placement, ...], physics: Physics) -> bool:
    real, other = (Game(document.level, p).play(solution) for p in (Physics(), physics))
    return not np.array_equal(real.ball, other.ball)


def write_pairs(path: Path, made_by: str, pairs: Iterable[dict[str, Any]]) -> None:
    """One pair per line."""
    lines = ",\n".join(json.dumps(pair) for pair in pairs)
    path.write_text(
        f'{{"made_by": {json.dumps(made_by)},\n"pairs": [\n{lines}\n]}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    sys.exit(main())
