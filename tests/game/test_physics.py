"""The table of physics: its numbers, its names, and what it says to nonsense."""

from __future__ import annotations

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import BubbleBallError, PhysicsError, UnknownNameError
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.physics import (
    PHYSICS_KEYS,
    PIXELS_PER_METRE,
    PRESETS,
    REAL,
    Physics,
    parse_physics,
    random_physics,
)
from bubbleball.game.residual import MIDDLE_X, MIDDLE_Y


def test_pushes_that_change_with_the_place_do_so_about_the_middle_of_the_screen() -> None:
    middle = (MIDDLE_X * PIXELS_PER_METRE, MIDDLE_Y * PIXELS_PER_METRE)
    assert middle == pytest.approx((SCREEN_WIDTH / 2, SCREEN_HEIGHT / 2))


def test_the_real_numbers_are_those_of_the_game() -> None:
    assert dataclasses.asdict(REAL) == {
        "gravity": 9.8,
        "restitution": 0.4,
        "ball_friction": 0.0,
        "ball_density": 0.2,
        "ground_friction": 0.5,
        "metal_friction": 0.5,
        "wood_friction": 0.5,
        "wood_density": 1.5,
        "wood_restitution": 0.0,
        "catapult_density": 0.5,
        "speedup": 1.0,
        "slowdown": 0.1,
        "spring": 300.0,
    }


def test_a_speed_up_of_one_newton_second_is_191_pixels_a_second() -> None:
    mass = 0.2 * math.pi * 0.5**2  # kg/m² and a radius of half a metre
    assert REAL.ball_mass == pytest.approx(mass)
    assert REAL.speedup_speed == pytest.approx(30 / mass)
    assert round(REAL.speedup_speed) == 191


def test_every_key_has_a_range_and_the_real_value_lies_in_it() -> None:
    assert list(PHYSICS_KEYS) == [field.name for field in dataclasses.fields(Physics)]
    for name, key in PHYSICS_KEYS.items():
        assert key.low <= getattr(REAL, name) <= key.high


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_read_by_its_name(name: str) -> None:
    assert parse_physics(name) is PRESETS[name]


@pytest.mark.parametrize("seed", [-1, "a", 1.5])
def test_random_physics_needs_a_whole_number_as_the_command_line_does(seed: object) -> None:
    with pytest.raises(PhysicsError, match="give a whole number from 0"):
        random_physics(seed)  # type: ignore[arg-type]  # on purpose


def test_overrides_come_after_a_preset_or_alone() -> None:
    assert parse_physics("moon,restitution=0.6") == Physics(gravity=1.62, restitution=0.6)
    assert parse_physics("gravity=5") == Physics(gravity=5)
    assert parse_physics(" moon , spring = 10 ") == Physics(gravity=1.62, spring=10)
    assert parse_physics("gravity=5,gravity=6").gravity == 6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mooon", "no physics preset named 'mooon'; did you mean 'moon'?"),
        ("gravty=3", "no physics key 'gravty'; did you mean 'gravity'?"),
        ("gravity=fast", "physics gravity = 'fast' is not a number"),
        ("ball_density=-1", "physics ball_density = -1.0 is out of range (0.01 to 100)"),
        ("gravity=nan", "physics gravity = nan is out of range (0 to 100)"),
        ("gravity=inf", "physics gravity = inf is out of range"),
        ("gravity=3,moon", "'moon' is not key=value; a preset's name comes first"),
        ("", "no physics preset named ''"),
        ("random:x", "the seed must be a whole number"),
        ("random:-1", "the seed must be a whole number"),
    ],
)
def test_nonsense_is_named_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises((PhysicsError, UnknownNameError)) as raised:
        parse_physics(text)
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["gravty=3", "gravity=fast", "gravity=-1"])
def test_a_wrong_key_or_value_lists_all_keys_with_their_ranges(text: str) -> None:
    with pytest.raises(PhysicsError) as raised:
        parse_physics(text)
    for name, key in PHYSICS_KEYS.items():
        assert f"{name} {key.low:g}..{key.high:g}" in str(raised.value)


@given(st.text(st.sampled_from("moonreal:=,.0123456789-e gravityspring_"), max_size=40))
def test_any_text_is_physics_or_a_clear_error(text: str) -> None:
    try:
        physics = parse_physics(text)
    except BubbleBallError:
        return  # any other exception would fail the test
    assert all(k.low <= getattr(physics, name) <= k.high for name, k in PHYSICS_KEYS.items())


@given(st.integers(0, 10**6))
def test_random_physics_is_legal_and_repeats_by_its_seed(seed: int) -> None:
    physics = random_physics(seed)
    assert physics == random_physics(seed) == parse_physics(f"random:{seed}")
    assert REAL.gravity / 2 <= physics.gravity <= REAL.gravity * 2
    assert 0 <= physics.restitution <= 0.8


def test_different_seeds_give_different_worlds() -> None:
    assert len({random_physics(seed) for seed in range(100)}) == 100


@pytest.mark.parametrize("value", ["9.8", None, [1], math.nan, -1])
def test_a_value_that_cannot_be_is_refused(value: object) -> None:
    with pytest.raises(PhysicsError, match="gravity"):
        Physics(gravity=value)  # type: ignore[arg-type]  # the point of the test
