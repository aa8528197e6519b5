"""Stacks reach the height that they are built for, and stand."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.constructions import Constructions
from bubbleball.method.stacks import column, filling, level_height, top_of
from bubbleball.method.supporting_blocks import settled
from scenes import floor, scene

TOP = 300.0  # of the floor
BLOCKS = tuple(Part(f"block-{n}", Kind.WOOD, 300, 40, n, n) for n in (50, 40, 30))
DISC = Part("disc", Kind.WOOD, 400, 40, 40, 40, form=Form.CIRCLE)
PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 20)
LEDGE = Part("ledge", Kind.GROUND, 100, 185, 60, 10)  # its top is as high as all three blocks
LEVEL = scene((60, 100), floor(TOP), LEDGE, flag=Flag(440, 270), pieces=[PLANK, *BLOCKS, DISC])


@pytest.mark.parametrize(
    ("gap", "heights"), [(0, []), (70, [40, 30]), (92, [50, 40]), (120, [50, 40, 30])]
)
def test_blocks_are_taken_whose_heights_add_up_to_the_gap(gap: float, heights: list[float]) -> None:
    found = filling(BLOCKS, gap)
    assert found is not None
    assert [part.height for part in found] == heights


@pytest.mark.parametrize("gap", [-20, 20, 60, 140])
def test_there_is_no_filling_for_other_gaps(gap: float) -> None:
    assert filling(BLOCKS, gap) is None


def test_nothing_is_put_on_a_disc() -> None:
    assert filling([DISC], 40) is None


def test_a_stack_stands_and_reaches_its_height() -> None:
    leg = (BLOCKS[0], Placement("block-50", 240, TOP - 25.3))
    stack = column(leg, BLOCKS[1:], 180.0)
    assert len(stack) == 3
    assert top_of(stack[-1]) == pytest.approx(180.0, abs=4.0)
    rested = settled(LEVEL, [at for _, at in stack], REAL)
    assert rested is not None
    for now, (_, meant) in zip(rested, stack, strict=True):
        assert (now.x, now.y) == pytest.approx((meant.x, meant.y), abs=1.0)


def test_a_leg_stays_alone_if_no_stack_reaches_the_height() -> None:
    leg = (BLOCKS[0], Placement("block-50", 240, TOP - 25.3))
    assert column(leg, BLOCKS[1:], 195.0) == [leg]
    assert column(leg, BLOCKS[1:], None) == [leg]


def test_legs_end_as_high_as_what_the_plank_lies_on_or_beside() -> None:
    rng = np.random.default_rng(0)
    heights = {level_height([(130.0, 180.0, 1.0)], PLANK, 200.0, rng) for _ in range(20)}
    assert heights == {180.0, 200.0}
    assert level_height([(130.0, 180.0, 1.0)], PLANK, 300.0, rng) is None


def test_a_stack_of_three_holds_a_plank_level_with_a_ledge() -> None:
    path = np.array([[200.0, 150.0, 0.0, 100.0, 0.0]] * 30)
    made = Constructions(LEVEL, REAL, np.random.default_rng(0))
    batches = made.around((), PLANK, BLOCKS, path, 60)
    level = [
        batch.placements(row)
        for batch in batches
        for row in range(len(batch))
        if len(batch.parts) == 4 and abs(batch.poses[row, -1, 2]) < 2.0
    ]
    assert any(at[-1].x - 75 < 130 and settled(LEVEL, at, REAL) is not None for at in level)
