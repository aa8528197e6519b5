"""Homotopy classes: their order, and the cost-to-go of each."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.guide_path.classes import GuideClass, guide_classes

# One island between ball and flag; the path over it is shorter than the one below.
ISLAND = Level(
    ball=Ball(60, 190),
    flag=Flag(420, 190),
    scenery=(Part("island", Kind.GROUND, 240, 205, 40, 100),),
    pieces=(Part("lift", Kind.SPRING, 100, 40),),
)


def goes_over(each: GuideClass) -> bool:
    return bool(each.guide[:, 1].min() < 150)


def test_rises_count_in_the_order_of_the_classes() -> None:
    for rise in (1, 3):
        first, second = guide_classes(ISLAND, count=2, rise=rise)
        assert goes_over(first) != goes_over(second)
        assert first.length(rise) < second.length(rise)


def test_the_cost_to_go_of_a_class_leads_along_its_guide() -> None:
    """In front of the island each field prefers its own side."""
    for each in guide_classes(ISLAND, count=2):
        own, other = (120.0, 300.0) if goes_over(each) else (300.0, 120.0)
        plain, barred = cost_to_go(ISLAND), cost_to_go(ISLAND, each.barriers)
        assert barred.at(200, own) - plain.at(200, own) < 30
        assert barred.at(200, other) - plain.at(200, other) > 60


def test_a_jump_has_no_length() -> None:
    guide = np.array([[0.0, 0.0], [10.0, 0.0], [400.0, 0.0], [400.0, 10.0]])
    assert GuideClass(guide, np.zeros((0, 4))).length(3) == pytest.approx(20)
    assert GuideClass(guide[::-1], np.zeros((0, 4))).length(3) == pytest.approx(40)


def test_no_guide_passes_above_what_the_ball_can_reach_unless_all_do() -> None:
    (below,) = guide_classes(ISLAND, count=2, highest=180.0)
    assert not goes_over(below)
    floor = Part("floor", Kind.GROUND, 240, 300, 900, 100)
    walled = dataclasses.replace(ISLAND, scenery=(*ISLAND.scenery, floor))
    (over,) = guide_classes(walled, count=2, highest=180.0)
    assert goes_over(over)


def test_a_class_much_longer_than_the_first_is_left_out() -> None:
    tall = Part("island", Kind.GROUND, 240, 160, 40, 200)
    near, far = Ball(60, 60), Flag(420, 60)
    assert len(guide_classes(Level(ball=near, flag=far, scenery=(tall,)), count=2)) == 1
    assert len(guide_classes(Level(ball=near, flag=far, scenery=(tall,)), count=2, rise=1)) == 1
    assert len(guide_classes(ISLAND, count=2)) == 2


def test_no_path_gives_no_class() -> None:
    wall = Part("wall", Kind.GROUND, 240, 160, 20, 900)
    assert guide_classes(Level(ball=Ball(60, 190), flag=Flag(420, 190), scenery=(wall,))) == ()
