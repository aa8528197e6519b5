"""Painting only what changes gives the whole picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bubbleball.game.geometry import boxes_meet
from bubbleball.render import Overlay, draw
from bubbleball.render.boxes import Box, merged
from bubbleball.render.changes import changes, film_box
from bubbleball.render.drawing import Drawing
from bubbleball.render.film import film_of_trials
from bubbleball.render.raster import FINER, to_image
from pictures import TWO_BARS, WARP, bridged, warped


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


def test_a_film_of_very_many_parts_has_fewer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = film_of_trials([(WARP, (), warped(), None)])
    monkeypatch.setattr("bubbleball.render.film.MOST_DRAWN", 1)
    few = film_of_trials([(WARP, (), warped(), None)])
    assert few.drawings[0] == usual.drawings[0]
    assert len(few.drawings) == 2  # start and end


def test_drawings_made_one_by_one_make_a_film_too() -> None:
    drawings = [draw(TWO_BARS, trial=bridged(), frame=frame) for frame in range(0, 60, 20)]
    back_to_front = replace(drawings[-1], groups=drawings[-1].groups[::-1])
    drawings += [back_to_front, draw(TWO_BARS, trial=bridged(), frame=60, theme="dark")]
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
    assert not any(boxes_meet(a, b) for n, a in enumerate(found) for b in found[:n])
