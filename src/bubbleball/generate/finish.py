"""From a sketch to a level that is worth playing: the flag, the looks and every check."""

from __future__ import annotations

import dataclasses

import numpy as np

from bubbleball.certify.robust import jittered
from bubbleball.generate.draw import Draw
from bubbleball.generate.dress import add_obstacles, check_scenery, clad, in_tray
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.level import Flag, Level
from bubbleball.physics import REAL
from bubbleball.placement import Placement, breaches
from bubbleball.sampling import Sampler
from bubbleball.world import simulate

JITTERS = 24  # runs with every piece up to 1 px and 1 degree away
LEAST_ROBUST = 0.6  # share of them that must still solve the level
RANDOM = 200  # random legal placements tried
MOST_LUCK = 0.12  # share of them that may solve the level
MOST_CONTACTS = 14  # of the ball in the solution; beyond it the run is a pinball
HIGHEST = 35.0  # px from the screen's upper edge that the ball's centre keeps
LONGEST = 8.0  # s, of the solution

Solution = tuple[Placement, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """A level that passed every check.

    level: with flag and tray.
    solution: placements that solve it, each of them needed.
    robust: share of jittered solutions that still solve it.
    luck: share of random legal placements that solve it.
    """

    level: Level
    solution: Solution
    robust: float
    luck: float

    @property
    def difficulty(self) -> float:
        """0 easy to 10 hard."""
        rare = -np.log10(max(self.luck, 0.5 / RANDOM))
        return round(float(min(10.0, rare * 2 + len(self.solution) + 2 * (1 - self.robust))), 1)


def finish(sketch: Sketch, draw: Draw) -> Finished:
    """Complete and check a sketch; Unfit with the reason if it will not do."""
    if draw.chance(0.5):
        sketch = sketch.mirrored()
    check_scenery(sketch)
    sketch.legal()
    flag = _choose_flag(sketch, draw)
    clad(sketch, draw)
    add_obstacles(sketch, flag, draw)
    level = dataclasses.replace(sketch.level(flag), pieces=in_tray(sketch.pieces))
    solution = tuple(sketch.solution.values())
    _check_runs(level, solution)
    sampler = Sampler(level)
    return Finished(level, solution, _robust(sampler, solution, draw), _luck(sampler, draw))


def _choose_flag(sketch: Sketch, draw: Draw) -> Flag:
    """Find the flag's place; puts ground under it where it needs some."""
    solution = tuple(sketch.solution.values())
    failing = [sketch.run(without=sketch.solution)]
    failing += [sketch.run(without=[piece]) for piece in sketch.solution]
    sampler = Sampler(sketch.level())
    shaken = [
        simulate(sampler.level, jittered(sampler, solution, draw.generator), REAL)
        for _ in range(JITTERS // 2)
    ]
    spot = find_spot(sketch, sketch.run(), failing, shaken, draw, least_share=LEAST_ROBUST)
    if spot.ledge:
        sketch.ground(*spot.ledge)
    return spot.flag


def _check_runs(level: Level, solution: Solution) -> None:
    for breach in breaches(level, solution):
        raise Unfit(breach.detail)
    trial = simulate(level, solution, REAL)
    if not trial.solved:
        raise Unfit("the solution misses the flag")
    if trial.seconds > LONGEST:
        raise Unfit("the solution takes too long")
    if len(trial.contacts) > MOST_CONTACTS:
        raise Unfit("the solution bounces about")
    if trial.ball[:, 1].min() < HIGHEST:
        raise Unfit("the ball flies off the top")
    if simulate(level, (), REAL).solved:
        raise Unfit("doing nothing solves it")
    for piece in solution:
        if simulate(level, [at for at in solution if at is not piece], REAL).solved:
            raise Unfit("a piece is not needed")


def _robust(sampler: Sampler, solution: Solution, draw: Draw) -> float:
    """The share of jittered solutions that solve the level; Unfit if it is small."""
    copies = (jittered(sampler, solution, draw.generator) for _ in range(JITTERS))
    share = sum(simulate(sampler.level, copy, REAL).solved for copy in copies) / JITTERS
    if share < LEAST_ROBUST:
        raise Unfit("the solution is fragile")
    return share


def _luck(sampler: Sampler, draw: Draw) -> float:
    """The share of random legal placements that solve the level; Unfit if it is large."""
    solved = 0
    for _ in range(RANDOM):
        solved += simulate(sampler.level, sampler.draw(draw.generator), REAL).solved
        if solved > MOST_LUCK * RANDOM:
            raise Unfit("luck solves it")
    return solved / RANDOM
