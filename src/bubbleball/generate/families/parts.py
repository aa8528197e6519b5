"""What several families share: ways for the ball to start, and pieces put into its path."""

from __future__ import annotations

import math

from bubbleball.generate.draw import Draw
from bubbleball.generate.sketch import TOUCH, Sketch, Unfit
from bubbleball.geometry import Point
from bubbleball.level import Form, Kind
from bubbleball.trial import Trial

METAL_PLANK = (150.0, 25.0)
WOOD_LENGTHS = (100.0, 150.0, 175.0, 200.0)
TRIANGLE = (75.0, 75.0)


def ramp_start(
    sketch: Sketch, left: float, top: float, length: float, tilt: float, height: float = 15.0
) -> Point:
    """A ramp falling to the right with the ball on its upper end; where the ramp ends.

    left, top: of the ramp's upper end; tilt: degrees, positive falls to the right.
    """
    length, height, tilt = round(length), round(height), round(tilt)
    lean = math.radians(tilt)
    face, normal = (math.cos(lean), math.sin(lean)), (math.sin(lean), -math.cos(lean))
    x = left + face[0] * length / 2 - normal[0] * height / 2
    y = top + face[1] * length / 2 - normal[1] * height / 2
    ramp = sketch.ground(x - length / 2, y - height / 2, length, height, tilt)
    up = [ramp.x + normal[0] * height / 2, ramp.y + normal[1] * height / 2]
    back = length / 2 - 16
    sketch.drop(
        up[0] - face[0] * back + normal[0] * (TOUCH + 1),
        up[1] - face[1] * back + normal[1] * (TOUCH + 1),
    )
    return up[0] + face[0] * length / 2, up[1] + face[1] * length / 2


def any_start(sketch: Sketch, draw: Draw) -> None:
    """The ball in the upper left: falling freely, rolling down a ramp, or off a small ledge."""
    style = draw.pick(["fall", "ramp", "slide"])
    if style == "fall":
        sketch.drop(draw.whole(40, 200), draw.whole(96, 130))
    elif style == "ramp":
        ramp_start(
            sketch,
            draw.whole(5, 60),
            draw.whole(118, 150),
            draw.whole(60, 130),
            draw.whole(12, 38),
            draw.whole(10, 20),
        )
    else:
        left, top = draw.whole(0, 40), draw.whole(112, 135)
        end = ramp_start(sketch, left, top, draw.whole(50, 80), draw.whole(18, 35), 12)
        sketch.ground(end[0] - 2, end[1] - 1, draw.whole(40, 110), draw.whole(10, 40))


def after_last(path: Trial, frames: int = 0) -> int:
    """The frame at which the ball has left all that it touched, and some more."""
    ends = [contact.until for contact in path.contacts]
    if None in ends:
        raise Unfit("the ball never leaves what it lies on")
    ends += [effect.frame for effect in path.effects]
    return max((end for end in ends if end is not None), default=0) + frames


def point_in_flight(
    path: Trial, draw: Draw, *, low: int, top: float = 110.0, bottom: float = 300.0
) -> Point:
    """A random point of the ball's path not before the frame `low`, within the heights."""
    frames = [
        frame
        for frame in range(low, len(path.ball))
        if top <= path.ball[frame, 1] <= bottom and 15 <= path.ball[frame, 0] <= 465
    ]
    if not frames:
        raise Unfit("the ball is nowhere where a piece could meet it")
    x, y = path.ball[draw.pick(frames), :2]
    return float(x), float(y)


def metal(sketch: Sketch, draw: Draw, form: str) -> str:
    """One more metal piece: a plank, a triangle or a circle."""
    if form == "plank":
        return sketch.piece(Kind.METAL, *METAL_PLANK)
    if form == "triangle":
        return sketch.piece(Kind.METAL, *TRIANGLE, Form.TRIANGLE)
    size = draw.pick([40.0, 50.0, 75.0])
    return sketch.piece(Kind.METAL, size, size, Form.CIRCLE)


def deflect_once(
    sketch: Sketch,
    draw: Draw,
    form: str,
    tilt: tuple[float, float],
    *,
    pause: int = 8,
    along: tuple[float, float] | None = None,
    top: float = 130.0,
    bottom: float = 290.0,
) -> str:
    """Put one more metal piece where the ball flies after all that it met so far."""
    path = sketch.run()
    at = point_in_flight(path, draw, low=after_last(path, pause), top=top, bottom=bottom)
    piece = metal(sketch, draw, form)
    room = {"plank": 50.0, "triangle": 28.0, "circle": 0.0}[form]
    sketch.meet(piece, at, draw.between(*tilt), draw.between(*(along or (-room, room))))
    sketch.legal()
    contacts = sketch.run().contacts
    if not any(contact.part == piece for contact in contacts):
        raise Unfit("the ball does not get to the piece")
    return piece
