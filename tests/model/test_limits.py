"""Both models end a run where and when the game does: at the same edges and at the same time."""

from __future__ import annotations

import dataclasses

import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.trial import Outcome
from bubbleball.game.world import simulate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.model.events.predict import EventPredictor
from bubbleball.model.prediction import Prediction
from bubbleball.model.stepper.predict import StepPredictor
from scenes import scene

EDGES = {
    "bottom": scene((240, 110)),
    "right": scene((440, 110), Part("push", Kind.SPEEDUP_RIGHT, 440, 140)),
    "left": scene((40, 110), Part("push", Kind.SPEEDUP_LEFT, 40, 140)),
    "top": scene((240, 110), Part("up", Kind.GRAVITY_UP, 240, 160)),
}
FEATHERY = dataclasses.replace(REAL, gravity=0.1)  # m/s²: the ball falls for longer than a trial


def predictions(level: Level, physics: Physics = REAL) -> list[Prediction]:
    stepped = StepPredictor(level, cost_to_go(level).layers).one((), physics)
    return [stepped, EventPredictor(level).one((), physics)]


@pytest.mark.parametrize("edge", EDGES)
def test_the_ball_is_gone_in_the_same_frame(edge: str) -> None:
    trial = simulate(EDGES[edge], (), REAL)
    assert trial.outcome is Outcome.LEFT_SCREEN
    x, y = trial.ball[-1, :2]
    assert {"bottom": y > 380, "right": x > 540, "left": x < -60, "top": y < -60}[edge]
    for prediction in predictions(EDGES[edge]):
        assert len(prediction.path) == pytest.approx(len(trial.ball), abs=1)
        assert prediction.path[-1, :2] == pytest.approx(trial.ball[-1, :2], abs=12)


def test_a_run_that_does_not_end_lasts_as_long() -> None:
    trial = simulate(EDGES["bottom"], (), FEATHERY)
    assert trial.outcome is Outcome.TIMED_OUT
    for prediction in predictions(EDGES["bottom"], FEATHERY):
        assert len(prediction.path) == len(trial.ball)
