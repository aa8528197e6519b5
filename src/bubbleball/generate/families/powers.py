"""Families of power-ups: buttons that act on the ball when it enters them."""

from __future__ import annotations

from bubbleball.generate.draw import Draw
from bubbleball.generate.families.parts import (
    after_last,
    any_start,
    deflect_once,
    point_in_flight,
    ramp_start,
)
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.level import Kind
from bubbleball.trial import Effect, Trial


def speedup_jump(sketch: Sketch, draw: Draw) -> None:
    """A slow ball needs a push to jump over a gap or onto a step."""
    left, top = draw.whole(0, 30), draw.whole(130, 190)
    end = ramp_start(sketch, left, top, draw.whole(45, 80), draw.whole(8, 18), 14)
    level = round(end[1]) - 1
    edge = round(end[0]) + draw.whole(60, 130)
    sketch.ground(end[0] - 2, level, edge - end[0] + 2, draw.whole(14, 40))
    upwards = draw.chance(0.35)
    gap = draw.whole(20, 50) if upwards else draw.whole(90, 150)
    far = level - draw.whole(8, 30) if upwards else level + draw.whole(25, 80)
    wide = min(draw.whole(80, 170), 480 - edge - gap)
    sketch.ground(edge + gap, far, wide, min(draw.whole(14, 60), 320 - far))
    button = sketch.piece(Kind.SPEEDUP_UP if upwards else Kind.SPEEDUP_RIGHT)
    path = sketch.run()
    x = edge - draw.between(5, 40)
    sketch.put(button, x, level - draw.between(4, 16))
    _must_enter(sketch.run(), button)
    if len(path.effects):
        raise Unfit("the ball is pushed by itself")
    sketch.window = (edge + gap + 12, 0, 480, 320)
    sketch.ledges = False


def slowdown_catch(sketch: Sketch, draw: Draw) -> None:
    """A fast ball flies past the flag unless something takes its speed away in the air."""
    left, top = draw.whole(0, 20), draw.whole(115, 135)
    end = ramp_start(sketch, left, top, draw.whole(90, 140), draw.whole(22, 40), 14)
    if draw.chance(0.6):
        level = round(end[1]) - 1
        sketch.ground(end[0] - 2, level, draw.whole(30, 60), 14)
    path = sketch.run()
    at = point_in_flight(path, draw, low=after_last(path, 8), top=150, bottom=250)
    button = sketch.piece(Kind.SLOWDOWN)
    sketch.put(button, at[0] + draw.between(-3, 3), at[1] + draw.between(-5, 5))
    floor = draw.whole(295, 308)
    half = draw.whole(40, 70)
    caught = _must_enter(sketch.run(), button)
    x = caught.position_after[0]
    sketch.ground(x - half, floor, 2 * half, 320 - floor)
    if draw.chance(0.6):
        tall = draw.whole(25, 50)
        sketch.ground(x - half - 12, floor - tall, 12, tall + 320 - floor)
        sketch.ground(x + half, floor - tall, 12, tall + 320 - floor)


def gravity_corridor(sketch: Sketch, draw: Draw) -> None:
    """Gravity turned up, the ball falls to the ceiling and along it."""
    ceiling = draw.whole(92, 120)
    left, top = draw.whole(0, 30), draw.whole(180, 240)
    end = ramp_start(sketch, left, top, draw.whole(60, 110), draw.whole(14, 30), 14)
    level = round(end[1]) - 1
    sketch.ground(end[0] - 2, level, draw.whole(60, 160), 14)
    start = round(end[0]) + draw.whole(-30, 40)
    sketch.ground(start, ceiling - 12, draw.whole(200, 480 - start), 12)
    path = sketch.run()
    frames = [f for f in range(20, len(path.ball)) if end[0] - 20 < path.ball[f, 0] < 400]
    if not frames:
        raise Unfit("the ball does not get far")
    x, y = (float(v) for v in path.ball[draw.pick(frames), :2])
    up = sketch.piece(Kind.GRAVITY_UP)
    sketch.put(up, x, y + draw.between(-10, 10))
    _must_enter(sketch.run(), up)
    if draw.chance(0.4):
        lifted = sketch.run()
        frames = [
            f
            for f in range(lifted.effects[0].frame + 25, len(lifted.ball))
            if lifted.ball[f, 0] < 430 and lifted.ball[f, 1] > 90
        ]
        if not frames:
            raise Unfit("the ball is gone before gravity turns again")
        x, y = (float(v) for v in lifted.ball[draw.pick(frames), :2])
        down = sketch.piece(Kind.GRAVITY_DOWN)
        sketch.put(down, x, y + draw.between(-6, 6))
        _must_enter(sketch.run(), down)
    sketch.window = (end[0] + 60, 0, 480, 320)


def spring(sketch: Sketch, draw: Draw) -> None:
    """A spring throws the ball up to a ledge."""
    any_start(sketch, draw)
    path = sketch.run()
    at = point_in_flight(path, draw, low=after_last(path, 10), top=200, bottom=300)
    button = sketch.piece(Kind.SPRING)
    sketch.put(button, at[0], at[1] + draw.between(0, 12), round(draw.between(6, 38)))
    thrown = _must_enter(sketch.run(), button)
    if draw.chance(0.5):
        sketch.ground(at[0] - 30, min(at[1] + 27, 305), draw.whole(60, 120), 15)
        _must_enter(sketch.run(), button)
    sketch.window = (at[0] + 50, 0, 480, thrown.position_after[1] - 10)


def teleport(sketch: Sketch, draw: Draw) -> None:
    """Two teleports carry the ball to where nothing else could bring it."""
    any_start(sketch, draw)
    path = sketch.run()
    at = point_in_flight(path, draw, low=after_last(path, 6), top=150, bottom=300)
    first = sketch.piece(Kind.TELEPORT)
    second = sketch.piece(Kind.TELEPORT)
    wall = draw.whole(220, 330)
    sketch.put(first, at[0] + draw.between(-4, 4), at[1])
    if not at[0] < wall - 30:
        raise Unfit("the wall stands in the way")
    high = draw.whole(95, 150)
    sketch.ground(wall, high, 14, 320 - high)
    sketch.put(second, draw.between(wall + 50, 450), draw.between(95, 230))
    _must_enter(sketch.run(), first)
    if draw.chance(0.4):
        deflect_once(sketch, draw, "triangle", draw.pick([(15, 45), (-45, -15)]), pause=5)
    else:
        floor = draw.whole(285, 308)
        if draw.chance(0.6):
            sketch.ground(wall + 14, floor, 466 - wall, 320 - floor)
    sketch.window = (wall + 30, 0, 480, 320)


def _must_enter(path: Trial, button: str) -> Effect:
    """What the power-up did to the ball; Unfit if they did not meet."""
    for effect in path.effects:
        if effect.part == button:
            return effect
    raise Unfit("the ball does not enter the power-up")
