"""The colours of a theme survive in a GIF, whatever else is in the picture."""

from __future__ import annotations

import io
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bubbleball.game.arrays import Indices
from bubbleball.method.local_region import Region
from bubbleball.render import Drawing, Overlay, draw, to_gif
from bubbleball.render.film import film_of_trials
from bubbleball.render.palette import TRANSPARENT, Palette
from bubbleball.render.raster import to_image
from bubbleball.render.theme import DARK, LIGHT, Role, Theme
from bubbleball.render.themes import THEMES
from pictures import EVERYTHING, TWO_BARS, WARP, warped


def pixels_of(image: Image.Image) -> Indices:
    """0xrrggbb of every pixel."""
    rgb = np.asarray(image.convert("RGB"), dtype=np.int64)
    return rgb[..., 0] << 16 | rgb[..., 1] << 8 | rgb[..., 2]


def codes(*themes: Theme) -> Indices:
    return np.array([int(c[1:], 16) for theme in themes for c in theme.colours.values()])


def assert_keeps_colours(drawing: Drawing, scale: float = 1.5) -> None:
    true = pixels_of(to_image(drawing, scale))
    with Image.open(io.BytesIO(to_gif([drawing], scale=scale))) as image:
        seen = pixels_of(image)
    pure = np.isin(true, codes(drawing.theme))
    assert pure.mean() > 0.5
    assert np.array_equal(true[pure], seen[pure])


@pytest.mark.parametrize("theme", THEMES)
def test_a_gif_keeps_the_colours_of_the_theme(theme: str) -> None:
    drawing = draw(EVERYTHING, overlay=Overlay(caption="All."), theme=theme)
    assert_keeps_colours(drawing)
    with Image.open(io.BytesIO(to_gif([drawing]))) as image:
        seen = np.asarray(image.convert("RGB"), int)
    assert np.abs(np.asarray(to_image(drawing, 1.5), int) - seen).mean() < 0.5, (
        "and its blends nearly"
    )


xs, ys = st.floats(0, 480), st.floats(0, 320)
lines = st.lists(st.tuples(xs, ys), min_size=2, max_size=6).map(np.array)
regions = st.builds(
    lambda x, y, width, height: Region(x, y, x + width, y + height, x, y, 20.0),
    *(xs, ys, st.floats(1, 200), st.floats(1, 200)),
)
overlays = st.builds(
    Overlay,
    guides=st.lists(lines, max_size=3).map(tuple),
    recorded=st.none() | lines,
    predicted=st.none() | lines,
    region=st.none() | regions,
    candidates=st.none()
    | st.lists(st.tuples(xs, ys, st.floats(0, 1e6)), min_size=1, max_size=80).map(np.array),
    main=st.sampled_from([piece.id for piece in EVERYTHING.pieces]),
    caption=st.text(max_size=80),
)


@given(overlays, st.sampled_from(sorted(THEMES)))
@settings(max_examples=25)
def test_a_gif_keeps_the_colours_of_the_theme_under_any_overlay(
    overlay: Overlay, theme: str
) -> None:
    assert_keeps_colours(draw(EVERYTHING, overlay=overlay, theme=theme), scale=0.75)


def test_every_frame_of_a_film_keeps_the_colours() -> None:
    drawings = film_of_trials([(WARP, (), warped(), None)], fps=10).drawings
    with Image.open(io.BytesIO(to_gif(drawings))) as image:
        for number, drawing in islice(enumerate(drawings), 0, None, 4):
            image.seek(number)
            true, seen = pixels_of(to_image(drawing, 1.5)), pixels_of(image)
            pure = np.isin(true, codes(drawing.theme))
            # Where a frame is painted in part, Pillow may round an edge by one sample of nine.
            assert np.count_nonzero(true[pure] != seen[pure]) <= 20


def test_a_film_in_two_themes_keeps_the_colours_of_both() -> None:
    drawings = [draw(TWO_BARS, theme=theme) for theme in ("light", "dark")]
    with Image.open(io.BytesIO(to_gif(drawings, 0.5))) as image:
        for number, drawing in enumerate(drawings):
            image.seek(number)
            true, seen = pixels_of(to_image(drawing, 1.5)), pixels_of(image)
            pure = np.isin(true, codes(LIGHT, DARK))
            assert np.array_equal(true[pure], seen[pure])


@given(st.integers(0, 2**32 - 1), st.integers(1, 4000), st.booleans())
@settings(max_examples=40)
def test_a_colour_becomes_itself_or_the_nearest_in_the_palette(
    seed: int, count: int, near: bool
) -> None:
    rng = np.random.default_rng(seed)
    own = rng.integers(0, 1 << 24, len(Role))
    theme = Theme("random", {r: f"#{code:06x}" for r, code in zip(Role, own, strict=True)})
    # Blends that differ from the theme's colours by a shade are the hard case.
    other = own[rng.integers(0, len(own), count)] ^ (1 << rng.integers(0, 3, count))
    mixed = np.concatenate([own, other if near else rng.integers(0, 1 << 24, count)])
    rgb = np.stack([mixed >> 16, mixed >> 8 & 255, mixed & 255], axis=-1).astype(np.uint8)
    image = Image.fromarray(rgb[None])
    palette = Palette([image], [theme])
    table = np.frombuffer(palette.table(), np.uint8).reshape(256, 3).astype(int)
    indices = palette.indexed(image)[0]
    assert indices.max() < TRANSPARENT
    assert np.array_equal(table[indices[: len(own)]], rgb[: len(own)])
    used = table[: indices.max() + 1]
    gaps = ((rgb[:, None].astype(int) - used) ** 2).sum(axis=2)
    assert np.array_equal(gaps.min(axis=1), gaps[np.arange(len(gaps)), indices])


def test_a_large_area_of_one_blend_keeps_its_colour() -> None:
    region = Region(100, 120, 340, 300, 310, 215, 20)
    drawing = draw(EVERYTHING, overlay=Overlay(region=region, caption="Tinted."))
    true = pixels_of(to_image(drawing, 1.5))
    with Image.open(io.BytesIO(to_gif([drawing]))) as image:
        seen = pixels_of(image)
    colours, counts = np.unique(true, return_counts=True)
    large = np.isin(true, colours[counts > 0.001 * true.size])
    assert large.mean() > 0.8
    assert np.array_equal(true[large], seen[large])


def test_more_colours_than_a_palette_holds_are_still_drawn() -> None:
    themes = [
        Theme("grey", {role: f"#{shade:02x}{place:02x}00" for place, role in enumerate(Role)})
        for shade in range(6)
    ]
    image = Image.fromarray(
        np.array([[(s, p, 0) for s in range(6) for p in range(len(Role))]], "u1")
    )
    assert Palette([image], themes).indexed(image).max() == TRANSPARENT - 1
