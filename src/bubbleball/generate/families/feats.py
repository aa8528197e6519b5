"""Families that ask for a precise sequence: narrow gaps, springs in a row, something that rolls."""

from __future__ import annotations

import math
from functools import partial

from bubbleball.game.kinds import BALL_RADIUS, SCREEN_WIDTH, Form, Kind
from bubbleball.generate.families.parts import (
    add_links,
    after_last,
    any_start,
    deflect_once,
    must_enter,
    point_in_flight,
)
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream

SLAT = 12  # px; width of the bars of a grate
NARROW = (24, 29)  # px; gaps that the ball does not fit through
WIDE = (36, 44)  # px; the one that it does


def grate(sketch: Sketch, stream: Stream) -> None:
    """Of the gaps of a grate the ball fits through one only."""
    any_start(sketch, stream)
    links = [
        partial(deflect_once, form=form, tilt=(8, 40), top=115, bottom=175 + 20 * n)
        for n, form in enumerate(stream.pick([("plank", "plank"), ("triangle", "plank", "circle")]))
    ]
    height = stream.whole(232, 262)
    bars = partial(_bars, height=height)
    add_links(sketch, stream, links, bars, lowest=height - 30)
    bars(sketch, stream)


def _bars(sketch: Sketch, stream: Stream, *, height: float) -> None:
    """Put bars at a height, with a gap where the ball passes after its last contact."""
    path = sketch.run()
    low = after_last(path, 0)
    below = [f for f in range(low, len(path.ball)) if path.ball[f, 1] > height - BALL_RADIUS]
    if not below:
        raise Unfit("the ball does not get to the grate")
    hole = float(path.ball[below[0], 0])
    wide = stream.whole(*WIDE)
    if not 60 < hole < SCREEN_WIDTH - 60:
        raise Unfit("the grate does not fit")
    sketch.scenery = [part for part in sketch.scenery if part.y < height - 1]
    for side in (-1, 1):
        x = hole + side * (wide / 2 + SLAT / 2)
        while -SLAT < x < SCREEN_WIDTH + SLAT:
            sketch.ground(x - SLAT / 2, height, SLAT, SLAT)
            x += side * (SLAT + stream.whole(*NARROW))
    passed = sketch.run()
    if passed.ball[:, 1].max() < height + 2 * BALL_RADIUS + SLAT:
        raise Unfit("the ball does not fall through the grate")
    sketch.window = (0, height + SLAT + 20, SCREEN_WIDTH, 320)


def relay(sketch: Sketch, stream: Stream) -> None:
    """Springs throw the ball from one to the next."""
    any_start(sketch, stream)
    count = stream.pick([3, 4, 4])
    links = [partial(_thrown, number=n) for n in range(count)]
    add_links(sketch, stream, links, find_spot, lowest=290)


def _thrown(sketch: Sketch, stream: Stream, *, number: int) -> None:
    path = sketch.run()
    low = after_last(path, 12)
    x, y = point_in_flight(path, stream, low=low, top=130, bottom=290)
    kind = Kind.SPRING if number % 2 == 0 or stream.chance(0.6) else Kind.SPEEDUP_UP
    piece = sketch.piece(kind)
    lean = stream.whole(-15, 45) if kind is Kind.SPRING else 0
    sketch.put(piece, x + stream.between(-6, 6), y + stream.between(0, 8), lean)
    sketch.legal()
    must_enter(sketch.run(), piece)


def bowling(sketch: Sketch, stream: Stream) -> None:
    """A circle rolls down a slope and strikes the ball, which then has to be led on."""
    level, tilt = stream.whole(150, 185), stream.whole(12, 24)
    lean = math.radians(tilt)
    foot, long = stream.whole(110, 150), stream.whole(110, 150)
    shelf = stream.whole(45, 75)
    sketch.ground(foot - 4, level, shelf + 4, 14)
    # The slope's upper face ends where the shelf begins.
    x = foot - long / 2 * math.cos(lean) - 7 * math.sin(lean)
    y = level - long / 2 * math.sin(lean) + 7 * math.cos(lean)
    sketch.ground(x - long / 2, y - 7, long, 14, tilt)
    sketch.drop(foot + stream.between(18, 30), level - BALL_RADIUS - 1)
    size = stream.pick([40.0, 50.0, 50.0])
    circle = sketch.piece(Kind.WOOD, size, size, Form.CIRCLE)
    up = stream.between(0.6, 0.85) * long
    away = size / 2 + 0.6
    sketch.put(
        circle,
        foot - up * math.cos(lean) + away * math.sin(lean),
        level - up * math.sin(lean) - away * math.cos(lean),
    )
    sketch.legal()
    forms = stream.pick([("plank", "plank"), ("triangle", "plank")])
    links = [
        partial(deflect_once, form=form, tilt=(8, 40), bottom=215 + 35 * n)
        for n, form in enumerate(forms)
    ]
    add_links(sketch, stream, links, find_spot, lowest=285)
