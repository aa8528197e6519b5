"""Stability as a number: the tilt at which a structure starts to move."""

from __future__ import annotations

import math

import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN, REAL
from bubbleball.game.placement import Placement
from bubbleball.method.stability import least_tilt
from bubbleball.method.supporting_blocks import settled
from scenes import floor, scene

TOP = 300.0
SKIN = 1.5 * POLYGON_SKIN  # between two blocks that rest on each other
BLOCK = Part("block", Kind.WOOD, 60, 40, 40, 40)
OTHER = Part("other", Kind.WOOD, 160, 40, 40, 40)
POST = Part("post", Kind.WOOD, 260, 40, 25, 100)
DISC = Part("disc", Kind.WOOD, 360, 40, 50, 50, form=Form.CIRCLE)
PLANK = Part("plank", Kind.WOOD, 400, 40, 150, 25)
LEVEL = scene((40, 100), floor(TOP), pieces=[BLOCK, OTHER, POST, DISC, PLANK])


def tilt(*placements: Placement) -> float | None:
    return least_tilt(LEVEL, placements, REAL)


def test_a_low_block_slides_at_the_angle_of_friction() -> None:
    slides = math.degrees(math.atan(0.5))  # and would fall over at 45 degrees only
    assert tilt(Placement("block", 240, TOP - 20 - SKIN)) == pytest.approx(slides, abs=0.1)


def test_a_high_block_falls_over_when_its_weight_is_above_its_edge() -> None:
    falls = math.degrees(math.atan2(12.5, 50 + SKIN))
    assert tilt(Placement("post", 240, TOP - 50 - SKIN)) == pytest.approx(falls, abs=0.1)


def test_a_stack_is_as_weak_as_its_weakest_joint() -> None:
    """The upper post stands 8 px from the lower block's edge, and 12.5 px from its own."""
    stack = (Placement("block", 240, TOP - 20 - SKIN), Placement("post", 252, TOP - 90 - 2 * SKIN))
    assert tilt(*stack) == pytest.approx(math.degrees(math.atan2(8, 50 + SKIN)), abs=0.2)


def test_a_circle_rolls_at_once_and_wood_in_the_air_does_not_stand() -> None:
    assert tilt(Placement("disc", 240, TOP - 25)) == pytest.approx(0.0, abs=0.01)
    assert tilt(Placement("block", 240, 200)) is None
    assert tilt() is None


def test_a_plank_on_two_blocks_is_as_firm_as_its_friction() -> None:
    legs = [Placement(name, x, TOP - 20 - SKIN) for name, x in (("block", 190), ("other", 290))]
    table = (*legs, Placement("plank", 240, TOP - 52.5 - 2 * SKIN))
    assert tilt(*table) == pytest.approx(math.degrees(math.atan(0.5)), abs=0.2)


@pytest.mark.parametrize(("slope", "stands"), [(11.0, True), (17.0, False)])
def test_the_engine_agrees_on_a_slope(slope: float, stands: bool) -> None:
    """The post falls over at 14 degrees; a slope is a tilt that has happened already."""
    lean = math.radians(slope)
    ground = Part("slope", Kind.GROUND, 240, 280, 400, 20, angle=slope)
    level = scene((40, 100), ground, pieces=[POST])
    up = 10 + 50 + SKIN
    at = Placement("post", 240 + up * math.sin(lean), 280 - up * math.cos(lean), slope)
    left = least_tilt(level, (at,), REAL)
    rested = settled(level, (at,), REAL)
    assert (left is not None) == stands
    if stands:
        falls = math.degrees(math.atan2(12.5, 50 + SKIN))
        assert left == pytest.approx(falls - slope, abs=0.2)
    fell = rested is None or abs(rested[0].angle - slope) > 2
    assert fell != stands
