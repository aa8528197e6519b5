"""Families in which something heavy falls: the catapult."""

from __future__ import annotations

import math

from bubbleball.game.kinds import Kind
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import Stream

BEAM, BOX, THICK = 125.0, 25.0, 15.0


def catapult(sketch: Sketch, stream: Stream) -> None:
    """A block falls on one end of a beam; the ball flies off the other."""
    if stream.chance(0.4):
        left = _balanced(sketch, stream)
        sketch.window = (left + 30, 80, 480, 200)
    else:
        left = _cradled(sketch, stream)
        sketch.window = (0, 80, left - 20, 300)
    size = stream.pick([40.0, 50.0, 50.0])
    hammer = sketch.piece(Kind.WOOD, size, size)
    sketch.put(
        hammer, left + BEAM - stream.between(-8, 30), 80.5 + size / 2 + stream.between(0, 40)
    )
    sketch.legal()
    if sketch.run().ball[:, 1].min() > sketch.ball.y - 5:
        raise Unfit("the ball is not thrown")


def _balanced(sketch: Sketch, stream: Stream) -> float:
    """Lay a level beam on an underpin, scenery or one more piece; returns the beam's left end."""
    floor = stream.whole(262, 306)
    left = stream.whole(25, 230)
    pin = stream.pick([None, 40.0, 50.0])
    high, wide = (pin, pin) if pin else (stream.whole(34, 62), stream.whole(16, 44))
    middle = left + BEAM / 2 + stream.between(-8, 8)
    sketch.ground(left - 25, floor, stream.whole(190, 250), 320 - floor)
    if pin:
        underpin = sketch.piece(Kind.WOOD, pin, pin)
        sketch.put(underpin, middle, floor - pin / 2 - 0.2)
    else:
        sketch.ground(middle - wide / 2, floor - high, wide, high)
    beam = sketch.piece(Kind.CATAPULT, BEAM, BOX)
    sketch.put(beam, left + BEAM / 2, floor - high - BOX / 2 - 0.4)
    sketch.settle()
    sketch.drop(left + stream.between(2, 26), max(96, floor - high - stream.whole(33, 60)))
    return left


def _cradled(sketch: Sketch, stream: Stream) -> float:
    """Lean a beam against an underpin, with the ball between it and a low wall."""
    floor = stream.whole(262, 306)
    left = stream.whole(150, 310)
    high, wide = stream.whole(24, 42), stream.whole(14, 26)
    pivot = left + stream.whole(48, 78)
    wall = stream.whole(14, 26)
    sketch.ground(left - 14, floor - wall, 14, wall + 320 - floor)
    sketch.ground(left, floor, min(stream.whole(150, 200), 480 - left), 320 - floor)
    sketch.ground(pivot, floor - high, wide, high)
    lean = -math.atan2(high, pivot - left)
    foot = left + 1 - THICK * math.sin(lean)
    lean = -math.atan2(high, pivot - foot)
    face, normal = (math.cos(lean), math.sin(lean)), (math.sin(lean), -math.cos(lean))
    beam = sketch.piece(Kind.CATAPULT, BEAM, BOX)
    # Its lower face goes through its foot on the floor and the underpin's near corner.
    sketch.put(
        beam,
        foot + face[0] * BEAM / 2 + (BOX / 2 + 0.4) * normal[0],
        floor + face[1] * BEAM / 2 + (BOX / 2 + 0.4) * normal[1],
        math.degrees(lean),
    )
    sketch.settle()
    sketch.drop(left + stream.between(10, 22), floor - stream.whole(55, 80))
    return left
