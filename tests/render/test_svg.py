"""SVG is well-formed and self-contained, whatever the texts contain."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.render import Overlay, draw, thumbnail_svg, to_svg
from pictures import EVERYTHING, SVG, TWO_BARS, bridged, parsed
from strategies import levels

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
    root = parsed(draw(TWO_BARS, trial=bridged()))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A gap"
    description = root.findtext(f"{SVG}desc") or ""
    assert "metal bar" in description
    assert "touched the flag" in description


@given(levels(), st.text(max_size=60), st.lists(st.floats(width=64), min_size=2, max_size=12))
@settings(max_examples=30)
def test_any_overlay_gives_well_formed_svg(
    level: Level, caption: str, numbers: list[float]
) -> None:
    rows = np.array(numbers[: len(numbers) // 2 * 2]).reshape(-1, 2)
    overlay = Overlay(guides=(rows,), recorded=rows, predicted=rows, caption=caption)
    assert parsed(draw(level, overlay=overlay)).tag.endswith("svg")
