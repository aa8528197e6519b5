"""How a flying ball collides with one shape, on Box2D's clock.

Against a static shape the step stops at the time of impact, and the rest of it follows after the
bounce. Otherwise the contact is solved at the start of the step after the one that found it.
"""

from __future__ import annotations

import math

from bubbleball.model.board import Board
from bubbleball.model.columns import CENTRE_X, CENTRE_Y, STATIC, VX, VY, X, Y
from bubbleball.model.compiling import inlined
from bubbleball.model.events.chain_state import (
    MAIN_SPIN,
    MAIN_VX,
    MAIN_VY,
    Chain,
    ChainPlan,
    step_to,
)
from bubbleball.model.events.flight import Ray, impact_distance, separation
from bubbleball.model.events.impulse import NEVER, bounce, friction, pushed_out, restitution
from bubbleball.model.limits import AFTER_IMPACT, AFTER_STEP, IMPACT_DEPTH, STEP, TOLERANCE


@inlined
def _surface_speed(
    board: Board, plan: ChainPlan, i: int, x: float, y: float
) -> tuple[float, float]:
    """Velocity of the Main Block's surface near the ball; 0 for every other shape."""
    if i != plan.main:
        return 0.0, 0.0
    rx, ry = x - board.shapes[i, CENTRE_X], y - board.shapes[i, CENTRE_Y]
    spin = plan.motion[MAIN_SPIN]
    return plan.motion[MAIN_VX] - spin * ry, plan.motion[MAIN_VY] + spin * rx


@inlined
def collide(board: Board, chain: Chain, i: int, gravity: float) -> tuple[bool, float, float]:
    """Collide with shape i within the next two frames; whether the ball did, and the normal."""
    shapes, s, plan = board.shapes, chain.state, chain.plan
    x, y = s[X], s[Y]
    vx, vy = s[VX], s[VY] + gravity * STEP
    mu = friction(board, i)
    touch = separation(shapes, i, x, y)
    if touch.gap > 0.0:
        distance = NEVER
        speed = max(1e-9, math.sqrt(vx * vx + vy * vy))
        if shapes[i, STATIC] != 0.0:
            ray = Ray(x, y, vx / speed, vy / speed)
            distance = impact_distance(shapes, i, ray, speed * STEP)
        if distance < NEVER:  # stopped at the time of impact, and on for the rest of the step
            x, y = x + distance / speed * vx, y + distance / speed * vy
            touch = separation(shapes, i, x, y)
            wx, wy = _surface_speed(board, plan, i, x, y)
            keep = restitution(board, i, touch.face)
            vx, vy = bounce(vx, vy, touch.nx, touch.ny, wx, wy, keep, mu)
            out, rest = pushed_out(touch.gap, AFTER_IMPACT), STEP - distance / speed
            x, y = x + out * touch.nx + rest * vx, y + out * touch.ny + rest * vy
            step_to(chain, x, y, vx, vy)
            return True, touch.nx, touch.ny
        x, y = x + STEP * vx, y + STEP * vy
        step_to(chain, x, y, vx, vy)
        touch = separation(shapes, i, x, y)
        if touch.gap > 0.0:
            return False, touch.nx, touch.ny
        vy += gravity * STEP
    wx, wy = _surface_speed(board, plan, i, x, y)
    keep = restitution(board, i, touch.face)
    vx, vy = bounce(vx, vy, touch.nx, touch.ny, wx, wy, keep, mu)
    x, y = x + STEP * vx, y + STEP * vy
    if shapes[i, STATIC] != 0.0 and touch.gap <= TOLERANCE - IMPACT_DEPTH:
        out = pushed_out(touch.gap, AFTER_IMPACT)  # so deep that it is an impact at once
    else:
        out = pushed_out(separation(shapes, i, x, y).gap, AFTER_STEP)
    step_to(chain, x + out * touch.nx, y + out * touch.ny, vx, vy)
    return True, touch.nx, touch.ny
