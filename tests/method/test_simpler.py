"""Constants that a fit has changed are set back where whole runs show the real ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn, unexplained
from bubbleball.method.learn.simpler import simplest
from bubbleball.model.belief import Belief

OFF = (
    Belief.prior()
    .updated("gravity", 5.0, 0.1, 9)
    .updated("ball_friction", 0.2, 0.01, 9)
    .with_terms({"push_x": (1.5, 0.1, 9)})
)
FRICTION_BACK = replace(OFF, mean=replace(OFF.mean, ball_friction=REAL.ball_friction))


def test_what_explains_every_run_is_not_changed() -> None:
    assert simplest(OFF, lambda belief: True) is OFF


def test_what_no_simpler_belief_explains_is_not_changed() -> None:
    assert simplest(OFF, lambda belief: False) is OFF


def test_the_prior_is_not_even_compared() -> None:
    assert simplest(Belief.prior(), lambda belief: pytest.fail("compared")) == Belief.prior()


def test_one_constant_is_set_back_before_all() -> None:
    found = simplest(OFF, lambda belief: belief.mean.ball_friction == 0.0)
    assert found.mean == FRICTION_BACK.mean
    assert found.terms == OFF.terms
    assert found.sd == OFF.sd


def test_all_constants_are_set_back_without_the_residual() -> None:
    found = simplest(OFF, lambda belief: belief.mean == REAL)
    assert found.mean == REAL
    assert not found.terms


def test_a_ball_wedged_in_a_gap_as_wide_as_itself_does_not_seem_to_rub() -> None:
    """One step of the stepping model in the wedge is not what the engine does."""
    level = Level(
        ball=Ball(439, 122),
        flag=Flag(189, 223),
        scenery=(
            Part("top", Kind.GROUND, 436.5, 146, 45, 14, -9),
            Part("right", Kind.GROUND, 370, 155.5, 90, 27),
            Part("left", Kind.GROUND, 243, 139.5, 104, 39),
        ),
    )
    right, left = level.scenery[1:]
    assert (right.x - right.width / 2) - (left.x + left.width / 2) == 2 * BALL_RADIUS
    trial = simulate(level, (), REAL)
    belief = learn([trial])
    assert belief.mean == REAL
    assert unexplained(trial, belief) == 0.0
    slippery = replace(REAL, ball_friction=0.01)  # where the ball does rub, that is learnt
    assert learn([simulate(level, (), slippery)]).mean.ball_friction == pytest.approx(0.01, rel=0.3)
