"""Wood rests where it is said to rest, and what stood before stays."""

from __future__ import annotations

import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.supporting_blocks import released_beside, settled
from scenes import SKIN, floor, scene

PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 25)
BLOCK = Part("block", Kind.WOOD, 300, 40, 40, 40)
POST = Part("post", Kind.WOOD, 350, 40, 25, 50)
DISC = Part("disc", Kind.WOOD, 400, 40, 40, 40, form=Form.CIRCLE)
TOP = 300.0  # of the floor
LEVEL = scene((60, 100), floor(TOP), flag=Flag(440, 270), pieces=[PLANK, BLOCK, POST, DISC])
TOUCH = 2 * SKIN  # px by which two outlines that touch may be apart


def rest_of(*placements: Placement, level: Level = LEVEL) -> tuple[Placement, ...]:
    found = settled(level, placements, REAL)
    assert found is not None
    return found


@pytest.mark.parametrize(("turn", "half"), [(0.0, 12.5), (90.0, 75.0)])
def test_a_released_plank_rests_on_the_floor(turn: float, half: float) -> None:
    (plank,) = rest_of(Placement("plank", 240, 200, turn))
    assert plank.x == pytest.approx(240, abs=0.1)
    assert plank.y == pytest.approx(TOP - half, abs=TOUCH)
    assert plank.angle == pytest.approx(turn, abs=0.5)


def test_a_tower_rests_block_on_block() -> None:
    block, plank = rest_of(Placement("block", 240, 250), Placement("plank", 240, 220))
    assert block.y == pytest.approx(TOP - 20, abs=TOUCH)
    assert plank.y == pytest.approx(TOP - 40 - 12.5, abs=2 * TOUCH)


def test_the_ball_takes_no_part() -> None:
    """A plank that is released right below the ball does not meet it."""
    (plank,) = rest_of(Placement("plank", 60, 135))
    assert plank.y == pytest.approx(TOP - 12.5, abs=TOUCH)


def test_what_falls_without_end_does_not_settle() -> None:
    level = scene((60, 100), flag=Flag(440, 270), pieces=[PLANK])
    assert settled(level, [Placement("plank", 240, 200)], REAL) is None


def test_what_stays_is_returned_without_the_base() -> None:
    base = rest_of(Placement("block", 240, 250))
    (plank,) = released_beside(LEVEL, base, [Placement("plank", 240, 220)], REAL) or ()
    assert plank.piece == "plank"


def test_a_release_that_topples_what_stood_is_refused() -> None:
    """A block on the overhanging end of a plank that balances on a post tips it over."""
    base = rest_of(Placement("post", 240, 270), Placement("plank", 240, 230))
    hit = Placement("block", 240 - 80, 190)
    tipped = rest_of(*base, hit)
    assert abs(tipped[1].angle - base[1].angle) > 10
    assert released_beside(LEVEL, base, [hit], REAL) is None
    beside = Placement("block", 400, 250)
    assert released_beside(LEVEL, base, [beside], REAL) is not None
