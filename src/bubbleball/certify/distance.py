"""How near a trial came to the flag: the distance along free paths, not through walls."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.distances import Grid, Jump
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.game.passages import passages, touching
from bubbleball.game.physics import OFF_SCREEN

CELL = 8.0  # px
SLACK = 0.15  # px by which the engine lets the ball overlap a wall
FAR = 5000.0  # px; where no path leads to the flag
GRID = Grid(
    left=-OFF_SCREEN,
    top=-OFF_SCREEN,
    cell=CELL,
    rows=math.ceil((SCREEN_HEIGHT + 2 * OFF_SCREEN) / CELL),
    columns=math.ceil((SCREEN_WIDTH + 2 * OFF_SCREEN) / CELL),
)
_STEPS = {(dx, dy): CELL * math.hypot(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}


class DistanceField:
    """Distance to the flag from everywhere on and around the screen, for a disc like the ball.

    Walls block it; loose wood does not. The two ends of a teleport that stands in the level are
    one step apart.
    """

    def __init__(self, level: Level) -> None:
        room = passages(GRID, [(part.shape, BALL_RADIUS - SLACK) for part in level.walls])
        goal = touching(GRID, room, level.flag.sensor, BALL_RADIUS)
        jumps = [jump for jump in _jumps(level) if room.free[jump[0]]]
        distance = GRID.shortest(goal, room.free, _STEPS, jumps, passages=room)
        self._distance = np.minimum(distance, FAR)

    def at(self, path: Array) -> Array:
        """Distance, px, for every row x, y of a path."""
        distances: Array = self._distance[GRID.cells(path[:, 0], path[:, 1])]
        return distances

    def nearest(self, path: Array) -> float:
        """The least distance along a path, px."""
        return float(self.at(path).min())


def _jumps(level: Level) -> list[Jump]:
    ends = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    return [
        (GRID.cell_of(ends[a].x, ends[a].y), GRID.cell_of(ends[b].x, ends[b].y), CELL)
        for pair in level.teleports
        if all(end in ends for end in pair)
        for a, b in (pair, pair[::-1])
    ]
