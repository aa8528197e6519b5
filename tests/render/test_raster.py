"""A PNG shows the same drawing as the SVG, pixel by pixel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball.game.kinds import Kind
from bubbleball.game.placement import Placement
from bubbleball.render import Overlay, draw, gif_of_trials, to_png
from bubbleball.render.raster import dashes, to_image
from bubbleball.render.theme import Role
from bubbleball.render.themes import THEMES
from pictures import BRIDGE, EVERYTHING, TWO_BARS, bridged, colour_at, opened


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_a_png_has_the_expected_colour_at_known_points(theme: str, scale: float) -> None:
    image = opened(to_png(draw(TWO_BARS, BRIDGE, theme=theme), scale))
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
    image = to_image(draw(TWO_BARS), 4.0).convert("L")
    floor = TWO_BARS.scenery[1]
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


def test_the_same_drawing_gives_the_same_bytes() -> None:
    drawing = draw(TWO_BARS, trial=bridged())
    assert to_png(drawing) == to_png(draw(TWO_BARS, trial=bridged()))
    shown = [(TWO_BARS, BRIDGE, bridged(), None)]
    assert gif_of_trials(shown) == gif_of_trials(shown)


def test_a_dashed_line_is_drawn_for_its_strokes_alone() -> None:
    strokes = list(dashes([(0, 0), (10, 0), (10, 10)], (6, 3)))
    assert strokes == [[(0, 0), (6, 0)], [(9, 0), (10, 0), (10, 5)], [(10, 8), (10, 10)]]
    length = sum(np.hypot(*np.subtract(b, a)) for s in strokes for a, b in pairwise(s))
    assert length == pytest.approx(14)


@given(st.text(max_size=40))
@settings(max_examples=20)
def test_any_caption_can_be_painted(caption: str) -> None:
    assert to_png(draw(TWO_BARS, overlay=Overlay(caption=caption)), 0.5)


def test_a_spring_turned_on_its_side_throws_sideways() -> None:
    spring = next(piece for piece in EVERYTHING.pieces if piece.kind is Kind.SPRING)
    drawing = draw(EVERYTHING, [Placement(spring.id, 400, 160, 90)])
    for x in (400 - 7.5, 400 + 7.5):  # the plates of the coil now stand upright
        assert colour_at(to_image(drawing), x, 160, 2) == THEMES["light"][Role.GLYPH]
