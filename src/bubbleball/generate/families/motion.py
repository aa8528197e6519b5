"""Families in which wood is in motion when it matters: it falls, throws or rises."""

from __future__ import annotations

from functools import partial

import numpy as np

from bubbleball.game.kinds import BALL_RADIUS, TRAY_HEIGHT, Form, Kind
from bubbleball.game.physics import PIXELS_PER_METRE, REAL, SECONDS_PER_STEP
from bubbleball.game.trial import Outcome, Trial
from bubbleball.generate.families.parts import (
    THICK,
    add_links,
    after_last,
    any_start,
    deflect_once,
    led_on,
    must_enter,
)
from bubbleball.generate.families.throws import catapult
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream

FALL = REAL.gravity * PIXELS_PER_METRE  # px/s²
LATEST = 75  # most frames that a ball at rest waits
FAST = 60.0  # px/s; slower wood might as well be at rest
BRACKET = (24.0, 10.0)  # px; ground that holds the end of a plank
_DROPPED = (
    *((40.0, 40.0, Form.RECTANGLE), (50.0, 50.0, Form.RECTANGLE), (100.0, 25.0, Form.RECTANGLE)),
    *((40.0, 40.0, Form.CIRCLE), (50.0, 50.0, Form.CIRCLE)),
)


def ambush(sketch: Sketch, stream: Stream) -> None:
    """Wood falls into the ball's path at the right moment, and other pieces lead the ball on."""
    if stream.chance(0.6):
        left, top = stream.whole(60, 200), stream.whole(170, 230)
        width = stream.whole(40, 70)
        sketch.ground(left, top, width, stream.whole(10, 30))
        sketch.drop(left + width / 2, top - BALL_RADIUS - 1)
    else:
        any_start(sketch, stream)
    add_links(sketch, stream, [_dropped], None, lowest=250)
    led_on(sketch, stream, stream.pick([2, 2, 3]), find_spot)


def _dropped(sketch: Sketch, stream: Stream) -> None:
    """Drop a piece of wood so that it meets the ball in some frame of its path."""
    width, height, form = stream.pick(_DROPPED)
    path = sketch.run()
    ball = path.ball
    if path.outcome is Outcome.CAME_TO_REST:  # it waits for what falls
        ball = np.pad(ball, ((0, LATEST), (0, 0)), mode="edge")
    fallen = FALL * (np.arange(len(ball)) * SECONDS_PER_STEP) ** 2 / 2
    places = np.flatnonzero((fallen > 10) & (ball[:, 1] - fallen > TRAY_HEIGHT + height))
    if not len(places):
        raise Unfit("the ball is where no wood can fall in time")
    frame = stream.pick(places.tolist())
    wood = sketch.piece(Kind.WOOD, width, height, form)
    aside = stream.pick([-1, 1]) * (width / 2 + stream.between(-10, 10))
    above = stream.between(-10, 15) + height / 2
    sketch.put(wood, ball[frame, 0] + aside, ball[frame, 1] - fallen[frame] - above)
    sketch.legal()
    if _speed_when_met(sketch.run(), wood) < FAST:
        raise Unfit("the wood does not strike the ball")


def _speed_when_met(path: Trial, wood: str) -> float:
    """How fast (px/s) a piece of wood is when the ball first touches it; 0 if it never does."""
    frames = [contact.frame for contact in path.contacts if contact.part == wood]
    if not frames:
        return 0.0
    before = max(0, min(frames) - 1)
    return float(abs(path.moves[before, path.movers.index(wood), 4]))


def launch(sketch: Sketch, stream: Stream) -> None:
    """A block falls on a beam, which throws the ball to pieces that lead it on."""
    catapult(sketch, stream)
    led_on(sketch, stream, stream.pick([1, 1, 2]), find_spot)


def rising(sketch: Sketch, stream: Stream) -> None:
    """A plank rises as gravity turns, and its brackets hold it where the ball slides along it."""
    any_start(sketch, stream)
    forms = stream.pick([("plank",), ("triangle",), ("circle",), ("plank", "triangle")])
    links = [
        partial(deflect_once, form=form, tilt=(5, 35), top=115, bottom=160 + 40 * number)
        for number, form in enumerate(forms)
    ]
    add_links(sketch, stream, links, None)
    path = sketch.run()
    low = [f for f in range(after_last(path), len(path.ball)) if 220 < path.ball[f, 1] < 300]
    if not low:
        raise Unfit("the ball does not come down")
    x, y = path.ball[stream.pick(low), :2].tolist()
    button = sketch.piece(Kind.GRAVITY_UP)
    sketch.put(button, x + stream.between(0, 10), y + stream.between(-4, 4))
    turned = must_enter(sketch.run(), button)
    _brackets(sketch, stream, turned.frame)
    led_on(sketch, stream, stream.pick([0, 1, 1]), find_spot)


def _brackets(sketch: Sketch, stream: Stream, turned: int) -> None:
    """Put a plank on two brackets, under two others that hold it when it has risen.

    turned: frame in which gravity turns.
    """
    path = sketch.run()
    high = stream.whole(105, 150)
    above = [f for f in range(turned, len(path.ball)) if path.ball[f, 1] < high + BRACKET[1] + 45]
    if not above:
        raise Unfit("the ball does not rise")
    length = stream.pick([150.0, 175.0, 200.0])
    middle = float(path.ball[above[0], 0]) + stream.between(-0.3, 0.5) * length / 2
    rise = stream.whole(4, 16)
    low = high + stream.whole(65, 100)
    reach = length / 2 - 10
    for x, top in ((middle - reach, high + rise), (middle + reach, high)):
        sketch.ground(x - BRACKET[0] / 2, top, *BRACKET)
        sketch.ground(x - BRACKET[0] / 2, low, *BRACKET)
    plank = sketch.piece(Kind.WOOD, length, THICK)
    sketch.put(plank, middle, low - THICK / 2 - 1)
    sketch.settle()
    if not any(c.part == plank and c.frame > turned for c in sketch.run().contacts):
        raise Unfit("the ball does not slide along the plank")
