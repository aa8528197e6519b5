"""Whether the ball touches the flag (eq. 2)."""

from __future__ import annotations

from bubbleball.game.geometry import Box, bounds, signed_distance
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Flag
from bubbleball.game.physics import PIXELS_PER_METRE, POLYGON_SKIN

REACH = BALL_RADIUS + POLYGON_SKIN  # px from the sensor to the ball's centre


class FlagSensor:
    """The sensor of a flag.

    near: the box outside which the ball's centre cannot touch it, m; a quick look.
    """

    def __init__(self, flag: Flag) -> None:
        self._shape = flag.sensor
        left, top, right, bottom = bounds(self._shape)
        self.near: Box = (
            (left - REACH) / PIXELS_PER_METRE,
            (top - REACH) / PIXELS_PER_METRE,
            (right + REACH) / PIXELS_PER_METRE,
            (bottom + REACH) / PIXELS_PER_METRE,
        )

    def touched(self, x: float, y: float) -> bool:
        """Whether a ball at (x, y), m, touches it."""
        place = x * PIXELS_PER_METRE, y * PIXELS_PER_METRE
        return signed_distance(*place, self._shape) <= REACH
