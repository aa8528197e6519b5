"""The library takes the obvious short forms and refuses the rest with a hint."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bubbleball.errors import ArgumentError, BubbleBallError, UnknownNameError
from bubbleball.files.packs import load_level
from bubbleball.game.arguments import level_given, physics_given, placements_given
from bubbleball.game.game import Game
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import PRESETS, Physics
from bubbleball.game.placement import Placement

ONE = (Placement("a", 1, 2),)


@pytest.mark.parametrize(
    "given",
    [
        Placement("a", 1, 2),
        [Placement("a", 1, 2)],
        ("a", 1, 2),
        ["a", 1, 2, 0],
        [("a", 1, 2)],
        {"a": (1, 2)},
        {"a": [np.float32(1), np.int64(2), 0.0]},
        {"a": np.array([1, 2])},
        iter(ONE),
    ],
)
def test_every_short_form_is_the_same_placement(given: object) -> None:
    assert placements_given(given) == ONE


@pytest.mark.parametrize(
    "given", [3, "a", None, [3], [("a", 1)], {"a": 3}, {"a": "12"}, [[1, 2, 3]], object()]
)
def test_what_is_no_placement_is_refused_with_the_forms_that_are(given: object) -> None:
    with pytest.raises(ArgumentError, match="give"):
        placements_given(given)


def test_physics_may_be_a_preset_an_override_or_a_mapping() -> None:
    assert physics_given("moon") == PRESETS["moon"] == physics_given(PRESETS["moon"])
    assert physics_given({"gravity": 5}) == Physics(gravity=5) == physics_given("gravity=5")
    assert physics_given({}) == Physics()


@pytest.mark.parametrize("given", [3, None, ["moon"], {"gravty": 1}, {"gravity": "x"}, "mooon"])
def test_wrong_physics_is_an_error_of_ours(given: object) -> None:
    with pytest.raises(BubbleBallError):
        physics_given(given)


def test_a_level_by_name_is_refused_with_the_call_that_loads_it() -> None:
    with pytest.raises(ArgumentError, match=r"load_level\('classic/2'\)"):
        level_given("classic/2", "Game")
    with pytest.raises(ArgumentError, match=r"has it as \.level"):
        level_given(Game(load_level("2")).play(), "Game")


def test_kinds_and_forms_may_be_text() -> None:
    part = Part("a", "wood", 1, 2, 30, 30, form="circle")  # type: ignore[arg-type]  # the point
    assert (part.kind, part.form) == (Kind.WOOD, Form.CIRCLE)
    with pytest.raises(UnknownNameError, match="no kind named 'metl'; did you mean 'metal'"):
        Part("a", "metl", 1, 2)  # type: ignore[arg-type]  # the point


@pytest.mark.parametrize(
    "wrong",
    [
        lambda game: game.play_many([[1, 2]]),
        lambda game: game.play_many("x"),
        lambda game: game.play_many([], "AO6G"),
        lambda game: game.play_many([[1, 2, 3]], "nobody"),
        lambda game: game.play_many([[1, 2, 3]], ["AO6G", "AO6G"]),
        lambda game: game.play_many([[1e9, 2, 3]], "AO6G"),
        lambda game: game.play_many([[1, 2, 3]], "AO6G", workers=0),
    ],
)
def test_wrong_arrays_are_refused(wrong: Callable[[Game], object]) -> None:
    game = Game(load_level("2"))
    with pytest.raises(ArgumentError):
        wrong(game)
    assert game.trials == 0
