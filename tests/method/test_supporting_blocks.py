"""Wood rests where it is said to rest, and what stood before stays."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.legality import is_legal
from bubbleball.method.supporting_blocks import (
    STILL,
    held,
    released_beside,
    rest_from,
    resting,
    settled,
)
from scenes import SKIN, floor, scene

PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 25)
BLOCK = Part("block", Kind.WOOD, 300, 40, 40, 40)
POST = Part("post", Kind.WOOD, 350, 40, 25, 50)
DISC = Part("disc", Kind.WOOD, 400, 40, 40, 40, form=Form.CIRCLE)
TOP = 300.0  # of the floor
LEVEL = scene((60, 100), floor(TOP), flag=Flag(440, 270), pieces=[PLANK, BLOCK, POST, DISC])
TOUCH = 2 * SKIN  # px by which two outlines that touch may be apart
PATH = np.array([[240.0, 150.0, 0.0, 100.0, 0.0]] * 30)


def rest_of(*placements: Placement, level: Level = LEVEL) -> tuple[Placement, ...]:
    found = settled(level, placements, REAL)
    assert found is not None
    return found


def assert_stays(level: Level, placements: tuple[Placement, ...]) -> None:
    for before, after in zip(placements, rest_of(*placements, level=level), strict=True):
        assert abs(after.x - before.x) < STILL
        assert abs(after.y - before.y) < STILL


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


def test_no_pose_is_taken_that_moves_what_stood() -> None:
    base = rest_of(Placement("post", 240, 270), Placement("plank", 240, 230))
    poses = np.array([[[240.0 + dx, 180.0, 0.0]] for dx in range(-60, 200, 20)])
    found = rest_from(LEVEL, base, PoseBatch((BLOCK,), poses), REAL)
    assert 0 < len(found) < len(poses)
    for row in range(len(found)):
        assert_stays(LEVEL, (*base, *found.placements(row)))


@pytest.mark.parametrize("name", ["classic/5", "classic/6"])
def test_wood_stays_where_it_is_said_to_rest(name: str) -> None:
    level = load_level(name)
    part = next(part for part in level.pieces if part.kind.wooden)
    path = np.array([[level.ball.x, level.ball.y, 0.0, 0.0, 0.0]] * 10)
    found = resting(level, (), part, path, REAL, np.random.default_rng(0), 30)
    assert 5 <= len(found) <= 30
    for row in range(len(found)):
        assert is_legal(level, found.placements(row))
        assert_stays(level, found.placements(row))


def test_most_wood_is_released_near_the_path() -> None:
    found = resting(LEVEL, (), DISC, PATH, REAL, np.random.default_rng(0), 60)
    near = np.abs(found.poses[:, 0, 0] - 240) < 150
    assert near.mean() > 0.6


def test_a_held_block_lies_on_its_support() -> None:
    """The pair is legal and at rest, and the Main Block is higher than it would lie alone."""
    where = np.array([[240.0, TOP - 20, 0.0]])
    found = held(LEVEL, (), PLANK, BLOCK, where, REAL, np.random.default_rng(3), 20)
    assert found.parts == (BLOCK, PLANK)
    assert len(found) >= 5
    lifted = 0
    for row in range(len(found)):
        pair = found.placements(row)
        check_placements(LEVEL, pair)
        assert_stays(LEVEL, pair)
        lifted += pair[1].y < TOP - 12.5 - 2
    assert lifted >= len(found) / 2


def test_without_a_place_for_the_support_nothing_is_held() -> None:
    none = np.zeros((0, 3))
    assert len(held(LEVEL, (), PLANK, BLOCK, none, REAL, np.random.default_rng(0), 5)) == 0
