"""What power-ups do to the ball that enters them."""

from __future__ import annotations

import math
from typing import Any

from bubbleball.model.columns import (
    CARRY,
    CODE,
    GRAVITY_DOWN,
    GRAVITY_UP,
    PARTNER,
    PLACE_X,
    PLACE_Y,
    PUSH_DOWN,
    PUSH_LEFT,
    PUSH_RIGHT,
    PUSH_UP,
    SLOW,
    SLOWDOWN,
    SPEEDUP,
    SPRING,
    THROW,
    TURN,
)
from bubbleball.model.compiling import compiled, woven
from bubbleball.model.limits import BUTTON_REACH


@compiled
def enter(code: int, turn: float, beta: Any, vx: float, vy: float) -> tuple[float, float]:
    """Velocity after entering a button that acts on velocity."""
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


@woven
def press(frame: int, buttons: Any, beta: Any, inside: Any, ball: Any, first: int, log: Any,
          rows: int) -> tuple[int, bool]:  # fmt: skip
    """Let the buttons act that the ball has just entered; log rows, and whether it was carried."""
    carried = False
    for b in range(len(buttons)):
        dx, dy = ball[0] - buttons[b, PLACE_X], ball[1] - buttons[b, PLACE_Y]
        if dx * dx + dy * dy >= BUTTON_REACH * BUTTON_REACH:
            inside[b] = 0
        elif not inside[b]:
            inside[b] = 1
            if rows < len(log):
                log[rows, 0], log[rows, 1] = frame, first + b
                rows += 1
            code, other = int(buttons[b, CODE]), int(buttons[b, PARTNER])
            ball[2], ball[3] = enter(code, buttons[b, TURN], beta, ball[2], ball[3])
            if code == GRAVITY_UP:
                ball[4] = 1.0
            elif code == GRAVITY_DOWN:
                ball[4] = 0.0
            elif code == CARRY and other >= 0:
                inside[other] = 1
                if rows < len(log):
                    log[rows, 0], log[rows, 1] = frame, first + other
                    rows += 1
                ball[0], ball[1] = buttons[other, PLACE_X], buttons[other, PLACE_Y]
                carried = True
    return rows, carried
