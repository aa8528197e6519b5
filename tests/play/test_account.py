"""A failed run in words."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level, names
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.play.account import account


def shelf(tilt: float) -> Level:
    """A ball on a tilted shelf, the flag far to the right."""
    ground = Part("shelf", Kind.GROUND, 200, 200, 200, 10, tilt)
    return Level(Ball(200, 170), Flag(440, 285), (ground,), ())


def test_a_ball_that_rolls_off_says_which_end_it_leaves() -> None:
    right = account(Game(shelf(8)).play()).text
    assert "rolled off the right end of ground 'shelf' and fell out of the screen" in right
    assert "rolled off the left end of ground 'shelf'" in account(Game(shelf(-8)).play()).text


def test_a_ball_that_stays_says_what_it_lies_on() -> None:
    text = account(Game(shelf(0)).play()).text
    assert text.startswith("The ball came to rest on ground 'shelf'; ")


def test_the_nearest_miss_is_the_frame_with_the_least_gap() -> None:
    trial = Game(shelf(8)).play()
    said = account(trial)
    assert said.gap == pytest.approx(trial.closest_approach)
    assert np.allclose(trial.ball[said.frame, :2], (said.x, said.y))
    assert f"{said.gap:.0f} px" in said.text


def test_a_ball_that_only_moves_away_says_so() -> None:
    assert "came no nearer to the flag than at the start" in account(Game(shelf(-8)).play()).text


def test_pieces_that_the_ball_never_meets_are_mentioned() -> None:
    level = load_level("classic/2")
    trial = Game(level).play([Placement(level.pieces[0].id, 100, 300)])
    assert "It touched none of the pieces that you placed." in account(trial).notes


def test_a_win_is_said_to_be_one() -> None:
    trial = Game(load_level("classic/2")).play([Placement("AO6G", 217, 247.5)])
    assert account(trial).text.startswith("The ball touched the flag after ")


@pytest.mark.parametrize("name", names())
def test_every_empty_run_is_one_sentence(name: str) -> None:
    text = account(Game(load_level(name)).play()).text
    assert text.startswith("The ball ")
    assert text.count(". ") == 0
    assert text.endswith(".")
