"""Chipmunk as a second engine: the same closed forms as Box2D, but not the same bits."""

from __future__ import annotations

import importlib.util
import math

import numpy as np
import pytest

from bubbleball.errors import BubbleBallError
from bubbleball.files import packs
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL
from scenes import DT, G, floor, scene

HERE = importlib.util.find_spec("pymunk") is not None
needs_pymunk = pytest.mark.skipif(not HERE, reason="the extra `chipmunk` is not installed")


@pytest.mark.skipif(HERE, reason="the extra `chipmunk` is installed")
def test_without_the_extra_the_error_says_what_to_install() -> None:
    with pytest.raises(BubbleBallError, match=r"pip install 'bubbleball\[chipmunk\]'"):
        ForeignGame(scene((240, 100)), "chipmunk").play()


@needs_pymunk
def test_it_falls_as_gravity_says() -> None:
    trial = ForeignGame(scene((240, 100)), "chipmunk").play()
    assert np.abs(trial.ball[:, 3] - G * DT * np.arange(trial.steps + 1)).max() < 1e-6


@needs_pymunk
def test_it_bounces_with_the_balls_restitution_and_says_where() -> None:
    trial = ForeignGame(scene((240, 120), floor(270)), "chipmunk").play()
    contact = trial.contacts[0]
    speed = G * DT * contact.frame
    assert -contact.velocity_after[1] == pytest.approx(REAL.restitution * speed, rel=0.05)
    assert contact.normal == pytest.approx((0, -1), abs=1e-6)
    assert contact.point == pytest.approx((240, 270), abs=3.0)


@needs_pymunk
def test_a_slope_without_friction_accelerates_as_in_the_closed_form() -> None:
    level = scene((100, 150), Part("slope", Kind.GROUND, 240, 260, 600, 40, 20))
    trial = ForeignGame(level, "chipmunk").play()
    speed = np.hypot(*trial.ball[80:100, 2:].T)
    assert np.diff(speed).mean() == pytest.approx(G * DT * math.sin(math.radians(20)), rel=0.02)


@needs_pymunk
@pytest.mark.parametrize("name", ["classic/4", "classic/21"])
def test_wood_and_catapult_move_much_as_in_box2d_but_not_the_same(name: str) -> None:
    document = packs.find(name)
    ours = Game(document.level).play(document.solutions[0])
    other = ForeignGame(document.level, "chipmunk").play(document.solutions[0])
    frames = min(len(ours.moves), len(other.moves), 60)
    apart = np.abs(ours.moves[:frames] - other.moves[:frames])
    assert 0 < apart[..., :2].max() < 30
    assert ForeignGame(document.level, "chipmunk").play(document.solutions[0]) == other


@needs_pymunk
def test_the_other_changes_work_in_it_too() -> None:
    windy = ForeignGame(scene((240, 100)), "chipmunk,wind=-2").play()
    assert np.abs(windy.ball[:, 2] + 60 * DT * np.arange(windy.steps + 1)).max() < 1e-6
    soft = ForeignGame(scene((240, 120), floor(270)), "chipmunk,bounce=0.2").play().contacts[0]
    hard = ForeignGame(scene((240, 120), floor(270)), "chipmunk").play().contacts[0]
    kept = soft.velocity_after[1] / hard.velocity_after[1]
    assert kept == pytest.approx(1 / (1 + 0.2 * soft.velocity_before[1] / 30), rel=0.05)
