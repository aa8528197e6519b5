"""What several families share: how the ball starts, and pieces put into its path."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Set
from functools import partial

from bubbleball.game.contact import Effect
from bubbleball.game.geometry import Point
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.trial import Trial
from bubbleball.generate.sketch import HIGHEST, TOUCH, Sketch, Unfit
from bubbleball.generate.stream import Stream

Step = Callable[[Sketch, Stream], object]  # continues a sketch, or raises Unfit

THICK = 25.0  # px, of every plank
METAL_PLANK = (150.0, THICK)
WOOD_LENGTHS = (100.0, 150.0, 175.0, 200.0)
TRIANGLE = (75.0, 75.0)
CIRCLES = (40.0, 50.0, 75.0)
TRIES = 8  # for each link of a chain
FACE_ROOM = {"plank": 50.0, "triangle": 28.0, "circle": 0.0}  # px either side of a face's middle


def ramp_start(
    sketch: Sketch, left: float, top: float, *, length: float, tilt: float, height: float = 14.0
) -> Point:
    """Add a ramp that falls to the right, with the ball on its upper end; returns its lower end.

    left, top: of the ramp's upper end, px; tilt: degrees.
    """
    lean = math.radians(round(tilt))
    face, normal = (math.cos(lean), math.sin(lean)), (math.sin(lean), -math.cos(lean))
    x = left + face[0] * length / 2 - normal[0] * height / 2
    y = top + face[1] * length / 2 - normal[1] * height / 2
    ramp = sketch.ground(x - length / 2, y - height / 2, length, height, tilt)
    half = ramp.width / 2
    middle = ramp.x + normal[0] * ramp.height / 2, ramp.y + normal[1] * ramp.height / 2
    sketch.drop(
        middle[0] - face[0] * (half - 16) + normal[0] * (TOUCH + 1),
        middle[1] - face[1] * (half - 16) + normal[1] * (TOUCH + 1),
    )
    return middle[0] + face[0] * half, middle[1] + face[1] * half


def run_up(
    sketch: Sketch,
    stream: Stream,
    top: tuple[int, int],
    *,
    length: tuple[int, int],
    tilt: tuple[int, int],
    flat: tuple[int, int],
) -> tuple[int, int]:
    """Add a ramp and a level platform after it; returns the platform's right end and height.

    top, length, tilt: of the ramp; flat: length of the platform; each a range.
    """
    end = ramp_start(
        sketch,
        stream.whole(0, 30),
        stream.whole(*top),
        length=stream.whole(*length),
        tilt=stream.whole(*tilt),
    )
    level = round(end[1]) - 1
    edge = round(end[0]) + stream.whole(*flat)
    sketch.ground(end[0] - 2, level, edge - round(end[0]) + 2, stream.whole(14, 42))
    return edge, level


def any_start(sketch: Sketch, stream: Stream) -> None:
    """Start the ball in the upper left: falling, on a ramp, on a ledge, or pushed off one."""
    style = stream.pick(["fall", "fall", "ramp", "ramp", "ledge", "ledge", "push"])
    if style == "fall":
        sketch.drop(stream.whole(40, 200), stream.whole(96, 130))
    elif style == "ramp":
        ramp_start(
            sketch,
            stream.whole(5, 60),
            stream.whole(118, 150),
            length=stream.whole(60, 130),
            tilt=stream.whole(12, 38),
            height=stream.whole(10, 20),
        )
    elif style == "ledge":
        run_up(sketch, stream, (112, 135), length=(50, 80), tilt=(18, 35), flat=(40, 110))
    else:
        left, top = stream.whole(0, 60), stream.whole(125, 165)
        sketch.ground(left, top, stream.whole(60, 120), stream.whole(10, 30))
        sketch.drop(left + 18, top - 16)
        sketch.fixed_button(Kind.SPEEDUP_RIGHT, left + 42, top - 15)


def after_last(path: Trial, frames: int = 0) -> int:
    """The frame at which the ball has left everything that it touched, plus some frames."""
    ends = [contact.until for contact in path.contacts] + [e.frame for e in path.effects]
    if any(end is None for end in ends):
        raise Unfit("the ball never leaves what it lies on")
    return max((end for end in ends if end is not None), default=0) + frames


def point_in_flight(
    path: Trial, stream: Stream, *, low: int, top: float = 110.0, bottom: float = 300.0
) -> Point:
    """A random point of the ball's path from the frame `low`, between two heights."""
    x, y = path.ball[:, 0], path.ball[:, 1]
    inside = (top <= y) & (y <= bottom) & (x >= 15) & (x <= 465)
    frames = [int(frame) for frame in inside.nonzero()[0] if frame >= low]
    if not frames:
        raise Unfit("the ball is nowhere where a piece could meet it")
    frame = stream.pick(frames)
    return float(x[frame]), float(y[frame])


def metal(sketch: Sketch, stream: Stream, form: str) -> str:
    """Give the player one more metal piece: a plank, a triangle or a circle."""
    if form == "plank":
        return sketch.piece(Kind.METAL, *METAL_PLANK)
    if form == "triangle":
        return sketch.piece(Kind.METAL, *TRIANGLE, Form.TRIANGLE)
    size = stream.pick(CIRCLES)
    return sketch.piece(Kind.METAL, size, size, Form.CIRCLE)


def deflect_once(
    sketch: Sketch,
    stream: Stream,
    form: str,
    tilt: tuple[float, float],
    *,
    pause: int = 8,
    along: tuple[float, float] | None = None,
    top: float = 130.0,
    bottom: float = 290.0,
) -> None:
    """Put one more metal piece where the ball flies after its last contact.

    tilt: of the face that the ball meets, degrees; pause: frames of flight before it;
    along: where on the face, px from its middle; top, bottom: heights of the ball's centre.
    """
    path = sketch.run()
    at = point_in_flight(path, stream, low=after_last(path, pause), top=top, bottom=bottom)
    piece = metal(sketch, stream, form)
    room = FACE_ROOM[form]
    sketch.meet(piece, at, stream.between(*tilt), stream.between(*(along or (-room, room))))
    sketch.legal()
    if piece not in sketch.run().parts_met:
        raise Unfit("the ball does not get to the piece")


def add_links(
    sketch: Sketch,
    stream: Stream,
    links: Sequence[Step],
    complete: Step | None,
    *,
    lowest: float = 255.0,
) -> None:
    """Take random steps that add one piece each, retrying each step until it succeeds.

    A step succeeds if the ball still meets everything that it met before, stays on the screen, and
    leaves the new piece no lower than `lowest` px. After the last step `complete`, if any, must not
    raise Unfit.
    """
    for number, link in enumerate(links, start=1):
        pieces, solution = list(sketch.pieces), dict(sketch.solution)
        so_far = solution.keys() & sketch.run().parts_met
        for _ in range(TRIES):
            sketch.pieces, sketch.solution = list(pieces), dict(solution)
            try:
                link(sketch, stream)
                if _flies_on(sketch, so_far | (sketch.solution.keys() - solution.keys()), lowest):
                    if number == len(links) and complete is not None:
                        complete(sketch, stream)
                    break
            except Unfit:
                continue
        else:
            raise Unfit("no further piece meets the ball")


def led_on(sketch: Sketch, stream: Stream, count: int, complete: Step) -> None:
    """Guide the ball further with metal pieces from wherever it flies; see `add_links`."""
    sketch.window, sketch.ledges = (0.0, 0.0, 480.0, 320.0), True
    forms = ("plank", "triangle", "triangle", "circle")
    links = [
        partial(deflect_once, form=stream.pick(forms), tilt=(5, 40), pause=5, bottom=290)
        for _ in range(count)
    ]
    add_links(sketch, stream, links, complete, lowest=300)


def _flies_on(sketch: Sketch, wanted: Set[str], lowest: float) -> bool:
    """Whether the ball meets everything that is wanted and keeps flying."""
    path = sketch.run()
    return bool(
        wanted <= set(path.parts_met)
        and path.ball[:, 1].min() >= HIGHEST
        and path.ball[after_last(path), 1] < lowest
    )


def must_enter(path: Trial, button: str) -> Effect:
    """What the power-up did to the ball; Unfit if they did not meet."""
    for effect in path.effects:
        if effect.part == button:
            return effect
    raise Unfit("the ball does not enter the power-up")
