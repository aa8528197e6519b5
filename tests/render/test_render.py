"""Pictures say what the physics says, whatever the texts contain."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball import render
from bubbleball.errors import BubbleBallError, PictureError, PlacementError, UnknownNameError
from bubbleball.game.game import Game
from bubbleball.game.geometry import Disc, Hull, Shape, moved, rectangle, signed_distance
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.render import Overlay, draw, thumbnail_svg, to_svg, write_film, write_picture
from bubbleball.render.drawing import Circle, Drawing, Polygon, Polyline, Text
from bubbleball.render.layers.solids import inset
from bubbleball.render.overlay import MAX_CANDIDATES
from bubbleball.render.theme import COSTS, LIGHT, THEMES, Role
from pictures import BRIDGE, EVERYTHING, GAP, WARP, bridged, warped
from strategies import games, levels

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: Drawing) -> ET.Element:
    return ET.fromstring(to_svg(drawing))


def group_of(root: ET.Element, part: str) -> ET.Element:
    [found] = [g for g in root.iter(f"{SVG}g") if g.get("data-part") == part]
    return found


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
    root = parsed(draw(GAP, [Placement("bar", 200, 200, 33)]))
    assert_shows(group_of(root, "bar"), moved(GAP.pieces[0].outline, 200, 200, 33))
    assert_shows(group_of(root, "spare"), GAP.pieces[1].shape)


def test_the_last_frame_shows_ball_and_movers_where_the_trial_ended() -> None:
    trial = warped()
    for frame in (0, 20, trial.steps):
        root = parsed(draw(WARP, trial=trial, frame=frame))
        x, y = trial.ball[frame, :2]
        assert_shows(group_of(root, "ball"), Disc(x, y, 15))
        loose = next(part for part in WARP.scenery if part.id == "loose")
        assert_shows(group_of(root, "loose"), moved(loose.outline, *trial.moves[frame, 0, :3]))


def test_a_trial_without_placements_given_shows_its_own() -> None:
    assert draw(GAP, trial=bridged()) == draw(GAP, BRIDGE, trial=bridged())


def test_the_path_of_the_ball_is_its_trace() -> None:
    [path] = [
        mark
        for mark in draw(GAP, trial=bridged()).marks
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
        for mark in draw(GAP, trial=bridged()).marks
        if isinstance(mark, Circle) and mark.style.fill is Role.CONTACT
    ]
    assert {contact.point for contact in bridged().contacts} >= set(dots)
    for contact in bridged().contacts:
        assert min(np.hypot(*np.subtract(dot, contact.point)) for dot in dots) < 4


MARKUP = '<script>alert("&\'")</script>]]>'


def test_markup_in_titles_and_ids_stays_text() -> None:
    level = Level(
        Ball(35, 150, id=f"{MARKUP}1"),
        Flag(400, 200, id=f"{MARKUP}2"),
        scenery=(Part(f"{MARKUP}3", Kind.GROUND, 240, 310, 480, 20),),
        pieces=(Part(f"{MARKUP}4", Kind.WOOD, 240, 20, 300, 20),),
        title=MARKUP,
    )
    overlay = Overlay(caption=f"{MARKUP} \x00 \ud800")
    for svg in (to_svg(draw(level, overlay=overlay)), thumbnail_svg(level)):
        root = ET.fromstring(svg)
        assert root.findtext(f"{SVG}title") == MARKUP
        assert not list(root.iter(f"{SVG}script"))
        assert "<script" not in svg
        assert {g.get("data-part") for g in root.iter(f"{SVG}g")} >= {
            f"{MARKUP}{number}" for number in range(1, 5)
        }


def test_an_svg_asks_for_nothing_from_outside() -> None:
    svg = to_svg(draw(EVERYTHING, trial=Game(EVERYTHING).play()))
    assert "href" not in svg
    assert "url(" not in svg
    assert svg.count("http") == 1, "the name of the SVG format alone"


def test_an_embedded_svg_has_no_header_and_no_ids_that_could_clash() -> None:
    svg = to_svg(draw(EVERYTHING), embed=True)
    assert svg.startswith("<svg ")
    assert not [e for e in ET.fromstring(svg).iter() if e.get("id") or e.get("class")]


def test_a_reader_who_cannot_see_can_read_title_pieces_and_end() -> None:
    root = parsed(draw(GAP, trial=bridged()))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A gap"
    description = root.findtext(f"{SVG}desc") or ""
    assert "metal bar" in description
    assert "touched the flag" in description


def test_themes_differ_in_colours_alone() -> None:
    light, dark = (draw(EVERYTHING, theme=theme) for theme in ("light", "dark"))
    assert light.groups == dark.groups
    assert to_svg(light) != to_svg(dark)


def test_every_theme_has_a_colour_for_every_role() -> None:
    for theme in THEMES.values():
        assert set(theme.colours) == set(Role)
        assert all(len(c) == 7 and int(c[1:], 16) >= 0 for c in theme.colours.values())


def test_an_unknown_theme_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no theme named 'drak'; did you mean 'dark'"):
        draw(GAP, theme="drak")


def test_without_the_tray_nothing_lies_on_it() -> None:
    root = parsed(draw(GAP, BRIDGE, show_tray=False))
    shown = {g.get("data-part") for g in root.iter(f"{SVG}g")}
    assert "bar" in shown
    assert "spare" not in shown


def test_both_ends_of_a_teleport_bear_the_same_number_and_a_lone_one_none() -> None:
    root = parsed(draw(EVERYTHING, trial=Game(EVERYTHING).play()))  # without labels
    assert EVERYTHING.teleports == (("fixed teleport", "fixed partner"),)
    for end in ("fixed teleport", "fixed partner"):
        assert group_of(root, end).findtext(f"{SVG}text") == "1"
    assert group_of(root, "teleport").find(f"{SVG}text") is None


OVERLAY = Overlay(
    guides=(np.array([[35, 150], [400, 200]]), np.array([[35, 150], [240, 100], [400, 200]])),
    recorded=np.array([[35, 150], [100, 300]]),
    region=Region(100, 150, 340, 300, 310, 215, 20),
    predicted=np.array([[35, 150], [200, 230], [np.nan, 0], [390, 220]]),
    candidates=np.array([[200, 200, 3.0], [210, 210, np.inf], [220, 220, 0.5], [np.nan, 1, 2]]),
    main="bar",
    supports=("spare",),
    caption="The bar carries the ball across.",
)


def test_an_overlay_shows_its_lines_region_blocks_and_caption() -> None:
    drawing = draw(GAP, BRIDGE, overlay=OVERLAY)
    marks = list(drawing.marks)
    assert (
        Polyline(
            ((35, 150), (400, 200)),
            next(
                m.style
                for m in marks
                if isinstance(m, Polyline) and m.style.line is Role.GUIDE and m.style.width > 2
            ),
        )
        in marks
    )
    outlined = [m for m in marks if isinstance(m, Polygon) and m.style.line is Role.MAIN]
    bar = moved(GAP.pieces[0].outline, 217, 247.5)
    assert not isinstance(bar, Disc)
    assert [m.corners for m in outlined] == [bar.corners]
    assert any(isinstance(m, Circle) and (m.x, m.y, m.radius) == (310, 215, 20) for m in marks)
    texts = {m.text for m in marks if isinstance(m, Text)}
    assert {"The bar carries the ball across.", "guide path", "predicted path"} <= texts
    assert drawing.height > 320
    assert "nan" not in to_svg(drawing)


def test_the_cheapest_candidate_is_drawn_last_and_in_the_best_colour() -> None:
    dots = [
        mark
        for mark in draw(GAP, overlay=OVERLAY).marks
        if isinstance(mark, Circle) and mark.style.fill in COSTS
    ]
    assert [(dot.x, dot.y) for dot in dots] == [(210, 210), (200, 200), (220, 220)]
    assert dots[-1].style.fill is Role.COST_0


def test_a_million_candidates_are_thinned_out() -> None:
    many = np.random.default_rng(1).random((100_000, 3))
    drawing = draw(GAP, overlay=Overlay(candidates=many))
    dots = [m for m in drawing.marks if isinstance(m, Circle) and m.style.fill in COSTS]
    assert len(dots) == MAX_CANDIDATES


def test_thoughts_add_up_to_an_overlay() -> None:
    thoughts = [
        Thought(MethodStage.GUIDE, "First a path.", guides=OVERLAY.guides),
        Thought(MethodStage.FINE, "Then a piece.", main=BRIDGE[0], predicted=OVERLAY.predicted),
    ]
    overlay = Overlay.of(thoughts)
    assert overlay.guides[0] is OVERLAY.guides[0]
    assert (overlay.main, overlay.caption) == ("bar", "Then a piece.")
    assert Overlay.of(thoughts, caption="Mine.").caption == "Mine."


def test_an_overlay_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(PictureError, match=r"predicted has the shape \(3,\); it must be n x 2"):
        Overlay(predicted=np.zeros(3))


def test_a_frame_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PictureError, match="frame 999 is not in this trial; its frames are 0 to"):
        draw(GAP, trial=bridged(), frame=999)
    with pytest.raises(PictureError, match="no trial to show frame 1 of"):
        draw(GAP, frame=1)


def test_a_piece_or_a_trial_of_another_level_is_refused() -> None:
    with pytest.raises(PlacementError, match="piece 'rock' is not in this level; its pieces: bar"):
        draw(GAP, [Placement("rock", 1, 1)])
    with pytest.raises(PictureError, match="the trial is of another level"):
        draw(GAP, trial=warped())


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


@given(levels(), st.text(max_size=60), st.lists(st.floats(width=64), min_size=2, max_size=12))
@settings(max_examples=30)
def test_any_overlay_gives_well_formed_svg(
    level: Level, caption: str, numbers: list[float]
) -> None:
    rows = np.array(numbers[: len(numbers) // 2 * 2]).reshape(-1, 2)
    overlay = Overlay(guides=(rows,), recorded=rows, predicted=rows, caption=caption)
    assert parsed(draw(level, overlay=overlay)).tag.endswith("svg")


def test_an_svg_file_holds_the_svg(tmp_path: Path) -> None:
    target = tmp_path / "picture.SVG"
    write_picture(target, GAP, BRIDGE, trial=bridged(), theme="dark")
    expected = to_svg(draw(GAP, BRIDGE, trial=bridged(), theme="dark"))
    assert target.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("name", ["picture", "picture.bmp", "picture.svg.txt"])
def test_an_unknown_ending_is_refused_with_the_known_ones(name: str, tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"known: \.svg, \.png, \.gif, \.mp4"):
        write_picture(tmp_path / name, GAP)
    assert not list(tmp_path.iterdir())


def test_a_picture_that_fails_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    target.write_text("old")
    with pytest.raises(BubbleBallError):
        write_picture(target, GAP, theme="none")
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]
    assert target.read_text() == "old"


def test_a_folder_that_does_not_exist_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"nowhere.picture\.svg: cannot be written"):
        write_picture(tmp_path / "nowhere" / "picture.svg", GAP)


def test_a_film_is_a_gif_or_an_mp4(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"ends in '\.svg'; known: \.gif, \.mp4"):
        write_film(tmp_path / "film.svg", [(GAP, BRIDGE, bridged(), None)])


def test_a_folder_in_the_way_is_an_error_and_stays(tmp_path: Path) -> None:
    (tmp_path / "picture.svg").mkdir()
    with pytest.raises(PictureError, match=r"picture\.svg: cannot be written"):
        write_picture(tmp_path / "picture.svg", GAP)
    assert [path.name for path in tmp_path.iterdir()] == ["picture.svg"]


def test_all_public_names_exist() -> None:
    for name in render.__all__:
        assert getattr(render, name)
    with pytest.raises(AttributeError, match="no attribute 'to_bmp'"):
        _ = render.to_bmp


def test_drawing_svg_does_without_pillow() -> None:
    code = "import sys, bubbleball.render; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_light_sky_is_light_and_the_ground_dark() -> None:
    assert int(LIGHT[Role.SKY][1:3], 16) > 220 > 80 > int(LIGHT[Role.GROUND][1:3], 16)
