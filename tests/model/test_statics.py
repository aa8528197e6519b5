"""Moment equilibrium: where blocks rest, by closed forms and by the engine."""

from __future__ import annotations

import math

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import POLYGON_SKIN, REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.game.world import World
from bubbleball.method.resting import Resting
from scenes import scene

PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 25)


def rests(*scenery: Part, piece: Part = PLANK, spacing: float = 8.0) -> Array:
    level = scene((20, 100), *scenery, pieces=[piece])
    return Resting(level, (), REAL).alone(piece, spacing)


def lying(found: Array) -> Array:
    """Rests of a plank on one of its long sides or leaning, not on an end."""
    return found[abs(found[:, 2]) < 60]


def test_a_plank_lies_flat_on_a_floor_wherever_its_middle_is_over_it() -> None:
    found = lying(rests(Part("floor", Kind.GROUND, 240, 300, 200, 20)))
    assert found[:, 0].min() >= 140
    assert found[:, 0].max() <= 340
    assert len(found) >= 20
    assert found[:, 1] == pytest.approx(290 - 12.5 - POLYGON_SKIN, abs=0.05)
    assert found[:, 2] == pytest.approx(0, abs=0.05)


def test_a_plank_on_two_posts_has_the_slope_of_the_line_through_their_corners() -> None:
    posts = (
        Part("left", Kind.GROUND, 200, 260, 20, 80),  # its right corner at (210, 220)
        Part("right", Kind.GROUND, 280, 270, 20, 60),  # its left corner at (270, 240)
    )
    leaning = [pose for pose in lying(rests(*posts)) if 235 < pose[0] < 262]
    assert leaning
    # the plank lies on the right corners of both posts, (210, 220) and (290, 240)
    slope = math.degrees(math.atan2(20, 80))
    assert [pose[2] for pose in leaning] == pytest.approx([slope] * len(leaning), abs=0.1)


def test_a_plank_whose_middle_is_past_the_edge_does_not_rest() -> None:
    found = lying(rests(Part("ledge", Kind.GROUND, 100, 200, 100, 20)))
    assert found[:, 0].max() <= 150


@pytest.mark.parametrize(("slope", "holds"), [(20.0, True), (33.0, False)])
def test_friction_holds_a_block_on_a_slope_up_to_its_angle(slope: float, holds: bool) -> None:
    # tan 26.6° = 0.5, the friction of wood on ground
    ramp = Part("ramp", Kind.GROUND, 240, 220, 300, 20, angle=slope)
    block = Part("block", Kind.WOOD, 100, 40, 40, 40)
    found = rests(ramp, piece=block)
    flat = [pose for pose in found if abs((pose[2] - slope + 45) % 90 - 45) < 0.5]
    assert bool(flat) is holds


@pytest.mark.parametrize("name", ["classic/4", "classic/5", "classic/6", "classic/21"])
def test_what_rests_by_equilibrium_stays_in_the_engine(name: str) -> None:
    level = load_level(name)
    resting = Resting(level, (), REAL)
    for piece in level.pieces:
        legal = [
            placement
            for pose in resting.alone(piece, 24.0)
            if not any(breaches(level, [placement := Placement(piece.id, *map(float, pose))]))
        ]
        assert legal
        still = sum(_moves_by(level, (placement,)) < 1.0 for placement in legal)
        assert still >= 0.98 * len(legal)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic/4", "classic/6"])
def test_most_blocks_on_a_support_stay_in_the_engine(name: str) -> None:
    level = load_level(name)
    resting = Resting(level, (), REAL)
    main, support = level.pieces[0], level.pieces[1]
    pairs = resting.supported(main, support, resting.alone(support, 40.0), 20.0)
    kept = [
        (Placement(support.id, *below), Placement(main.id, *above))
        for below, above in pairs.tolist()
    ]
    legal = [pair for pair in kept if not any(breaches(level, pair))]
    assert len(legal) > 20
    still = sum(_moves_by(level, pair) < 1.5 for pair in legal)
    assert still >= 0.7 * len(legal)  # the others tip their support


def test_a_triangle_rests_on_each_of_its_sides() -> None:
    piece = Part("wedge", Kind.WOOD, 100, 40, 75, 75, form=Form.TRIANGLE)
    found = rests(Part("floor", Kind.GROUND, 240, 300, 200, 20), piece=piece)
    angles = {round(pose[2]) % 360 for pose in found}
    assert angles == {0, 135, 270}


def _moves_by(level: Level, placements: tuple[Placement, ...]) -> float:
    world = World(level, placements, REAL, ball=False)
    world.settle()
    after = {placement.piece: placement for placement in world.poses()}
    return max(
        max(
            abs(after[p.piece].x - p.x),
            abs(after[p.piece].y - p.y),
            abs((after[p.piece].angle - p.angle + 180) % 360 - 180),
        )
        for p in placements
    )


def test_a_plank_lies_with_its_end_under_an_overhang() -> None:
    """Lowered from the top of the screen it would meet the overhang."""
    floor_below = Part("floor", Kind.GROUND, 240, 310, 400, 20)
    overhang = Part("overhang", Kind.GROUND, 130, 245, 60, 10)  # from 100 to 160
    found = rests(floor_below, overhang, spacing=20.0)
    under = found[(found[:, 0] == 200.0) & (found[:, 1] > 270)]  # from 125 to 275
    assert len(under) == 1
    assert under[0] == pytest.approx([200.0, 300 - 12.5 - POLYGON_SKIN, 0.0], abs=0.05)
