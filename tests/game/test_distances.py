"""Distances of many points: the scalar form is the referee, and straight lines on an empty grid."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bubbleball.game.distances import Grid, signed_distances
from bubbleball.game.geometry import (
    Disc,
    Shape,
    moved,
    rectangle,
    right_triangle,
    signed_distance,
)

GRID = Grid(left=-20.0, top=10.0, cell=5.0, rows=24, columns=32)
STEPS = {(dx, dy): 5.0 * math.hypot(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}
EVERYWHERE = np.ones((24, 32), bool)


def only(row: int, column: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    mask = np.zeros((24, 32), bool)
    mask[row, column] = True
    return mask


@pytest.mark.parametrize(
    "shape",
    [
        Disc(20, 30, 25),
        moved(rectangle(60, 20), 40, 50),
        right_triangle(50, 70),
        moved(rectangle(60, 20), 40, 50, 33),
    ],
)
def test_many_distances_agree_with_one_at_a_time(shape: Shape) -> None:
    x, y = GRID.centres()
    expected = [signed_distance(*point, shape) for point in zip(x.flat, y.flat, strict=True)]
    assert np.allclose(signed_distances(x, y, shape).ravel(), expected, atol=1e-9)
    assert min(expected) < 0 < max(expected)


def test_a_point_lies_in_the_cell_whose_centre_is_nearest() -> None:
    x, y = GRID.centres()
    for point in [(-20.0, 10.0), (0.0, 33.0), (77.7, 99.9), (139.9, 129.9)]:
        row, column = GRID.cell_of(*point)
        away = np.hypot(x - point[0], y - point[1])
        assert away[row, column] == away.min()


def test_a_point_off_the_grid_counts_for_the_nearest_cell() -> None:
    assert GRID.cell_of(-500, 70) == (12, 0)
    assert GRID.cell_of(1e6, -1e6) == (0, 31)


def test_a_free_cell_keeps_its_distance_from_every_wall() -> None:
    walls = (Disc(20, 30, 10), rectangle(60, 20))
    x, y = GRID.centres()
    gaps = np.minimum(*(signed_distances(x, y, wall) for wall in walls))
    assert np.array_equal(GRID.free(walls, 7.0), gaps >= 7.0)


def test_straight_and_diagonal_paths_have_their_true_length() -> None:
    lengths = GRID.shortest(only(10, 10), EVERYWHERE, STEPS)
    assert lengths[10, 10] == 0.0
    assert lengths[10, 20] == pytest.approx(50.0)
    assert lengths[20, 20] == pytest.approx(50.0 * math.sqrt(2))


def test_a_wall_is_gone_round_and_a_closed_one_cuts_off() -> None:
    free = EVERYWHERE.copy()
    free[:-1, 15] = False
    assert GRID.shortest(only(0, 10), free, STEPS)[0, 20] > 4 * 50.0
    free[-1, 15] = False
    assert GRID.shortest(only(0, 10), free, STEPS)[0, 20] == math.inf


def test_a_goal_within_a_wall_is_reached_from_beside_it() -> None:
    free = EVERYWHERE & ~only(10, 10)
    assert GRID.shortest(only(10, 10), free, STEPS)[10, 11] == pytest.approx(5.0)


def test_a_jump_leads_in_one_direction_and_costs_its_length() -> None:
    lengths = GRID.shortest(only(0, 31), EVERYWHERE, STEPS, jumps=[((23, 0), (0, 30), 2.0)])
    assert lengths[23, 0] == pytest.approx(7.0)
    assert lengths[22, 0] == pytest.approx(12.0)
    assert GRID.shortest(only(23, 0), EVERYWHERE, STEPS, [((23, 0), (0, 30), 2.0)])[0, 30] > 100


def test_a_jump_to_the_next_cell_does_not_lengthen_the_step() -> None:
    plain = GRID.shortest(only(10, 10), EVERYWHERE, STEPS)
    jumping = GRID.shortest(only(10, 10), EVERYWHERE, STEPS, [((10, 11), (10, 10), 5.0)])
    assert np.array_equal(jumping, plain)


def test_a_step_counts_the_mean_weight_of_its_two_cells() -> None:
    weight = np.where(np.arange(32) < 11, 1.0, 3.0) * np.ones((24, 1))
    lengths = GRID.shortest(only(10, 10), EVERYWHERE, STEPS, weight=weight)
    assert lengths[10, 11] == pytest.approx(10.0)
    assert lengths[10, 12] == pytest.approx(25.0)


def test_without_a_goal_no_path_leads_there() -> None:
    assert np.all(GRID.shortest(~EVERYWHERE, EVERYWHERE, STEPS) == math.inf)
