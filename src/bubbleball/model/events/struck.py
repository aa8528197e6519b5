"""The moving line: a ball struck by blocks whose motion is known (eq. 12, a Main Block in motion).

The blocks move as they were predicted to move without the ball. The ball follows its recorded
path until one of them touches it; from there the contacts are integrated frame by frame until it
has left them (the paper's Remark 1: forward integration of the contact model).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.physics import (
    BOUNCE_THRESHOLD,
    POLYGON_SKIN,
    SECONDS_PER_STEP,
    SOLVER_ITERATIONS,
)
from bubbleball.model.compiling import compiled, inlined
from bubbleball.model.statics import Solids

# columns of the result: frame of first contact (e1), of the last one (e2), and the ball after it
FIRST, LAST, BALL_X, BALL_Y, BALL_VX, BALL_VY = range(6)
STRUCK = 6

FREE = 12  # frames without contact after which the ball has left the blocks
REACH = BALL_RADIUS + POLYGON_SKIN
NEAR = 60.0  # px beyond which a shape is not looked at
MOST = 8  # contacts at one moment

# columns of a contact: normal, speed of the surface along it, wanted speed, impulse, recoil, share
_NX, _NY, _SURFACE, _WANTED, _IMPULSE, _RECOIL, _SHARE = range(7)


class MovingBlocks(NamedTuple):
    """Blocks with their motion.

    corners: blocks x corners x 2 about the middle of the box, px. sizes: corners of each.
    poses: frames x blocks x 3: x, y (px), angle (radians). rates: of change, per second.
    shares: of an exchanged impulse's speed that goes to the ball; 1 for a block of infinite mass.
    """

    corners: Array
    sizes: Indices
    poses: Array
    rates: Array
    shares: Array


@inlined
def distance_to(corners: Array, size: int, x: float, y: float, normal: Array) -> float:
    """Distance of a point from a convex polygon, negative inside; fills the outward normal."""
    turn = 0.0
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        turn += corners[i, 0] * corners[j, 1] - corners[j, 0] * corners[i, 1]
    side = 1.0 if turn > 0.0 else -1.0
    deepest, nearest = -1e9, 1e9
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        px, py = x - corners[i, 0], y - corners[i, 1]
        ex, ey = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
        length = math.hypot(ex, ey)
        outside = side * (px * ey - py * ex) / length
        if outside > deepest:
            deepest = outside
            if deepest <= 0.0:
                normal[0], normal[1] = side * ey / length, -side * ex / length
        share = min(max((px * ex + py * ey) / (length * length), 0.0), 1.0)
        dx, dy = px - share * ex, py - share * ey
        away = math.hypot(dx, dy)
        if deepest > 0.0 and away < nearest and away > 1e-9:
            nearest = away
            normal[0], normal[1] = dx / away, dy / away
    return deepest if deepest <= 0.0 else nearest


@inlined
def _meet(
    ball: Array, block: int, moving: MovingBlocks, frame: int, row: Array, work: Array
) -> bool:
    """Whether the ball touches a moving block; fills the contact."""
    pose, rate = moving.poses[frame, block], moving.rates[frame, block]
    cx, cy, angle = pose[0], pose[1], pose[2]
    cos, sin = math.cos(angle), math.sin(angle)
    shape = work[:, :2]
    for i in range(moving.sizes[block]):
        px, py = moving.corners[block, i, 0], moving.corners[block, i, 1]
        shape[i, 0], shape[i, 1] = cx + cos * px - sin * py, cy + sin * px + cos * py
    away = distance_to(shape, moving.sizes[block], ball[0], ball[1], row)
    if away > REACH:
        return False
    px, py = ball[0] - row[_NX] * away - cx, ball[1] - row[_NY] * away - cy
    row[_SURFACE] = (rate[0] - rate[2] * py) * row[_NX] + (rate[1] + rate[2] * px) * row[_NY]
    row[_SHARE] = moving.shares[block]
    return True


@inlined
def _exchange(ball: Array, contacts: Array, count: int, bounce: float) -> None:
    """Solve the impulses of all contacts of one frame, one after another, as the engine does."""
    for i in range(count):
        row = contacts[i]
        closing = ball[2] * row[_NX] + ball[3] * row[_NY] - row[_SURFACE]
        row[_WANTED] = -bounce * closing if closing < -BOUNCE_THRESHOLD else 0.0
        row[_IMPULSE] = row[_RECOIL] = 0.0
    for _ in range(SOLVER_ITERATIONS):
        for i in range(count):
            row = contacts[i]
            closing = ball[2] * row[_NX] + ball[3] * row[_NY] - row[_SURFACE] + row[_RECOIL]
            impulse = max(row[_IMPULSE] + row[_WANTED] - closing, 0.0)
            change = impulse - row[_IMPULSE]
            row[_IMPULSE] = impulse
            ball[2] += row[_SHARE] * change * row[_NX]
            ball[3] += row[_SHARE] * change * row[_NY]
            row[_RECOIL] += (1.0 - row[_SHARE]) * change


@compiled
def strike(
    path: Array,
    moving: MovingBlocks,
    solids: Solids,
    gravity: float,
    bounce: float,
    result: Array,
    work: Array,
) -> bool:
    """Integrate the ball from its recorded path through the contacts with moving blocks.

    path: frames x 4 or more: x, y, vx, vy. Returns whether any block touches the ball.
    """
    ball, contacts, shape = work[0], work[1 : 1 + MOST], work[1 + MOST :]
    first, last, frame = -1, -1, 0
    for frame in range(min(len(moving.poses), len(path)) - 1):
        if first < 0:
            for i in range(4):
                ball[i] = path[frame, i]
        vx, vy = ball[2], ball[3]
        ball[3] += gravity * SECONDS_PER_STEP
        count, struck = 0, False
        for block in range(len(moving.sizes)):
            if count < MOST and _meet(ball, block, moving, frame, contacts[count], shape):
                count, struck = count + 1, True
        if struck or first >= 0:
            for s in range(len(solids.sizes)):
                if count == MOST or solids.sizes[s] == 0:
                    continue
                row = contacts[count]
                away = distance_to(solids.corners[s], solids.sizes[s], ball[0], ball[1], row)
                closing = ball[2] * row[_NX] + ball[3] * row[_NY]
                if away < NEAR and away - REACH + closing * SECONDS_PER_STEP < 0.0:
                    row[_SURFACE], row[_SHARE] = 0.0, 1.0
                    count += 1
        if struck:
            last = frame
            if first < 0:
                first = frame
        if first < 0:
            ball[2], ball[3] = vx, vy
            continue
        _exchange(ball, contacts, count, bounce)
        ball[0] += ball[2] * SECONDS_PER_STEP
        ball[1] += ball[3] * SECONDS_PER_STEP
        if frame - last >= FREE:
            break
    result[FIRST], result[LAST] = first, frame + 1
    for i in range(4):
        result[BALL_X + i] = ball[i]
    return first >= 0


def struck_workspace() -> Array:
    """Make the memory that `strike` works in."""
    return np.zeros((1 + MOST + 16, 8))
