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
    work = new_work(board, np.zeros((2, 1, 1)), new_trace(path=True, log=False))
    after = np.zeros((len(states), 2))
    one_step(board, work, states, after)
    return after


def states_after(board: Board, starts: Array, frames: Indices) -> Array:
    """The ball's states in each of the `frames` after each start (n x 6), one below another."""
    work = new_work(board, np.zeros((2, 1, 1)), new_trace(path=True, log=False))
    seen = np.zeros((int(frames.sum()), starts.shape[1]))
    follow(board, work, starts, frames, seen)
    return seen


@compiled
def one_step(board: Board, work: Work, before: Array, after: Array) -> None:
    """Velocities (n x 2) one step after each of the states in `before` (n x 6), in order of time.

    The spin of a state is that after the step before it: nobody can see how a ball turns.
    The trace of `work` needs room for a path.
    """
    path, spin = work.trace.path, 0.0
    for n in range(len(before)):
        for k in range(BALL):
            work.ball[k] = before[n, k]
        work.ball[SPIN] = spin
        run(board, work, 0, 1, 1)
        spin = work.ball[SPIN]
        after[n, 0], after[n, 1] = path[1, VX], path[1, VY]


@compiled
def follow(board: Board, work: Work, starts: Array, frames: Indices, seen: Array) -> None:
    """Step the ball from each of the `starts` (n x 6), in order of time, for `frames` each.

    The states go to `seen` one after another. A start's spin is that at the end before it.
    The trace of `work` needs room for a path.
    """
    path, spin, row = work.trace.path, 0.0, 0
    for n in range(len(starts)):
        for k in range(BALL):
            work.ball[k] = starts[n, k]
        work.ball[SPIN] = spin
        # Not from frame 0, in which a power-up would act that the ball is in already.
        _, last = run(board, work, 1, 1 + frames[n], STEP_LIMIT)
        spin = work.ball[SPIN]
        for f in range(2, frames[n] + 2):
            for k in range(BALL):
                seen[row, k] = path[min(f, last), k]
            row += 1
