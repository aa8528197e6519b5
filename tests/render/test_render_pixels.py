"""PNG, GIF and MP4 show the same drawing as the SVG, pixel by pixel."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bubbleball.errors import PictureError
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.placement import Placement
from bubbleball.render import Overlay, draw, gif_of_trials, to_gif, to_png, write_picture
from bubbleball.render.boxes import Box, merged, overlap
from bubbleball.render.changes import changes, film_box
from bubbleball.render.drawing import Drawing
from bubbleball.render.film import END_HOLD, Shown, film_of_trials
from bubbleball.render.raster import FINER, dashes, to_image
from bubbleball.render.theme import THEMES, Role
from pictures import BRIDGE, EVERYTHING, GAP, WARP, bridged, warped


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def colour_at(image: Image.Image, x: float, y: float, scale: float) -> str:
    pixel = image.convert("RGB").getpixel((int(x * scale), int(y * scale)))
    assert isinstance(pixel, tuple)
    return "#{:02x}{:02x}{:02x}".format(*pixel)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_a_png_has_the_expected_colour_at_known_points(theme: str, scale: float) -> None:
    image = opened(to_png(draw(GAP, BRIDGE, theme=theme), scale))
    assert image.size == (480 * scale, 320 * scale)
    for x, y, role in [
        (35, 150, Role.BALL),
        (250, 130, Role.SKY),
        (300, 70, Role.TRAY),
        (300, 78, Role.SHELF),
        (151, 254, Role.METAL),  # the bar where it was put
        (75, 15, Role.TRAY),  # and no longer where it lay
        (301, 236, Role.GROUND),
    ]:
        assert colour_at(image, x, y, scale) == THEMES[theme][role], (x, y, role)


def test_the_edge_of_a_part_is_where_the_physics_has_it() -> None:
    image = to_image(draw(GAP), 4.0).convert("L")
    floor = GAP.scenery[1]
    for x in (350.0, 390.0):  # its top edge lies at y = 235
        column = [image.getpixel((int(4 * x), y)) for y in range(4 * 225, 4 * 245)]
        values = np.array(column, dtype=float)
        sky, ground = values[0], values[24 + 18]
        covered = ((values[:44] - sky) / (ground - sky)).sum() / 4
        assert 225 + 11 - covered == pytest.approx(floor.y - floor.height / 2, abs=0.06)


@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_of_piece_can_be_drawn(theme: str) -> None:
    image = to_image(draw(EVERYTHING, theme=theme), 1.0)
    seen = {tuple(pixel) for pixel in np.asarray(image).reshape(-1, 3).tolist()}
    for role in (Role.WOOD, Role.METAL, Role.BEAM, Role.SPEEDUP, Role.SPRING, Role.GLYPH):
        colour = THEMES[theme][role]
        assert tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) in seen, role


def test_the_same_scene_gives_the_same_bytes() -> None:
    drawing = draw(GAP, trial=bridged())
    assert to_png(drawing) == to_png(draw(GAP, trial=bridged()))
    shown = [(GAP, BRIDGE, bridged(), None)]
    assert gif_of_trials(shown) == gif_of_trials(shown)


def repainted(drawings: list[Drawing], scale: float) -> list[Image.Image]:
    """What a viewer sees who draws only the changes."""
    size = film_box(drawings, scale)
    screen = Image.new("RGB", size[2:], "#ff00ff")
    seen = []
    for patches in changes(drawings, size, scale):
        for box, patch in patches:
            screen.paste(patch, box[:2])
        seen.append(screen.copy())
    return seen


def assert_alike(a: Image.Image, b: Image.Image) -> None:
    """Equal but for one sample of nine in a few pixels, where Pillow's rounding differs."""
    difference = np.abs(np.asarray(a, int) - np.asarray(b, int)).max(axis=2)
    assert difference.max() <= 256 / FINER**2
    assert np.count_nonzero(difference) <= 20


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_drawing_only_what_changes_gives_the_whole_picture(scale: float) -> None:
    film = film_of_trials([(WARP, (), warped(), Overlay(caption="Watch the wood."))], fps=12)
    drawings = list(film.drawings)
    for drawing, seen in zip(drawings, repainted(drawings, scale), strict=True):
        assert_alike(seen, to_image(drawing, scale))


def test_scenes_drawn_one_by_one_make_a_film_too() -> None:
    drawings = [draw(GAP, trial=bridged(), frame=frame) for frame in range(0, 60, 20)]
    back_to_front = replace(drawings[-1], groups=drawings[-1].groups[::-1])
    drawings += [back_to_front, draw(GAP, trial=bridged(), frame=60, theme="dark")]
    for drawing, seen in zip(drawings, repainted(drawings, 1.0), strict=True):
        assert_alike(seen, to_image(drawing, 1.0))


boxes = st.tuples(*[st.integers(0, 40)] * 2, *[st.integers(1, 15)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@given(st.lists(boxes, max_size=12))
def test_merged_boxes_cover_the_given_ones_and_stay_apart(given_boxes: list[Box]) -> None:
    found = merged(given_boxes)
    for box in given_boxes:
        assert any(
            m[0] <= box[0] and m[1] <= box[1] and box[2] <= m[2] and box[3] <= m[3] for m in found
        )
    assert not any(overlap(a, b) for n, a in enumerate(found) for b in found[:n])


@pytest.mark.parametrize("fps", [10, 30, 50])
def test_a_gif_has_a_frame_for_every_moment_and_keeps_real_time(fps: int, tmp_path: Path) -> None:
    target = tmp_path / "trial.gif"
    trial = bridged()
    write_picture(target, GAP, BRIDGE, trial=trial, fps=fps)
    with Image.open(target) as image:
        count = getattr(image, "n_frames", 1)
        durations = []
        for number in range(count):
            image.seek(number)
            durations.append(image.info["duration"])
        assert image.info["loop"] == 0
    moments = len([k for k in range(1000) if round(60 * k / fps) < trial.steps])
    assert count == moments + 1
    assert durations[-1] == pytest.approx(1000 * END_HOLD, abs=10)
    assert sum(durations[:-1]) == pytest.approx(1000 * moments / fps, abs=10)
    assert min(durations) >= 20


def test_a_gif_shows_the_ball_where_the_trial_had_it() -> None:
    trial = bridged()
    image = opened(gif_of_trials([(GAP, BRIDGE, trial, None)], scale=2))
    for number in (0, 20, 60):
        image.seek(number)
        x, y = trial.ball[2 * number, :2]
        assert colour_at(image, x, y, 2) == THEMES["light"][Role.BALL]
        assert colour_at(image, 250, 130, 2) == THEMES["light"][Role.SKY]


def test_trials_in_a_row_make_one_gif() -> None:
    shown: list[Shown] = [
        (GAP, (), Game(GAP).play(), None),
        (GAP, BRIDGE, bridged(), Overlay(caption="The bar bridges the gap.")),
    ]
    image = opened(gif_of_trials(shown, theme="dark"))
    each = [getattr(opened(gif_of_trials([one])), "n_frames", 1) for one in shown]
    assert getattr(image, "n_frames", 1) == sum(each)


def test_a_level_without_a_trial_is_a_gif_of_one_frame(tmp_path: Path) -> None:
    write_picture(tmp_path / "level.gif", GAP)
    with Image.open(tmp_path / "level.gif") as image:
        assert getattr(image, "n_frames", 1) == 1


def test_nothing_to_show_and_wrong_numbers_are_refused() -> None:
    with pytest.raises(PictureError, match="no trial to show"):
        gif_of_trials([])
    with pytest.raises(PictureError, match="no drawing to show"):
        to_gif([])
    with pytest.raises(PictureError, match="2 durations for 1 drawings"):
        to_gif([draw(GAP)], [1.0, 2.0])
    with pytest.raises(PictureError, match="fps = 0 is out of range; it must be 1 to 60"):
        gif_of_trials([(GAP, BRIDGE, bridged(), None)], fps=0)
    for scale in (0, -1, 11, float("nan")):
        with pytest.raises(PictureError, match=r"scale = .* is out of range"):
            to_png(draw(GAP), scale)


def test_an_mp4_shows_the_trial(tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="the extra `video` is not installed")
    target = tmp_path / "trial.mp4"
    trial = bridged()
    write_picture(target, GAP, BRIDGE, trial=trial, fps=10)
    _, seconds = ffmpeg.count_frames_and_secs(str(target))
    assert seconds == pytest.approx(trial.seconds + END_HOLD, abs=0.2)
    reader = ffmpeg.read_frames(str(target))
    width, height = next(reader)["size"]
    assert (width, height) == to_image(draw(GAP, trial=trial)).size
    first = Image.frombytes("RGB", (width, height), next(reader))
    reader.close()
    ball = first.getpixel((70, 300))
    assert isinstance(ball, tuple)
    assert np.abs(np.array(ball) - (0x00, 0x72, 0xB2)).max() < 12


def test_an_mp4_without_the_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(PictureError, match=r'pip install "bubbleball\[video\]"'):
        write_picture(tmp_path / "trial.mp4", GAP, BRIDGE, trial=bridged())
    with pytest.raises(PictureError, match="an MP4 shows a trial, and there is none"):
        write_picture(tmp_path / "trial.mp4", GAP, BRIDGE)
    assert not list(tmp_path.iterdir())


def test_a_dashed_line_is_drawn_for_its_strokes_alone() -> None:
    strokes = list(dashes([(0, 0), (10, 0), (10, 10)], (6, 3)))
    assert strokes == [[(0, 0), (6, 0)], [(9, 0), (10, 0), (10, 5)], [(10, 8), (10, 10)]]
    length = sum(np.hypot(*np.subtract(b, a)) for s in strokes for a, b in pairwise(s))
    assert length == pytest.approx(14)


@given(st.text(max_size=40))
@settings(max_examples=20)
def test_any_caption_can_be_painted(caption: str) -> None:
    assert to_png(draw(GAP, overlay=Overlay(caption=caption)), 0.5)


def test_a_spring_turned_on_its_side_throws_sideways() -> None:
    spring = next(piece for piece in EVERYTHING.pieces if piece.kind is Kind.SPRING)
    drawing = draw(EVERYTHING, [Placement(spring.id, 400, 160, 90)])
    for x in (400 - 7.5, 400 + 7.5):  # the plates of the coil now stand upright
        assert colour_at(to_image(drawing), x, 160, 2) == THEMES["light"][Role.GLYPH]
