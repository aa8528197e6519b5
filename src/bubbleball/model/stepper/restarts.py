"""The stepper started again and again from recorded states, to compare with what came next."""

from __future__ import annotations

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.model.board import Board
from bubbleball.model.columns import BALL, SPIN, VX, VY
from bubbleball.model.compiling import compiled
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.stepper.kernel import run
from bubbleball.model.stepper.work import Work, new_work
from bubbleball.model.trace import new_trace


def velocities_after_a_step(board: Board, states: Array) -> Array:
    """The ball's velocities (n x 2) one step after each of the states (n x 6), in order of time."""
    return _states_after(board, states, np.ones(len(states), np.int64), 0)[:, VX : VY + 1].copy()


def states_after(board: Board, starts: Array, frames: Indices) -> Array:
    """The ball's states in each of the `frames` after each start (n x 6), one below another.

    Power-ups that the ball is in at a start have acted already.
    """
    return _states_after(board, starts, frames, 1)


def _states_after(board: Board, starts: Array, frames: Indices, first: int) -> Array:
    work = new_work(board, np.zeros((2, 1, 1)), new_trace(path=True, log=False))
    seen = np.zeros((int(frames.sum()), starts.shape[1]))
    follow(board, work, starts, frames, first, seen)
    return seen


@compiled
def follow(
    board: Board, work: Work, starts: Array, frames: Indices, first: int, seen: Array
) -> None:
    """Step the ball from each of the `starts` (n x 6), in order of time, for `frames` each.

    The states go to `seen` one after another. A start's spin is that at the end before it: nobody
    can see how a ball turns. The trace of `work` needs room for a path.

    first: number of the frame of a start; in frame 0 power-ups act that the ball is in.
    """
    path, spin, row = work.trace.path, 0.0, 0
    for n in range(len(starts)):
        for k in range(BALL):
            work.ball[k] = starts[n, k]
        work.ball[SPIN] = spin
        _, last = run(board, work, first, first + frames[n], STEP_LIMIT)
        spin = work.ball[SPIN]
        for f in range(first + 1, first + frames[n] + 1):
            for k in range(BALL):
                seen[row, k] = path[min(f, last), k]
            row += 1
