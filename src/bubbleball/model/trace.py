"""What a prediction leaves behind: the ball's path and what it met."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.model.columns import BALL, X, Y
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import STEP, STEP_LIMIT
from bubbleball.model.prediction import PredictedEvent

LOGGED = 48  # events that a log has room for


class Trace(NamedTuple):
    """The path and the log of a prediction.

    path: frames x 6, a ball's columns; without rows it is not recorded.
    log: events x 2: frame, and what was met: a shape's row, or a button's behind the shapes.
    total: one number, the events so far, also those beyond the log's room.
    """

    path: Array
    log: Indices
    total: Indices

    def events(self, names: tuple[str, ...]) -> tuple[PredictedEvent, ...]:
        """The logged events by the names of the parts."""
        return tuple(
            PredictedEvent(names[who], frame * STEP, *map(float, self.path[frame, [X, Y]]))
            for frame, who in self.log[: self.total[0]].tolist()
            if frame < len(self.path)
        )


def new_trace(*, path: bool, log: bool) -> Trace:
    """An empty trace; what is not wanted takes no room."""
    return Trace(
        np.zeros((STEP_LIMIT + 1 if path else 0, BALL)),
        np.zeros((LOGGED if log else 0, 2), np.int64),
        np.zeros(1, np.int64),
    )


@inlined
def log_event(trace: Trace, frame: int, who: int) -> None:
    """Note that the ball met `who` at `frame`."""
    row = trace.total[0]
    if row < len(trace.log):
        trace.log[row, 0], trace.log[row, 1] = frame, who
    trace.total[0] = row + 1
