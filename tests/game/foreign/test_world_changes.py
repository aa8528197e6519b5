"""The names and amounts of foreign worlds."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import PhysicsError, UnknownNameError
from bubbleball.game.foreign.world_changes import (
    CHANGE_KEYS,
    Changes,
    parse_changes,
    random_changes,
)
from bubbleball.game.physics import REAL


@pytest.mark.parametrize("name", CHANGE_KEYS)
def test_every_world_has_a_usual_amount_within_its_range(name: str) -> None:
    key = CHANGE_KEYS[name]
    assert key.low <= key.usual <= key.high
    changed = parse_changes(name)
    assert changed != Changes()
    assert changed == Changes(**{name.replace("-", "_"): key.usual})


def test_changes_are_given_with_amounts_and_together() -> None:
    assert parse_changes("wind=-2, drag=0.25,whole") == Changes(wind=-2, drag=0.25, whole=1)


@given(st.integers(0, 10**9))
def test_a_random_mixture_changes_two_or_three_things(seed: int) -> None:
    mixed = random_changes(seed)
    usual = dataclasses.asdict(Changes())
    changed = [name for name, amount in dataclasses.asdict(mixed).items() if amount != usual[name]]
    assert len(changed) in (2, 3)
    assert mixed == parse_changes(f"random:{seed}")


def test_no_change_leaves_the_physics_as_they_are() -> None:
    assert Changes().physics(REAL) == REAL


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wind=99", "out of range"),
        ("wind=strong", "not a number"),
        ("wind,wind", "given twice"),
        ("fast-clock=1.5", "whole number"),
        ("random:x", "whole number from 0"),
    ],
)
def test_an_impossible_world_is_an_error_that_says_why(text: str, said: str) -> None:
    with pytest.raises(PhysicsError, match=said):
        parse_changes(text)


def test_an_unknown_world_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="drag"):
        parse_changes("drga")
