"""Families of wooden pieces, which fall until they rest on something."""

from __future__ import annotations

import math

from bubbleball.generate.draw import Draw
from bubbleball.generate.families.parts import WOOD_LENGTHS, ramp_start
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.level import Kind


def plank(sketch: Sketch, draw: Draw) -> None:
    """A wooden plank over a dip, flush with its rims or sloping between two posts."""
    if draw.chance(0.5):
        _flush(sketch, draw)
    else:
        _posts(sketch, draw)


def _flush(sketch: Sketch, draw: Draw) -> None:
    length = draw.pick(WOOD_LENGTHS)
    left, top = draw.whole(0, 15), draw.whole(118, 160)
    end = ramp_start(sketch, left, top, draw.whole(50, 80), draw.whole(16, 32), 14)
    level = round(end[1]) - 1
    near = round(end[0]) + draw.whole(20, 70)
    recess, slack = draw.whole(18, 30), draw.whole(4, 9)
    far = near + round(length) + slack
    deep = level + draw.whole(60, 100)
    sketch.ground(end[0] - 2, level, near - end[0] + 2, 50)
    sketch.ground(near, level + 26, recess, 24)
    sketch.ground(near + recess, deep, far - near - 2 * recess, 12)
    sketch.ground(far - recess, level + 26, recess, 24)
    sketch.ground(far, level + draw.whole(2, 8), max(60, min(draw.whole(70, 160), 480 - far)), 50)
    piece = sketch.piece(Kind.WOOD, length, 25.0)
    sketch.put(piece, near + slack / 2 + length / 2, level + 13.2)
    sketch.settle()
    sketch.ledges = False
    sketch.window = (far + 15, 0, 480, 320)


def _posts(sketch: Sketch, draw: Draw) -> None:
    length = draw.pick(WOOD_LENGTHS)
    slope = draw.between(8, 19)
    left, top = draw.whole(30, 200), draw.whole(165, 215)
    apart = math.cos(math.radians(slope)) * (length - draw.between(25, 45))
    right = left + apart
    lower = top + math.tan(math.radians(slope)) * apart
    sketch.ground(left - 16, top, 16, draw.whole(40, 90))
    sketch.ground(right - 16, lower, 16, draw.whole(30, 60))  # touched at its far corner
    sketch.drop(left + draw.between(0.15, 0.7) * apart, draw.whole(96, 115))
    piece = sketch.piece(Kind.WOOD, length, 25.0)
    _lay(sketch, piece, (left, top), (right, lower), 25.0, draw.between(-6, 6))


def _lay(
    sketch: Sketch,
    piece: str,
    upper: tuple[float, float],
    lower: tuple[float, float],
    thick: float,
    shift: float = 0.0,
) -> None:
    """Lay a plank over two corners and let it settle."""
    lean = math.atan2(lower[1] - upper[1], lower[0] - upper[0])
    normal, face = (math.sin(lean), -math.cos(lean)), (math.cos(lean), math.sin(lean))
    over = thick / 2 + 0.4
    sketch.put(
        piece,
        (upper[0] + lower[0]) / 2 + over * normal[0] + shift * face[0],
        (upper[1] + lower[1]) / 2 + over * normal[1] + shift * face[1],
        math.degrees(lean),
    )
    sketch.settle()


def hill(sketch: Sketch, draw: Draw) -> None:
    """A stepped hill stops the ball; a plank on its steps is a slide."""
    steps = draw.pick([2, 3, 3])
    rise, going = draw.whole(28, 42), draw.whole(85, 110)
    if rise / going > 0.44:
        raise Unfit("too steep for a plank to stay")
    floor = draw.whole(298, 308)
    peak, width = draw.whole(40, 130), draw.whole(70, 110)
    tops = [floor - rise * (steps - number) for number in range(steps)]
    for number, top in enumerate(tops):
        left = max(0, peak - number * going)
        sketch.ground(left, top, peak + width + number * going - left, rise)
    sketch.ground(0, floor, 480, 320 - floor)
    edge = draw.whole(0, steps - 2)
    upper = (peak + width + edge * going, tops[edge])
    lower = (upper[0] + going, tops[edge + 1])
    sketch.drop(upper[0] + draw.between(-25, 0.5 * going), draw.whole(96, tops[0] - 45))
    length = draw.pick([n for n in WOOD_LENGTHS if n > math.hypot(rise, going) + 20])
    piece = sketch.piece(Kind.WOOD, length, 25.0)
    _lay(sketch, piece, upper, lower, 25.0, draw.between(-8, 8))
    sketch.ledges = draw.chance(0.5)


def prop(sketch: Sketch, draw: Draw) -> None:
    """A plank is only a slope while a block holds one of its ends."""
    length = draw.pick([150.0, 175.0, 200.0])
    size = draw.pick([40.0, 50.0])
    floor = draw.whole(215, 300)
    left = draw.whole(0, 130)
    wide = draw.whole(round(length) + 10, round(length) + 120)
    sketch.ground(left, floor, min(wide, 480 - left), 20)
    block = sketch.piece(Kind.WOOD, size, size)
    beam = sketch.piece(Kind.WOOD, length, 25.0)
    middle = left + size / 2 + draw.between(0, 30)
    sketch.put(block, middle, floor - size / 2 - 0.3)
    sketch.settle()
    corner = (middle + size / 2, floor - size)
    lean = math.asin(size / (length - draw.between(15, 45)))
    foot = (corner[0] + size / math.tan(lean), floor)
    sketch.drop(corner[0] + draw.between(-10, 60), draw.whole(96, 115))
    # The plank lies on the block's corner and on its own lower edge.
    normal, face = (math.sin(lean), -math.cos(lean)), (math.cos(lean), math.sin(lean))
    back = length / 2
    sketch.put(
        beam,
        foot[0] - back * face[0] + 13.0 * normal[0],
        foot[1] - back * face[1] + 13.0 * normal[1],
        math.degrees(lean),
    )
    sketch.settle()
