"""How near a trial came to the flag: distance along free ways, not through walls."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import bounds, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.game.physics import OFF_SCREEN

CELL = 8.0  # px
SLACK = (
    5.0  # px by which a wall is thinner here than for the ball: a cell's centre is not the ball's
)
FAR = 5000.0  # px; stands for "no way at all"
_LEFT = _TOP = -OFF_SCREEN
_COLUMNS = math.ceil((SCREEN_WIDTH + 2 * OFF_SCREEN) / CELL)
_ROWS = math.ceil((SCREEN_HEIGHT + 2 * OFF_SCREEN) / CELL)
_STEPS = [(dx, dy, CELL * math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Field:
    """Distance to the flag from everywhere on and round the screen, for a disc like the ball.

    Fixed scenery stands in the way; loose wood does not. The two ends of a teleport that stands in
    the level are one step apart.
    """

    def __init__(self, level: Level) -> None:
        self._distance = _flood(_free(level), _goals(level), _links(level))

    def at(self, path: Array) -> NDArray[np.float64]:
        """Distance, px, for every row x, y of a path."""
        columns = np.clip(((path[:, 0] - _LEFT) / CELL).astype(int), 0, _COLUMNS - 1)
        rows = np.clip(((path[:, 1] - _TOP) / CELL).astype(int), 0, _ROWS - 1)
        distances: NDArray[np.float64] = self._distance[rows, columns]
        return distances

    def nearest(self, path: Array) -> float:
        """The least distance along a path."""
        return float(self.at(path).min())


def _centre(row: int, column: int) -> tuple[float, float]:
    return _LEFT + (column + 0.5) * CELL, _TOP + (row + 0.5) * CELL


def _cells(left: float, top: float, right: float, bottom: float) -> list[tuple[int, int]]:
    """The cells whose centres may lie in a box."""
    columns = range(
        max(0, int((left - _LEFT) / CELL) - 1), min(_COLUMNS, int((right - _LEFT) / CELL) + 2)
    )
    rows = range(max(0, int((top - _TOP) / CELL) - 1), min(_ROWS, int((bottom - _TOP) / CELL) + 2))
    return [(row, column) for row in rows for column in columns]


def _free(level: Level) -> NDArray[np.bool_]:
    free = np.ones((_ROWS, _COLUMNS), dtype=bool)
    reach = BALL_RADIUS - SLACK
    for part in level.scenery:
        if not part.kind.solid or part.loose:
            continue
        left, top, right, bottom = bounds(part.shape)
        for cell in _cells(left - reach, top - reach, right + reach, bottom + reach):
            if free[cell] and signed_distance(*_centre(*cell), part.shape) < reach:
                free[cell] = False
    return free


def _goals(level: Level) -> list[tuple[int, int]]:
    sensor = level.flag.sensor
    left, top, right, bottom = bounds(sensor)
    reach = BALL_RADIUS
    return [
        cell
        for cell in _cells(left - reach, top - reach, right + reach, bottom + reach)
        if signed_distance(*_centre(*cell), sensor) < reach
    ]


def _links(level: Level) -> dict[tuple[int, int], tuple[int, int]]:
    ends = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    links = {}
    for part_id, part in ends.items():
        partner = ends.get(level.partner(part_id) or "")
        if partner is not None:
            links[_cell(part.x, part.y)] = _cell(partner.x, partner.y)
    return links


def _cell(x: float, y: float) -> tuple[int, int]:
    return (
        min(_ROWS - 1, max(0, int((y - _TOP) / CELL))),
        min(_COLUMNS - 1, max(0, int((x - _LEFT) / CELL))),
    )


def _flood(
    free: NDArray[np.bool_],
    goals: list[tuple[int, int]],
    links: dict[tuple[int, int], tuple[int, int]],
) -> NDArray[np.float64]:
    """Dijkstra from the goal cells; cells in a wall or cut off stay at FAR."""
    distance = np.full(free.shape, FAR)
    heap = [(0.0, cell) for cell in goals]
    for _, cell in heap:
        distance[cell] = 0.0
    while heap:
        so_far, (row, column) = heapq.heappop(heap)
        if so_far > distance[row, column]:
            continue
        near = [((row + dy, column + dx), length) for dx, dy, length in _STEPS]
        if (row, column) in links:
            near.append((links[row, column], CELL))
        for cell, length in near:
            if not (0 <= cell[0] < _ROWS and 0 <= cell[1] < _COLUMNS and free[cell]):
                continue
            if so_far + length < distance[cell]:
                distance[cell] = so_far + length
                heapq.heappush(heap, (so_far + length, cell))
    return distance
