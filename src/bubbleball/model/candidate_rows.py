"""Many candidates at once: what each adds to a board, and where its prediction starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement
from bubbleball.model.board import Board, build_board, partner_row
from bubbleball.model.columns import (
    BUTTON,
    CENTRE_X,
    PARAMETERS,
    PARTNER,
    PLACE_X,
    PLACE_Y,
    RADIUS,
    SHAPE,
    SPIN,
    VX,
    VY,
    X,
    Y,
)
from bubbleball.model.compiling import compiled, inlined
from bubbleball.model.limits import STEP
from bubbleball.model.prediction import Forecasts
from bubbleball.model.rows import button_rows, shape_rows

_EARLY = 4.0  # px by which the engine sees a neighbour before the ball touches it


class CandidateRows(NamedTuple):
    """Candidates, an entry each.

    shapes, buttons: candidates x rows x columns: the parts added.
    betas: candidates x parameters.
    starts: candidates x 6, or 5 without spin: the ball where the prediction begins. frames: when.
    """

    shapes: Array
    buttons: Array
    betas: Array
    starts: Array
    frames: Indices

    def started_near(self, path: Array) -> CandidateRows:
        """The same candidates, each started on the path just before the ball comes near it.

        path: the ball's motion without the candidate, frames x 6, or 5 without spin.
        """
        solid = self.shapes.shape[1]
        discs = np.zeros((len(self.frames), solid + self.buttons.shape[1], 3))
        discs[:, :solid] = self.shapes[:, :, CENTRE_X : RADIUS + 1]
        discs[:, solid:, :2] = self.buttons[:, :, PLACE_X : PLACE_Y + 1]
        discs[:, solid:, 2] = BUTTON_RADIUS
        frames = np.zeros(len(discs), np.int64)
        _entry_frames(np.ascontiguousarray(path), discs, frames)
        return self._replace(starts=path[frames], frames=frames)


def build_candidates(
    level: Level,
    placements: Iterable[Placement],
    parts: Sequence[Part],
    poses: Array,
    betas: Array,
) -> tuple[Board, tuple[str, ...], CandidateRows]:
    """Candidates that add `parts` to a configuration.

    Returns the board, the ids behind its rows, and the batch.

    poses: candidates x parts x 3: x, y, degrees.
    betas: candidates x parameters, or one row for all.
    """
    count = len(poses)
    board, names = build_board(level, placements, np.zeros(PARAMETERS), parts)
    buttons = names[len(board.shapes) :]
    shapes = np.zeros((count, sum(part.kind.solid for part in parts), SHAPE))
    pressed = np.zeros((count, sum(part.kind.button for part in parts), BUTTON))
    shape_count = button_count = 0
    for j, part in enumerate(parts):
        if part.kind.solid:
            shapes[:, shape_count] = shape_rows(part, poses[:, j], static=not part.kind.wooden)
            shape_count += 1
        elif part.kind.button:
            partner = partner_row(level, part, buttons)
            pressed[:, button_count] = button_rows(part, poses[:, j], partner)
            button_count += 1
    start = [level.ball.x, level.ball.y, 0.0, 0.0, 0.0]
    return (
        board,
        names,
        CandidateRows(
            shapes,
            pressed,
            np.broadcast_to(betas, (count, PARAMETERS)).copy(),
            np.tile(start, (count, 1)),
            np.zeros(count, np.int64),
        ),
    )


def build_alone(
    level: Level, placements: Iterable[Placement], beta: Array
) -> tuple[Board, tuple[str, ...], CandidateRows]:
    """A configuration as a single candidate that adds nothing to it."""
    return build_candidates(level, placements, (), np.zeros((1, 0, 3)), beta)


def completes_pair(board: Board, batch: CandidateRows) -> bool:
    """Whether the candidates add the other end of a teleport that stands already.

    That one may then act anywhere on the ball's path, not only near the candidate.
    """
    standing = len(board.buttons) - batch.buttons.shape[1]
    return bool((board.buttons[:standing, PARTNER] >= standing).any())


def new_forecasts(count: int) -> Forecasts:
    """Room for the forecasts of a batch."""
    return Forecasts(
        np.zeros(count, np.int64),
        np.zeros(count),
        np.zeros(count),
        np.zeros(count),
        np.zeros(count, np.int64),
    )


@inlined
def load_candidate(board: Board, batch: CandidateRows, c: int, ball: Array) -> None:
    """Put candidate c into the spare rows of the board, with its β, and the ball at its start."""
    first = len(board.shapes) - batch.shapes.shape[1]
    for r in range(batch.shapes.shape[1]):
        for k in range(SHAPE):
            board.shapes[first + r, k] = batch.shapes[c, r, k]
    first = len(board.buttons) - batch.buttons.shape[1]
    for r in range(batch.buttons.shape[1]):
        for k in range(BUTTON):
            board.buttons[first + r, k] = batch.buttons[c, r, k]
    for k in range(PARAMETERS):
        board.beta[k] = batch.betas[c, k]
    ball[SPIN] = 0.0  # a recorded path does not have it
    for k in range(batch.starts.shape[1]):
        ball[k] = batch.starts[c, k]


@compiled
def _entry_frames(path: Array, discs: Array, frames: Indices) -> None:
    """For each candidate the last frame of the path before the ball comes near any of its discs."""
    for c in range(len(discs)):
        found = len(path) - 1
        for k in range(len(path)):
            x, y = path[k, X], path[k, Y]
            margin = _EARLY + (abs(path[k, VX]) + abs(path[k, VY])) * STEP
            near = False
            for j in range(discs.shape[1]):
                dx, dy = x - discs[c, j, 0], y - discs[c, j, 1]
                reach = discs[c, j, 2] + BALL_RADIUS + margin
                if dx * dx + dy * dy < reach * reach:
                    near = True
                    break
            if near:
                found = max(0, k - 1)
                break
        frames[c] = found
