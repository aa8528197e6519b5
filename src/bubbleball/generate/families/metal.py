"""Families of metal pieces, which stay where they are put."""

from __future__ import annotations

import math
from functools import partial

from bubbleball.game.kinds import Form, Kind
from bubbleball.generate.families.parts import (
    METAL_PLANK,
    TRIANGLE,
    add_links,
    any_start,
    deflect_once,
    run_up,
)
from bubbleball.generate.sketch import TOUCH, Sketch
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream


def deflect(sketch: Sketch, stream: Stream) -> None:
    """One metal plank in the ball's path sends it to the flag."""
    any_start(sketch, stream)
    deflect_once(sketch, stream, "plank", (8, 42), top=160)


def zigzag(sketch: Sketch, stream: Stream) -> None:
    """Planks that lean to the right and to the left in turn bring the ball down."""
    sketch.drop(stream.whole(120, 300), stream.whole(96, 104))
    tilt = stream.between(14, 24)
    planks = stream.pick([2, 3])
    links = [
        partial(
            deflect_once,
            form="plank",
            tilt=(tilt - 3, tilt + 3) if number % 2 == 0 else (-tilt - 3, -tilt + 3),
            pause=6,
            along=(-55, 0) if number % 2 == 0 else (0, 55),
            top=125,
            bottom=150 + 70 * number if planks == 3 else 185 + 90 * number,
        )
        for number in range(planks)
    ]
    add_links(sketch, stream, links, find_spot, lowest=300)


def triangles(sketch: Sketch, stream: Stream) -> None:
    """Two to four metal triangles, each a slope for the ball."""
    any_start(sketch, stream)
    _one_after_another(sketch, stream, "triangle", (8, 45), stream.pick([2, 3, 3, 4]))


def circles(sketch: Sketch, stream: Stream) -> None:
    """The ball bounces off metal circles."""
    any_start(sketch, stream)
    _one_after_another(sketch, stream, "circle", (5, 40), stream.pick([1, 2, 2, 3]))


def _one_after_another(
    sketch: Sketch, stream: Stream, form: str, tilt: tuple[float, float], count: int
) -> None:
    links = [
        partial(deflect_once, form=form, tilt=tilt, pause=5, bottom=185 + 30 * number)
        for number in range(count)
    ]
    add_links(sketch, stream, links, find_spot)


def bridge(sketch: Sketch, stream: Stream) -> None:
    """A metal plank closes the gap between two platforms."""
    near, level = run_up(sketch, stream, (120, 175), length=(55, 95), tilt=(15, 32), flat=(40, 110))
    gap, fall = stream.whole(70, 125), stream.whole(3, 14)
    far = near + gap
    sketch.ground(far, level + fall, min(stream.whole(70, 200), 480 - far), stream.whole(12, 45))
    plank = sketch.piece(Kind.METAL, *METAL_PLANK)
    # It reaches from a pixel below the near edge to a pixel above the far one.
    slope = (fall - 2) / gap
    middle = (near + far) / 2 + stream.between(-8, 8)
    face = level + 1 + slope * (middle - near)
    sketch.meet(plank, (middle, face - TOUCH), math.degrees(math.atan(slope)))
    sketch.window = (far + 15, 0, 480, 320)
    sketch.ledges = False


def wedge(sketch: Sketch, stream: Stream) -> None:
    """A piece lifts the rolling ball over a step, or turns the falling ball in a corner."""
    stream.pick([_step, _corner])(sketch, stream)


def _step(sketch: Sketch, stream: Stream) -> None:
    step, level = run_up(
        sketch, stream, (115, 150), length=(90, 150), tilt=(28, 42), flat=(130, 200)
    )
    rise = stream.whole(14, 34)
    sketch.ground(step, level - rise, stream.whole(60, 480 - step), rise + stream.whole(15, 40))
    slope = stream.between(12, 20)
    if stream.chance(0.6):
        piece, reach = sketch.piece(Kind.METAL, *METAL_PLANK), 73.0
    else:
        piece, reach = sketch.piece(Kind.METAL, *TRIANGLE, Form.TRIANGLE), 50.0
    # The slope's upper end stands a little over the step's edge; the rest goes into the ground.
    face = level - rise - 2 + reach * math.radians(slope)
    sketch.meet(piece, (step + 4 - reach, face - TOUCH), -slope)
    sketch.window = (step + 25, 0, 480, 320)


def _corner(sketch: Sketch, stream: Stream) -> None:
    wall, level = stream.whole(20, 120), stream.whole(220, 300)
    sketch.drop(wall + stream.whole(18, 50), stream.whole(96, 120))
    top = stream.whole(120, 170)
    sketch.ground(wall - 15, top, 15, level - top + 18)
    sketch.ground(wall, level, stream.whole(180, 300), 18)
    wood = stream.chance(0.6)
    piece = sketch.piece(Kind.WOOD if wood else Kind.METAL, *TRIANGLE, Form.TRIANGLE)
    sketch.put(piece, wall + 37.5 + stream.between(0.2, 6), level - 37.7)
    if wood:
        sketch.settle()


def decoy(sketch: Sketch, stream: Stream) -> None:
    """More pieces than are needed."""
    stream.pick([deflect, bridge, wedge, triangles, circles])(sketch, stream)
    for _ in range(stream.whole(1, 3)):
        kind = stream.pick([Kind.METAL, Kind.METAL, Kind.WOOD, Kind.WOOD, Kind.SLOWDOWN])
        if kind is Kind.SLOWDOWN:
            sketch.piece(kind, decoy=True)
        elif stream.chance(0.4):
            sketch.piece(kind, *TRIANGLE, Form.TRIANGLE, decoy=True)
        else:
            width = METAL_PLANK[0] if kind is Kind.METAL else stream.pick([100.0, 150.0, 175.0])
            sketch.piece(kind, width, 25.0, decoy=True)
