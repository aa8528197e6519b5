"""H-1: how far it still is to the flag, from everywhere (eq. 16).

A shortest-path field for the ball's centre on a 4 px grid. A ball falls by itself and rises only
at a price, so rises weigh more; beyond the screen the way is all but closed. There is one layer
for each direction of gravity.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level

Array = NDArray[np.float64]

CELL = 4.0
CORNER = -64.0  # x and y of the grid's first corner
COLUMNS, ROWS = 152, 112
RISE = 3.0  # weight of a rise against gravity
LIFTED_RISE = 1.3  # the same where a piece can lift the ball
OUTSIDE = 50.0  # weight of ways beyond the screen
TRAPPED = 10.0  # weight of ways through a place where the search got stuck
PIECE_AWAY = 40.0  # px; what a piece that still has to be placed counts for
UNREACHABLE = 5000.0  # value where no way leads to the flag
_LIFTS = frozenset({Kind.GRAVITY_UP, Kind.SPRING, Kind.SPEEDUP_UP, Kind.TELEPORT, Kind.CATAPULT})
_MOVES = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if np.gcd(dx, dy) == 1]


def cell_centres() -> tuple[Array, Array]:
    """x and y of every cell's centre, rows x columns."""
    x = CORNER + CELL * (np.arange(COLUMNS) + 0.5)
    y = CORNER + CELL * (np.arange(ROWS) + 0.5)
    xs, ys = np.meshgrid(x, y)
    return xs, ys


def distances(shape: Shape, xs: Array, ys: Array) -> Array:
    """Signed distance from many points to a shape; negative inside."""
    if isinstance(shape, Disc):
        return np.hypot(xs - shape.x, ys - shape.y) - shape.radius
    corners = np.array(shape.corners)
    nearest = np.full(xs.shape, np.inf)
    inside = np.ones(xs.shape, bool)
    ahead = np.roll(corners, -1, axis=0)
    turn = np.sign(np.sum(corners[:, 0] * ahead[:, 1] - ahead[:, 0] * corners[:, 1]))
    for (ax, ay), (bx, by) in zip(corners, ahead, strict=True):
        ex, ey = bx - ax, by - ay
        px, py = xs - ax, ys - ay
        t = np.clip((px * ex + py * ey) / (ex * ex + ey * ey), 0, 1)
        nearest = np.minimum(nearest, np.hypot(px - t * ex, py - t * ey))
        inside &= turn * (ex * py - ey * px) >= 0
    return np.where(inside, -nearest, nearest)


def free_cells(level: Level, radius: float = BALL_RADIUS - 3.0) -> NDArray[np.bool_]:
    """Cells whose centre keeps `radius` from everything solid that stands fixed.

    A little less than the ball's radius, so that every place the ball can be is in a free cell.
    """
    xs, ys = cell_centres()
    free = np.ones(xs.shape, bool)
    for part in level.scenery:
        if part.kind.solid and not part.loose:
            free &= distances(part.shape, xs, ys) >= radius
    return free


def cost_to_go(
    level: Level, avoid: Sequence[Array] = (), traps: Sequence[tuple[float, float]] = ()
) -> Array:
    """Layers (gravity down, gravity up) x rows x columns of weighted distance to the flag, px.

    avoid: paths (n x 2) whose surroundings are made dearer, to be led another way.
    traps: points near the flag from which it was not reached; ways through them cost far more.
    """
    lifted = any(part.kind in _LIFTS for part in level.parts)
    rise = LIFTED_RISE if lifted else RISE
    xs, ys = cell_centres()
    free = free_cells(level)
    goal = free & (distances(level.flag.sensor, xs, ys) <= BALL_RADIUS)
    price = np.where(
        (xs < 0) | (xs > SCREEN_WIDTH) | (ys > SCREEN_HEIGHT) | (ys < -20), OUTSIDE, 1.0
    )
    for path in avoid:
        for x, y in path:
            price[np.hypot(xs - x, ys - y) < 2 * BALL_RADIUS] *= 1.15
    for x, y in traps:
        price[np.hypot(xs - x, ys - y) < 3 * BALL_RADIUS] *= TRAPPED
    return np.stack([_distances_to(goal, free, price, up * rise, level) for up in (1.0, -1.0)])


def _distances_to(
    goal: NDArray[np.bool_], free: NDArray[np.bool_], price: Array, rise: float, level: Level
) -> Array:
    """One layer: `rise` > 0 makes moves up the screen dearer, < 0 moves down."""
    number = np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS)
    sources, targets, weights = [], [], []
    for dx, dy in _MOVES:
        here = (slice(max(0, -dy), ROWS - max(0, dy)), slice(max(0, -dx), COLUMNS - max(0, dx)))
        there = (slice(max(0, dy), ROWS + min(0, dy)), slice(max(0, dx), COLUMNS + min(0, dx)))
        both = free[here] & free[there]
        against = (dy < 0) if rise > 0 else (dy > 0)
        length = CELL * np.hypot(dx, dy * (abs(rise) if against else 1.0))
        sources.append(number[here][both])
        targets.append(number[there][both])
        weights.append((length * (price[here] + price[there]) / 2)[both])
    for entry, leave, weight in _links(level, goal):
        sources.append(np.array([number[entry]]))
        targets.append(np.array([number[leave]]))
        weights.append(np.array([weight]))
    size = ROWS * COLUMNS
    graph = coo_matrix(
        (np.concatenate(weights), (np.concatenate(targets), np.concatenate(sources))), (size, size)
    ).tocsr()  # reversed, so that one search from the flag reaches every start
    if not goal.any():
        return np.full((ROWS, COLUMNS), UNREACHABLE)
    reached = dijkstra(graph, indices=np.flatnonzero(goal.ravel()), min_only=True)
    field: Array = np.minimum(reached.reshape(ROWS, COLUMNS), UNREACHABLE)
    return field


def _links(
    level: Level, goal: NDArray[np.bool_]
) -> list[tuple[tuple[int, int], tuple[int, int], float]]:
    """Cells joined by teleports: both ways between two that stand, to the flag from a lone one.

    A teleport whose partner is still a piece can lead to wherever that is put.
    """
    ends = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    links = []
    for pair in level.teleports or ():
        for a, b in (pair, pair[::-1]):
            if a in ends and b in ends:
                links.append((_cell(ends[a].x, ends[a].y), _cell(ends[b].x, ends[b].y), 1.0))
            elif a in ends and goal.any():
                flag = tuple(int(i) for i in np.argwhere(goal)[0])
                links.append((_cell(ends[a].x, ends[a].y), (flag[0], flag[1]), PIECE_AWAY))
    return links


def _cell(x: float, y: float) -> tuple[int, int]:
    row = min(ROWS - 1, max(0, int((y - CORNER) / CELL)))
    return row, min(COLUMNS - 1, max(0, int((x - CORNER) / CELL)))
