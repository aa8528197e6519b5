"""How near the ball came to the flag."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.game import Game
from bubbleball.game.geometry import signed_distance
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.placement import Placement
from levels_in_python import GAP, POWERS


def test_the_gap_to_the_flag_is_that_of_the_general_geometry() -> None:
    for level in (GAP, POWERS):
        trial = Game(level).play()
        expected = [
            signed_distance(x, y, level.flag.sensor) - BALL_RADIUS for x, y in trial.ball[:, :2]
        ]
        assert np.allclose(trial.flag_gaps, expected, atol=1e-9)


def test_a_solved_trial_came_to_a_gap_of_nothing() -> None:
    trial = Game(GAP).play([Placement("plank", 235, 245)])
    assert trial.solved
    assert trial.closest_approach == pytest.approx(0.0, abs=0.31)  # the sensor's skin
