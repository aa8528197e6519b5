"""Blocks in motion: levers with hammers, or one block that is let go."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PIXELS_PER_METRE, REAL, SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.method.moving_block import MovingBlockSearch
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.throw_plan import Throw

FLOOR = Part("floor", Kind.GROUND, 260, 230, 300, 20)
RAMP = Part("ramp", Kind.GROUND, 85, 165, 140, 14, angle=35)
SQUARE = Part("square", Kind.WOOD, 40, 40, 40, 40)
PLANK = Part("plank", Kind.WOOD, 200, 20, 150, 20)


def search(*pieces: Part) -> MovingBlockSearch:
    """Throws for a ball that lies on a floor beside a ramp."""
    level = Level(Ball(240, 205), Flag(460, 260), (FLOOR, RAMP), pieces)
    path = recorded_path(Game(level).play())
    still = np.repeat(path[-1:], 601 - len(path), axis=0)
    rng = np.random.default_rng(1)
    return MovingBlockSearch(level, (), np.concatenate([path, still]), (460, 260), REAL, rng)


def test_a_block_that_is_let_go_falls_as_the_closed_form_says() -> None:
    throw = search(SQUARE).run(Throw((Placement("square", 400, 120),), "square", 0.5))
    assert throw is not None
    assert throw.motion is not None
    steps = np.arange(15)  # the first frame is the start
    fall = REAL.gravity * PIXELS_PER_METRE * SECONDS_PER_STEP**2 * steps * (steps + 1) / 2
    assert throw.motion[:15, 0, 1] == pytest.approx(120 + fall, abs=0.01)


def test_without_a_lever_a_block_that_is_let_go_sends_a_resting_ball_on() -> None:
    moving = search(SQUARE)
    ran = [moving.run(throw) for throw in moving.guesses(300)]
    launches = [next(moving.launches(throw, [1.0])) for throw in ran if throw is not None]
    speeds = [launch.vx for launch in launches if launch is not None]
    assert max(speeds) > 20.0
    assert all(len(throw.placements) == 1 for throw in ran if throw is not None)


def test_a_block_that_misses_the_ball_launches_nothing() -> None:
    moving = search(SQUARE)
    throw = moving.run(Throw((Placement("square", 400, 120),), "square", 0.5))
    assert throw is not None
    assert list(moving.launches(throw, [0.5, 1.0])) == [None, None]


def test_a_larger_share_of_the_impulse_makes_the_ball_faster() -> None:
    moving = search(SQUARE)
    ran = (moving.run(throw) for throw in moving.guesses(300))
    pairs = [list(moving.launches(throw, [0.6, 1.0])) for throw in ran if throw is not None]
    faster = [abs(b.vx) - abs(a.vx) for a, b in pairs if a is not None and b is not None]
    assert np.median(faster) > 0.0


def test_variations_of_a_throw_leave_its_lever_and_move_its_hammers() -> None:
    moving = search(PLANK, SQUARE)
    throw = Throw((Placement("plank", 240, 190), Placement("square", 300, 120)), "plank", 0.5)
    lever, hammer = moving.near(throw, 3.0).placements
    assert lever == throw.placements[0]
    assert hammer != throw.placements[1]
    alone = Throw(throw.placements[1:], "square", 0.5)
    assert moving.near(alone, 3.0).placements != alone.placements


def test_a_lever_without_a_hammer_is_let_go_instead() -> None:
    throws = list(search(PLANK).guesses(20))
    assert throws
    assert all([p.piece for p in throw.placements] == ["plank"] for throw in throws)


def test_equal_pieces_make_one_family_of_throws() -> None:
    twin = Part("twin", Kind.WOOD, 100, 40, 40, 40)
    assert len(search(SQUARE, twin).families) == 1


def test_less_of_the_motion_is_the_beginning_of_all_of_it() -> None:
    moving = search(SQUARE)
    throw = Throw((Placement("square", 400, 120),), "square", 0.5)
    short, whole = moving.run(throw, 30), moving.run(throw)
    assert short is not None
    assert whole is not None
    assert short.motion is not None
    assert whole.motion is not None
    assert (short.motion == whole.motion[: len(short.motion)]).all()
