"""The ball between contacts: what a step adds to its velocity, and how far it surely gets."""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.model.columns import (
    AIR,
    DRAG,
    GRAVITY,
    PUSH_X,
    PUSH_X_BY_X,
    PUSH_X_BY_Y,
    PUSH_Y,
    PUSH_Y_BY_X,
    PUSH_Y_BY_Y,
    UP,
    VX,
    VY,
    ZONE_BOTTOM,
    ZONE_DRAG,
    ZONE_LEFT,
    ZONE_PUSH_X,
    ZONE_PUSH_Y,
    ZONE_RIGHT,
    ZONE_TOP,
    X,
    Y,
)
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import STEP, STEP_LIMIT


@inlined
def flight_steps(vx: float, vy: float, gravity: float, clearance: float) -> int:
    """How many steps of free flight surely stay within `clearance` px."""
    speed = math.sqrt(vx * vx + vy * vy) * STEP
    pull = abs(gravity) * STEP * STEP
    if clearance <= speed + pull:
        return 0
    if pull < 1e-12:
        return int(min(float(STEP_LIMIT), clearance / max(speed, 1e-9)))
    # the largest n with n·speed + pull·n(n + 1)/2 <= clearance
    b = speed + 0.5 * pull
    return int((math.sqrt(b * b + 2.0 * pull * clearance) - b) / pull)


@inlined
def speed_up(beta: Array, ball: Array, pushed: bool) -> tuple[float, float]:
    """The velocity that one step of free flight adds, px/s.

    pushed: whether the residual acts there.
    """
    gravity = -beta[GRAVITY] if ball[UP] > 0.0 else beta[GRAVITY]
    if not pushed:
        return 0.0, gravity * STEP
    vx, vy = ball[VX], ball[VY]
    x, y = ball[X], ball[Y]
    loss = beta[DRAG] + beta[AIR] * math.sqrt(vx * vx + vy * vy)
    push_x, push_y = beta[PUSH_X], gravity + beta[PUSH_Y]
    if beta[ZONE_LEFT] < x < beta[ZONE_RIGHT] and beta[ZONE_TOP] < y < beta[ZONE_BOTTOM]:
        push_x += beta[ZONE_PUSH_X]
        push_y += beta[ZONE_PUSH_Y]
        loss += beta[ZONE_DRAG]
    x, y = x - 0.5 * SCREEN_WIDTH, y - 0.5 * SCREEN_HEIGHT
    ax = push_x + beta[PUSH_X_BY_X] * x + beta[PUSH_X_BY_Y] * y - loss * vx
    ay = push_y + beta[PUSH_Y_BY_X] * x + beta[PUSH_Y_BY_Y] * y - loss * vy
    return ax * STEP, ay * STEP


@inlined
def greatest_push(beta: Array) -> tuple[float, bool]:
    """An upper bound of the acceleration in flight, and whether the residual acts there.

    Drag does not count for the bound: it only slows the ball.
    """
    by_x = abs(beta[PUSH_X_BY_X]) + abs(beta[PUSH_Y_BY_X])
    by_y = abs(beta[PUSH_X_BY_Y]) + abs(beta[PUSH_Y_BY_Y])
    pushes = beta[GRAVITY] + abs(beta[PUSH_X]) + abs(beta[PUSH_Y])
    pushes += abs(beta[ZONE_PUSH_X]) + abs(beta[ZONE_PUSH_Y])
    # Wherever the ball is, it is within two screens of the middle, or is gone before it gets there.
    most = pushes + 2.0 * SCREEN_WIDTH * by_x + 2.0 * SCREEN_HEIGHT * by_y
    drags = beta[DRAG] != 0.0 or beta[AIR] != 0.0 or beta[ZONE_DRAG] != 0.0
    return most, most != beta[GRAVITY] or drags
