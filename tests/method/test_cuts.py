"""Cuts: what they leave of the free space is one homotopy class."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from bubbleball.files.packs import load_level, pack
from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.method.cost_to_go import GRID, CostToGo, cost_to_go
from bubbleball.method.guide_path import plan
from bubbleball.method.guide_path.cuts import cuts
from bubbleball.method.guide_path.roadmap import word_of
from bubbleball.method.guide_path.space import free_space

LIFT = (Part("lift", Kind.SPRING, 100, 40),)  # so that no path is too high
ISLAND = Level(
    ball=Ball(60, 190),
    flag=Flag(420, 190),
    scenery=(Part("island", Kind.GROUND, 240, 205, 40, 100),),
    pieces=LIFT,
)
# The short path leads over the wall behind the ball, the long one down two decks.
DECKS = Level(
    ball=Ball(394, 105),
    flag=Flag(460, 282),
    scenery=(
        Part("wall", Kind.GROUND, 421, 120, 10, 80),
        Part("upper deck", Kind.GROUND, 246, 150, 344, 12, -4),
        Part("lower deck", Kind.GROUND, 255, 227, 202, 12, 4),
    ),
    pieces=LIFT,
)
# Five bars of which some lie in each other's way.
BARS = Level(
    ball=Ball(60, 100),
    flag=Flag(430, 270),
    scenery=tuple(
        Part(f"bar {i}", Kind.GROUND, 90 + 75 * i, (170, 230, 150, 260, 190)[i], 90, 12, 20 * i)
        for i in range(5)
    ),
    pieces=LIFT,
)


def descent(field: CostToGo, level: Level) -> Array:
    """The path from the ball to the flag that always takes the step to the least cost."""
    cost, (row, column) = field.layers[0], GRID.cell_of(level.ball.x, level.ball.y)
    x, y = GRID.centres()
    path = [(level.ball.x, level.ball.y)]
    while cost[row, column] > 0:
        around = cost[row - 2 : row + 3, column - 2 : column + 3]
        dy, dx = divmod(int(np.argmin(around)), 5)
        assert around[dy, dx] < cost[row, column], "a cost-to-go has no hollow"
        row, column = row + dy - 2, column + dx - 2
        path.append((float(x[row, column]), float(y[row, column])))
    return np.array([*path, free_space(level).flag])


@pytest.mark.parametrize("level", [ISLAND, DECKS, BARS], ids=["island", "decks", "bars"])
def test_the_cost_to_go_of_a_class_descends_within_the_class(level: Level) -> None:
    space, guides = free_space(level), plan(level, paths=4)
    assert len(guides) > 1
    for guide in guides:
        path = descent(cost_to_go(level, cuts(space, guide)), level)
        whole = np.concatenate([guide, space.flag[None]])
        assert word_of(path, space.holes) == word_of(whole, space.holes)


@pytest.mark.parametrize("name", pack("classic"))
def test_no_cut_crosses_its_guide_and_every_island_is_joined_to_the_frame(name: str) -> None:
    level = load_level(name)
    space = free_space(level)
    frame = shapely.box(*space.box).exterior
    for guide in plan(level, paths=3):
        lines = [shapely.LineString(cut.reshape(2, 2)) for cut in cuts(space, guide)]
        assert not shapely.intersects(shapely.LineString(guide), lines).any()
        left, joined = [*space.islands], [frame]
        while more := [i for i in left if any(_joins(c, i, j) for c in lines for j in joined)]:
            joined += more
            left = [island for island in left if island not in more]
        assert not left


def _joins(cut: shapely.LineString, one: shapely.Geometry, two: shapely.Geometry) -> bool:
    return bool(shapely.distance(cut, one) < 1e-6 and shapely.distance(cut, two) < 1e-6)


def test_a_level_without_islands_needs_no_cut() -> None:
    level = Level(ball=Ball(60, 190), flag=Flag(420, 190))
    (guide,) = plan(level, paths=3)
    assert cuts(free_space(level), guide).shape == (0, 4)
