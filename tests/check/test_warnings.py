"""Warnings: every fault of a spoiled level is reported, and a sound level has none."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.check.advice import Topic
from bubbleball.check.warnings import MOST, warnings
from bubbleball.files import packs
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part, pair_teleports

FLOOR = Part("floor", Kind.GROUND, 240, 310, 480, 20)
BAR = Part("bar", Kind.METAL, 100, 30, 150, 25)
SOUND = Level(Ball(100, 120), Flag(400, 275), (FLOOR,), (BAR,))


def topics(level: Level) -> list[Topic]:
    return [advice.topic for advice in warnings(level)]


def with_scenery(*parts: Part) -> Level:
    pairs = pair_teleports(parts)
    return dataclasses.replace(SOUND, scenery=(FLOOR, *parts), teleports=pairs)


def walls(x: float, y: float, half: float, thick: float = 10) -> tuple[Part, ...]:
    """A closed square cell about a point."""
    long = 2 * half + thick
    return (
        Part("top", Kind.GROUND, x, y - half, long, thick),
        Part("bottom", Kind.GROUND, x, y + half, long, thick),
        Part("left", Kind.METAL, x - half, y, thick, long),
        Part("right", Kind.WOOD, x + half, y, thick, long),
    )


def test_a_sound_level_gets_no_advice() -> None:
    assert warnings(SOUND) == ()


@pytest.mark.parametrize("name", packs.pack("classic"))
def test_the_classic_levels_get_no_advice(name: str) -> None:
    assert warnings(packs.find(name).level) == ()


def test_a_piece_larger_than_any_free_place_is_named() -> None:
    tower = Part("tower", Kind.METAL, 200, 40, 300, 300)
    (advice,) = (
        a
        for a in warnings(dataclasses.replace(SOUND, pieces=(BAR, tower)))
        if a.topic is Topic.PIECE_TOO_LARGE
    )
    assert advice.text == (
        "Piece 'tower' (metal, 300 x 300 px) is larger than any free place; "
        "it can only stay in the tray."
    )
    assert advice.parts == ("tower",)
    assert not advice.fatal


def test_wood_needs_room_beside_the_scenery_where_metal_does_not() -> None:
    shelves = [Part(f"shelf{n}", Kind.GROUND, 240, 100 + 40 * n, 560, 10) for n in range(6)]
    board = Part("board", Kind.WOOD, 100, 40, 60, 60)
    level = Level(Ball(100, 40), Flag(400, 35), tuple(shelves), (board,))
    assert Topic.PIECE_TOO_LARGE in topics(level)
    metal = dataclasses.replace(board, kind=Kind.METAL)
    assert Topic.PIECE_TOO_LARGE not in topics(dataclasses.replace(level, pieces=(metal,)))


def test_a_plank_that_fits_only_when_it_is_turned_is_not_too_large() -> None:
    pillars = [Part(f"pillar{n}", Kind.GROUND, 40 * n, 210, 10, 270) for n in range(13)]
    plank = Part("plank", Kind.WOOD, 150, 40, 200, 25)
    level = Level(Ball(100, 40), Flag(400, 35), tuple(pillars), (plank,))
    assert Topic.PIECE_TOO_LARGE not in topics(level)


def test_a_ball_in_a_closed_cell_is_trapped() -> None:
    level = with_scenery(*walls(100, 120, 40))
    (advice,) = warnings(level)
    assert advice.topic is Topic.BALL_TRAPPED
    assert advice.fatal
    assert advice.text == "The ball is shut in: walls all round it, and the flag is outside."


def test_a_flag_in_a_closed_cell_cannot_be_reached() -> None:
    level = with_scenery(*walls(400, 250, 55))
    assert topics(level) == [Topic.FLAG_UNREACHABLE]


@pytest.mark.parametrize(("gap", "passes"), [(27.0, False), (31.0, True)])
def test_a_gap_must_be_as_wide_as_the_ball(gap: float, passes: bool) -> None:
    sky = Part("sky", Kind.GROUND, 240, 200 - gap / 2 - 2500, 20, 2000)
    upper = Part("upper", Kind.GROUND, 240, 200 - gap / 2 - 1000, 20, 2000)
    lower = Part("lower", Kind.GROUND, 240, 200 + gap / 2 + 1000, 20, 2000)
    level = with_scenery(sky, upper, lower)
    assert (Topic.FLAG_UNREACHABLE not in topics(level)) == passes


def test_loose_wood_does_not_shut_anything_in() -> None:
    cell = [dataclasses.replace(part, kind=Kind.WOOD, loose=True) for part in walls(400, 250, 55)]
    assert Topic.FLAG_UNREACHABLE not in topics(with_scenery(*cell))


def test_a_teleport_into_the_cell_is_a_path() -> None:
    inside = Part("inside", Kind.TELEPORT, 400, 215)
    outside = Part("outside", Kind.TELEPORT, 100, 200)
    cell = walls(400, 250, 55)
    assert topics(with_scenery(*cell, inside, outside)) == []
    assert Topic.FLAG_UNREACHABLE in topics(with_scenery(*cell, inside))


def test_a_teleport_that_can_be_placed_is_a_path() -> None:
    cell = with_scenery(*walls(400, 250, 55), Part("inside", Kind.TELEPORT, 400, 215))
    door = Part("door", Kind.TELEPORT, 300, 20)
    level = dataclasses.replace(cell, pieces=(BAR, door), teleports=(("inside", "door"),))
    assert topics(level) == []


def test_a_lone_teleport_is_reported() -> None:
    (advice,) = warnings(with_scenery(Part("door", Kind.TELEPORT, 300, 200)))
    assert advice.text == "Teleport 'door' has no partner and does nothing."


def test_a_ball_inside_the_ground_is_reported_with_the_depth() -> None:
    (advice,) = warnings(with_scenery(Part("rock", Kind.GROUND, 100, 150, 40, 40)))
    assert advice.topic is Topic.BALL_IN_SOLID
    assert advice.text.startswith("The ball starts 5.0 px inside ground 'rock'")


def test_a_flag_inside_the_ground_is_reported() -> None:
    assert topics(with_scenery(Part("rock", Kind.GROUND, 400, 290, 60, 40))) == [
        Topic.FLAG_IN_SOLID
    ]


def test_a_buried_flag_is_fatal() -> None:
    found = warnings(with_scenery(Part("rock", Kind.GROUND, 400, 250, 200, 200)))
    assert any(advice.topic is Topic.FLAG_UNREACHABLE and advice.fatal for advice in found)


def test_start_and_goal_off_the_screen_are_reported() -> None:
    level = dataclasses.replace(SOUND, ball=Ball(-30, 100), flag=Flag(500, 200))
    assert topics(level) == [Topic.BALL_OFF_SCREEN, Topic.FLAG_OFF_SCREEN]


def test_a_flag_far_off_the_screen_is_not_called_buried() -> None:
    edge, far = (dataclasses.replace(SOUND, flag=Flag(x, 200)) for x in (480, 900))
    assert [str(advice) for advice in warnings(edge)] == [
        "The flag at (480, 200) sticks out of the screen."
    ]
    assert [(str(advice), advice.fatal) for advice in warnings(far)] == [
        ("The flag at (900, 200) is off the screen.", False),
        ("The flag is off the screen, where the ball cannot go.", True),
    ]


def test_a_piece_outside_the_tray_is_reported_with_the_amount() -> None:
    low = dataclasses.replace(BAR, y=90)
    (advice,) = warnings(dataclasses.replace(SOUND, pieces=(low,)))
    assert advice.text == "Piece 'bar' lies 22 px outside the tray (480 x 80 px) at the start."


def test_loose_wood_inside_the_ground_is_reported() -> None:
    log = Part("log", Kind.WOOD, 200, 290, 40, 40, form=Form.CIRCLE, loose=True)
    (advice,) = warnings(with_scenery(log))
    assert advice.topic is Topic.LOOSE_OVERLAP
    assert advice.parts == ("log", "floor")


@pytest.mark.parametrize(
    ("dx", "dy", "words"),
    [
        (0, 4, "steps down by 4.0 px"),
        (0, -4, "steps up by 4.0 px"),
        (-30, 3, "steps down by 3.0 px"),
        (10, 0, "gap of 10.0 px"),
        (0, 0, ""),
        (0, 20, ""),
        (60, 0, ""),
    ],
)
def test_small_steps_and_gaps_between_level_tops_are_seams(
    dx: float, dy: float, words: str
) -> None:
    left = Part("left", Kind.GROUND, 100, 200, 100, 20)
    right = Part("right", Kind.GROUND, 200 + dx, 200 + dy, 100, 20)
    found = warnings(with_scenery(left, right))
    if not words:
        assert found == ()
    else:
        (advice,) = found
        assert advice.topic is Topic.SEAM
        assert words in advice.text
        assert advice.parts == ("left", "right")


def test_a_seam_between_two_equal_slopes_is_found() -> None:
    left = Part("left", Kind.GROUND, 100, 180, 100, 20, 20)
    # Along the slope by 100 px, and 3 px below it.
    right = Part("right", Kind.GROUND, 100 + 93.97 - 1.03, 180 + 34.2 + 2.82, 100, 20, 20)
    (advice,) = warnings(with_scenery(left, right))
    assert "steps down by 3.0 px" in advice.text


def test_a_corner_between_different_slopes_is_no_seam() -> None:
    left = Part("left", Kind.GROUND, 100, 180, 100, 20, 20)
    right = Part("right", Kind.GROUND, 190, 202, 100, 20, 0)
    assert Topic.SEAM not in topics(with_scenery(left, right))


def test_advice_is_bounded_for_a_level_of_a_thousand_parts() -> None:
    comb = tuple(Part(f"g{n}", Kind.GROUND, n, 200 + n % 5, 30, 20) for n in range(480))
    found = warnings(dataclasses.replace(SOUND, ball=Ball(100, 100), scenery=comb))
    assert 0 < sum(advice.topic is Topic.SEAM for advice in found) <= MOST


parts = st.builds(
    Part,
    id=st.uuids().map(str),
    kind=st.sampled_from([Kind.GROUND, Kind.METAL, Kind.WOOD]),
    x=st.floats(-500, 900),
    y=st.floats(-500, 900),
    width=st.floats(1, 600),
    height=st.floats(1, 600),
    angle=st.floats(-360, 360),
)


@given(st.lists(parts, max_size=6), st.floats(-600, 600), st.floats(-600, 600))
def test_any_level_gets_its_advice_in_sentences(scenery: list[Part], x: float, y: float) -> None:
    level = Level(Ball(x, y), Flag(400, 275), tuple(scenery), (BAR,))
    for advice in warnings(level):
        assert advice.text.endswith(".")
        assert len(advice.text) < 200


@pytest.mark.parametrize(
    ("change", "topic", "text"),
    [
        ({"ball": Ball(100, 40)}, Topic.BALL_IN_TRAY, "The ball starts in the tray."),
        ({"flag": Flag(400, 40)}, Topic.FLAG_IN_TRAY, "The flag reaches into the tray."),
        ({"pieces": ()}, Topic.NO_PIECES, "There are no pieces to place."),
        (
            {"scenery": (FLOOR, Part("beam", Kind.GROUND, 240, 40, 100, 20))},
            Topic.SCENERY_IN_TRAY,
            "Ground 'beam' lies in the tray.",
        ),
        (
            {"scenery": (FLOOR, Part("beam", Kind.GROUND, 900, 200, 100, 20))},
            Topic.OUT_OF_SIGHT,
            "Ground 'beam' lies off the screen, out of sight.",
        ),
    ],
)
def test_what_a_player_could_not_see_or_use_is_named(
    change: dict[str, object], topic: Topic, text: str
) -> None:
    advice = warnings(dataclasses.replace(SOUND, **change))  # type: ignore[arg-type]  # any field
    assert [one.text for one in advice if one.topic is topic] == [text]
