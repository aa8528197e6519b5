"""From a sketch to a level that is worth playing: the flag, the decoration and every check."""

from __future__ import annotations

import dataclasses
import math

from bubbleball.certify.certificate import KnownSolution, Share, difficulty
from bubbleball.certify.robust import jittered, odds, robustness, simplified
from bubbleball.check.warnings import warnings
from bubbleball.game.level import Flag, Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.generate.dress import add_guards, add_obstacles, check_scenery, clad, in_tray
from bubbleball.generate.sketch import HIGHEST, Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream

JITTERS = 24  # runs with every piece up to 1 px and 1 degree away
LEAST_ROBUST = 0.6  # share of them that must still solve the level
RANDOM = 600  # random legal placements tried
RARE = 2 * RANDOM  # tried where the first ones hardly ever solve the level
QUIET = RANDOM // 3  # tried for a hard level
FEW = 3  # wins that are too few to estimate the share
ENOUGH = 24  # wins after which the share is known well enough
MOST_LUCK = 0.15  # share of them that may solve the level
MOST_CONTACTS = 14  # of the ball in the solution; with more it is a game of pinball
LONGEST = 8.0  # s, of the solution

Solution = tuple[Placement, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """A level that passed every check.

    level: with flag and tray.
    solution: placements that solve it, each of them needed.
    difficulty: 0 easy to 10 hard, by the rule of the certificates.
    """

    level: Level
    solution: Solution
    difficulty: float


def finish(sketch: Sketch, stream: Stream, *, hard: bool = False) -> Finished:
    """Complete and check a sketch; Unfit with the reason if it fails a check.

    hard: whether hardly any random placement is expected to solve the level. Then few are tried,
    and the odds are estimated piece by piece.
    """
    if stream.chance(0.5):
        sketch = sketch.mirrored()
    check_scenery(sketch)
    sketch.legal()
    flag = _choose_flag(sketch, stream)
    clad(sketch, stream)
    add_guards(sketch, flag, stream)
    add_obstacles(sketch, flag, stream)
    level = dataclasses.replace(sketch.level(flag), pieces=in_tray(sketch.pieces))
    solution = tuple(sketch.solution.values())
    trial = _check_runs(level, solution)
    advice = next(iter(warnings(level)), None)
    if advice is not None:
        raise Unfit(advice.text)
    placer = Placer(level)
    robust = robustness(placer, solution, stream.generator, JITTERS)
    if robust.solved < LEAST_ROBUST * JITTERS:
        raise Unfit("the solution is fragile")
    meant = KnownSolution(solution, robust, trial.parts_met, trial.seconds)
    luck, others = _luck(placer, stream, len(solution), QUIET if hard else RARE)
    different = {one.touched: one for one in others} | {meant.touched: meant}
    chance = odds(level, solution, stream.generator) if hard and not luck.solved else 1.0
    known = tuple(different.values())
    value = difficulty(known, luck, len(sketch.decoys), len(level.pieces), chance)
    return Finished(level, solution, value)


def most_difficult() -> float:
    """A bound on the difficulty of a level that is not `hard`, whatever its family.

    It needs every one of many pieces, has no second solution, is as fragile as is allowed and full
    of decoys, and none of the random placements solves it.
    """
    pieces = tuple(Placement(f"piece {number}", 0, 0) for number in range(100))
    barely = Share(math.ceil(LEAST_ROBUST * JITTERS), JITTERS)
    return difficulty([KnownSolution(pieces, barely, (), 0.0)], Share(0, RARE), 1, 1)


def _choose_flag(sketch: Sketch, stream: Stream) -> Flag:
    """Find the flag's place, and put ground under it where it needs some."""
    solution = tuple(sketch.solution.values())
    placer = Placer(sketch.level())
    shaken = [
        simulate(placer.level, jittered(placer, solution, stream.generator), REAL)
        for _ in range(JITTERS // 2)
    ]
    spot = find_spot(sketch, stream, shaken, LEAST_ROBUST)
    if spot.ledge:
        sketch.ground(*spot.ledge)
    return spot.flag


def _check_runs(level: Level, solution: Solution) -> Trial:
    breach = next(breaches(level, solution), None)
    if breach is not None:
        raise Unfit(breach.detail)
    trial = simulate(level, solution, REAL)
    if not trial.solved:
        raise Unfit("the solution misses the flag")
    if trial.seconds > LONGEST:
        raise Unfit("the solution takes too long")
    if len(trial.contacts) > MOST_CONTACTS:
        raise Unfit("the ball bounces too often")
    if trial.ball[:, 1].min() < HIGHEST:
        raise Unfit("the ball flies off the top")
    if simulate(level, (), REAL).solved:
        raise Unfit("doing nothing solves it")
    if len(simplified(level, solution)) < len(solution):
        raise Unfit("a piece is not needed")
    return trial


def _luck(
    placer: Placer, stream: Stream, meant: int, rare: int
) -> tuple[Share, list[KnownSolution]]:
    """How many random legal placements solve the level, and the different solutions among them.

    rare: placements tried where hardly any solves it.

    Unfit if too many do, or if one needs less than half of the pieces that are `meant` to do it.
    """
    found: list[KnownSolution] = []
    trials = 0
    while trials < (RANDOM if len(found) > FEW else rare) and len(found) < ENOUGH:
        placements = placer.draw(stream.generator)
        trials += 1
        if simulate(placer.level, placements, REAL).solved:
            needed = simplified(placer.level, placements)
            if 2 * len(needed) < meant:
                raise Unfit("there is a short cut")
            trial = simulate(placer.level, needed, REAL)
            found.append(KnownSolution(needed, Share(0, 0), trial.parts_met, trial.seconds))
    if len(found) > MOST_LUCK * trials:
        raise Unfit("luck solves it")
    return Share(len(found), trials), found
