"""What acts on the ball beyond the constants of `Physics`: pushes, drag, spin, a fading bounce.

The real game has none of it. Foreign worlds do, and so does a belief that its trials have shown.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType


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
        "drag": ResidualKey("drag by speed", "1/s", 0.0, 100.0),
        "air": ResidualKey("drag by speed squared", "1/m", 0.0, 100.0),
        "fade": ResidualKey("bounce lost with speed", "s/m", 0.0, 100.0),
        "turns": ResidualKey("ball that turns", "", 0.0, 1.0),
    }
)


@dataclass(frozen=True, slots=True)
class Residual:
    """Terms of the ball's motion that no constant of `Physics` expresses.

    push_x, push_y: constant acceleration, m/s², y down; power-ups do not turn it.
    drag: acceleration against the velocity, by the speed, 1/s.
    air: the same by the square of the speed, 1/m.
    fade: the bounce is divided by 1 + fade x the normal speed, s/m.
    turns: whether contacts turn the ball; without friction they do not.
    """

    push_x: float = 0.0
    push_y: float = 0.0
    drag: float = 0.0
    air: float = 0.0
    fade: float = 0.0
    turns: bool = False

    @property
    def pushes(self) -> bool:
        """Whether the ball accelerates differently in free flight."""
        return any((self.push_x, self.push_y, self.drag, self.air))

    def acceleration(self, vx: float, vy: float) -> tuple[float, float]:
        """Beyond gravity, m/s², at a velocity in m/s."""
        loss = self.drag + self.air * math.hypot(vx, vy)
        return self.push_x - loss * vx, self.push_y - loss * vy

    def bounce(self, restitution: float, speed: float) -> float:
        """The restitution at a normal speed in m/s."""
        return restitution / (1.0 + self.fade * max(0.0, speed))


NOTHING = Residual()
