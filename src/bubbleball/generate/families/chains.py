"""The family of many pieces: each hands the ball to the next."""

from __future__ import annotations

from functools import partial

from bubbleball.generate.draw import Draw
from bubbleball.generate.families.parts import (
    add_link,
    after_last,
    any_start,
    deflect_once,
    must_enter,
    point_in_flight,
)
from bubbleball.generate.sketch import Sketch
from bubbleball.level import Kind

_PUSHES = (Kind.SPEEDUP_UP, Kind.SPEEDUP_RIGHT, Kind.SPEEDUP_LEFT)


def chain(sketch: Sketch, draw: Draw) -> None:
    """Four to six pieces, one after the other."""
    any_start(sketch, draw)
    for number in range(draw.pick([4, 4, 4, 5, 5, 6])):
        links = ["plank", "triangle", "triangle", "circle"] + (["push", "spring"] if number else [])
        add_link(sketch, partial(_link, sketch, draw, links, 180 + 25 * number))


def _link(sketch: Sketch, draw: Draw, links: list[str], lowest: float) -> None:
    link = draw.pick(links)
    if link in ("push", "spring"):
        _button(sketch, draw, link, lowest)
    else:
        deflect_once(sketch, draw, link, (5, 40), pause=4, top=115, bottom=lowest)


def _button(sketch: Sketch, draw: Draw, link: str, lowest: float) -> None:
    path = sketch.run()
    x, y = point_in_flight(path, draw, low=after_last(path, 4), top=115, bottom=lowest)
    piece = sketch.piece(Kind.SPRING if link == "spring" else draw.pick(_PUSHES))
    sketch.put(piece, x, y, draw.whole(-15, 45) if link == "spring" else 0.0)
    sketch.legal()
    must_enter(sketch.run(), piece)
