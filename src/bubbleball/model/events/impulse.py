"""Contact models in closed form: what a surface does to the ball, with parameters β.

Pixels and seconds. n = (nx, ny) points from the surface to the ball; t = (-ny, nx) along it.
"""

from __future__ import annotations

import math

from bubbleball.game.physics import BOUNCE_THRESHOLD
from bubbleball.model.board import Board
from bubbleball.model.codes import WOOD
from bubbleball.model.columns import (
    BOUNCE,
    CORNER_BOUNCE,
    GROUND_MU,
    MATERIAL,
    WOOD_BOUNCE,
    WOOD_CORNER_BOUNCE,
)
from bubbleball.model.compiling import inlined
from bubbleball.model.limits import MAX_CORRECTION, SLOP, STEP, Correction

NEVER = 1e9  # frames, or px


@inlined
def friction(board: Board, i: int) -> float:
    """Friction between the ball and shape i."""
    return float(board.beta[GROUND_MU + int(board.shapes[i, MATERIAL])])


@inlined
def restitution(board: Board, i: int, face: int) -> float:
    """Restitution between the ball and a face of shape i; a corner or circle if it is negative."""
    wood = int(board.shapes[i, MATERIAL]) == WOOD
    if face < 0:
        return float(board.beta[WOOD_CORNER_BOUNCE if wood else CORNER_BOUNCE])
    return float(board.beta[WOOD_BOUNCE if wood else BOUNCE])


@inlined
def bounce(
    vx: float, vy: float, nx: float, ny: float, wx: float, wy: float, keep: float, mu: float
) -> tuple[float, float]:
    """Velocity after meeting a surface that moves with velocity w at the contact.

    keep: restitution. A still line, circle or corner has w = 0; a catapult's beam has not.
    """
    rx, ry = vx - wx, vy - wy
    approach = rx * nx + ry * ny
    if approach >= 0.0:
        return vx, vy
    push = -approach * (1.0 + keep if approach < -BOUNCE_THRESHOLD else 1.0)  # J of (eq. 11)
    slip = ry * nx - rx * ny
    pull = min(mu * push, max(-mu * push, -slip))
    return vx + push * nx - pull * ny, vy + push * ny + pull * nx  # (eq. 11)


@inlined
def slide_pull(vt: float, gravity: float, nx: float, ny: float, mu: float) -> float:
    """Acceleration along t of a ball that slides on a line; 0 if it sticks."""
    along, press = gravity * nx, max(0.0, -gravity * ny)
    if vt > 0.0:
        return along - mu * press  # (eq. 12)
    if vt < 0.0:
        return along + mu * press  # (eq. 12)
    if abs(along) <= mu * press:
        return 0.0
    return along - math.copysign(mu * press, along)


@inlined
def frames_along(distance: float, v: float, pull: float) -> float:
    """Frames in which a motion with speed v and acceleration `pull` covers `distance` >= 0.

    Box2D's Euler steps cover k·dt·v + pull·dt²·k(k + 1)/2 in k frames: a parabola with the speed
    v + pull·dt/2. NEVER if the motion turns back before.
    """
    a, b = 0.5 * pull * STEP * STEP, v * STEP + 0.5 * pull * STEP * STEP  # of (eq. 9)
    if distance <= 0.0:
        return 0.0
    if abs(a) < 1e-12:
        return distance / b if b > 1e-12 else NEVER
    root = b * b + 4.0 * a * distance
    if root < 0.0:
        return NEVER
    # the stable form of (-b + √root)/2a
    q = b + math.sqrt(root)
    return 2.0 * distance / q if q > 1e-12 else NEVER


@inlined
def leaves_arc(speed: float, gravity: float, ny: float, radius: float) -> bool:
    """Whether a ball that rounds a circle or corner flies off."""
    return speed * speed >= -gravity * ny * radius  # (eq. 13)


@inlined
def pushed_out(gap: float, rule: Correction) -> float:
    """How far Box2D's position correction moves a ball out of a surface in one step, px."""
    out = 0.0
    for _ in range(rule.rounds):
        depth = gap + out
        out += min(MAX_CORRECTION, max(0.0, -rule.share * (depth + SLOP)))
        if depth >= -rule.enough * SLOP - 1e-9:
            break
    return out
