"""An overlay shows what a solver thinks."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.errors import PictureError
from bubbleball.game.geometry import Disc, moved
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.render import Overlay, draw, to_svg
from bubbleball.render.drawing import Circle, Polygon, Polyline, Text
from bubbleball.render.overlay import MAX_CANDIDATES
from bubbleball.render.theme import COSTS, Role
from pictures import BRIDGE, TWO_BARS

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
    drawing = draw(TWO_BARS, BRIDGE, overlay=OVERLAY)
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
    bar = moved(TWO_BARS.pieces[0].outline, 217, 247.5)
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
        for mark in draw(TWO_BARS, overlay=OVERLAY).marks
        if isinstance(mark, Circle) and mark.style.fill in COSTS
    ]
    assert [(dot.x, dot.y) for dot in dots] == [(210, 210), (200, 200), (220, 220)]
    assert dots[-1].style.fill is Role.COST_0


def test_many_candidates_are_thinned_out() -> None:
    many = np.random.default_rng(1).random((100_000, 3))
    drawing = draw(TWO_BARS, overlay=Overlay(candidates=many))
    dots = [m for m in drawing.marks if isinstance(m, Circle) and m.style.fill in COSTS]
    assert len(dots) == MAX_CANDIDATES


def test_an_overlay_takes_each_field_from_the_last_thought_that_has_it() -> None:
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
