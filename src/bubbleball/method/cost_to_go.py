"""H-1: the cost-to-go, a weighted distance to the flag from every point (eq. 16).

It is a shortest-path field for the ball's centre on a 4 px grid, one layer for each direction of
gravity. Gaps are measured exactly: the field leads through those that the ball fits through and
through no others. The ball falls freely and rises only with help, so rises weigh more; points
beyond the screen weigh so much that hardly any path leads through them. A cost is a length in px
only along paths without rises.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.game.distances import Grid, Jump, distances_to_segment
from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level
from bubbleball.game.passages import Passages, passages, touching
from bubbleball.model.columns import UP, X, Y
from bubbleball.model.limits import CELL, GRID_COLUMNS, GRID_CORNER, GRID_ROWS, SLOP
from bubbleball.model.shortest_paths import least_sums

GRID = Grid(GRID_CORNER, GRID_CORNER, CELL, GRID_ROWS, GRID_COLUMNS)

RISE = 3.0  # weight of a rise against gravity
LIFTED_RISE = 1.3  # the same in a level with a part that can lift the ball
OUTSIDE = 50.0  # weight of points beyond the screen
TOP = -20.0  # px; the ball may rise a little above the screen at no extra weight
TOO_HIGH = 10.0  # weight above the ball's start where nothing can lift it there
TRAPPED = 10.0  # weight within three ball radii of a trap
BARRED = 100.0  # weight at a barrier: to cross one costs more than nearly any path around it
HALF_BARRIER = 2 * CELL  # px from a barrier that count as at it: no step leads across
PIECE_AWAY = 40.0  # cost of a jump through a teleport whose partner has yet to be placed
JUMP = 1.0  # cost of a jump through a pair of teleports that stand
ROUNDING = 1e-3  # px; a gap exactly as wide as the ball is open
UNREACHABLE = 5000.0  # cost where no path leads to the flag
FARTHEST = UNREACHABLE - 1.0  # the greatest cost where one does
_LIFTS = frozenset({Kind.GRAVITY_UP, Kind.SPRING, Kind.SPEEDUP_UP, Kind.TELEPORT, Kind.CATAPULT})
_MOVES = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if np.gcd(dx, dy) == 1]


def free_cells(level: Level) -> Mask:
    """Cells at whose centre the ball fits between the fixed solid scenery."""
    return GRID.free((part.shape for part in level.walls), BALL_RADIUS)


@lru_cache(maxsize=8)
def ball_passages(level: Level) -> Passages:
    """Where the ball's centre can be, and between which cells it can move.

    A circle that rests on a circle overlaps it by Box2D's slop.
    """
    return passages(
        GRID,
        [
            (part.shape, BALL_RADIUS - (SLOP if isinstance(part.shape, Disc) else ROUNDING))
            for part in level.walls
        ],
    )


def rise_weight(level: Level) -> float:
    """How much a rise against gravity weighs in a level."""
    return LIFTED_RISE if any(part.kind in _LIFTS for part in level.parts) else RISE


def highest(level: Level, *, helped: bool = True) -> float:
    """The height above which nothing lifts the ball's centre, px; -inf if something may.

    A ball that only falls and bounces never gets higher than it started. Power-ups add energy, and
    so does wood that strikes it.

    helped: whether pieces from the tray may lift it, too, or else only the scenery.
    """
    lifts = any(
        (part.kind.button and part.kind is not Kind.SLOWDOWN)
        or (part.kind.wooden and (part.loose or part in level.pieces))
        for part in (level.parts if helped else level.scenery)
    )
    return -math.inf if lifts else level.ball.y - CELL


@dataclass(frozen=True, slots=True, eq=False)
class CostToGo:
    """The cost-to-go of a level.

    layers: 2 x rows x columns: gravity down, gravity up; twice the first where nothing turns it.
    """

    layers: Array

    def at(self, x: Array | float, y: Array | float, *, gravity_up: bool = False) -> Array:
        """The cost at one or many points; that of the nearest cell outside the grid."""
        costs: Array = self.layers[int(gravity_up)][GRID.cells(x, y)]
        return costs

    def along(self, path: Array) -> Array:
        """The cost in every frame of a path (frames x 6), by the gravity of that frame."""
        costs: Array = self.layers[path[:, UP].astype(int), *GRID.cells(path[:, X], path[:, Y])]
        return costs

    def shut_off(self, paths: Sequence[Array]) -> bool:
        """Whether no path to the flag begins anywhere on these paths (n x 2)."""
        x, y = np.concatenate(paths).T
        return bool((self.layers[:, *GRID.cells(x, y)] >= UNREACHABLE).all())


def cost_to_go(
    level: Level,
    barriers: Array | None = None,
    traps: Sequence[tuple[float, float]] = (),
    *,
    helped: bool = True,
) -> CostToGo:
    """The weighted distance of every cell to the flag.

    barriers: n x 4, segments (x and y of both ends) that a homotopy class does not cross.
    traps: points where an earlier round got stuck; paths within 45 px of one weigh ten times more.
    helped: whether pieces from the tray may lift the ball higher than it started.
    """
    ceiling = highest(level, helped=helped)
    if barriers is None and not traps:
        return _unbarred(level, ceiling)
    return _weighed(level, barriers, traps, ceiling)


@lru_cache(maxsize=8)
def _unbarred(level: Level, ceiling: float) -> CostToGo:
    """The cost-to-go that every search of a level starts from."""
    return _weighed(level, None, (), ceiling)


def _weighed(
    level: Level,
    barriers: Array | None,
    traps: Sequence[tuple[float, float]],
    ceiling: float,
) -> CostToGo:
    rise = rise_weight(level)
    xs, ys = GRID.centres()
    room = ball_passages(level)
    goal = touching(GRID, room, level.flag.sensor, BALL_RADIUS)
    weight = np.where(
        (xs < 0) | (xs > SCREEN_WIDTH) | (ys > SCREEN_HEIGHT) | (ys < TOP), OUTSIDE, 1.0
    )
    weight = np.where(ys < ceiling, np.maximum(weight, TOO_HIGH), weight)
    for barrier in () if barriers is None else barriers:
        weight[distances_to_segment(xs, ys, barrier) < HALF_BARRIER] = BARRED
    for x, y in traps:
        weight[np.hypot(xs - x, ys - y) < 3 * BALL_RADIUS] *= TRAPPED
    links = _links(level, goal)
    turns = any(part.kind is Kind.GRAVITY_UP for part in level.parts)
    layers = [
        GRID.shortest(  # (eq. 16)
            goal, room.free, _steps(rise, against), links, weight, room, least_sums
        )
        for against in ((-1, 1) if turns else (-1,))
    ]
    both = np.stack([layers[0], layers[-1]])
    return CostToGo(np.where(np.isfinite(both), np.minimum(both, FARTHEST), UNREACHABLE))


def _steps(rise: float, against: int) -> dict[tuple[int, int], float]:
    """Lengths of the steps between cells, where `rise` weighs those `against` gravity."""
    return {
        (dx, dy): CELL * float(np.hypot(dx, dy * (rise if dy * against > 0 else 1.0)))
        for dx, dy in _MOVES
    }


def _links(level: Level, goal: Mask) -> list[Jump]:
    """Jumps through teleports (from, to, cost): between two that stand, in both directions, and
    from a lone one to the flag, since its partner can be placed there.
    """
    ends = {part.id: part for part in level.scenery if part.kind is Kind.TELEPORT}
    links = []
    for pair in level.teleports:
        for a, b in (pair, pair[::-1]):
            if a in ends and b in ends:
                links.append(
                    (GRID.cell_of(ends[a].x, ends[a].y), GRID.cell_of(ends[b].x, ends[b].y), JUMP)
                )
            elif a in ends and goal.any():
                flag = tuple(int(i) for i in np.argwhere(goal)[0])
                links.append((GRID.cell_of(ends[a].x, ends[a].y), (flag[0], flag[1]), PIECE_AWAY))
    return links
