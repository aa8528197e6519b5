"""What either model returns: the predicted path and the events on it."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.game.arrays import Array
from bubbleball.model import columns


@dataclass(frozen=True, slots=True)
class PredictedEvent:
    """A contact or effect that the model expects.

    part: id of the part. seconds: when. x, y: the ball's centre then, px.
    """

    part: str
    seconds: float
    x: float
    y: float


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """The ball's predicted motion in one configuration.

    outcome: one of the kernel's codes. path: frames x 5: x, y, vx, vy, gravity up.
    value: least cost-to-go met on the way; -1 at the flag. best_frame: where.
    events: contacts and effects in order.
    """

    outcome: int
    path: Array
    value: float
    best_frame: int
    events: tuple[PredictedEvent, ...]

    @property
    def solved(self) -> bool:
        """Whether the ball is predicted to reach the flag."""
        return self.outcome == columns.AT_FLAG
