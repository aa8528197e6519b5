"""Contacts in motion: seen from falling wood the wood is at rest, and the ball is not."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.physics import PIXELS_PER_METRE, REAL
from bubbleball.game.world import simulate
from bubbleball.method.candidates import State
from bubbleball.method.falling_frame import falling_frame, struck
from bubbleball.method.recorded_start import recorded_path
from bubbleball.model.codes import Status
from bubbleball.model.prediction import Prediction
from scenes import scene

GRAVITY = REAL.gravity * PIXELS_PER_METRE
BLOCK = Part("block", Kind.WOOD, 300, 40, 40, 40)
DISC = Part("disc", Kind.WOOD, 400, 40, 50, 50, form=Form.CIRCLE)
SHELF = Part("shelf", Kind.GROUND, 160, 260, 260, 10, angle=8)


def test_wood_that_falls_sees_a_falling_ball_at_rest() -> None:
    falls = scene((240, 100), flag=Flag(40, 270))
    seen = falling_frame(recorded_path(simulate(falls, (), REAL)), GRAVITY)
    assert seen[:, 1] == pytest.approx(100.0, abs=1e-3)
    assert seen[:, 3] == pytest.approx(0.0, abs=1e-3)


def test_where_gravity_turns_it_turns_for_both() -> None:
    turn = Part("turn", Kind.GRAVITY_UP, 240, 250)
    path = recorded_path(simulate(scene((240, 100), turn, flag=Flag(40, 270)), (), REAL))
    assert path[-1, 4] > 0
    assert falling_frame(path, GRAVITY)[:, 1] == pytest.approx(100.0, abs=1e-3)


def test_wood_let_go_from_a_drawn_pose_meets_the_rolling_ball() -> None:
    level = scene((60, 200), SHELF, flag=Flag(440, 300), pieces=[BLOCK, DISC])
    path = recorded_path(simulate(level, (), REAL))
    state = State((), Prediction(Status.GONE, path, 0.0, ()))
    drawn = list(struck(level, [state], REAL, np.random.default_rng(0), 80))
    assert len(drawn) > 20
    met = []
    for placements in drawn:
        trial = simulate(level, placements, REAL)
        met.append(placements[-1].piece in trial.parts_met)
    assert np.mean(met) > 0.75  # the others hit the shelf first
