"""Families of power-ups: buttons that act on the ball when it enters them."""

from __future__ import annotations

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import Kind
from bubbleball.game.trial import Trial
from bubbleball.generate.families.parts import (
    after_last,
    any_start,
    deflect_once,
    led_on,
    must_enter,
    point_in_flight,
    run_up,
)
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.spots import find_spot
from bubbleball.generate.stream import Stream


def speed_up(sketch: Sketch, stream: Stream) -> None:
    """A slow ball needs a push to jump over a gap or onto a step."""
    edge, level = run_up(sketch, stream, (130, 190), length=(45, 80), tilt=(8, 18), flat=(60, 130))
    upwards = stream.chance(0.35)
    gap = stream.whole(20, 50) if upwards else stream.whole(90, 150)
    far = level - stream.whole(8, 30) if upwards else level + stream.whole(25, 80)
    wide, high = min(stream.whole(80, 170), 480 - edge - gap), min(stream.whole(14, 60), 320 - far)
    sketch.ground(edge + gap, far, wide, high)
    button = sketch.piece(Kind.SPEEDUP_UP if upwards else Kind.SPEEDUP_RIGHT)
    sketch.put(button, edge - stream.between(5, 40), level - stream.between(4, 16))
    must_enter(sketch.run(), button)
    sketch.window = (edge + gap + 12, 0, 480, 320)
    sketch.ledges = False


def slow_down(sketch: Sketch, stream: Stream) -> None:
    """A fast ball flies past the flag unless something takes its speed away in the air."""
    run_up(sketch, stream, (115, 135), length=(80, 140), tilt=(22, 40), flat=(8, 60))
    path = sketch.run()
    x, y = point_in_flight(path, stream, low=after_last(path, 8), top=150, bottom=250)
    button = sketch.piece(Kind.SLOWDOWN)
    sketch.put(button, x + stream.between(-3, 3), y + stream.between(-5, 5))
    caught = must_enter(sketch.run(), button).position_after[0]
    if stream.chance(0.5):
        return
    floor, half = stream.whole(280, 308), stream.whole(40, 70)
    sketch.ground(caught - half, floor, 2 * half, 320 - floor)
    if stream.chance(0.6):
        tall = stream.whole(25, 50)
        sketch.ground(caught - half - 12, floor - tall, 12, tall + 320 - floor)
        sketch.ground(caught + half, floor - tall, 12, tall + 320 - floor)
    sketch.ledges = False


def gravity(sketch: Sketch, stream: Stream) -> None:
    """With gravity turned up, the ball falls to the ceiling and along it, perhaps down again."""
    edge, _ = run_up(sketch, stream, (180, 240), length=(60, 110), tilt=(14, 30), flat=(60, 160))
    ceiling, start = stream.whole(92, 120), edge - stream.whole(60, 160)
    sketch.ground(start, ceiling - 12, stream.whole(200, max(201, 480 - start)), 12)
    at = _late_point(sketch.run(), stream, low=20, right=400)
    up = sketch.piece(Kind.GRAVITY_UP)
    sketch.put(up, at[0], at[1] + stream.between(-10, 10))
    lifted = sketch.run()
    turned = must_enter(lifted, up).frame
    if stream.chance(0.4):
        at = _late_point(lifted, stream, low=turned + 25, right=430)
        down = sketch.piece(Kind.GRAVITY_DOWN)
        sketch.put(down, at[0], at[1] + stream.between(-6, 6))
        must_enter(sketch.run(), down)
    sketch.window = (at[0] + 30, 0, 480, 320)


def _late_point(path: Trial, stream: Stream, *, low: int, right: float) -> Point:
    """A random point of the path from the frame `low`, left of `right`."""
    frames = [f for f in range(low, len(path.ball)) if path.ball[f, 0] < right]
    if not frames:
        raise Unfit("the ball is gone before gravity turns")
    x, y = path.ball[stream.pick(frames), :2].tolist()
    return x, y


def spring(sketch: Sketch, stream: Stream) -> None:
    """A spring throws the ball up to a ledge."""
    any_start(sketch, stream)
    path = sketch.run()
    x, y = point_in_flight(path, stream, low=after_last(path, 10), top=200, bottom=300)
    button = sketch.piece(Kind.SPRING)
    sketch.put(button, x, y + stream.between(0, 12), round(stream.between(6, 38)))
    if stream.chance(0.5):
        sketch.ground(x - 30, min(y + 27, 305), stream.whole(60, 120), 15)
    thrown = must_enter(sketch.run(), button)
    sketch.window = (x + 50, 0, 480, thrown.position_after[1] - 10)


def teleport(sketch: Sketch, stream: Stream) -> None:
    """Teleports carry the ball over a wall; the far one may belong to the scenery."""
    any_start(sketch, stream)
    path = sketch.run()
    x, y = point_in_flight(path, stream, low=after_last(path, 6), top=150, bottom=300)
    wall, high = stream.whole(220, 330), stream.whole(95, 150)
    if x > wall - 30:
        raise Unfit("the wall blocks the path")
    sketch.ground(wall, high, 14, 320 - high)
    far = stream.between(wall + 50, 450), stream.between(100, 230)
    near = sketch.piece(Kind.TELEPORT)
    sketch.put(near, x + stream.between(-4, 4), y)
    if stream.chance(0.4):
        sketch.fixed_button(Kind.TELEPORT, *far)
    else:
        sketch.put(sketch.piece(Kind.TELEPORT), *far)
    must_enter(sketch.run(), near)
    if stream.chance(0.4):
        deflect_once(sketch, stream, "triangle", stream.pick([(15, 45), (-45, -15)]), pause=5)
    elif stream.chance(0.6):
        floor = stream.whole(285, 308)
        sketch.ground(wall + 14, floor, 466 - wall, 320 - floor)
    sketch.window = (wall + 30, 0, 480, 320)


def machine(sketch: Sketch, stream: Stream) -> None:
    """A metal piece brings the ball to power-ups that belong to the scenery."""
    any_start(sketch, stream)
    deflect_once(sketch, stream, stream.pick(["plank", "plank", "triangle"]), (8, 40), top=150)
    for _ in range(stream.pick([1, 1, 2])):
        path = sketch.run()
        x, y = point_in_flight(path, stream, low=after_last(path, 8), top=110, bottom=295)
        kind = stream.pick([Kind.SPEEDUP_UP, Kind.SPEEDUP_RIGHT, Kind.SPRING, Kind.SPRING])
        lean = stream.whole(-10, 40) if kind is Kind.SPRING else 0
        button = sketch.fixed_button(kind, x, y, lean)
        must_enter(sketch.run(), button.id)
        sketch.to_meet.add(button.id)


def portals(sketch: Sketch, stream: Stream) -> None:
    """Through a pair of teleports and on, from one piece to the next."""
    teleport(sketch, stream)
    led_on(sketch, stream, stream.pick([1, 2]), find_spot)


def ceiling(sketch: Sketch, stream: Stream) -> None:
    """Up to the ceiling, down again, and on from one piece to the next."""
    gravity(sketch, stream)
    if len(sketch.solution) < 2:
        raise Unfit("gravity stays up")
    led_on(sketch, stream, stream.pick([1, 2]), find_spot)


def clockwork(sketch: Sketch, stream: Stream) -> None:
    """Pieces that bring the ball to power-ups of the scenery, and pieces that lead it on."""
    machine(sketch, stream)
    led_on(sketch, stream, stream.pick([2, 3]), find_spot)
