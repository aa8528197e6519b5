"""A flag that a touch does not win: runs show how far into it the ball must get."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import POLYGON_SKIN, REAL
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn.goal import EXACT, FARTHER, LEAST, SMALLEST, believed_goal, uncounted

LEVEL = Level(
    ball=Ball(60, 110),
    flag=Flag(60, 280),
    scenery=(Part("floor", Kind.GROUND, 240, 310, 480, 20),),
    pieces=(Part("plank", Kind.METAL, 75, 20, 150, 25),),
)
NARROW = dataclasses.replace(LEVEL, flag=Flag(300, 280))


def passing(depth: float) -> Trial:
    """A ball that falls `depth` px into the side of the flag, which does not count."""
    trial = simulate(NARROW, (), REAL)
    x = LEVEL.flag.sensor.corners[0][0] - BALL_RADIUS - POLYGON_SKIN + depth
    moved = trial.ball + np.array([x - 60.0, 0.0, 0.0, 0.0])
    return dataclasses.replace(trial, level=LEVEL, ball=moved)


def test_a_run_shows_how_deep_the_ball_was_in_a_flag_that_it_did_not_win() -> None:
    assert uncounted([passing(4.0)]) == pytest.approx(4.0 - EXACT, abs=1e-3)
    three = [passing(4.0), passing(7.0), passing(2.0)]
    assert uncounted(three) == pytest.approx(7.0 - EXACT, abs=1e-3)
    assert uncounted([passing(-1.0)]) == 0.0
    assert uncounted([]) == 0.0


def test_a_run_that_won_shows_nothing() -> None:
    won = simulate(LEVEL, (), REAL)
    assert won.solved
    assert uncounted([won]) == 0.0
    assert believed_goal(LEVEL, [won]) is LEVEL


def test_a_rounded_graze_shows_nothing() -> None:
    graze = passing(0.6)
    ball = np.round(graze.ball)
    ball[:, 0] = graze.ball[:, 0]
    assert uncounted([dataclasses.replace(graze, ball=ball)]) == 0.0


@pytest.mark.parametrize(
    ("depth", "inset"), [(8.0, FARTHER * (8.0 - EXACT)), (1.0, 1.0 - EXACT + LEAST)]
)
def test_what_did_not_count_misses_the_flag_that_is_believed_in(depth: float, inset: float) -> None:
    trial = passing(depth)
    goal = believed_goal(LEVEL, [trial])
    assert goal.flag.width == pytest.approx(LEVEL.flag.width - 2 * inset, abs=1e-2)
    assert goal.flag.height == pytest.approx(LEVEL.flag.height - 2 * inset, abs=1e-2)
    assert (goal.flag.x, goal.flag.y) == (LEVEL.flag.x, LEVEL.flag.y)
    assert dataclasses.replace(trial, level=goal).flag_gaps.min() > POLYGON_SKIN


def test_a_flag_does_not_vanish() -> None:
    deep = believed_goal(LEVEL, [passing(28.0)]).flag
    assert (deep.width, deep.height) == (SMALLEST, SMALLEST)
