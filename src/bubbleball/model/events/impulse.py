"""Contact models in closed form: what a surface does to the ball, with parameters β.

Pixels and seconds. n = (nx, ny) points from the surface to the ball; t = (-ny, nx) along it.
"""

from __future__ import annotations

import math
from typing import Any

from bubbleball.game.physics import BOUNCE_THRESHOLD
from bubbleball.model.columns import BOUNCE, GROUND_MU, MATERIAL, WOOD_BOUNCE
from bubbleball.model.compiling import woven
from bubbleball.model.limits import ITERATIONS, MAX_CORRECTION, SLOP, STEP

NEVER = 1e9  # frames


@woven
def material(shapes: Any, i: int, beta: Any) -> tuple[float, float]:
    """Restitution and friction between the ball and shape i."""
    kind = int(shapes[i, MATERIAL])
    return (beta[WOOD_BOUNCE] if kind == 2 else beta[BOUNCE]), beta[GROUND_MU + kind]


@woven
def bounce(vx: float, vy: float, nx: float, ny: float, wx: float, wy: float, keep: float,
           mu: float) -> tuple[float, float]:  # fmt: skip
    """Velocity after meeting a surface that moves with velocity w at the contact (eq. 11).

    A still line, circle or corner has w = 0; a catapult's beam has not. Below 30 px/s nothing
    bounces. Friction takes at most µ times the normal impulse.
    """
    rx, ry = vx - wx, vy - wy
    approach = rx * nx + ry * ny
    if approach >= 0.0:
        return vx, vy
    push = -approach * (1.0 + keep if approach < -BOUNCE_THRESHOLD else 1.0)
    slip = ry * nx - rx * ny
    pull = min(mu * push, max(-mu * push, -slip))
    return vx + push * nx - pull * ny, vy + push * ny + pull * nx


@woven
def slide_pull(vt: float, gravity: float, nx: float, ny: float, mu: float) -> float:
    """Acceleration along t of a ball that slides on a line (eq. 12); 0 if it sticks."""
    along, press = gravity * nx, max(0.0, -gravity * ny)
    if vt > 0.0:
        return along - mu * press
    if vt < 0.0:
        return along + mu * press
    if abs(along) <= mu * press:
        return 0.0
    return along - math.copysign(mu * press, along)


@woven
def frames_along(way: float, v: float, pull: float) -> float:
    """Frames until a motion with speed v and acceleration `pull` has gone `way` >= 0 forwards.

    Box2D's Euler steps go k·dt·v + pull·dt²·k(k + 1)/2 in k frames: a parabola with the speed
    v + pull·dt/2 (eq. 9). NEVER if it turns back before.
    """
    a, b = 0.5 * pull * STEP * STEP, v * STEP + 0.5 * pull * STEP * STEP
    if way <= 0.0:
        return 0.0
    if abs(a) < 1e-12:
        return way / b if b > 1e-12 else NEVER
    root = b * b + 4.0 * a * way
    if root < 0.0:
        return NEVER
    # the stable form of (-b + √root)/2a
    q = b + math.sqrt(root)
    return 2.0 * way / q if q > 1e-12 else NEVER


@woven
def leaves_arc(speed: float, gravity: float, ny: float, radius: float) -> bool:
    """Whether a ball on a circle or corner flies off: v²/ρ beats gravity into it (eq. 13)."""
    return speed * speed >= -gravity * ny * radius


@woven
def pushed_out(gap: float, share: float, enough: float) -> float:
    """How far Box2D's position correction moves a ball out of a surface in one step, px.

    share: of the depth beyond the slop, each round. enough: slops of depth that are left alone.
    """
    out = 0.0
    for _ in range(ITERATIONS):
        depth = gap + out
        out += min(MAX_CORRECTION, max(0.0, -share * (depth + SLOP)))
        if depth >= -enough * SLOP - 1e-9:
            break
    return out
