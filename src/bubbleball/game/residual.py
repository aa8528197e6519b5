"""What acts on the ball beyond the constants of `Physics`: pushes, drag, spin, odd bounces.

The real game has none of it. Foreign worlds do, and so does a belief that its trials have shown.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType

# The middle of the screen, m: there the pushes are what `push_x` and `push_y` say.
MIDDLE_X, MIDDLE_Y = 8.0, 16.0 / 3.0


@dataclass(frozen=True, slots=True)
class ResidualKey:
    """One term of a residual, described for people.

    label: its name in a sentence.
    unit: empty for a plain number.
    low, high: the least and the greatest value.
    """

    label: str
    unit: str
    low: float
    high: float


RESIDUAL_KEYS = MappingProxyType(
    {
        "push_x": ResidualKey("push to the right", "m/s²", -100.0, 100.0),
        "push_y": ResidualKey("push downwards", "m/s²", -100.0, 100.0),
        "push_x_by_x": ResidualKey("push to the right by x", "1/s²", -100.0, 100.0),
        "push_x_by_y": ResidualKey("push to the right by y", "1/s²", -100.0, 100.0),
        "push_y_by_x": ResidualKey("push downwards by x", "1/s²", -100.0, 100.0),
        "push_y_by_y": ResidualKey("push downwards by y", "1/s²", -100.0, 100.0),
        "zone_left": ResidualKey("left side of a zone", "m", -100.0, 100.0),
        "zone_right": ResidualKey("right side of a zone", "m", -100.0, 100.0),
        "zone_top": ResidualKey("top of a zone", "m", -100.0, 100.0),
        "zone_bottom": ResidualKey("bottom of a zone", "m", -100.0, 100.0),
        "zone_push_x": ResidualKey("further push to the right in the zone", "m/s²", -100.0, 100.0),
        "zone_push_y": ResidualKey("further push downwards in the zone", "m/s²", -100.0, 100.0),
        "zone_drag": ResidualKey("further drag in the zone", "1/s", 0.0, 100.0),
        "drag": ResidualKey("drag by speed", "1/s", 0.0, 100.0),
        "air": ResidualKey("drag by speed squared", "1/m", 0.0, 100.0),
        "fade": ResidualKey("bounce lost with speed", "s/m", -100.0, 100.0),
        "metal_bounce": ResidualKey("further bounce off metal", "", -1.0, 1.0),
        "late": ResidualKey("delay of power-ups", "frames", 0.0, 600.0),
        "turns": ResidualKey("ball that turns", "", 0.0, 1.0),
    }
)


@dataclass(frozen=True, slots=True)
class Residual:
    """Terms of the ball's motion that no constant of `Physics` expresses.

    push_x, push_y: constant acceleration, m/s², y down; power-ups do not turn it.
    push_x_by_x and so on: how these change with the place, from the middle of the screen, 1/s².
    zone_left and so on: a rectangle, m, whose sides may lie beyond the screen; in it there is a
        further push, m/s², and a further drag, 1/s.
    drag: acceleration against the velocity, by the speed, 1/s.
    air: the same by the square of the speed, 1/m.
    fade: the bounce is divided by 1 + fade x the normal speed, s/m; below 0 it grows instead, by
        the factor 1 - fade x the normal speed.
    metal_bounce: restitution off metal beyond that off anything else.
    late: frames between the ball's entering a power-up and its effect.
    turns: whether contacts turn the ball; without friction they do not.
    """

    push_x: float = 0.0
    push_y: float = 0.0
    push_x_by_x: float = 0.0
    push_x_by_y: float = 0.0
    push_y_by_x: float = 0.0
    push_y_by_y: float = 0.0
    zone_left: float = -100.0
    zone_right: float = 100.0
    zone_top: float = -100.0
    zone_bottom: float = 100.0
    zone_push_x: float = 0.0
    zone_push_y: float = 0.0
    zone_drag: float = 0.0
    drag: float = 0.0
    air: float = 0.0
    fade: float = 0.0
    metal_bounce: float = 0.0
    late: float = 0.0
    turns: bool = False

    @property
    def pushes(self) -> bool:
        """Whether the ball accelerates differently in free flight."""
        zone = (self.zone_push_x, self.zone_push_y, self.zone_drag)
        return any((self.push_x, self.push_y, self.drag, self.air, *self.slopes, *zone))

    @property
    def zone(self) -> tuple[float, float, float, float, float, float]:
        """Left, right, top and bottom of the zone, m, and its pushes along x and y, m/s²."""
        sides = (self.zone_left, self.zone_right, self.zone_top, self.zone_bottom)
        return (*sides, self.zone_push_x, self.zone_push_y)

    @property
    def slopes(self) -> tuple[float, float, float, float]:
        """How the pushes change with the place."""
        return self.push_x_by_x, self.push_x_by_y, self.push_y_by_x, self.push_y_by_y

    @property
    def bounces(self) -> bool:
        """Whether the bounce is not the same in every contact."""
        return bool(self.fade or self.metal_bounce)

    def acceleration(self, x: float, y: float, vx: float, vy: float) -> tuple[float, float]:
        """Beyond gravity, m/s², at a place in m and a velocity in m/s."""
        loss = self.drag + self.air * math.hypot(vx, vy)
        push_x, push_y = self.push_x, self.push_y
        if self.zone_left < x < self.zone_right and self.zone_top < y < self.zone_bottom:
            push_x += self.zone_push_x
            push_y += self.zone_push_y
            loss += self.zone_drag
        x, y = x - MIDDLE_X, y - MIDDLE_Y
        push_x = push_x + self.push_x_by_x * x + self.push_x_by_y * y
        push_y = push_y + self.push_y_by_x * x + self.push_y_by_y * y
        return push_x - loss * vx, push_y - loss * vy

    def off_metal(self, restitution: float) -> float:
        """The restitution off metal, where there is one off anything else."""
        return min(1.0, max(0.0, restitution + self.metal_bounce))

    def bounce(self, restitution: float, speed: float, *, metal: bool) -> float:
        """The restitution at a normal speed in m/s, off metal or not."""
        if metal:
            restitution = self.off_metal(restitution)
        change = 1.0 + abs(self.fade) * max(0.0, speed)
        return restitution / change if self.fade >= 0.0 else min(1.0, restitution * change)


NOTHING = Residual()
