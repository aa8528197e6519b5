"""Make the shipped pack of hard levels: `python scripts/make_expert.py`.

Every family of hard levels makes levels of difficulty 6 and more. A level is kept if the default
solver saves at most one of the pieces of the solution that it was made from; where it saves more,
ground is put in the way of the ball, and the solver tries again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
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
from bubbleball.game.geometry import bounds, moved, overlap, rectangle
from bubbleball.game.kinds import BALL_RADIUS, TRAY_HEIGHT, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.game.world import simulate
from bubbleball.generate.generator import EXPERT, generate
from bubbleball.generate.stream import Stream
from bubbleball.generate.titles import title_of
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver

PACK = Path(__file__).parents[1] / "src" / "bubbleball" / "levels" / "expert"
SEED = 3
PICKED = 4  # levels of each family
TRIED = 10  # levels made of each family, until enough are kept
DIFFICULTY = (6.0, 10.0)
CLOSED = 3  # short cuts closed before a level is dropped
TRIALS = 1  # of the solver that looks for short cuts
SAVED = 1  # pieces fewer than meant that are no short cut
ROBUST = 0.6
STOPPER = (12.0, 24.0, 40.0)  # px; sides of the ground put in the way of a short cut

Placements = tuple[Placement, ...]


def found_by_solver(level: Level) -> Placements | None:
    """What the default solver finds, less the pieces that it does not need."""
    for event in solve(Game(level), make_solver("hierarchical", level), max_trials=TRIALS):
        if isinstance(event, Step) and event.trial.solved:
            return simplified(level, event.placements)
    return None


def closed(document: Document) -> Document | None:
    """The level with its short cuts closed; None if that does not work out."""
    meant = document.solutions[0]
    for _ in range(CLOSED + 1):
        other = found_by_solver(document.level)
        if other is None or len(other) >= max(2, len(meant) - SAVED):
            return document
        blocked = next(_blocked(document.level, meant, other), None)
        if blocked is None:
            return None
        document = dataclasses.replace(document, level=blocked)
    return None


def _blocked(level: Level, meant: Placements, other: Placements) -> Iterator[Level]:
    """The level with ground that stops one solution and leaves the other as it is."""
    path = simulate(level, meant, REAL).ball[:, :2]
    shortcut = simulate(level, other, REAL).ball[:, :2]
    pieces = {piece.id: piece for piece in level.pieces}
    taken = [moved(pieces[p.piece].outline, p.x, p.y, p.angle) for p in meant]
    taken += [level.ball.shape, level.flag.sensor]
    for x, y in shortcut[::8]:
        for side in STOPPER:
            name = f"ground-{len(level.scenery) + 1}"
            stone = Part(name, Kind.GROUND, round(x), round(y), side, side)
            around = moved(rectangle(side + 6, side + 6), stone.x, stone.y)
            if _away(path, stone) < BALL_RADIUS + 4 or bounds(around)[1] < TRAY_HEIGHT:
                continue
            if any(overlap(around, shape) > 0 for shape in taken):
                continue
            new = dataclasses.replace(level, scenery=(*level.scenery, stone))
            if next(breaches(new, meant), None) or not simulate(new, meant, REAL).solved:
                continue
            if not simulate(new, other, REAL).solved and len(simplified(new, meant)) == len(meant):
                rng = np.random.default_rng(0)
                if robustness(new, meant, rng, jitters=24) >= ROBUST:
                    yield new


def _away(path: Array, stone: Part) -> float:
    return float(distances_to_box(path, bounds(stone.shape)).min())


def make(family: str) -> Iterator[Document]:
    """The levels of one family, with titles of their own."""
    kept = 0
    for index in range(TRIED):
        try:
            document = closed(generate(family, SEED, index, DIFFICULTY))
        except GenerateError as error:
            click.echo(str(error), err=True)
            continue
        if document is not None:
            kept += 1
            title = title_of(family, Stream.of("expert", family, kept))
            yield dataclasses.replace(
                document, level=dataclasses.replace(document.level, title=title)
            )
        if kept == PICKED:
            return


@click.command()
@click.option("--family", "families", multiple=True, type=click.Choice(EXPERT), default=EXPERT)
def main(families: tuple[str, ...]) -> None:
    """Make the levels of some families of the pack `expert`, or of all."""
    PACK.mkdir(exist_ok=True)
    for family in families:
        for number, document in enumerate(make(family), start=1):
            write_bytes(PACK / f"{family}-{number}.json", dump_document(document).encode())
            click.echo(f"{family}-{number}: {document.level.title}, {document.difficulty}")


if __name__ == "__main__":
    main()
