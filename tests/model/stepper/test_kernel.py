"""The compiled kernel against Box2D and closed forms."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics, changed_physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.residual import Residual
from bubbleball.game.world import simulate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.model.beta import beta_vector
from bubbleball.model.stepper.predict import StepPredictor

LEVEL = Level(
    ball=Ball(35, 150),
    flag=Flag(460, 110),
    scenery=(
        Part("slope", Kind.GROUND, 75, 207, 150, 15, 30),
        Part("shelf", Kind.GROUND, 400, 242, 200, 15),
        Part("floor", Kind.GROUND, 240, 312, 480, 16),
        Part("knob", Kind.METAL, 330, 150, 40, 40, 0, Form.CIRCLE),
        Part("roof", Kind.METAL, 200, 190, 75, 75, 20, Form.TRIANGLE),
    ),
    pieces=(
        Part("plank", Kind.METAL, 75, 20, 150, 25),
        Part("wedge", Kind.METAL, 75, 40, 75, 75, 0, Form.TRIANGLE),
        Part("wheel", Kind.METAL, 200, 40, 50, 50, 0, Form.CIRCLE),
        Part("spring", Kind.SPRING, 250, 20),
        Part("push", Kind.SPEEDUP_RIGHT, 280, 20),
        Part("slow", Kind.SLOWDOWN, 320, 20),
        Part("rise", Kind.GRAVITY_UP, 350, 20),
        Part("fall", Kind.GRAVITY_DOWN, 350, 50),
        Part("in", Kind.TELEPORT, 380, 20),
        Part("out", Kind.TELEPORT, 410, 20),
    ),
)


def predictor(level: Level = LEVEL) -> StepPredictor:
    return StepPredictor(level, cost_to_go(level).layers)


def error(level: Level, placements: tuple[Placement, ...], physics: Physics) -> float:
    prediction = predictor(level).one(placements, physics)
    trial = simulate(level, placements, physics)
    frames = min(len(trial.ball), len(prediction.path), 121)
    apart = trial.ball[:frames, :2] - prediction.path[:frames, :2]
    return float(np.hypot(apart[:, 0], apart[:, 1]).max())


@pytest.mark.parametrize(
    "residual",
    [
        Residual(push_x=0.5, push_x_by_y=0.6, push_y_by_x=-0.2),
        Residual(push_x_by_x=-0.4, push_y_by_y=0.8),
        Residual(zone_left=4.0, zone_right=9.0, zone_top=5.0, zone_push_x=2.0, zone_push_y=-1.0),
        Residual(zone_bottom=6.0, zone_drag=2.0, drag=0.2),
        Residual(fade=-0.2),
        Residual(metal_bounce=0.4),
        Residual(late=5.0),
    ],
)
def test_the_kernel_follows_box2d_with_a_residual(residual: Residual) -> None:
    physics, rng = changed_physics(REAL, residual), np.random.default_rng(5)
    errors = [error(LEVEL, Placer(LEVEL).draw(rng), physics) for _ in range(20)]
    assert np.median(errors) <= 0.5
    assert np.percentile(errors, 90) <= 5.0


@pytest.mark.parametrize("name", ["real", "rough", "bouncy", "dead", "sticky"])
def test_the_kernel_follows_box2d_for_two_seconds(name: str) -> None:
    rng = np.random.default_rng(5)
    errors = []
    for _ in range(60):
        ball = Ball(rng.uniform(25, 300), rng.uniform(100, 130))
        level = dataclasses.replace(LEVEL, ball=ball)
        errors.append(error(level, Placer(level).draw(rng), PRESETS[name]))
    assert np.median(errors) <= 0.5
    assert np.percentile(errors, 90) <= 5.0


@pytest.mark.parametrize("form", [Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE])
def test_a_fast_ball_leaves_a_corner_as_from_box2d(form: Form) -> None:
    """The engine stops it at the corner only to a tolerance, and that turns the normal."""
    for x in np.linspace(196, 242, 47):
        level = Level(
            ball=Ball(float(x), 0),
            flag=Flag(460, 40),
            scenery=(Part("block", Kind.METAL, 240, 280, 60, 60, 20, form),),
        )
        trial, seen = simulate(level, (), REAL), predictor(level).one((), REAL)
        assert trial.contacts
        after = trial.contacts[0].frame
        assert seen.path[after, 2:4] == pytest.approx(trial.ball[after, 2:4], abs=0.01)


def test_free_flight_is_the_sum_of_box2ds_steps() -> None:
    level = Level(ball=Ball(240, 100), flag=Flag(20, 300))
    path = predictor(level).one((), REAL).path
    n = np.arange(len(path))
    fallen = 100 + REAL.gravity * 30 / 3600 * n * (n + 1) / 2
    assert np.allclose(path[:, 1], fallen, atol=1e-6)


def test_predicted_events_name_the_parts_that_the_trial_touches() -> None:
    placements = (Placement("plank", 217, 250, 0),)
    events = predictor().one(placements, REAL).events
    trial = simulate(LEVEL, placements, REAL)
    assert [event.part for event in events][:4] == [c.part for c in trial.contacts][:4]
    assert [round(e.seconds * 60) for e in events][:4] == [c.frame for c in trial.contacts][:4]


def test_many_predicts_the_same_as_one() -> None:
    model = predictor()
    rng = np.random.default_rng(2)
    poses = np.column_stack(
        [rng.uniform(50, 400, 40), rng.uniform(120, 280, 40), rng.uniform(0, 360, 40)]
    )
    piece = LEVEL.pieces[0]
    results = model.many((), (piece,), poses[:, None], beta_vector(REAL))
    for row, pose in enumerate(poses):
        one = model.one((Placement(piece.id, *map(float, pose)),), REAL)
        assert results.outcome[row] == one.outcome
        assert results.value[row] == one.value


def test_starting_where_a_candidate_comes_near_changes_nothing_after_it() -> None:
    model = predictor()
    path = model.one((), REAL).path
    poses = np.array([[[300.0, 200.0, a]] for a in range(0, 180, 10)])
    piece, beta = LEVEL.pieces[0], beta_vector(REAL)
    early = model.many((), (piece,), poses, beta)
    late = model.many((), (piece,), poses, beta, path)
    assert np.array_equal(early.outcome, late.outcome)
    assert np.array_equal(early.met, late.met)
    assert (late.value >= early.value).all()


def test_the_same_input_gives_the_same_bytes() -> None:
    placements = (Placement("plank", 217, 250, 7), Placement("spring", 300, 250, 20))
    first, second = (predictor().one(placements, REAL).path for _ in range(2))
    assert first.tobytes() == second.tobytes()
