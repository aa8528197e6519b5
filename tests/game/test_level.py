"""A level cannot exist in a broken state, and says everything that is wrong with it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import ArgumentError, LevelError
from bubbleball.game.geometry import Disc, Hull, area, bounds
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part, pair_teleports

BALL, FLAG = Ball(50, 150), Flag(400, 200)


def plank(name: str = "plank", kind: Kind = Kind.WOOD) -> Part:
    return Part(name, kind, 75, 20, 100, 25)


def problems(**parts: object) -> list[str]:
    """What Level says about these parts."""
    with pytest.raises(LevelError) as raised:
        Level(**{"ball": BALL, "flag": FLAG, **parts})  # type: ignore[arg-type]  # broken on purpose
    return [str(problem) for problem in raised.value.problems]


def test_the_smallest_level_is_a_ball_and_a_flag() -> None:
    level = Level(BALL, FLAG)
    assert level.parts == ()
    assert level.piece("ball") is None


def test_all_problems_are_reported_at_once() -> None:
    found = problems(
        ball=Ball(math.nan, 9e9),
        scenery=(Part("a", Kind.GROUND, 0, 0, -5, 10), Part("a", Kind.METAL, 0, 0, 50, 50)),
        pieces=(Part("g", Kind.GROUND, 0, 0, 50, 50),),
        title="x" * 201,
    )
    assert found == [
        "title: is 201 characters long; at most 200",
        "ball.x: nan is out of range; allowed: -5000 to 5000",
        "ball.y: 9e+09 is out of range; allowed: -5000 to 5000",
        "scenery[0].width: -5 is out of range; allowed: 1 to 2000",
        "pieces[0].kind: ground cannot be a movable piece",
        "scenery[1].id: id 'a' is taken by scenery[0]",
    ]


@pytest.mark.parametrize(
    "parts",
    [
        {"ball": (50, 150)},
        {"flag": None},
        {"pieces": plank()},
        {"pieces": ["plank"]},
        {"scenery": None},
        {"scenery": [BALL]},
    ],
)
def test_what_is_no_ball_flag_or_part_is_refused_with_one(parts: dict[str, object]) -> None:
    with pytest.raises(ArgumentError, match=r"give (a list of )?(Ball|Flag|Part)"):
        Level(**{"ball": BALL, "flag": FLAG, **parts})  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        (Part("", Kind.WOOD, 0, 0, 50, 50), "id: is empty; every part needs an id"),
        (
            Part("a\nb", Kind.WOOD, 0, 0, 50, 50),
            "id: 'a\\nb' has characters that cannot be printed",
        ),
        (Part("a", Kind.SPRING, 0, 0, 30, 25), "width: a spring is 25 x 25 px, not 30 x 25"),
        (
            Part("a", Kind.WOOD, 0, 0, 30, 25, form=Form.CIRCLE),
            "height: a circle is as high as wide, not 30 x 25",
        ),
        (
            Part("a", Kind.GROUND, 0, 0, 30, 30, form=Form.CIRCLE),
            "form: ground cannot be a circle; allowed: rectangle",
        ),
        (
            Part("a", Kind.CATAPULT, 0, 0, 125, 25, form=Form.TRIANGLE),
            "form: catapult cannot be a triangle; allowed: beam",
        ),
        (
            Part("a", Kind.METAL, 0, 0, 50, 50, loose=True),
            "loose: only wood can be loose, not metal",
        ),
        (
            Part("a", Kind.SLOWDOWN, 0, 0, angle=45),
            "angle: a slowdown stands upright; its angle is 45",
        ),
        (Part("a", Kind.WOOD, 0, math.inf, 50, 50), "y: inf is out of range"),
    ],
)
def test_a_part_that_cannot_be_is_named_with_the_rule(part: Part, problem: str) -> None:
    (found,) = problems(scenery=(part,))
    assert found.startswith(f"scenery[0].{problem}")


@pytest.mark.parametrize("value", ["12", None, True, [1]])
def test_what_is_not_a_number_is_refused(value: object) -> None:
    (found,) = problems(ball=Ball(value, 1))  # type: ignore[arg-type]  # broken on purpose
    assert found == f"ball.x: {value!r} is not a number"


def test_a_whole_number_of_any_length_is_out_of_range() -> None:
    (found,) = problems(ball=Ball(1, -(10**5000)))
    assert found == "ball.y: -inf is out of range; allowed: -5000 to 5000"


def test_a_spring_may_be_turned_and_a_whole_turn_is_upright() -> None:
    spring = Part("s", Kind.SPRING, 0, 0, angle=30)
    slow = Part("t", Kind.SLOWDOWN, 0, 0, angle=720)
    assert Level(BALL, FLAG, (spring, slow)).scenery == (spring, slow)


def test_only_scenery_is_marked_loose() -> None:
    loose = replace(plank(), loose=True)
    assert problems(pieces=(loose,)) == ["pieces[0].loose: only scenery is marked loose"]
    assert Level(BALL, FLAG, (loose,)).scenery[0].loose


@pytest.mark.parametrize("taken", ["ball", "flag", "plank"])
def test_ids_are_unique_across_everything(taken: str) -> None:
    (found,) = problems(scenery=(plank(),), pieces=(plank(taken, Kind.METAL),))
    place = {"plank": "scenery[0]"}.get(taken, taken)
    assert found == f"pieces[0].id: id {taken!r} is taken by {place}"


def test_ten_thousand_parts_are_one_problem() -> None:
    parts = tuple(Part(str(n), Kind.GROUND, 0, 0, 10, 10) for n in range(10_000))
    assert problems(scenery=parts) == ["10000 parts; a level has at most 1000"]


def teleport(name: str) -> Part:
    return Part(name, Kind.TELEPORT, 100, 100)


def test_teleports_pair_in_order_and_a_lone_one_has_no_partner() -> None:
    level = Level(BALL, FLAG, (teleport("a"), plank(), teleport("b")), (teleport("c"),))
    assert level.teleports == (("a", "b"),)
    assert [level.partner(end) for end in "abc"] == ["b", "a", None]
    assert pair_teleports(map(teleport, "abcd")) == (("a", "b"), ("c", "d"))


def test_pairs_of_teleports_are_checked() -> None:
    ends = (teleport("a"), teleport("b"))
    found = problems(scenery=ends, teleports=(("a", "x"), ("b", "b")))
    assert found == [
        "teleports[0]: no teleport has the id 'x'",
        "teleports[1]: teleport 'b' is paired twice",
    ]


def test_a_power_up_is_a_disc_and_a_catapult_a_beam_in_the_lower_part_of_its_box() -> None:
    assert Part("u", Kind.SPEEDUP_UP, 100, 100).shape == Disc(100, 100, 12.5)
    beam = Part("c", Kind.CATAPULT, 100, 100, 125, 25).shape
    assert isinstance(beam, Hull)
    assert bounds(beam) == pytest.approx((37.5, 97.5, 162.5, 112.5))  # 125 x 15, lower edges meet
    assert area(beam) == pytest.approx(0.6 * 125 * 25)


def test_the_flags_sensor_is_six_pixels_narrower_on_each_side() -> None:
    assert bounds(Flag(419, 210).sensor) == (406, 185, 432, 235)
    assert bounds(Flag(419, 210, 180).sensor) == pytest.approx((406, 185, 432, 235))


@given(st.floats(-5000, 5000), st.floats(-360, 360))
def test_coordinates_are_kept_to_a_millionth_of_a_pixel(x: float, angle: float) -> None:
    part = Part("a", Kind.METAL, x, 100, 50, 50, angle)
    assert abs(part.x - x) <= 5.1e-7
    assert part == replace(part)  # rounding again changes nothing
    assert math.copysign(1, Ball(-1e-9, 0).x) == 1  # no minus nought


def test_kinds_are_solid_or_buttons_and_wood_is_solid() -> None:
    assert {kind for kind in Kind if kind.solid} == {
        Kind.GROUND,
        Kind.METAL,
        Kind.WOOD,
        Kind.CATAPULT,
    }
    assert all(kind.solid != kind.button for kind in Kind)
    assert {kind for kind in Kind if kind.wooden} == {Kind.WOOD, Kind.CATAPULT}
