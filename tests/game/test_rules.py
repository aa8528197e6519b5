"""Every rule of placing, each with the amount that it is broken by."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import PlacementError
from bubbleball.game.game import Game
from bubbleball.game.geometry import Disc, Hull, moved
from bubbleball.game.kinds import MARGIN, PLAY_AREA, Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.rules import Breach, Rule, breaches, check_placements, must_not_overlap

LEVEL = Level(
    ball=Ball(50, 150),
    flag=Flag(400, 200),  # sensor 387..413 x 175..225
    scenery=(
        Part("floor", Kind.GROUND, 240, 300, 200, 20),  # 140..340 x 290..310
        Part("post", Kind.METAL, 240, 200, 20, 40),  # 230..250 x 180..220
        Part("stump", Kind.WOOD, 100, 280, 40, 40),  # 80..120 x 260..300
        Part("slow", Kind.SLOWDOWN, 300, 150),
    ),
    pieces=(
        Part("bar", Kind.METAL, 75, 20, 100, 20),
        Part("bar2", Kind.METAL, 75, 20, 100, 20),
        Part("log", Kind.WOOD, 75, 20, 100, 20),
        Part("disc", Kind.WOOD, 75, 20, 40, 40, form=Form.CIRCLE),
        Part("wedge", Kind.WOOD, 75, 20, 75, 75, form=Form.TRIANGLE),
        Part("lever", Kind.CATAPULT, 75, 20, 125, 25),
        Part("up", Kind.SPEEDUP_UP, 20, 20),
        Part("left", Kind.SPEEDUP_LEFT, 20, 20),
        Part("spring", Kind.SPRING, 20, 20),
    ),
)


def broken(*placements: Placement) -> list[tuple[str, Rule, float, str | None]]:
    """Piece, rule, amount to a hundredth and the other part of every breach."""
    return [(b.piece, b.rule, round(b.amount, 2), b.other) for b in breaches(LEVEL, placements)]


def test_nothing_placed_is_legal() -> None:
    check_placements(LEVEL, [])


def test_any_subset_of_the_pieces_is_legal() -> None:
    assert broken(Placement("bar", 150, 120), Placement("up", 20, 250)) == []


def test_an_unknown_piece_is_named_with_the_known_ones() -> None:
    with pytest.raises(PlacementError) as raised:
        check_placements(LEVEL, [Placement("rock", 100, 100)])
    assert str(raised.value) == (
        "piece 'rock' is not in this level; "
        "its pieces: bar, bar2, log, disc, wedge, lever, up, left, spring"
    )


def test_scenery_cannot_be_placed() -> None:
    assert broken(Placement("post", 100, 100)) == [("post", Rule.KNOWN_PIECE, 0, None)]


def test_a_piece_is_placed_once() -> None:
    twice = [Placement("bar", 150, 120), Placement("bar", 150, 200)]
    assert broken(*twice) == [("bar", Rule.PLACED_ONCE, 0, None)]


@pytest.mark.parametrize(("y", "amount"), [(90, None), (89.99, 0.01), (60, 30)])
def test_a_piece_lies_wholly_below_the_tray(y: float, amount: float | None) -> None:
    expected = [] if amount is None else [("bar", Rule.BELOW_TRAY, amount, None)]
    assert broken(Placement("bar", 200, y)) == expected


@pytest.mark.parametrize(
    ("x", "y", "amount"),
    [
        (30, 250, None),  # left edge at -20
        (29, 250, 1),
        (450, 250, None),  # right edge at 500
        (452.5, 250, 2.5),
        (420, 330, None),  # lower edge at 340
        (420, 334, 4),
        (-500, 250, 530),
    ],
)
def test_a_piece_stands_at_most_twenty_pixels_off_the_screen(
    x: float, y: float, amount: float | None
) -> None:
    expected = [] if amount is None else [("bar", Rule.ON_SCREEN, amount, None)]
    assert broken(Placement("bar", x, y)) == expected


def test_a_turned_piece_is_measured_as_it_stands() -> None:
    # Upright, the bar of 100 reaches 50 up from its centre.
    assert broken(Placement("bar", 200, 129, 90)) == [("bar", Rule.BELOW_TRAY, 1, None)]
    # At 45 degrees its reach is (100 + 20) / 2 / sqrt 2.
    reach = 60 / math.sqrt(2)
    assert broken(Placement("bar", 160, 80 + reach, 45)) == []
    assert broken(Placement("bar", 160, 79 + reach, 45)) == [("bar", Rule.BELOW_TRAY, 1, None)]


@pytest.mark.parametrize(
    ("piece", "x", "y", "amount"),
    [
        ("bar", 50, 174.5, None),  # top at 164.5: half a pixel into the ball's 165
        ("bar", 50, 174, 1.0),
        ("bar", 50, 150, 25),
        ("up", 77, 150, None),  # discs: 15 + 12.5
        ("up", 76.5, 150, 1.0),
        ("spring", 50, 150, 27.5),
    ],
)
def test_a_piece_does_not_cover_the_ball(
    piece: str, x: float, y: float, amount: float | None
) -> None:
    expected = [] if amount is None else [(piece, Rule.CLEAR_OF_BALL, amount, None)]
    assert broken(Placement(piece, x, y)) == expected


@pytest.mark.parametrize(
    ("piece", "x", "y", "amount"),
    [
        ("bar", 400, 234.5, None),  # half a pixel into the sensor's lower edge at 225
        ("bar", 400, 232, 3.0),
        ("bar", 337.5, 200, None),  # the sensor's left edge at 387; the box's would be 381
        ("bar", 339, 200, 2.0),
        ("up", 400, 237, None),  # a disc of 12.5
        ("up", 400, 236, 1.5),
    ],
)
def test_a_piece_does_not_cover_the_flags_sensor(
    piece: str, x: float, y: float, amount: float | None
) -> None:
    expected = [] if amount is None else [(piece, Rule.CLEAR_OF_FLAG, amount, None)]
    assert broken(Placement(piece, x, y)) == expected


@pytest.mark.parametrize(
    ("placement", "amount", "other"),
    [
        (Placement("log", 240, 280.5), None, "floor"),
        (Placement("log", 240, 281), 1.0, "floor"),
        (Placement("log", 180.5, 200), None, "post"),
        (Placement("log", 182, 200), 2.0, "post"),
        (Placement("log", 100, 251), 1.0, "stump"),
        (Placement("disc", 240, 275), 5.0, "floor"),
        (Placement("disc", 213, 200), 3.0, "post"),
        (Placement("lever", 240, 278), None, "floor"),  # the beam ends 12.5 below the centre
        (Placement("lever", 240, 279.5), 2.0, "floor"),
        (Placement("wedge", 200, 253.5), 1.0, "floor"),
    ],
)
def test_wood_overlaps_nothing_solid(
    placement: Placement, amount: float | None, other: str
) -> None:
    expected = [] if amount is None else [(placement.piece, Rule.SOLIDS_APART, amount, other)]
    assert broken(placement) == expected


def test_the_empty_upper_part_of_a_catapults_box_may_be_used() -> None:
    # The box of the lever reaches up to 177.5, its beam only to 187.5.
    lever = Placement("lever", 160, 190)
    assert broken(lever, Placement("log", 160, 177.5)) == []
    assert broken(lever, Placement("log", 160, 179.5)) == [("log", Rule.SOLIDS_APART, 2.0, "lever")]


def test_metal_may_overlap_ground_and_metal() -> None:
    assert broken(Placement("bar", 240, 290), Placement("bar2", 240, 280)) == []
    assert broken(Placement("bar", 240, 200)) == []


def test_metal_overlaps_no_wood_whichever_is_placed_first() -> None:
    bar, log = Placement("bar", 160, 150), Placement("log", 160, 165)
    assert broken(bar, log) == [("log", Rule.SOLIDS_APART, 5.0, "bar")]
    assert broken(log, bar) == [("bar", Rule.SOLIDS_APART, 5.0, "log")]
    assert broken(Placement("bar", 100, 255)) == [("bar", Rule.SOLIDS_APART, 5.0, "stump")]


def test_power_ups_overlap_no_power_up_and_may_lie_over_solids() -> None:
    assert broken(Placement("up", 240, 200), Placement("left", 200, 290)) == []
    assert broken(Placement("up", 300, 172)) == [("up", Rule.BUTTONS_APART, 3.0, "slow")]
    side_by_side = Placement("up", 200, 120), Placement("left", 224.5, 120)
    assert broken(*side_by_side) == []  # half a pixel is forgiven
    assert broken(side_by_side[0], Placement("left", 220, 120)) == [
        ("left", Rule.BUTTONS_APART, 5.0, "up")
    ]


def test_power_ups_stand_upright_but_the_spring_may_be_turned() -> None:
    assert broken(Placement("up", 200, 120, 30)) == [("up", Rule.UPRIGHT, 30, None)]
    assert broken(Placement("up", 200, 120, -350)) == [("up", Rule.UPRIGHT, 10, None)]
    assert broken(Placement("up", 200, 120, 720)) == []
    assert broken(Placement("spring", 200, 120, 30)) == []


def test_every_breach_is_reported_at_once_with_piece_rule_and_amount() -> None:
    with pytest.raises(PlacementError) as raised:
        check_placements(LEVEL, [Placement("log", 10, 80), Placement("bar", 400, 200)])
    assert str(raised.value) == (
        "piece 'log' reaches 10.00 px into the tray; "
        "piece 'log' stands 40.00 px off the screen; at most 20 px are allowed; "
        "piece 'bar' covers the flag by 35.00 px"
    )


def test_an_illegal_placement_is_no_trial() -> None:
    game = Game(LEVEL)
    with pytest.raises(PlacementError):
        game.play([Placement("bar", 0, 0)])
    assert game.trials == 0
    game.play([Placement("bar", 200, 120)])
    assert game.trials == 1


@given(
    st.sampled_from([piece.id for piece in LEVEL.pieces]),
    st.floats(-100, 600),
    st.floats(0, 500),
    st.floats(-360, 360),
)
def test_the_breaches_of_a_random_pose_are_those_that_shapely_sees(
    name: str, x: float, y: float, angle: float
) -> None:
    piece = LEVEL.piece(name)
    assert piece is not None
    found: list[Breach] = list(breaches(LEVEL, [Placement(name, x, y, angle)]))
    shape = moved(piece.outline, x, y, angle)
    region = (
        shapely.Point(shape.x, shape.y).buffer(shape.radius, quad_segs=64)
        if isinstance(shape, Disc)
        else shapely.Polygon(shape.corners)
    )
    left, top, right, bottom = region.bounds
    near = 0.01  # px; shapely's discs have corners
    outside = max(-20 - left, right - 500, bottom - 340)
    rules = {breach.rule for breach in found}
    if abs(80 - top) > near:
        assert (Rule.BELOW_TRAY in rules) == (top < 80)
    if abs(outside) > near:
        assert (Rule.ON_SCREEN in rules) == (outside > 0)
    sensor = LEVEL.flag.sensor
    assert isinstance(sensor, Hull)
    if not region.intersects(shapely.Polygon(sensor.corners)):
        assert Rule.CLEAR_OF_FLAG not in rules
    if region.contains(shapely.Point(LEVEL.ball.x, LEVEL.ball.y)):
        assert Rule.CLEAR_OF_BALL in rules


@pytest.mark.parametrize("a", Kind)
@pytest.mark.parametrize("b", Kind)
def test_two_kinds_are_kept_apart_whichever_comes_first(a: Kind, b: Kind) -> None:
    rule = must_not_overlap(a, b)
    assert rule is must_not_overlap(b, a)
    if a.button and b.button:
        assert rule is Rule.BUTTONS_APART
    elif a.solid and b.solid and (a.wooden or b.wooden):
        assert rule is Rule.SOLIDS_APART
    else:
        assert rule is None


def test_the_words_of_the_rules_give_the_numbers_of_the_rules() -> None:
    left, top, right, bottom = PLAY_AREA
    assert f"y >= {top:g}" in Rule.BELOW_TRAY
    assert f"at most {MARGIN:g} px" in Rule.ON_SCREEN
    assert (-left, right - 480, bottom - 320) == (MARGIN, MARGIN, MARGIN)
