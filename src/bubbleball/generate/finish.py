"""From a sketch to a level that is worth playing: flag, tray, obstacles and every check."""

from __future__ import annotations

import dataclasses

import numpy as np

from bubbleball.generate.draw import Draw
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import distances, find_spot
from bubbleball.geometry import bounds, moved, overlap, rectangle
from bubbleball.level import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Flag, Kind, Level, Part
from bubbleball.physics import BALL_RADIUS, REAL
from bubbleball.placement import Placement
from bubbleball.sampling import Sampler
from bubbleball.trial import Trial
from bubbleball.world import simulate

JITTERS = 16  # runs with every piece up to 1 px and 1 degree away
LEAST_ROBUST = 0.6  # share of them that must still solve the level
RANDOM = 150  # random legal placements tried
MOST_LUCK = 0.08  # share of them that may solve the level
MOST_CONTACTS = 14  # of the ball in the solution; beyond it the run is a pinball
LONGEST = 8.0  # s, of the solution


@dataclasses.dataclass(frozen=True, slots=True)
class Finished:
    """A level that passed every check.

    level: with flag and tray.
    solution: placements that solve it.
    robust: share of jittered solutions that still solve it.
    luck: share of random legal placements that solve it.
    """

    level: Level
    solution: tuple[Placement, ...]
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
    sketch.legal()
    needed = [piece.id for piece in sketch.pieces if piece.id not in sketch.decoys]
    flag = sketch.flag or _choose_flag(sketch, needed, draw)
    _add_obstacles(sketch, flag, draw)
    level = dataclasses.replace(sketch.level(flag), pieces=in_tray(sketch.pieces))
    solution = tuple(sketch.solution[piece.id] for piece in level.pieces if piece.id in needed)
    sampler = Sampler(level)
    if not sampler.legal(solution):
        raise Unfit("the solution is not legal once the flag stands")
    _check_runs(level, solution)
    robust = float(
        np.mean([simulate(level, p, REAL).solved for p in jitters(sampler, solution, draw)])
    )
    if robust < LEAST_ROBUST:
        raise Unfit("the solution is fragile")
    luck = _luck(sampler, draw)
    return Finished(level, solution, robust, luck)


def _luck(sampler: Sampler, draw: Draw) -> float:
    """The share of random legal placements that solve the level; Unfit if it is large."""
    solved = 0
    for _ in range(RANDOM):
        solved += simulate(sampler.level, sampler.draw(draw.generator), REAL).solved
        if solved > MOST_LUCK * RANDOM:
            raise Unfit("luck solves it")
    return solved / RANDOM


def _choose_flag(sketch: Sketch, needed: list[str], draw: Draw) -> Flag:
    """Find the flag's place; puts ground under it where it needs some."""
    path = sketch.run()
    failing = [sketch.run(without=needed), *(sketch.run(without=[piece]) for piece in needed)]
    sampler = Sampler(sketch.level())
    solution = tuple(sketch.solution.values())
    jittered = [simulate(sketch.level(), p, REAL) for p in jitters(sampler, solution, draw)]
    spot = find_spot(sketch, path, failing, jittered, draw, least_share=LEAST_ROBUST)
    if spot.ledge:
        sketch.ground(*spot.ledge)
    return spot.flag


def jitters(
    sampler: Sampler, solution: tuple[Placement, ...], draw: Draw
) -> list[tuple[Placement, ...]]:
    """The solution with every piece off by up to 1 px and 1 degree, where that is legal."""
    found: list[tuple[Placement, ...]] = []
    for _ in range(20 * JITTERS):
        shaken = tuple(_shaken(at, sampler.level, draw) for at in solution)
        if sampler.legal(shaken):
            found.append(shaken)
        if len(found) == JITTERS:
            return found
    raise Unfit("the solution leaves no room to be off by a pixel")


def _shaken(at: Placement, level: Level, draw: Draw) -> Placement:
    dx, dy, turn = draw.generator.uniform(-1.0, 1.0, 3).tolist()
    piece = level.piece(at.piece)
    assert piece is not None
    if piece.kind.button and piece.kind is not Kind.SPRING:
        turn = 0.0
    if piece.kind.wooden:
        dy = -1.0 - abs(dy)  # wood at rest has no room below
    return Placement(at.piece, at.x + dx, at.y + dy, at.angle + turn)


def _check_runs(level: Level, solution: tuple[Placement, ...]) -> Trial:
    trial = simulate(level, solution, REAL)
    if not trial.solved:
        raise Unfit("the solution misses the flag")
    if trial.seconds > LONGEST:
        raise Unfit("the solution takes too long")
    if len(trial.contacts) > MOST_CONTACTS:
        raise Unfit("the solution bounces about")
    if simulate(level, (), REAL).solved:
        raise Unfit("doing nothing solves it")
    for piece in solution:
        if simulate(level, [at for at in solution if at is not piece], REAL).solved:
            raise Unfit("a piece is not needed")
    return trial


def _add_obstacles(sketch: Sketch, flag: Flag, draw: Draw) -> None:
    """A few blocks of ground in free places, away from what the ball does in the solution."""
    path = sketch.run(flag=flag).ball[:, :2]
    for _ in range(draw.pick([0, 0, 1, 2, 3])):
        width, height = draw.pick([(20, 60), (60, 20), (80, 12), (40, 40), (15, 90), (100, 15)])
        left = draw.whole(0, int(SCREEN_WIDTH) - width)
        top = draw.whole(int(TRAY_HEIGHT) + 20, int(SCREEN_HEIGHT) - height)
        around = moved(rectangle(width + 36, height + 36), left + width / 2, top + height / 2)
        taken = [part.shape for part in sketch.scenery] + [sketch.ball.shape, flag.sensor]
        taken += [
            moved(piece.outline, at.x, at.y, at.angle)
            for piece in sketch.pieces
            if (at := sketch.solution.get(piece.id))
        ]
        if any(overlap(around, shape) > 0 for shape in taken):
            continue
        if distances(path, bounds(around)).min() > BALL_RADIUS + 5:
            sketch.ground(left, top, width, height)


def in_tray(pieces: list[Part]) -> tuple[Part, ...]:
    """The pieces laid out in the tray: columns from the left, as many to a column as fit."""
    gap = 5.0
    columns: list[list[Part]] = []
    for piece in sorted(pieces, key=lambda p: (-p.height, -p.width)):
        for column in columns:
            if gap + sum(p.height + gap for p in [*column, piece]) <= TRAY_HEIGHT:
                column.append(piece)
                break
        else:
            columns.append([piece])
    widths = [max(p.width for p in column) for column in columns]
    between = min(10.0, (SCREEN_WIDTH - 2 * gap - sum(widths)) // max(1, len(columns) - 1))
    laid: dict[str, Part] = {}
    left = gap
    for column, width in zip(columns, widths, strict=True):
        top = gap
        for piece in column:
            laid[piece.id] = dataclasses.replace(
                piece, x=left + piece.width / 2, y=top + piece.height / 2, angle=0.0
            )
            top += piece.height + gap
        left += width + between
    return tuple(laid[piece.id] for piece in pieces)
