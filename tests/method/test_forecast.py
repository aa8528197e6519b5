"""Predictions of many placements for callers of the library."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball import Game, load_level, predict_many
from bubbleball.errors import ArgumentError


def test_predictions_agree_with_the_game_where_only_the_ball_moves() -> None:
    level, rng = load_level("2"), np.random.default_rng(1)
    poses = np.column_stack([rng.uniform(100, 330, 200), rng.uniform(180, 280, 200), np.zeros(200)])
    played = Game(level).play_many(poses, "AO6G")
    predicted = predict_many(level, poses, "AO6G")
    same = predicted.solved[played.legal] == played.solved[played.legal]
    assert played.solved.sum() > 5
    assert same.mean() >= 0.98


def test_a_pose_that_is_missing_is_refused() -> None:
    with pytest.raises(ArgumentError, match="NaN"):
        predict_many(load_level("2"), [[np.nan, 1, 2]], "AO6G")
