"""Chains of pieces, each of which hands the ball to the next, and further acts for others."""

from __future__ import annotations

from functools import partial

from bubbleball.game.kinds import SCREEN_WIDTH, Kind
from bubbleball.generate.families.parts import (
    FACE_ROOM,
    add_links,
    after_last,
    any_start,
    metal,
    point_in_flight,
)
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream

SOLIDS: tuple[str, ...] = ("plank", "triangle", "triangle", "circle")
BUTTONS: tuple[str, ...] = ("spring", "push")


def chain(sketch: Sketch, stream: Stream) -> None:
    """Four to six pieces, one after the other."""
    any_start(sketch, stream)
    count = stream.pick([4, 4, 4, 5, 5, 6])
    links = [partial(_link, lowest=180 + 25 * n, last=n == count - 1) for n in range(count)]
    add_links(sketch, stream, links, find_spot)


def further_act(sketch: Sketch, stream: Stream) -> None:
    """Add one more piece further along the ball's path, which makes a harder puzzle."""
    sketch.window, sketch.ledges = (0.0, 0.0, 480.0, 320.0), True
    add_links(sketch, stream, [partial(_link, lowest=280, last=False)], find_spot)


def gauntlet(sketch: Sketch, stream: Stream) -> None:
    """Five or six pieces one after the other, among some that are of no use."""
    chain(sketch, stream)
    if len(sketch.solution) < 5:
        raise Unfit("the chain is short")
    for form in stream.pick([("plank",), ("triangle", "circle"), ("plank", "circle")]):
        sketch.decoys.add(metal(sketch, stream, form))


def _link(sketch: Sketch, stream: Stream, *, lowest: float, last: bool) -> None:
    kinds = SOLIDS
    if sketch.pieces and sketch.pieces[-1].kind.solid:
        # At the end they throw the ball up to where nothing else gets it.
        kinds = BUTTONS if last and stream.chance(0.75) else SOLIDS + BUTTONS
    path = sketch.run()
    low = after_last(path, 4)
    x, y = point_in_flight(path, stream, low=low, top=115, bottom=lowest)
    side = 1 if stream.chance(0.9 - 0.8 * x / SCREEN_WIDTH) else -1  # mostly towards the middle
    kind = stream.pick(kinds)
    if kind == "spring":
        piece = sketch.piece(Kind.SPRING)
        sketch.put(piece, x, y, side * stream.whole(-5, 40))
    elif kind == "push":
        sideways = Kind.SPEEDUP_RIGHT if side > 0 else Kind.SPEEDUP_LEFT
        piece = sketch.piece(stream.pick([Kind.SPEEDUP_UP, sideways]))
        sketch.put(piece, x, y)
    else:
        piece = metal(sketch, stream, kind)
        room = FACE_ROOM[kind]
        sketch.meet(piece, (x, y), side * stream.between(5, 40), stream.between(-room, room))
    sketch.legal()
