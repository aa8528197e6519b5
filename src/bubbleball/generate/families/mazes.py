"""Families in which the shortest path to the flag is not one that the ball can take."""

from __future__ import annotations

import math

from bubbleball.game.kinds import SCREEN_WIDTH, TRAY_HEIGHT, Kind
from bubbleball.game.level import Part
from bubbleball.generate.families.parts import THICK, point_in_flight
from bubbleball.generate.sketch import TOUCH, Sketch, Unfit
from bubbleball.generate.stream import Stream

DECK = 12  # px, thickness of the decks
FLUSH = 0.6  # px that a bridge lies below the deck, so that the ball does not stumble
OVERLAP = 22  # px of deck, at least, under each end of a bridge


def detour(sketch: Sketch, stream: Stream) -> None:
    """The flag is just behind a wall, and the ball must go down two decks to get there.

    It runs away from the wall on the upper deck; a plank turns it back onto the lower one, which
    falls towards the wall and has gaps.
    """
    wall, level = stream.whole(46, 64), stream.whole(138, 150)
    tilt, end = stream.whole(4, 6), stream.whole(375, 405)
    slope = math.tan(math.radians(tilt))
    upper = _deck(sketch, wall, end, level, tilt)
    top = stream.whole(int(TRAY_HEIGHT) + 3, int(TRAY_HEIGHT) + 12)
    sketch.ground(wall, top, 10, level + DECK - top)
    sketch.drop(wall + 10 + stream.whole(17, 24), level - stream.whole(28, 40))
    lower = level + (end - wall) * slope + stream.whole(44, 54)  # the height of its right end
    right = SCREEN_WIDTH + 10.0
    bridges = []
    for _ in range(stream.pick([1, 2])):
        gap = stream.whole(70, 105)
        near = right - stream.whole(60, 90)
        _deck(sketch, near, right, lower + (SCREEN_WIDTH - near) * slope, -tilt)
        bridges.append((near - gap / 2, gap + 2 * OVERLAP))
        right = near - gap
    left = wall + stream.whole(45, 70)
    if right - left < 2 * OVERLAP:
        raise Unfit("there is no room for the lower deck")
    _deck(sketch, left, right, lower + (SCREEN_WIDTH - left) * slope, -tilt)
    path = sketch.run()
    off = max((c.until or 0 for c in path.contacts if c.part == upper.id), default=0)
    at = point_in_flight(path, stream, low=off + 3, bottom=lower - TOUCH)
    stop = sketch.piece(Kind.METAL, 100.0, THICK)
    sketch.meet(stop, at, stream.between(-88, -55), stream.between(-25, 25))
    for middle, length in bridges:
        height = lower + (SCREEN_WIDTH - middle) * slope + THICK / 2 + FLUSH
        sketch.put(sketch.piece(Kind.METAL, length, THICK), middle, height, -tilt)
    sketch.legal()
    sketch.window = (0, 225, wall + 30, 320)


def lure(sketch: Sketch, stream: Stream) -> None:
    """A detour with one piece to spare, which could lift the ball but is not needed."""
    detour(sketch, stream)
    kind = stream.pick([Kind.WOOD, Kind.WOOD, Kind.SPRING, Kind.SPEEDUP_UP])
    if kind is Kind.WOOD:
        sketch.piece(kind, stream.pick([50.0, 100.0, 150.0]), 25.0, decoy=True)
    else:
        sketch.piece(kind, decoy=True)


def _deck(sketch: Sketch, left: float, right: float, level: float, tilt: float) -> Part:
    """A straight slope by its ends and the height of its upper face at the left one, px."""
    lean = math.radians(tilt)
    length = (right - left) / math.cos(lean)
    x = (left + right) / 2 - DECK / 2 * math.sin(lean)
    y = level + (right - left) / 2 * math.tan(lean) + DECK / 2 * math.cos(lean)
    return sketch.ground(x - length / 2, y - DECK / 2, length, DECK, tilt)
