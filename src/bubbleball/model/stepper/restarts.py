"""The stepper started again and again from recorded states, to compare with what came next."""

from __future__ import annotations

from bubbleball.game.arrays import Array, Indices
from bubbleball.model.board import Board
from bubbleball.model.columns import BALL, SPIN, VX, VY
from bubbleball.model.compiling import compiled
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.stepper.kernel import run
from bubbleball.model.stepper.work import Work


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
        _, last = run(board, work, 0, frames[n], STEP_LIMIT)
        spin = work.ball[SPIN]
        for f in range(1, frames[n] + 1):
            for k in range(BALL):
                seen[row, k] = path[min(f, last), k]
            row += 1
