"""How a power-up changes the velocity of a ball that enters it."""

from __future__ import annotations

import math
from types import MappingProxyType

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import Kind
from bubbleball.game.physics import Physics

GRAVITIES = frozenset({Kind.GRAVITY_UP, Kind.GRAVITY_DOWN})
_PUSH = MappingProxyType(
    {
        Kind.SPEEDUP_UP: (0.0, -1.0),
        Kind.SPEEDUP_DOWN: (0.0, 1.0),
        Kind.SPEEDUP_LEFT: (-1.0, 0.0),
        Kind.SPEEDUP_RIGHT: (1.0, 0.0),
    }
)


def velocity_after(kind: Kind, angle: float, velocity: Point, physics: Physics) -> Point:
    """The velocity that the ball leaves with, px/s; `angle` is the power-up's own, degrees."""
    vx, vy = velocity
    if kind in _PUSH:
        dx, dy = _PUSH[kind]
        return vx + dx * physics.speedup_speed, vy + dy * physics.speedup_speed
    if kind is Kind.SLOWDOWN:
        return vx * physics.slowdown, vy * physics.slowdown
    if kind is Kind.SPRING:
        ux, uy = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        push = physics.spring - (vx * ux + vy * uy)
        return vx + push * ux, vy + push * uy
    return velocity
