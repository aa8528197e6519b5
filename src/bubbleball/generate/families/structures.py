"""Families of structures: pieces of wood that hold each other, most of which no ball meets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.generate.families.parts import THICK, TRIANGLE, led_on, ramp_start, run_up
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream

GAP = 1.5 * POLYGON_SKIN  # px between two pieces of wood that rest on each other
LAST = 425  # px; a pit that ends farther right leaves no room for the flag
SPARE = 3  # px between a structure and each side of its pit
BUMP = 10  # px; height of the bumps that keep a circle in its place


def trestle(sketch: Sketch, stream: Stream) -> None:
    """Planks end to end over a pit, on legs at their ends."""
    size, *lengths = stream.pick(
        [(40.0, 100.0, 100.0), (40.0, 100.0, 150.0), (40.0, 150.0, 100.0), (50.0, 150.0, 150.0)]
    )
    near, floor = _pit(sketch, stream, sum(lengths), size)
    joints = [near + SPARE + sum(lengths[:n]) for n in range(len(lengths) + 1)]
    inner = size / 2 + stream.between(0, 3)
    for x in (joints[0] + inner, *joints[1:-1], joints[-1] - inner):
        _pillar(sketch, x, size, floor)
        sketch.put(sketch.piece(Kind.WOOD, size, size), x, floor - size / 2 - GAP)
    _deck(sketch, near, lengths, floor - size - GAP)


def tower(sketch: Sketch, stream: Stream) -> None:
    """A plank over a pit on stacks of blocks."""
    length = stream.pick([150.0, 175.0, 200.0])
    sizes = stream.pick([(50.0, 40.0), (50.0, 50.0), (40.0, 40.0)])
    near, floor = _pit(sketch, stream, length, sum(sizes) + GAP)
    inner = stream.between(26, 0.25 * length)
    for x in (near + SPARE + inner, near + SPARE + length - inner):
        top = float(floor)
        _pillar(sketch, x, max(sizes), floor)
        for size in sizes:
            sketch.put(sketch.piece(Kind.WOOD, size, size), x, top - size / 2 - GAP)
            top -= size + GAP
    _deck(sketch, near, (length,), floor - sum(sizes) - 2 * GAP)


def rollers(sketch: Sketch, stream: Stream) -> None:
    """Planks over circles that lie between bumps."""
    size = stream.pick([40.0, 50.0])
    lengths = stream.pick([(100.0, 100.0), (150.0,), (100.0, 150.0)])
    near, floor = _pit(sketch, stream, sum(lengths), size)
    joints = [near + SPARE + sum(lengths[:n]) for n in range(len(lengths) + 1)]
    room = math.sqrt((size / 2) ** 2 - (size / 2 - BUMP) ** 2) + 1.5
    inner = room + 12 + stream.between(0, 10)
    for x in (joints[0] + inner, *joints[1:-1], joints[-1] - inner):
        _pillar(sketch, x, 2 * room + 10, floor)
        sketch.ground(round(x) - room - 9, floor - BUMP, 9, BUMP)
        sketch.ground(round(x) + room, floor - BUMP, 9, BUMP)
        circle = sketch.piece(Kind.WOOD, size, size, Form.CIRCLE)
        sketch.put(circle, round(x), floor - size / 2 - GAP / 2)
    _deck(sketch, near, lengths, floor - size - GAP)


def chock(sketch: Sketch, stream: Stream) -> None:
    """A wedge keeps a circle on a slope, and the circle holds the far end of a plank."""
    length, radius = stream.pick([150.0, 175.0, 200.0]), 37.5
    near, level = run_up(sketch, stream, (112, 130), length=(50, 70), tilt=(16, 30), flat=(20, 45))
    far = near + round(length) + SPARE + stream.whole(9, 13)
    tilt = stream.whole(12, 20)
    lean = math.radians(tilt)
    face, normal = (math.cos(lean), math.sin(lean)), (math.sin(lean), -math.cos(lean))
    middle = near + length * stream.between(0.55, 0.65)
    rest = level + THICK + 1  # height of the shelf on which the plank begins
    foot = rest + stream.whole(3, 9) + 2 * radius  # where the circle meets the slope
    if far > LAST or foot > 280:
        raise Unfit("there is no room for the pit")
    long = length + 30
    slope = sketch.ground(
        middle - long / 2 - 9 * normal[0], foot - 9 * normal[1] - 9, long, 18, tilt
    )
    foot = slope.y + (middle - slope.x) * math.tan(lean) - slope.height / 2 / math.cos(lean)
    circle = sketch.piece(Kind.WOOD, 2 * radius, 2 * radius, Form.CIRCLE)
    _put_from(sketch, circle, (middle, foot), normal, radius + GAP / 2)
    # The wedge lies on its long side, and the circle touches one of the others at 45 degrees.
    along = radius * (math.sqrt(2) - 1) + TRIANGLE[0] / math.sqrt(2) + 0.4
    beside = (middle + face[0] * along, foot + face[1] * along)
    wedge = sketch.piece(Kind.WOOD, *TRIANGLE, Form.TRIANGLE)
    _put_from(sketch, wedge, beside, normal, GAP, tilt + 135.0)
    sketch.ground(far, level + stream.whole(22, 30), min(stream.whole(70, 160), 480 - far), 14)
    sketch.ground(near, rest, 8, 30)
    down = math.atan2(foot - 2 * radius - rest, middle - near)
    plank = sketch.piece(Kind.WOOD, length, THICK)
    sketch.put(
        plank,
        near + SPARE + length / 2 * math.cos(down),
        rest - THICK / 2 - 2 + length / 2 * math.sin(down),
        math.degrees(down),
    )
    sketch.settle()
    sketch.window = (far + 15, 0, 480, 320)


def cantilever(sketch: Sketch, stream: Stream) -> None:
    """A plank reaches over an edge because a block lies on its other end."""
    size = stream.pick([40.0, 50.0, 50.0])
    _overhang(sketch, stream, stream.pick([150.0, 175.0, 200.0]), (size, size))


def pinned(sketch: Sketch, stream: Stream) -> None:
    """A plank reaches over an edge because another one lies on it."""
    _overhang(sketch, stream, stream.pick([150.0, 175.0, 200.0]), (100.0, THICK))


def causeway(sketch: Sketch, stream: Stream) -> None:
    """Planks lie in a shallow pit, one after the other, flush with its rims."""
    lengths = (100.0,) * 3 if stream.chance(0.7) else stream.pick([(100.0, 175.0), (150.0, 150.0)])
    near, level = run_up(sketch, stream, (118, 175), length=(50, 75), tilt=(18, 32), flat=(10, 35))
    far = near + round(sum(lengths)) + 2 * SPARE
    if far > LAST + 20:
        raise Unfit("there is no room beyond the pit")
    sketch.ground(near, level + THICK + 1, far - near, stream.whole(12, 40))
    sketch.ground(far, level + stream.whole(2, 5), min(stream.whole(60, 160), 480 - far), 60)
    _deck(sketch, near, lengths, level + THICK + 1)
    sketch.window = (far + 15, 0, 480, 320)


def _pit(sketch: Sketch, stream: Stream, width: float, height: float) -> tuple[int, int]:
    """A gap for a structure of that size under planks; returns its left side and its lower end."""
    near, level = run_up(sketch, stream, (118, 150), length=(50, 75), tilt=(18, 32), flat=(10, 35))
    far = near + round(width) + 2 * SPARE
    floor = level + round(height + THICK) + 2
    if far > LAST or floor > 312:
        raise Unfit("there is no room for the pit")
    sketch.ground(near - 12, level + 13, 12, floor - level - 13)
    sketch.ground(far, level + stream.whole(3, 7), min(stream.whole(60, 160), 480 - far), 60)
    sketch.window = (far + 15, 0, 480, 320)
    sketch.ledges = False
    return near, floor


def _pillar(sketch: Sketch, x: float, width: float, top: float) -> None:
    """Ground for a leg to stand on; between such pillars there is nothing."""
    sketch.ground(x - width / 2 - 4, top, width + 8, 320 - top)


def _deck(sketch: Sketch, near: float, lengths: Sequence[float], top: float) -> None:
    """Lay planks end to end from the left side of a pit, and let everything settle."""
    left = near + SPARE
    for length in lengths:
        plank = sketch.piece(Kind.WOOD, length, THICK)
        sketch.put(plank, left + length / 2, top - THICK / 2 - GAP)
        left += length
    sketch.settle()


def _overhang(sketch: Sketch, stream: Stream, length: float, size: Point) -> None:
    """A plank over the right edge of a ledge, a weight on it, and a ball that flies onto it."""
    edge, top = stream.whole(90, 150), stream.whole(215, 260)
    inner = size[0] / 2
    mass, weight = length * THICK, size[0] * size[1]
    most = weight * (length / 2 - inner) / (1.3 * mass + weight)
    middle = edge + most * stream.between(0.4, 1.0)
    if middle + length / 2 - edge < 60 or middle - length / 2 < 0:
        raise Unfit("the plank hardly reaches over the edge")
    sketch.ground(stream.whole(0, 20), top, edge - 20, 320 - top)
    sketch.ground(edge - 40, top, 40, stream.whole(20, 60))
    plank = sketch.piece(Kind.WOOD, length, THICK)
    sketch.put(plank, middle, top - THICK / 2 - GAP)
    block = sketch.piece(Kind.WOOD, *size)
    left = middle - length / 2 + inner
    sketch.put(block, left, top - THICK - size[1] / 2 - 2 * GAP)
    sketch.settle()
    end = left + size[0] / 2
    ramp_start(
        sketch,
        stream.whole(0, 25),
        stream.whole(112, 125),
        length=max(60, end + stream.between(10, 30)),
        tilt=stream.whole(8, 16),
        height=10,
    )
    led_on(sketch, stream, stream.pick([1, 2, 2]), find_spot)


def _put_from(
    sketch: Sketch, piece: str, at: Point, normal: Point, away: float, angle: float = 0.0
) -> None:
    """Put a piece so that its middle is `away` px from a point of a face, along its normal."""
    sketch.put(piece, at[0] + away * normal[0], at[1] + away * normal[1], angle)
