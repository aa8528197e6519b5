"""How often the default solver finds a random stable structure again from its purpose.

A structure of three to six pieces is built over a gap or an edge, settled in the engine, and the
flag is put where the ball gets with it, and without any one of its pieces does not get. The solver
is given the level without the structure.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.certify.robust import robustness, simplified
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches
from bubbleball.game.world import simulate
from bubbleball.generate.dress import in_tray
from bubbleball.generate.finishing import JITTERS
from bubbleball.generate.generator import FAMILIES
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver

TYPES = {
    "trestle": "legs under a row of planks",
    "tower": "square on square under a plank",
    "rollers": "planks over circles",
    "chock": "a wedge that holds a circle",
    "cantilever": "a counterweight on an overhang",
    "pinned": "a plank pinned by another",
    "causeway": "a row of flush planks",
}
PIECES = range(3, 7)
ROBUST = 0.6  # share of jitters that a structure survives at least
TRIALS = 10


@dataclass(frozen=True, slots=True)
class Result:
    """One structure: how many trials it took (None: not solved), pieces saved, processor s."""

    trials: int | None
    saved: int
    seconds: float


def structures(kind: str, seed: int) -> Iterator[tuple[Level, int]]:
    """Levels that need a structure of one type, each with its number of pieces."""
    for number in itertools.count():
        made = structure(kind, Stream.of("constructions", kind, seed, number))
        if made is not None:
            yield made


def structure(kind: str, stream: Stream) -> tuple[Level, int] | None:
    """One level and the number of its pieces; None if the draw did not work out."""
    sketch = Sketch()
    try:
        FAMILIES[kind](sketch, stream)
        sketch = sketch.mirrored() if stream.chance(0.5) else sketch
        sketch.legal()
        spot = find_spot(sketch, stream)
        if spot.ledge:
            sketch.ground(*spot.ledge)
    except Unfit:
        return None
    level = dataclasses.replace(sketch.level(spot.flag), pieces=in_tray(sketch.pieces))
    meant = tuple(sketch.solution.values())
    if len(meant) not in PIECES or next(breaches(level, meant), None):
        return None
    if simulate(level, (), REAL).solved or not simulate(level, meant, REAL).solved:
        return None
    if len(simplified(level, meant)) < len(meant):
        return None
    rng = np.random.default_rng(0)
    if robustness(Placer(level), meant, rng, JITTERS).solved < ROBUST * JITTERS:
        return None
    return level, len(meant)


def found(level: Level, pieces: int, seed: int) -> Result:
    """Let the solver play the level."""
    began = time.process_time()
    solver = make_solver("hierarchical", level, seed=seed)
    for event in solve(Game(level), solver, max_trials=TRIALS):
        if isinstance(event, Step) and event.trial.solved:
            seconds = time.process_time() - began
            return Result(event.number, pieces - len(event.placements), seconds)
    return Result(None, 0, time.process_time() - began)


def row(kind: str, results: Sequence[Result]) -> str:
    """The line of one type in the table."""
    trials = [one.trials for one in results if one.trials is not None]
    whole = sum(one.trials is not None and one.saved <= 0 for one in results)
    seconds = sorted(one.seconds for one in results)
    return (
        f"| {TYPES[kind]} | {len(results)} | {len(trials)} | {trials.count(1)} | {whole} | "
        f"{seconds[len(seconds) // 2]:.1f} | {seconds[-1]:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("types", nargs="*", default=list(TYPES), metavar="TYPE",
                        help=", ".join(TYPES))  # fmt: skip
    parser.add_argument("--count", type=int, default=100, help="structures of each type")
    parser.add_argument("--seed", type=int, default=0, help="of structures and solver")
    options = parser.parse_args()
    print(
        "| structure | drawn | found | at the first trial | all pieces used | median s | worst s |"
    )
    print("|---|---|---|---|---|---|---|")
    for kind in options.types:
        drawn = itertools.islice(structures(kind, options.seed), options.count)
        results = [found(level, pieces, options.seed) for level, pieces in drawn]
        print(row(kind, results), flush=True)


if __name__ == "__main__":
    main()
