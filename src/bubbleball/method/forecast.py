"""Predictions of many placements of a level by the solver's model, for callers of the library."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from bubbleball.errors import ArgumentError
from bubbleball.game.arguments import PhysicsLike, level_given, physics_given
from bubbleball.game.batch import piece_ids, pose_array
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.model.beta import beta_vector
from bubbleball.model.prediction import Forecasts
from bubbleball.model.stepper.predict import StepPredictor


def predict_many(
    level: Level,
    poses: ArrayLike,
    pieces: str | Sequence[str] | None = None,
    *,
    physics: PhysicsLike = REAL,
) -> Forecasts:
    """Predict the ball's run for thousands of placements with the stepping model.

    The model steps the ball as the game does, but holds everything else still: wood neither falls
    nor yields. Where only the ball moves, 99 % of its predictions are within 5 px of the game
    after 3 s, and 97 % have the game's outcome (docs/prediction.md). Whether a placement is legal
    is not checked. A run that has made no progress for 2.5 s counts as unfinished.

    poses, pieces: as in `Game.play_many`; every pose must be finite.
    physics: as the model believes it.
    """
    level, believed = level_given(level, "predict_many"), physics_given(physics)
    full = pose_array(level, poses, pieces)
    if not np.isfinite(full).all():
        raise ArgumentError("poses hold NaN; predict_many places every piece, so name fewer pieces")
    parts = [part for part in map(level.piece, piece_ids(level, pieces)) if part is not None]
    predictor = StepPredictor(level, cost_to_go(level).layers)
    path = predictor.one((), believed).path
    return predictor.many((), parts, full, beta_vector(believed), path)
