"""When a flight meets something, against fine sampling and Box2D."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL
from bubbleball.game.world import simulate
from bubbleball.model.events.flight import Flight, height, meets_circle, meets_shape, separation
from bubbleball.model.events.impulse import NEVER
from bubbleball.model.rows import shape_rows
from bubbleball.model.stepper.contact_solver import gap_to
from scenes import DT, NOWHERE, G, scene

SEEN = 0.05  # px; sampling cannot decide about a gap smaller than this
DEEP = 0.5  # px; a flight that comes this deep surely meets


def test_flight_passes_through_every_frame_of_the_engine() -> None:
    trial = simulate(scene((100, 100), flag=NOWHERE), (), REAL)
    assert [height(100.0, 0.0, G, k) for k in range(40)] == pytest.approx(
        trial.ball[:40, 1], abs=1e-3
    )


@given(
    x=st.floats(-100, 100),
    y=st.floats(-100, -20),
    vx=st.floats(-300, 300),
    vy=st.floats(-300, 300),
    reach=st.floats(5, 60),
)
def test_the_first_meeting_with_a_circle_is_the_first_by_fine_sampling(
    x: float, y: float, vx: float, vy: float, reach: float
) -> None:
    k = np.linspace(0, 120, 24_001)
    gaps = np.hypot(x + DT * vx * k, [height(y, vy, G, at) for at in k]) - reach
    found = meets_circle(Flight(x, y, vx, vy, G), 0.0, 0.0, reach, 0.0, 120.0)
    if gaps[0] <= SEEN:
        return
    if gaps.min() > SEEN:
        assert found == NEVER
    elif gaps.min() < -DEEP:
        assert found == pytest.approx(k[np.argmax(gaps <= 0.0)], abs=0.6)


@given(
    x=st.floats(60, 420),
    y=st.floats(90, 180),
    vx=st.floats(-200, 200),
    vy=st.floats(-200, 200),
    angle=st.floats(0, 360),
)
def test_a_flight_meets_a_plank_where_the_gap_closes(
    x: float, y: float, vx: float, vy: float, angle: float
) -> None:
    plank = Part("plank", Kind.METAL, 240, 250, 150, 25)
    rows = shape_rows(plank, np.array([[240.0, 250.0, angle]]), static=True)
    k = np.linspace(0, 100, 2001)
    xs, ys = x + DT * vx * k, np.array([height(y, vy, G, at) for at in k])
    gaps = np.array([gap_to(rows, 0, *at)[0] for at in zip(xs, ys, strict=True)])
    found = meets_shape(rows, 0, Flight(x, y, vx, vy, G), 100.0)
    if gaps[0] <= SEEN:
        return
    if gaps.min() > SEEN:
        assert found == NEVER
    elif gaps.min() < -DEEP:
        assert found == pytest.approx(k[np.argmax(gaps <= 0.0)], abs=0.3)


@given(x=st.floats(100, 380), y=st.floats(150, 350), angle=st.floats(0, 360))
def test_both_models_see_the_same_gap_to_a_plank(x: float, y: float, angle: float) -> None:
    plank = Part("plank", Kind.METAL, 240, 250, 150, 25)
    rows = shape_rows(plank, np.array([[240.0, 250.0, angle]]), static=True)
    touch = separation(rows, 0, x, y)
    assert (touch.gap, touch.nx, touch.ny) == pytest.approx(gap_to(rows, 0, x, y)[:3], abs=1e-6)
