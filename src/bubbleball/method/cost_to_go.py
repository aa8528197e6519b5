"""H-1: the cost-to-go, a weighted distance to the flag from every point (eq. 16).

It is a shortest-path field for the ball's centre on a 4 px grid, one layer for each direction of
gravity. The ball falls freely and rises only with help, so rises weigh more; points beyond the
screen weigh so much that hardly any path leads through them. A cost is a length in px only along
paths without rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.geometry import Disc, Shape
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.model.limits import CELL
from bubbleball.model.limits import GRID_COLUMNS as COLUMNS
from bubbleball.model.limits import GRID_CORNER as CORNER
from bubbleball.model.limits import GRID_ROWS as ROWS

RISE = 3.0  # weight of a rise against gravity
LIFTED_RISE = 1.3  # the same in a level with a part that can lift the ball
OUTSIDE = 50.0  # weight of points beyond the screen
TOP = -20.0  # px; the ball may rise a little above the screen at no extra weight
CORRIDOR = 1.15  # weight of each point of an avoided path within two ball radii of it
TRAPPED = 10.0  # weight within three ball radii of a trap
PIECE_AWAY = 40.0  # cost of a jump through a teleport whose partner has yet to be placed
JUMP = 1.0  # cost of a jump through a pair of teleports that stand
UNREACHABLE = 5000.0  # cost where no path leads to the flag
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


def free_cells(level: Level, radius: float = BALL_RADIUS - 3.0) -> Mask:
    """Cells whose centre keeps `radius` from the fixed solid scenery.

    It is a little less than the ball's radius, so that every legal place of the ball lies in a
    free cell.
    """
    xs, ys = cell_centres()
    free = np.ones(xs.shape, bool)
    for part in level.scenery:
        if part.kind.solid and not part.loose:
            free &= distances(part.shape, xs, ys) >= radius
    return free


@dataclass(frozen=True, slots=True, eq=False)
class CostToGo:
    """The cost-to-go of a level.

    layers: 2 x rows x columns: gravity down, gravity up.
    """

    layers: Array

    def at(self, x: Array | float, y: Array | float, *, gravity_up: bool = False) -> Array:
        """The cost at one or many points; that of the nearest cell outside the grid."""
        costs: Array = self.layers[int(gravity_up)][_cells(x, y)]
        return costs


def cost_to_go(
    level: Level, avoid: Sequence[Array] = (), traps: Sequence[tuple[float, float]] = ()
) -> CostToGo:
    """The weighted distance of every cell to the flag.

    avoid: paths (n x 2) whose surroundings weigh more, so that others are preferred.
    traps: points where an earlier round got stuck; paths within 45 px of one weigh ten times more.
    """
    lifted = any(part.kind in _LIFTS for part in level.parts)
    rise = LIFTED_RISE if lifted else RISE
    xs, ys = cell_centres()
    free = free_cells(level)
    goal = free & (distances(level.flag.sensor, xs, ys) <= BALL_RADIUS)
    weight = np.where(
        (xs < 0) | (xs > SCREEN_WIDTH) | (ys > SCREEN_HEIGHT) | (ys < TOP), OUTSIDE, 1.0
    )
    for path in avoid:
        for x, y in path:
            weight[np.hypot(xs - x, ys - y) < 2 * BALL_RADIUS] *= CORRIDOR
    for x, y in traps:
        weight[np.hypot(xs - x, ys - y) < 3 * BALL_RADIUS] *= TRAPPED
    return CostToGo(
        np.stack([_distances_to(goal, free, weight, up * rise, level) for up in (1.0, -1.0)])
    )


def _distances_to(goal: Mask, free: Mask, weight: Array, rise: float, level: Level) -> Array:
    """One layer. `rise` weighs moves up the screen; if it is negative, moves down."""
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
        weights.append((length * (weight[here] + weight[there]) / 2)[both])  # (eq. 16)
    for entry, leave, cost in _links(level, goal):
        sources.append(np.array([number[entry]]))
        targets.append(np.array([number[leave]]))
        weights.append(np.array([cost]))
    size = ROWS * COLUMNS
    graph = coo_matrix(
        (np.concatenate(weights), (np.concatenate(targets), np.concatenate(sources))), (size, size)
    ).tocsr()  # reversed, so that one search from the flag reaches every start
    if not goal.any():
        return np.full((ROWS, COLUMNS), UNREACHABLE)
    reached = dijkstra(graph, indices=np.flatnonzero(goal.ravel()), min_only=True)
    field: Array = np.minimum(reached.reshape(ROWS, COLUMNS), UNREACHABLE)
    return field


def _links(level: Level, goal: Mask) -> list[tuple[tuple[int, int], tuple[int, int], float]]:
    """Jumps through teleports (from, to, cost): between two that stand, in both directions, and
    from a lone one to the flag, since its partner can be placed there.
    """
    ends = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    links = []
    for pair in level.teleports or ():
        for a, b in (pair, pair[::-1]):
            if a in ends and b in ends:
                links.append((_cell(ends[a].x, ends[a].y), _cell(ends[b].x, ends[b].y), JUMP))
            elif a in ends and goal.any():
                flag = tuple(int(i) for i in np.argwhere(goal)[0])
                links.append((_cell(ends[a].x, ends[a].y), (flag[0], flag[1]), PIECE_AWAY))
    return links


def _cells(x: Array | float, y: Array | float) -> tuple[Indices, Indices]:
    """Rows and columns of the cells in which points lie, or that are nearest to them."""
    row = np.clip(((np.asarray(y) - CORNER) / CELL).astype(np.int64), 0, ROWS - 1)
    column = np.clip(((np.asarray(x) - CORNER) / CELL).astype(np.int64), 0, COLUMNS - 1)
    return row, column


def _cell(x: float, y: float) -> tuple[int, int]:
    row, column = _cells(x, y)
    return int(row), int(column)
