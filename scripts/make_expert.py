"""Make the shipped pack of hard levels: `python scripts/make_expert.py`.

`expert_recipes.json` says which level of which family each one is, and where ground closes a short
cut; with it the pack is made again to the last byte. `--search` looks for new recipes: the
default solver plays every level, and where it saves more than one of the pieces of the solution
that the level was made from, ground is put in the way of the ball and the solver tries again.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click
import numpy as np

from bubbleball.certify.robust import robustness, simplified
from bubbleball.errors import GenerateError
from bubbleball.files.disk import write_bytes
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.game.arrays import Array
from bubbleball.game.distances import distances_to_box
from bubbleball.game.game import Game
from bubbleball.game.geometry import Shape, bounds, moved, overlap, rectangle
from bubbleball.game.kinds import BALL_RADIUS, TRAY_HEIGHT, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches
from bubbleball.game.world import simulate
from bubbleball.generate.finishing import JITTERS
from bubbleball.generate.generator import EXPERT, generate
from bubbleball.generate.stream import Stream
from bubbleball.generate.titles import title_of
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver

PACK = Path(__file__).parents[1] / "src" / "bubbleball" / "levels" / "expert"
RECIPES = Path(__file__).with_name("expert_recipes.json")
SEED = 3
PICKED = 4  # levels of each family
TRIED = 10  # levels made of each family, until enough are kept
DIFFICULTY = (6.0, 10.0)
CLOSED = 3  # short cuts closed before a level is dropped
TRIALS = 1  # of the solver that looks for short cuts
SAVED = 1  # pieces fewer than meant that are no short cut
ROBUST = 0.6
STOPPER = (12.0, 24.0, 40.0)  # px; sides of the ground put in the way of a short cut
KERB = 8.0  # px; the same beside the foot of a piece
ROOM = 3.0  # px between this ground and the pieces of the meant solution

Placements = tuple[Placement, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Recipe:
    """How one level of the pack is made.

    family, index: of the generated level; its seed is `SEED`.
    stones: x, y and side (px) of each square of ground that closes a short cut.
    """

    family: str
    index: int
    stones: tuple[tuple[float, float, float], ...] = ()


def recipes() -> Mapping[str, Recipe]:
    """The recipes of the pack by the names of its levels."""
    data = json.loads(RECIPES.read_text(encoding="utf-8"))
    return {
        name: Recipe(one["family"], one["index"], tuple(map(tuple, one["stones"])))
        for name, one in data.items()
    }


def make(name: str, recipe: Recipe) -> Document:
    """The level of a recipe, with a title of its own."""
    document = generate(recipe.family, SEED, recipe.index, DIFFICULTY)
    number = int(name.removeprefix(f"{recipe.family}-"))
    title = next(itertools.islice(titles(recipe.family), number - 1, None))
    level = dataclasses.replace(with_stones(document.level, recipe), title=title)
    return dataclasses.replace(document, level=level)


def titles(family: str) -> Iterator[str]:
    """Titles for the levels of a family, none of them twice."""
    seen: set[str] = set()
    for number in itertools.count(1):
        title = title_of(family, Stream.of("expert", family, number))
        if title not in seen:
            seen.add(title)
            yield title


def with_stones(level: Level, recipe: Recipe) -> Level:
    """The level with the ground that closes its short cuts."""
    for x, y, side in recipe.stones:
        stone = Part(f"ground-{len(level.scenery) + 1}", Kind.GROUND, x, y, side, side)
        level = dataclasses.replace(level, scenery=(*level.scenery, stone))
    return level


def search(family: str) -> Iterator[Recipe]:
    """Recipes for levels of one family without short cuts, at most `PICKED`."""
    kept = 0
    for index in range(TRIED):
        try:
            document = generate(family, SEED, index, DIFFICULTY)
        except GenerateError as error:
            click.echo(str(error), err=True)
            continue
        recipe = closed(document, Recipe(family, index))
        if recipe is not None:
            kept += 1
            yield recipe
        if kept == PICKED:
            return


def closed(document: Document, recipe: Recipe) -> Recipe | None:
    """The recipe with ground on every short cut that is found; None if that does not work out."""
    meant = document.solutions[0]
    for _ in range(CLOSED + 1):
        level = with_stones(document.level, recipe)
        other = found_by_solver(level)
        if other is None or len(other) >= max(2, len(meant) - SAVED):
            return recipe
        stone = next(_stones(level, meant, other), None)
        if stone is None:
            return None
        recipe = dataclasses.replace(recipe, stones=(*recipe.stones, stone))
    return None


def found_by_solver(level: Level) -> Placements | None:
    """What the default solver finds, less the pieces that it does not need."""
    for event in solve(Game(level), make_solver("hierarchical", level), max_trials=TRIALS):
        if isinstance(event, Step) and event.trial.solved:
            return simplified(level, event.placements)
    return None


def _stones(
    level: Level, meant: Placements, other: Placements
) -> Iterator[tuple[float, float, float]]:
    """Ground that stops one solution and leaves the other as it is."""
    path = simulate(level, meant, REAL).ball[:, :2]
    shortcut = simulate(level, other, REAL).ball[:, :2]
    pieces = {piece.id: piece for piece in level.pieces}
    taken = [moved(pieces[p.piece].outline, p.x, p.y, p.angle) for p in meant]
    avoided: list[Shape] = [*taken, level.ball.shape, level.flag.sensor]
    on_path = ((x, y, side) for x, y in shortcut[::8] for side in STOPPER)
    for x, y, side in itertools.chain(on_path, _feet(taken)):
        stone = (float(round(x)), float(round(y)), side)
        new = with_stones(level, Recipe("", 0, (stone,)))
        around = moved(rectangle(side + 2 * ROOM, side + 2 * ROOM), *stone[:2])
        if _away(path, new.scenery[-1]) < BALL_RADIUS + 4 or bounds(around)[1] < TRAY_HEIGHT:
            continue
        if any(overlap(around, shape) > 0 for shape in avoided):
            continue
        if next(breaches(new, meant), None) or not simulate(new, meant, REAL).solved:
            continue
        stopped = next(breaches(new, other), None) or not simulate(new, other, REAL).solved
        if stopped and len(simplified(new, meant)) == len(meant):
            rng = np.random.default_rng(0)
            if robustness(Placer(new), meant, rng, JITTERS).solved >= ROBUST * JITTERS:
                yield stone


def _feet(shapes: Iterable[Shape]) -> Iterator[tuple[float, float, float]]:
    """Ground beside the lower end of shapes, which keeps others from standing a little aside."""
    away = ROOM + 1 + KERB / 2
    for shape in shapes:
        left, _, right, low = bounds(shape)
        yield from ((left - away, low - KERB / 2, KERB), (right + away, low - KERB / 2, KERB))


def _away(path: Array, stone: Part) -> float:
    return float(distances_to_box(path, bounds(stone.shape)).min())


@click.command()
@click.option("--family", "families", multiple=True, type=click.Choice(EXPERT), default=EXPERT)
@click.option("--search", "searching", is_flag=True, help="Look for new recipes first.")
def main(families: tuple[str, ...], *, searching: bool) -> None:
    """Make the levels of some families of the pack `expert`, or of all."""
    known = dict(recipes())
    for family in families if searching else ():
        known = {name: recipe for name, recipe in known.items() if recipe.family != family}
        for number, recipe in enumerate(search(family), start=1):
            known[f"{family}-{number}"] = recipe
        text = json.dumps({n: dataclasses.asdict(known[n]) for n in sorted(known)}, indent=1)
        write_bytes(RECIPES, f"{text}\n".encode())
    PACK.mkdir(exist_ok=True)
    for name, recipe in known.items():
        if recipe.family in families:
            document = make(name, recipe)
            write_bytes(PACK / f"{name}.json", dump_document(document).encode())
            click.echo(f"{name}: {document.level.title}, {document.difficulty}")


if __name__ == "__main__":
    main()
