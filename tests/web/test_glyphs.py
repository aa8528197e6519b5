"""The signs on power-ups: the page draws what the pictures draw."""

from __future__ import annotations

import re

from bubbleball.game.kinds import BUTTON_RADIUS, Kind
from bubbleball.render.drawing import Polyline
from bubbleball.render.layers.buttons import glyph_marks
from bubbleball.web.catalog import catalog
from bubbleball.web.limits import Limits


def test_every_power_up_has_a_sign_of_its_own_that_fits_it() -> None:
    kinds = [kind for kind in catalog(Limits()).kinds if kind.button]
    assert {kind.name for kind in kinds} == {kind for kind in Kind if kind.button}
    assert len({kind.glyph for kind in kinds}) == len(kinds)
    for path in (path for kind in kinds for path in kind.glyph):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.d)]
        assert max(map(abs, numbers)) + path.width / 2 <= BUTTON_RADIUS


def test_the_lines_of_a_sign_are_those_of_the_picture() -> None:
    for kind in (each for each in catalog(Limits()).kinds if each.button):
        drawn = [mark for mark in glyph_marks(kind.name) if isinstance(mark, Polyline)]
        lines = [path for path in kind.glyph if path.paint == "line"]
        assert [path.width for path in lines] == [mark.style.width for mark in drawn]
        for path, mark in zip(lines, drawn, strict=True):
            points = re.findall(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)", path.d)
            assert len(points) == len(mark.points)
            for (x, y), (px, py) in zip(points, mark.points, strict=True):
                assert abs(float(x) - px) < 0.01
                assert abs(float(y) - py) < 0.01
