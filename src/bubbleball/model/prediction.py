"""What the models predict, as values for the rest of the method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.model.codes import AT_FLAG, NOT_MET, Status


@dataclass(frozen=True, slots=True)
class PredictedEvent:
    """A contact or effect that a model expects.

    part: id of the part. seconds: when. x, y: the ball's centre then, px.
    """

    part: str
    seconds: float
    x: float
    y: float


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """The ball's predicted motion in one configuration.

    outcome: how it ended.
    path: frames x 6: x, y, vx, vy, gravity up, spin.
    value: the least cost met on the path; the stepper's is -1 at the flag.
    events: contacts and effects in order.
    """

    outcome: Status
    path: Array
    value: float
    events: tuple[PredictedEvent, ...]

    @property
    def solved(self) -> bool:
        """Whether the ball is predicted to reach the flag."""
        return self.outcome is Status.AT_FLAG


class Forecasts(NamedTuple):
    """Short predictions of many candidates, an entry each.

    outcome: a `Status`.
    value: the least cost met; the stepper's is -1 at the flag.
    x, y: where, px.
    met: the first frame at which the ball meets a part of the candidate; NOT_MET if it never does.
    """

    outcome: Indices
    value: Array
    x: Array
    y: Array
    met: Indices

    @property
    def solved(self) -> Mask:
        """The candidates with which the ball reaches the flag."""
        solved: Mask = self.outcome == AT_FLAG
        return solved

    @property
    def touched(self) -> Mask:
        """The candidates that the ball meets."""
        touched: Mask = self.met != NOT_MET
        return touched
