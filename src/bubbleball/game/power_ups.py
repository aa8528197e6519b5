"""When power-ups act, and how they change the velocity of a ball that has entered one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from types import MappingProxyType

from bubbleball.game.geometry import Point
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement

GRAVITIES = frozenset({Kind.GRAVITY_UP, Kind.GRAVITY_DOWN})
_REACH = BUTTON_RADIUS + BALL_RADIUS  # px; nearer, a power-up acts
_REACH_SQUARED = _REACH**2
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


class Buttons:
    """The power-ups of a world, each with its place, and which of them the ball is in.

    late: frames between the ball's entering a power-up and its effect.
    """

    def __init__(self, late: int = 0) -> None:
        self.late = late
        self.placed: list[tuple[Part, Placement | Part]] = []
        self.inside: set[str] = set()
        self._due: list[tuple[int, Part, Placement | Part]] = []

    @property
    def waiting(self) -> bool:
        """Whether one has been entered and has yet to act."""
        return bool(self._due)

    def concerned(self, x: float, y: float) -> bool:
        """Whether `acting` has anything to do for a ball at (x, y), px: a quick look at boxes."""
        if self.inside or self._due:
            return True
        for _, at in self.placed:
            if -_REACH < x - at.x < _REACH and -_REACH < y - at.y < _REACH:
                return True
        return False

    def acting(
        self, ball: Callable[[], Point], frame: int
    ) -> Iterator[tuple[Part, Placement | Part]]:
        """The power-ups that act in a frame; an effect may move the ball, whose place is in px."""
        x, y = ball()
        for part, at in self.placed:
            if (x - at.x) ** 2 + (y - at.y) ** 2 >= _REACH_SQUARED:
                self.inside.discard(part.id)
            elif part.id not in self.inside:
                self.inside.add(part.id)
                if self.late:
                    self._due.append((frame + self.late, part, at))
                else:
                    yield part, at
                    x, y = ball()
        while self._due and self._due[0][0] <= frame:
            _, part, at = self._due.pop(0)
            yield part, at
