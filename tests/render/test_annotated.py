"""The picture to measure in names every part and keeps its labels on the screen."""

from __future__ import annotations

import pytest

from bubbleball.files.packs import load_level, pack
from bubbleball.game.game import Game
from bubbleball.render.annotated import annotated_png, draw_annotated
from bubbleball.render.drawing import Text


@pytest.mark.parametrize("name", pack("classic"))
def test_every_part_is_named_with_its_size_inside_the_picture(name: str) -> None:
    level = load_level(name)
    drawing = draw_annotated(level)
    texts = [mark for mark in drawing.marks if isinstance(mark, Text)]
    written = {text.text for text in texts}
    for part in level.parts:
        assert part.id in written
        assert (part.kind if part.kind.button else f"{part.width:g}x{part.height:g}") in written
    assert all(0 <= t.x <= drawing.width and 0 <= t.y <= drawing.height for t in texts)


def test_the_axes_count_pixels() -> None:
    marks = draw_annotated(load_level("classic/2")).marks
    texts = {mark.text: mark for mark in marks if isinstance(mark, Text)}
    assert texts["480"].x - texts["400"].x == pytest.approx(80)
    assert texts["320"].y - texts["y 40"].y == pytest.approx(280)


def test_a_trial_is_drawn_as_a_png() -> None:
    level = load_level("classic/2")
    plain, tried = annotated_png(level), annotated_png(level, Game(level).play())
    assert plain.startswith(b"\x89PNG")
    assert plain != tried
