"""What power-ups do to the ball that enters them."""

from __future__ import annotations

import math

from bubbleball.game.arrays import Array, Mask
from bubbleball.model.board import Board
from bubbleball.model.codes import (
    CARRY,
    GRAVITY_DOWN,
    GRAVITY_UP,
    NONE,
    PUSH_DOWN,
    PUSH_LEFT,
    PUSH_RIGHT,
    PUSH_UP,
    SLOW,
    THROW,
)
from bubbleball.model.columns import (
    CODE,
    PARTNER,
    PLACE_X,
    PLACE_Y,
    SLOWDOWN,
    SPEEDUP,
    SPRING,
    TURN,
    UP,
    VX,
    VY,
    X,
    Y,
)
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import BUTTON_REACH


@inlined
def in_reach(buttons: Array, b: int, ball: Array) -> bool:
    """Whether the ball overlaps power-up b."""
    dx, dy = ball[X] - buttons[b, PLACE_X], ball[Y] - buttons[b, PLACE_Y]
    return bool(dx * dx + dy * dy < BUTTON_REACH * BUTTON_REACH)


@inlined
def enter(code: int, turn: float, beta: Array, vx: float, vy: float) -> tuple[float, float]:
    """The velocity of a ball that has entered a power-up (eq. 14)."""
    if code == PUSH_UP:
        vy -= beta[SPEEDUP]
    elif code == PUSH_DOWN:
        vy += beta[SPEEDUP]
    elif code == PUSH_LEFT:
        vx -= beta[SPEEDUP]
    elif code == PUSH_RIGHT:
        vx += beta[SPEEDUP]
    elif code == SLOW:
        vx, vy = vx * beta[SLOWDOWN], vy * beta[SLOWDOWN]
    elif code == THROW:
        ux, uy = math.sin(turn), -math.cos(turn)
        push = beta[SPRING] - (vx * ux + vy * uy)
        vx, vy = vx + push * ux, vy + push * uy
    return vx, vy


@inlined
def act(board: Board, b: int, ball: Array, inside: Mask) -> int:
    """Let power-up b act on the ball; the teleport that it comes out of, or NONE."""
    buttons = board.buttons
    inside[b] = True
    code, other = int(buttons[b, CODE]), int(buttons[b, PARTNER])
    ball[VX], ball[VY] = enter(code, buttons[b, TURN], board.beta, ball[VX], ball[VY])
    if code == GRAVITY_UP:
        ball[UP] = 1.0  # (eq. 14)
    elif code == GRAVITY_DOWN:
        ball[UP] = 0.0
    elif code == CARRY and other >= 0:
        inside[other] = True
        ball[X], ball[Y] = buttons[other, PLACE_X], buttons[other, PLACE_Y]
        return other
    return NONE
