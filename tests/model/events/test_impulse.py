"""The closed-form contact models against formulas."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.model.events.impulse import (
    NEVER,
    bounce,
    frames_along,
    leaves_arc,
    pushed_out,
    slide_pull,
)
from bubbleball.model.limits import AFTER_STEP
from scenes import DT, G

UP = (0.0, -1.0)


def test_a_bounce_reverses_the_normal_speed_by_the_restitution() -> None:
    assert bounce(50.0, 200.0, *UP, 0.0, 0.0, 0.4, 0.0) == pytest.approx((50.0, -80.0))


def test_nothing_bounces_below_thirty_px_a_second() -> None:
    assert bounce(50.0, 29.9, *UP, 0.0, 0.0, 0.4, 0.0) == pytest.approx((50.0, 0.0))
    assert bounce(50.0, 30.1, *UP, 0.0, 0.0, 0.4, 0.0)[1] < 0


def test_a_ball_that_moves_away_is_left_alone() -> None:
    assert bounce(50.0, -1.0, *UP, 0.0, 0.0, 0.4, 0.5) == (50.0, -1.0)


def test_friction_takes_at_most_its_share_of_the_normal_impulse() -> None:
    vx, vy = bounce(100.0, 200.0, *UP, 0.0, 0.0, 0.5, 0.1)
    assert vy == pytest.approx(-100.0)
    assert vx == pytest.approx(100.0 - 0.1 * 300.0)
    assert bounce(10.0, 200.0, *UP, 0.0, 0.0, 0.5, 0.1)[0] == pytest.approx(0.0)


def test_a_moving_line_throws_the_ball_with_its_own_speed() -> None:
    # A beam that comes up at 150 px/s under a ball at rest: e of the closing speed on top.
    assert bounce(0.0, 0.0, *UP, 0.0, -150.0, 0.4, 0.0) == pytest.approx((0.0, -210.0))


@given(
    vx=st.floats(-500, 500),
    vy=st.floats(-500, 500),
    angle=st.floats(0, 2 * math.pi),
    keep=st.floats(0, 1),
    mu=st.floats(0, 2),
)
def test_a_still_surface_adds_no_energy(
    vx: float, vy: float, angle: float, keep: float, mu: float
) -> None:
    after = bounce(vx, vy, math.cos(angle), math.sin(angle), 0.0, 0.0, keep, mu)
    assert math.hypot(*after) <= math.hypot(vx, vy) + 1e-6
    assert after[0] * math.cos(angle) + after[1] * math.sin(angle) >= -1e-6


def test_a_slide_is_pulled_by_the_slope_and_held_by_friction() -> None:
    slope = math.radians(30)
    n = (math.sin(slope), -math.cos(slope))  # falls to the right; t points down the slope
    assert slide_pull(10.0, G, *n, 0.0) == pytest.approx(G * math.sin(slope))
    down = slide_pull(10.0, G, *n, 0.2)
    assert down == pytest.approx(G * (math.sin(slope) - 0.2 * math.cos(slope)))
    assert slide_pull(0.0, G, *n, 0.6) == 0.0
    assert slide_pull(-10.0, G, *n, 0.2) > down


def test_frames_along_inverts_the_engines_steps() -> None:
    v, pull = 80.0, 120.0
    distance = sum((v + pull * DT * k) * DT for k in range(1, 31))
    assert frames_along(distance, v, pull) == pytest.approx(30.0)
    assert frames_along(1000.0, 50.0, -100.0) == NEVER


def test_a_ball_leaves_an_arc_where_gravity_cannot_bend_it() -> None:
    edge = math.sqrt(G * 15.3)
    assert leaves_arc(edge * 1.001, G, -1.0, 15.3)
    assert not leaves_arc(edge * 0.999, G, -1.0, 15.3)


def test_the_correction_leaves_a_ball_near_the_slop() -> None:
    assert pushed_out(-0.1, AFTER_STEP) == 0.0
    assert -3.0 + pushed_out(-3.0, AFTER_STEP) == pytest.approx(-0.46, abs=0.05)
