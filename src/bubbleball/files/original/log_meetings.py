"""What the ball met, inferred from a log that says only which part and when.

The place and the normal of a contact follow from the shape of the part and the ball's path; what a
power-up did, from the velocities around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from bubbleball.files.original.log import LoggedTouch
from bubbleball.game.arrays import Array, Mask
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.geometry import Point, Shape, nearest_on_edge, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import PIXELS_PER_METRE, POLYGON_SKIN, REAL, SECONDS_PER_STEP
from bubbleball.game.power_ups import GRAVITIES

SMOOTHED = 8  # frames on either side over which the rounding of positions is averaged
ROUNDED = 0.5  # px by which a whole number can be off
LOOKS = 11  # places between two frames at which a contact is tested
CLEAR = 20.0  # px/s; a smaller change of velocity has no clear direction
TOUCHING = 0.15  # px; a gap that rounding leaves where two things touch
JUMP = 10.0  # px in a frame that no velocity explains; the ball has been teleported
_SHOWN_ELSEWHERE = GRAVITIES | {Kind.TELEPORT}  # their effect does not show in one velocity


def logged_contacts(
    touches: Iterable[LoggedTouch],
    ball: Array,
    effects: Sequence[Effect],
    movers: Container[str],
    shape: Callable[[str, int], Shape],
) -> tuple[Contact, ...]:
    """The contacts behind the touches of solid parts.

    movers: ids of the parts that can move.
    shape: the shape of a part in a frame.
    """
    path = smooth_path(ball)
    acted = {effect.frame: effect.velocity_after for effect in effects}
    found = []
    for touch in touches:
        last = touch.start - 1
        before = acted.get(last, _velocity(ball, last))
        after = _velocity(ball, touch.start)
        point, normal = _meeting(
            _point(path[last]),
            before,
            after,
            shape(touch.part, last),
            stands=touch.part not in movers,
        )
        found.append(
            Contact(
                part=touch.part,
                frame=touch.start,
                until=None if touch.end is None or touch.end >= len(ball) else touch.end,
                point=point,
                normal=normal,
                velocity_before=before,
                velocity_after=after,
            )
        )
    return tuple(found)


def _meeting(
    start: Point, before: Point, after: Point, solid: Shape, *, stands: bool
) -> tuple[Point, Point]:
    """Where the ball meets a part within a frame, and the normal there.

    When the ball meets a part that stands still, the engine stops it within the frame: of the
    touching places on its path, take the one whose normal is nearest to the direction of the
    change of velocity. The engine finds contacts with moving parts at the start of the frame.
    """
    pushed = (after[0] - before[0], after[1] - before[1])
    found = nearest_on_edge(*start, solid)
    shares = np.linspace(0.0, 1.0, LOOKS).tolist() if stands and math.hypot(*pushed) > CLEAR else ()
    best = -math.inf
    for share in shares:
        step = share * SECONDS_PER_STEP
        x, y = start[0] + step * before[0], start[1] + step * before[1]
        if signed_distance(x, y, solid) - BALL_RADIUS - POLYGON_SKIN <= TOUCHING:
            there = nearest_on_edge(x, y, solid)
            along = pushed[0] * there[1][0] + pushed[1] * there[1][1]
            if along > best:
                best, found = along, there
    return found


def smooth_path(ball: Array) -> Array:
    """The ball's path (frames x 2) between the whole numbers of its positions.

    Each step of the engine moves the ball by its new velocity. The sum of the velocities therefore
    gives the shape of the path, and the positions, averaged over some frames, where it lies.
    """
    steps = np.zeros((len(ball), 2))
    steps[1:] = ball[1:, 2:] * SECONDS_PER_STEP
    off = ball[:, :2] - np.cumsum(steps, axis=0)
    jumps = np.flatnonzero(np.abs(np.diff(off, axis=0)).max(axis=1) > JUMP) + 1
    path = ball[:, :2] - off
    for first, end in pairwise([0, *jumps.tolist(), len(ball)]):
        sums = np.concatenate([np.zeros((1, 2)), np.cumsum(off[first:end], axis=0)])
        frames = np.arange(end - first)
        low = np.maximum(0, frames - SMOOTHED)
        high = np.minimum(end - first, frames + SMOOTHED + 1)
        path[first:end] += (sums[high] - sums[low]) / (high - low)[:, None]
    clipped: Array = np.clip(path, ball[:, :2] - ROUNDED, ball[:, :2] + ROUNDED)
    return clipped


def logged_effects(
    entries: Sequence[LoggedTouch],
    solids: Sequence[LoggedTouch],
    ball: Array,
    parts: Mapping[str, Part],
    partners: Mapping[str, str],
) -> tuple[Effect, ...]:
    """The effects behind the touches of power-ups, which are logged a frame after the entry.

    solids: the touches of solid parts, during which the ball does not fall freely.
    partners: for each teleport that has one, the other end.
    """
    touched = np.zeros(len(ball) + 1, bool)
    for touch in solids:
        touched[touch.start : len(touched) if touch.end is None else touch.end] = True
    fall = _fall(ball, touched, entries, parts)
    gravity_up, effects, left = False, list[Effect](), dict[str, int]()
    for entry in entries:
        frame, kind = max(1, entry.start - 1), parts[entry.part].kind
        if frame + 1 >= len(ball) or left.get(entry.part, -2) >= frame - 1:
            continue  # it ended before anything could show, or it is where a teleport leads
        if kind not in _SHOWN_ELSEWHERE and any(touch.start == frame + 1 for touch in solids):
            continue  # its effect cannot be separated from the collision
        gravity_up = kind is Kind.GRAVITY_UP if kind in GRAVITIES else gravity_up
        before, next_velocity = _velocity(ball, frame), _velocity(ball, frame + 1)
        gained = 0.0 if touched[frame + 1] else (-fall if gravity_up else fall)
        here = ball[frame, :2]
        there = ball[frame + 1, :2] - SECONDS_PER_STEP * ball[frame + 1, 2:]
        jumped = np.abs(there - here).max() > JUMP
        if jumped and entry.part in partners:
            left[partners[entry.part]] = frame
        effects.append(
            Effect(
                part=entry.part,
                frame=frame,
                velocity_before=before,
                velocity_after=(next_velocity[0], next_velocity[1] - gained),
                position_before=_point(here),
                position_after=_point(there if jumped else here),
                gravity_up=gravity_up,
            )
        )
    return tuple(effects)


def _fall(
    ball: Array,
    touched: Mask,
    entries: Iterable[LoggedTouch],
    parts: Mapping[str, Part],
) -> float:
    """Speed that gravity adds in a frame of free flight, px/s; the real game's if none is seen."""
    free = ~touched[1 : len(ball)] & ~touched[: len(ball) - 1]
    sign = np.ones(len(free))
    for entry in entries:
        free[max(0, entry.start - 2) : entry.start + 1] = False
        if parts[entry.part].kind in GRAVITIES:
            sign[entry.start - 1 :] = -1 if parts[entry.part].kind is Kind.GRAVITY_UP else 1
    gains = (sign * np.diff(ball[:, 3]))[free]
    if not len(gains):
        return REAL.gravity * PIXELS_PER_METRE * SECONDS_PER_STEP
    return float(np.mean(gains))


def _velocity(ball: Array, frame: int) -> Point:
    return _point(ball[frame, 2:])


def _point(values: Array) -> Point:
    x, y = values.tolist()
    return x, y
