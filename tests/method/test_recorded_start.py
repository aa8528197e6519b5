"""Predictions start from recorded states, as far as a configuration agrees with a trial."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.recorded_start import Recorded, recorded_path
from bubbleball.model.stepper.predict import StepPredictor

LEVEL = Level(
    ball=Ball(60, 110),
    flag=Flag(440, 280),
    scenery=(Part("floor", Kind.GROUND, 240, 310, 480, 20),),
    pieces=(
        Part("plank", Kind.METAL, 75, 20, 150, 25),
        Part("block", Kind.WOOD, 250, 40, 40, 40),
        Part("box", Kind.WOOD, 320, 40, 40, 40),
    ),
)
OTHER = dataclasses.replace(REAL, gravity=6.0, restitution=0.7)
PLANK = Placement("plank", 60, 240, 20)
EMPTY = simulate(LEVEL, (), OTHER)


def recorded(*placements: Placement) -> Recorded:
    return Recorded(LEVEL, [EMPTY, simulate(LEVEL, placements, OTHER)])


def test_a_configuration_that_was_tried_is_known_whole() -> None:
    known = recorded(PLANK)
    path = known.whole([PLANK])
    assert path is not None
    assert np.array_equal(path, known.start((PLANK,)))
    assert np.array_equal(path[:, :4], simulate(LEVEL, (PLANK,), OTHER).ball)
    assert known.whole([Placement("plank", 61, 240, 20)]) is None


def test_the_ball_does_what_it_did_until_it_comes_near_the_new_piece() -> None:
    begun = Recorded(LEVEL, [EMPTY]).start((PLANK,))
    now = simulate(LEVEL, (PLANK,), OTHER).ball
    assert 5 < len(begun) < len(now)
    assert np.array_equal(begun[:, :4], now[: len(begun)])


def test_the_trial_that_agrees_longest_is_taken() -> None:
    far = Placement("block", 400, 279)
    known = recorded(PLANK)
    assert len(known.start((PLANK, far))) > len(Recorded(LEVEL, [EMPTY]).start((PLANK, far)))


def test_wood_that_may_touch_other_wood_makes_everything_uncertain() -> None:
    low, high = Placement("block", 400, 279), Placement("box", 400, 238)
    assert len(Recorded(LEVEL, [simulate(LEVEL, (low,), OTHER)]).start((low, high))) == 0


def test_wood_comes_to_rest_where_a_run_saw_it() -> None:
    high, far = Placement("block", 400, 275), Placement("plank", 150, 200)
    run = simulate(LEVEL, (high,), OTHER)
    known = Recorded(LEVEL, [EMPTY, run])
    assert "block" not in {contact.part for contact in run.contacts}
    rested = known.at_rest((), (high,))
    assert rested == (Placement("block", *map(float, run.moves[-1, 0, :3])),)
    assert abs(rested[0].y - 280) < 1.0  # on the floor, and not where it was let go
    assert known.at_rest((far,), (high,)) == rested
    assert known.at_rest((), (high, far)) == (*rested, far)


def test_wood_that_hardly_moved_rests_where_it_was_placed() -> None:
    """What was observed is less exact than what was placed."""
    low = Placement("block", 400, 279.5, 0.3)
    known = Recorded(LEVEL, [simulate(LEVEL, (low,), OTHER)])
    assert known.at_rest((), (low,)) == (low,)


def test_of_other_wood_or_beside_something_else_no_run_tells() -> None:
    high, falling = Placement("block", 400, 275), Placement("block", 400, 100)
    known = Recorded(LEVEL, [EMPTY, simulate(LEVEL, (high,), OTHER)])
    assert known.at_rest((), (Placement("block", 401, 275),)) is None
    assert known.at_rest((Placement("box", 400, 240),), (high,)) is None
    run = simulate(LEVEL, (falling,), OTHER)
    cut = dataclasses.replace(run, ball=run.ball[:9], moves=run.moves[:9], contacts=())
    assert Recorded(LEVEL, [cut]).at_rest((), (falling,)) is None  # it was still falling


def test_a_run_whose_ball_comes_near_nothing_new_happens_again() -> None:
    """Whatever the physics: the belief is not asked."""
    away = Placement("plank", 300, 200, 20)
    assert np.array_equal(simulate(LEVEL, (away,), OTHER).ball, EMPTY.ball)
    known = Recorded(LEVEL, [EMPTY])
    assert known.repeats((away,))
    assert known.repeats(())
    assert not known.repeats((PLANK,))
    assert recorded(PLANK).repeats((PLANK,))


def test_a_power_up_that_turns_gravity_to_where_it_points_changes_nothing() -> None:
    level = dataclasses.replace(
        LEVEL, pieces=(Part("down", Kind.GRAVITY_DOWN, 30, 20), Part("up", Kind.GRAVITY_UP, 70, 20))
    )
    empty = simulate(level, (), OTHER)
    known, below = Recorded(level, [empty]), (60, 200)
    assert np.array_equal(simulate(level, (Placement("down", *below),), OTHER).ball, empty.ball)
    assert known.repeats((Placement("down", *below),))
    assert not known.repeats((Placement("up", *below),))
    risen = Recorded(level, [simulate(level, (Placement("up", *below),), OTHER)])
    assert not risen.repeats((Placement("up", *below), Placement("down", 60, 100)))


def test_wood_and_loose_scenery_may_come_to_the_ball() -> None:
    away = Placement("block", 400, 150)
    assert not Recorded(LEVEL, [EMPTY]).repeats((away,))
    loose = Part("crate", Kind.WOOD, 400, 279, 40, 40, loose=True)
    level = dataclasses.replace(LEVEL, scenery=(*LEVEL.scenery, loose))
    known = Recorded(level, [simulate(level, (), OTHER)])
    assert not known.repeats((Placement("plank", 300, 200, 20),))


def test_a_prediction_goes_on_from_the_recorded_frames() -> None:
    """The belief is wrong, and still the path up to the contact is the true one."""
    predictor = StepPredictor(LEVEL, cost_to_go(LEVEL).layers)
    begun = Recorded(LEVEL, [EMPTY]).start((PLANK,))
    path = predictor.one((PLANK,), REAL, begun).path
    assert np.array_equal(path[: len(begun)], begun)
    assert len(path) > len(begun)
    steps = np.hypot(*np.diff(path[:, :2], axis=0).T)
    assert steps.max() < 15.0  # no jump where the prediction begins


def test_a_recorded_path_has_the_state_after_a_power_up_acted() -> None:
    push = Part("up", Kind.SPEEDUP_UP, 60, 200)
    level = dataclasses.replace(LEVEL, scenery=(*LEVEL.scenery, push))
    trial = simulate(level, (), REAL)
    (effect,) = trial.effects[:1]
    assert recorded_path(trial)[effect.frame, 3] == effect.velocity_after[1]


def test_where_the_ball_starts_elsewhere_no_trial_agrees_with_the_next() -> None:
    moved = dataclasses.replace(LEVEL, ball=Ball(61.2, 110))
    shaken = dataclasses.replace(simulate(moved, (), OTHER), level=LEVEL)
    known = Recorded(LEVEL, [shaken])
    assert known.shake == pytest.approx(1.5 * 1.2)
    assert len(known.start(())) == 0
    assert known.whole(()) is None


def test_a_rounded_start_is_the_same() -> None:
    moved = dataclasses.replace(LEVEL, ball=Ball(60.5, 110))
    known = Recorded(LEVEL, [dataclasses.replace(simulate(moved, (), OTHER), level=LEVEL)])
    assert known.shake == 0
    assert known.whole(()) is not None
