"""H-2: the coarse grid, rated by closed-form event chains (eq. 6).

A chain costs a third of a stepped prediction and is a little less exact: good enough to say which
candidates are worth stepping.
"""

from __future__ import annotations

from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.method.candidates import PoseBatch, State
from bubbleball.model.beta import beta_vector
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.prediction import Forecasts


class EventSieve:
    """Rates candidates of one level under one belief."""

    def __init__(self, level: Level, physics: Physics) -> None:
        self.level = level
        self.beta = beta_vector(physics)

    def __call__(self, state: State, batch: PoseBatch, aim: tuple[float, float]) -> Forecasts:
        """The closest approach of the ball to `aim` (px) with each candidate beside a state."""
        return EventPredictor(self.level, aim).many(
            state.placements, batch.parts, batch.poses, self.beta, state.prediction.path
        )
