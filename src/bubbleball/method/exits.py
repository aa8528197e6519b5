"""Where the exit of a pair of teleports may stand: free points, those near the flag more often."""

from __future__ import annotations

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT
from bubbleball.game.level import Level
from bubbleball.method.cost_to_go import GRID, CostToGo, free_cells


def exit_points(level: Level, to_go: CostToGo) -> Array:
    """Free points (n x 2) inside the play area; the third nearest to the flag comes three times."""
    xs, ys = GRID.centres()
    inside = (
        (xs > 0) & (xs < SCREEN_WIDTH) & (ys > TRAY_HEIGHT + BALL_RADIUS) & (ys < SCREEN_HEIGHT)
    )
    cells = np.flatnonzero((free_cells(level) & inside).ravel())
    if not len(cells):
        return np.array([[SCREEN_WIDTH / 2, 200.0]])
    costs = to_go.layers[0].ravel()[cells]
    near = cells[np.argsort(costs)[: max(1, len(cells) // 3)]]
    chosen = np.concatenate([cells, near, near])
    return np.column_stack([xs.ravel()[chosen], ys.ravel()[chosen]])
