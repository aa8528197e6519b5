"""Families of wooden pieces, which fall until they rest on something."""

from __future__ import annotations

import math

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import Kind
from bubbleball.generate.families.parts import THICK, WOOD_LENGTHS, run_up
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import Stream

_OVER = THICK / 2 + 0.4  # px from a plank's middle line to what it is laid on


def plank(sketch: Sketch, stream: Stream) -> None:
    """A wooden plank over a dip, flush with its rims or sloping between two posts."""
    stream.pick([_flush, _posts])(sketch, stream)


def _flush(sketch: Sketch, stream: Stream) -> None:
    length = stream.pick(WOOD_LENGTHS)
    near, level = run_up(sketch, stream, (118, 160), length=(50, 80), tilt=(16, 32), flat=(20, 70))
    shelf, slack = stream.whole(18, 30), stream.whole(4, 9)
    far = near + round(length) + slack
    if far > 425:
        raise Unfit("there is no room beyond the dip")
    sketch.ground(near, level + 26, shelf, 24)
    sketch.ground(near + shelf, level + stream.whole(60, 100), far - near - 2 * shelf, 12)
    sketch.ground(far - shelf, level + 26, shelf, 24)
    sketch.ground(far, level + stream.whole(2, 8), min(stream.whole(70, 160), 480 - far), 50)
    piece = sketch.piece(Kind.WOOD, length, THICK)
    sketch.put(piece, near + slack / 2 + length / 2, level + 13.2)
    sketch.settle()
    sketch.window = (far + 15, 0, 480, 320)
    sketch.ledges = False


def _posts(sketch: Sketch, stream: Stream) -> None:
    length = stream.pick(WOOD_LENGTHS)
    slope = math.radians(stream.between(8, 19))
    left, top = stream.whole(30, 200), stream.whole(165, 215)
    apart = math.cos(slope) * (length - stream.between(25, 45))
    right, lower = round(left + apart), round(top + math.tan(slope) * apart)
    sketch.ground(left - 16, top, 16, stream.whole(40, 90))
    sketch.ground(right - 16, lower, 16, stream.whole(30, 60))
    sketch.drop(left + stream.between(0.15, 0.7) * apart, stream.whole(96, 115))
    piece = sketch.piece(Kind.WOOD, length, THICK)
    _lay(sketch, piece, (left, top), (right, lower), shift=stream.between(-6, 6))


def hill(sketch: Sketch, stream: Stream) -> None:
    """A stepped hill stops the ball; a plank on its steps is a slide."""
    steps = stream.pick([2, 3, 3])
    rise, going = stream.whole(28, 40), stream.whole(92, 110)
    cliff = stream.chance(0.5)  # so that there is room for further acts
    floor = stream.whole(225, 270) if cliff else stream.whole(298, 308)
    peak, width = stream.whole(0, 90), stream.whole(50, 100)
    tops = [floor - rise * (steps - number) for number in range(steps)]
    for number, top in enumerate(tops):
        left = max(0, peak - number * going)
        sketch.ground(left, top, min(480, peak + width + number * going) - left, rise)
    foot = peak + width + (steps - 1) * going
    sketch.ground(0, floor, min(480, foot + stream.whole(20, 70)) if cliff else 480, 320 - floor)
    edge = stream.whole(0, steps - 2)
    upper = (peak + width + edge * going, tops[edge])
    lower = (upper[0] + going, tops[edge + 1])
    sketch.drop(
        upper[0] + stream.between(-25, 0.5 * going), stream.whole(96, max(97, tops[0] - 70))
    )
    length = stream.pick([n for n in WOOD_LENGTHS if n > math.hypot(rise, going) + 15])
    piece = sketch.piece(Kind.WOOD, length, THICK)
    _lay(sketch, piece, upper, lower, shift=stream.between(-10, 10))
    sketch.window = (lower[0] + 25, 0, 480, 320)


def _lay(sketch: Sketch, piece: str, upper: Point, lower: Point, *, shift: float) -> None:
    """Lay a plank over two corners, `shift` px down the slope from their middle; let it settle."""
    lean = math.atan2(lower[1] - upper[1], lower[0] - upper[0])
    sketch.put(
        piece,
        (upper[0] + lower[0]) / 2 + _OVER * math.sin(lean) + shift * math.cos(lean),
        (upper[1] + lower[1]) / 2 - _OVER * math.cos(lean) + shift * math.sin(lean),
        math.degrees(lean),
    )
    sketch.settle()


def prop(sketch: Sketch, stream: Stream) -> None:
    """A plank is only a slope while a block holds one of its ends."""
    length, size = stream.pick([150.0, 175.0, 200.0]), stream.pick([40.0, 50.0])
    left, floor = stream.whole(0, 130), stream.whole(215, 300)
    wide = stream.whole(round(length) + 10, round(length) + 120)
    sketch.ground(left, floor, min(wide, 480 - left), min(20, 320 - floor))
    block = sketch.piece(Kind.WOOD, size, size)
    middle = left + size / 2 + stream.between(0, 30)
    sketch.put(block, middle, floor - size / 2 - 0.3)
    sketch.settle()
    corner = middle + size / 2
    sketch.drop(corner + stream.between(-10, 60), stream.whole(96, 115))
    # The plank lies on the block's corner and on the edge of its own lower end.
    lean = math.asin(size / (length - stream.between(15, 45)))
    foot = corner + size / math.tan(lean)
    beam = sketch.piece(Kind.WOOD, length, THICK)
    sketch.put(
        beam,
        foot - length / 2 * math.cos(lean) + 13.0 * math.sin(lean),
        floor - length / 2 * math.sin(lean) - 13.0 * math.cos(lean),
        math.degrees(lean),
    )
    sketch.settle()
