"""Local Regions and Local Target Sets, against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bubbleball.errors import BubbleBallError
from bubbleball.method.local_region import EPSILON_1, EPSILON_2, TARGET_RADIUS, local_region

Array = NDArray[np.float64]


def line(ax: float, ay: float, bx: float, by: float, count: int = 101) -> Array:
    return np.linspace((ax, ay), (bx, by), count)


DOWN = line(100, 100, 100, 400)  # a ball that falls
RIGHT = line(100, 100, 400, 100)  # a guide that goes right


def test_a_fall_beside_a_level_guide_gives_the_square_between_the_bounds() -> None:
    # After s px each, the pair is s·√2 apart.
    found = local_region(DOWN, RIGHT, 30, 200)
    assert found is not None
    far = 200 / np.sqrt(2)
    region = found.region
    assert region.left == pytest.approx(100)
    assert region.top == pytest.approx(100)
    assert region.right == pytest.approx(100 + far, abs=2)
    assert region.bottom == pytest.approx(100 + far, abs=2)
    assert found.deviation <= 200


def test_the_target_is_a_disc_about_the_last_guide_point_inside() -> None:
    found = local_region(DOWN, RIGHT)
    assert found is not None
    region = found.region
    assert (region.target_x, region.target_y) == tuple(found.guide[-1])
    assert region.target_radius == TARGET_RADIUS
    inside = RIGHT[RIGHT[:, 0] <= region.right]
    assert np.array_equal(found.guide, inside)


def test_the_frames_are_those_of_the_recorded_points_inside() -> None:
    found = local_region(DOWN, RIGHT)
    assert found is not None
    assert np.array_equal(found.recorded, DOWN[found.frames])
    assert (np.diff(found.frames) > 0).all()
    assert found.recorded[:, 1].max() <= found.region.bottom


def test_paths_that_agree_have_no_region() -> None:
    assert local_region(RIGHT, RIGHT + np.array([0, EPSILON_1 - 1])) is None


def test_a_ball_that_never_moves_waits_while_the_guide_goes_on() -> None:
    found = local_region(np.array([[100.0, 100.0]]), RIGHT)
    assert found is not None
    assert found.region.target_x == pytest.approx(100 + EPSILON_2, abs=3)
    assert found.frames.tolist() == [0]


def test_the_pairs_go_by_distance_not_by_time() -> None:
    # The same trajectory with most of its frames spent at the start.
    slow = np.concatenate([np.repeat(DOWN[:1], 500, axis=0), DOWN])
    one, two = local_region(DOWN, RIGHT), local_region(slow, RIGHT)
    assert one is not None
    assert two is not None
    assert one.region == two.region


def test_the_jump_of_a_teleport_has_no_length() -> None:
    jumped = np.concatenate([line(100, 100, 150, 100), line(150, 300, 400, 300)])
    same = local_region(jumped, jumped)
    assert same is None
    found = local_region(line(100, 100, 400, 100), jumped)
    assert found is not None
    assert found.region.left == pytest.approx(150, abs=2)


@pytest.mark.parametrize(("eps1", "eps2"), [(0, 10), (10, 10), (20, 10), (-1, 10)])
def test_the_bounds_are_checked(eps1: float, eps2: float) -> None:
    with pytest.raises(BubbleBallError, match="0 < eps1 < eps2"):
        local_region(DOWN, RIGHT, eps1, eps2)


@pytest.mark.parametrize("wrong", [np.zeros((0, 2)), np.zeros((3, 4)), np.zeros(4)])
def test_the_paths_are_checked(wrong: Array) -> None:
    with pytest.raises(BubbleBallError, match="recorded trajectory has the shape"):
        local_region(wrong, RIGHT)
    with pytest.raises(BubbleBallError, match="guide path has the shape"):
        local_region(RIGHT, wrong)


def test_a_path_that_is_not_finite_is_refused() -> None:
    with pytest.raises(BubbleBallError, match="not finite"):
        local_region(np.array([[np.nan, 0.0]]), RIGHT)


points = st.tuples(st.floats(-60, 540), st.floats(-60, 380))
paths = st.lists(points, min_size=1, max_size=12).map(lambda rows: np.array(rows, float))
bounds = st.tuples(st.floats(1, 100), st.floats(1, 300)).map(lambda e: (e[0], e[0] + e[1]))


@given(recorded=paths, guide=paths, eps=bounds)
def test_every_region_holds_its_parts_and_touches_its_target(
    recorded: Array, guide: Array, eps: tuple[float, float]
) -> None:
    found = local_region(recorded, guide, *eps)
    if found is None:
        return
    region = found.region
    low, high = (region.left, region.top), (region.right, region.bottom)
    for part in (found.recorded, found.guide):
        assert (part >= low).all()
        assert (part <= high).all()
    assert region.left <= region.target_x <= region.right
    assert region.top <= region.target_y <= region.bottom
    assert eps[0] <= found.deviation <= eps[1]
