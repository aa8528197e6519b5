"""Predictions by stepping the ball: one in full, or thousands in short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.model.beta import beta_vector
from bubbleball.model.candidate_rows import (
    build_alone,
    build_candidates,
    completes_pair,
    new_forecasts,
)
from bubbleball.model.codes import Status
from bubbleball.model.limits import STEP_LIMIT
from bubbleball.model.prediction import Forecasts, Prediction
from bubbleball.model.stepper.kernel import step_batch
from bubbleball.model.stepper.work import new_work
from bubbleball.model.trace import new_trace

PATIENCE = 150  # frames without progress after which a short prediction stops


class StepPredictor:
    """Predicts in one level.

    costs: cost-to-go that rates where the ball gets, 2 x rows x columns.
    """

    def __init__(self, level: Level, costs: Array) -> None:
        self.level = level
        self.costs = costs

    def one(
        self, placements: Iterable[Placement], physics: Physics, begun: Array | None = None
    ) -> Prediction:
        """The whole motion in one configuration.

        begun: frames x 6, how it begins; the prediction goes on from the last of these frames.
        """
        board, names, batch = build_alone(self.level, placements, beta_vector(physics))
        work = new_work(board, self.costs, new_trace(path=True, log=True))
        if begun is not None and len(begun):
            batch = batch._replace(starts=begun[-1:], frames=np.array([len(begun) - 1]))
            work.trace.path[: len(begun)] = begun
        seen = new_forecasts(1)
        last = step_batch(board, work, batch, STEP_LIMIT, STEP_LIMIT, seen)
        return Prediction(
            Status(seen.outcome[0]),
            work.trace.path[: last + 1],
            float(seen.value[0]),
            work.trace.events(names),
        )

    def many(
        self,
        placements: Sequence[Placement],
        parts: Sequence[Part],
        poses: Array,
        betas: Array,
        path: Array | None = None,
    ) -> Forecasts:
        """Short predictions for candidates that add `parts` to a configuration.

        poses: candidates x parts x 3. betas: candidates x parameters, or one row for all.
        path: the predicted path without the candidates; with it, each prediction starts where
            the ball first comes near its candidate instead of at the beginning.
        """
        board, _, batch = build_candidates(self.level, placements, parts, poses, betas)
        if path is not None and not completes_pair(board, batch):
            batch = batch.started_near(path)
        seen = new_forecasts(len(poses))
        work = new_work(board, self.costs, new_trace(path=False, log=True))
        step_batch(board, work, batch, STEP_LIMIT, PATIENCE, seen)
        return seen
