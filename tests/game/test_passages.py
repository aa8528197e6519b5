"""Passages of a disc through a grid: gaps are open or shut by their width alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.distances import Grid
from bubbleball.game.geometry import Disc, Shape, moved, rectangle
from bubbleball.game.passages import Passages, passages, touching

GRID = Grid(left=-100.0, top=-100.0, cell=4.0, rows=50, columns=50)
RADIUS = 15.0
STEPS = {
    (dx, dy): 4.0 * math.hypot(dx, dy)
    for dx in range(-2, 3)
    for dy in range(-2, 3)
    if math.gcd(dx, dy) == 1
}


def gap(width: float, turn: float, x: float, y: float, *, round_: bool = False) -> list[Shape]:
    """Two walls from edge to edge of the grid with a gap between them, turned about its middle."""
    half = (width + 400.0) / 2
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    walls: list[Shape] = [
        moved(rectangle(400, 12), x + side * half * cos, y + side * half * sin, turn)
        for side in (-1, 1)
    ]
    if round_:
        near = width / 2 + 6
        walls += [Disc(x + side * near * cos, y + side * near * sin, 6) for side in (-1, 1)]
    return walls


def crossed(room: Passages) -> bool:
    """Whether a path leads from the top of the grid to its bottom."""
    goal = np.zeros(room.free.shape, bool)
    goal[-1] = room.free[-1]
    return bool((GRID.shortest(goal, room.free, STEPS, passages=room)[0] < math.inf).any())


@given(
    st.floats(-30, 30), st.floats(-10, 10), st.floats(-10, 10), st.floats(-12, 12), st.booleans()
)
def test_a_gap_is_open_exactly_if_the_disc_fits_through(
    excess: float, x: float, y: float, turn: float, round_: bool
) -> None:
    if abs(excess) < 0.02:
        return
    width = 2 * RADIUS + excess
    if width <= 0:
        return
    room = passages(GRID, [(wall, RADIUS) for wall in gap(width, turn, x, y, round_=round_)])
    assert crossed(room) == (excess > 0)


@pytest.mark.parametrize("excess", [-0.3, -0.05, 0.05, 0.3])
@pytest.mark.parametrize("at", [0.0, 0.7, 1.9, 2.0, 3.3])
def test_a_hair_decides_wherever_the_gap_lies_on_the_grid(excess: float, at: float) -> None:
    room = passages(GRID, [(wall, RADIUS) for wall in gap(30 + excess, 0, at, at)])
    assert crossed(room) == (excess > 0)


def test_a_cell_is_free_exactly_if_some_point_of_it_is() -> None:
    walls = [*gap(31, 20, 3, 4), Disc(40, 50, 20)]
    room = passages(GRID, [(wall, RADIUS) for wall in walls])
    fine = Grid(GRID.left, GRID.top, 0.25, 800, 800)
    sampled = fine.free(walls, RADIUS).reshape(50, 16, 50, 16).any(axis=(1, 3))
    assert not (sampled & ~room.free).any()
    assert (room.free & ~sampled).mean() < 0.002  # slivers between the samples


def test_a_step_is_open_in_both_directions_or_in_none() -> None:
    room = passages(GRID, [(wall, RADIUS) for wall in gap(34, 30, 0, 0)])
    for dx, dy in STEPS:
        there, back = room.open(dx, dy), room.open(-dx, -dy)
        assert there.sum() == back.sum()


def test_what_touches_a_shape_lies_within_reach_of_it() -> None:
    room = passages(GRID, [])
    mask = touching(GRID, room, Disc(0, 0, 10), 5)
    x, y = GRID.centres()
    away = np.hypot(np.maximum(np.abs(x) - 2, 0), np.maximum(np.abs(y) - 2, 0))  # of each square
    assert np.array_equal(mask, away <= 15)
