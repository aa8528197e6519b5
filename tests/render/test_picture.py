"""A drawing shows what the physics says."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings

from bubbleball.errors import PictureError, PlacementError
from bubbleball.game.game import Game
from bubbleball.game.geometry import Disc, Hull, Shape, moved, rectangle, signed_distance
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.render import draw, thumbnail_svg, to_svg
from bubbleball.render.drawing import Circle, Polyline
from bubbleball.render.layers.solids import inset
from bubbleball.render.theme import Role
from bubbleball.render.themes import THEMES
from pictures import BRIDGE, EVERYTHING, SVG, TWO_BARS, WARP, bridged, group_of, parsed, warped
from strategies import games


def outline_in(group: ET.Element) -> Shape | list[tuple[float, float]]:
    """The first mark of a part, which is its physical outline."""
    mark = next(child for child in group if child.tag != f"{SVG}title")
    if mark.tag == f"{SVG}circle":
        return Disc(*(float(mark.get(name, "nan")) for name in ("cx", "cy", "r")))
    points = mark.get("points", "").split()
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points)]


def assert_shows(group: ET.Element, shape: Shape) -> None:
    seen = outline_in(group)
    if isinstance(shape, Disc):
        assert isinstance(seen, Disc)
        assert (seen.x, seen.y, seen.radius) == pytest.approx(
            (shape.x, shape.y, shape.radius), abs=6e-4
        )
    else:
        assert np.asarray(seen) == pytest.approx(np.asarray(shape.corners), abs=6e-4)


@pytest.mark.parametrize("theme", THEMES)
def test_every_part_is_drawn_with_the_corners_that_the_ball_touches(theme: str) -> None:
    root = parsed(draw(EVERYTHING, theme=theme))
    for part in EVERYTHING.parts:
        assert_shows(group_of(root, part.id), part.shape)
    assert_shows(group_of(root, "ball"), EVERYTHING.ball.shape)
    assert_shows(group_of(root, "flag"), EVERYTHING.flag.sensor)


def test_a_placed_piece_is_drawn_where_it_was_put_and_not_in_the_tray() -> None:
    root = parsed(draw(TWO_BARS, [Placement("bar", 200, 200, 33)]))
    assert_shows(group_of(root, "bar"), moved(TWO_BARS.pieces[0].outline, 200, 200, 33))
    assert_shows(group_of(root, "spare"), TWO_BARS.pieces[1].shape)


def test_the_last_frame_shows_ball_and_movers_where_the_trial_ended() -> None:
    trial = warped()
    for frame in (0, 20, trial.steps):
        root = parsed(draw(WARP, trial=trial, frame=frame))
        x, y = trial.ball[frame, :2]
        assert_shows(group_of(root, "ball"), Disc(x, y, 15))
        loose = next(part for part in WARP.scenery if part.id == "loose")
        assert_shows(group_of(root, "loose"), moved(loose.outline, *trial.moves[frame, 0, :3]))


def test_a_trial_without_placements_given_shows_its_own() -> None:
    assert draw(TWO_BARS, trial=bridged()) == draw(TWO_BARS, BRIDGE, trial=bridged())


def test_the_path_of_the_ball_is_its_trace() -> None:
    [path] = [
        mark
        for mark in draw(TWO_BARS, trial=bridged()).marks
        if isinstance(mark, Polyline) and mark.style.line is Role.PATH
    ]
    assert np.array_equal(np.array(path.points), bridged().ball[:, :2])


def test_the_path_is_cut_where_a_teleport_moves_the_ball() -> None:
    trial = warped()
    jump = trial.effects[0].frame
    runs = [
        np.array(mark.points)
        for mark in draw(WARP, trial=trial).marks
        if isinstance(mark, Polyline) and mark.style.line is Role.PATH
    ]
    assert np.array_equal(np.concatenate(runs), trial.ball[:, :2])
    assert len(runs[0]) == jump + 1


def test_every_contact_is_marked_where_it_happened() -> None:
    dots = [
        (mark.x, mark.y)
        for mark in draw(TWO_BARS, trial=bridged()).marks
        if isinstance(mark, Circle) and mark.style.fill is Role.CONTACT
    ]
    assert {contact.point for contact in bridged().contacts} >= set(dots)
    for contact in bridged().contacts:
        assert min(np.hypot(*np.subtract(dot, contact.point)) for dot in dots) < 4


def test_without_the_tray_nothing_lies_on_it() -> None:
    root = parsed(draw(TWO_BARS, BRIDGE, show_tray=False))
    shown = {g.get("data-part") for g in root.iter(f"{SVG}g")}
    assert "bar" in shown
    assert "spare" not in shown


def test_both_ends_of_a_teleport_bear_the_same_number_and_a_lone_one_none() -> None:
    root = parsed(draw(EVERYTHING, trial=Game(EVERYTHING).play()))  # without labels
    assert EVERYTHING.teleports == (("fixed teleport", "fixed partner"),)
    for end in ("fixed teleport", "fixed partner"):
        assert group_of(root, end).findtext(f"{SVG}text") == "1"
    assert group_of(root, "teleport").find(f"{SVG}text") is None


def test_a_frame_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PictureError, match="frame 999 is not in this trial; its frames are 0 to"):
        draw(TWO_BARS, trial=bridged(), frame=999)
    with pytest.raises(PictureError, match="no trial to show frame 1 of"):
        draw(TWO_BARS, frame=1)


def test_a_piece_or_a_trial_of_another_level_is_refused() -> None:
    with pytest.raises(PlacementError, match="piece 'rock' is not in this level; its pieces: bar"):
        draw(TWO_BARS, [Placement("rock", 1, 1)])
    with pytest.raises(PictureError, match="the trial is of another level"):
        draw(TWO_BARS, trial=warped())


def test_a_rim_lies_inside_by_its_width() -> None:
    for part in EVERYTHING.parts:
        inner = inset(part.outline, 2.0)
        if isinstance(inner, Hull):
            depths = [signed_distance(x, y, part.outline) for x, y in inner.corners]
            assert depths == pytest.approx([-2.0] * len(depths))
        else:
            assert inner == Disc(0, 0, part.width / 2 - 2)
    assert inset(rectangle(30, 10), 5.1) is None


def test_huge_and_tiny_parts_are_drawn_with_few_marks() -> None:
    level = Level(
        Ball(0, 0),
        Flag(10, 10, width=2000, height=2000),
        scenery=tuple(
            Part(f"{kind}{size}", kind, -4000, 4000, size, size)
            for kind in (Kind.GROUND, Kind.METAL, Kind.WOOD, Kind.CATAPULT)
            for size in (1.0, 2000.0)
        ),
    )
    svg = to_svg(draw(level))
    ET.fromstring(svg)
    assert len(svg) < 100_000


@given(games())
@settings(max_examples=30)
def test_any_level_and_trial_can_be_drawn(game: tuple[Level, tuple[Placement, ...]]) -> None:
    level, placed = game
    trial = Game(level).play(placed)
    for drawing in (draw(level, placed), draw(level, placed, trial=trial, theme="dark")):
        root = parsed(drawing)
        assert_shows(group_of(root, "flag"), level.flag.sensor)
    ET.fromstring(thumbnail_svg(level))
