"""The working memory of the stepper, made once for many predictions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.model.board import Board
from bubbleball.model.columns import BALL
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import CELL, GRID_CORNER
from bubbleball.model.trace import Trace

MAX_NEAR = 24  # shapes looked at in one step

# Columns of the best point: cost, frame, x, y.
BEST, BEST_FRAME, BEST_X, BEST_Y = range(4)

# Columns of a near shape's gap: a lower bound of it, and the normal where it was last measured.
GAP, GAP_NX, GAP_NY = range(3)

# Columns of a contact: normal, a point of its plane, the normal speed that the bounce leaves,
# friction, and the impulses so far along the normal and along the surface.
NX, NY, PX, PY, BIAS, MU, PUSH, PULL = range(8)
CONTACT = 8


class Work(NamedTuple):
    """What the stepper writes to.

    ball: the ball's state.
    best: the point of least cost so far.
    near: rows of the shapes within the horizon. gaps: to each of them.
    contact: a row for each touching shape. who: which shape.
    touched, before: of each shape, whether the ball touches it now, or did in the last step.
    inside: of each button, whether the ball is in it. due: the frame in which it acts, if yet to.
    costs: cost-to-go, 2 x rows x columns: gravity down, gravity up.
    trace: where path and log go.
    """

    ball: Array
    best: Array
    near: Indices
    gaps: Array
    contact: Array
    who: Indices
    touched: Mask
    before: Mask
    inside: Mask
    due: Indices
    costs: Array
    trace: Trace


def new_work(board: Board, costs: Array, trace: Trace) -> Work:
    """Working memory for predictions in one board."""
    return Work(
        ball=np.zeros(BALL),
        best=np.zeros(4),
        near=np.zeros(MAX_NEAR, np.int64),
        gaps=np.zeros((MAX_NEAR, 3)),
        contact=np.zeros((MAX_NEAR, CONTACT)),
        who=np.zeros(MAX_NEAR, np.int64),
        touched=np.zeros(len(board.shapes), np.bool_),
        before=np.zeros(len(board.shapes), np.bool_),
        inside=np.zeros(len(board.buttons), np.bool_),
        due=np.zeros(len(board.buttons), np.int64),
        costs=costs,
        trace=trace,
    )


@inlined
def cost_at(costs: Array, x: float, y: float, up: float) -> float:
    """The cost-to-go at a point, while gravity points down or up."""
    column = min(costs.shape[2] - 1, max(0, int((x - GRID_CORNER) / CELL)))
    row = min(costs.shape[1] - 1, max(0, int((y - GRID_CORNER) / CELL)))
    cost: float = costs[int(up), row, column]
    return cost
