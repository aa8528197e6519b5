"""Where the player puts the pieces: the only input that a trial takes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real

from bubbleball.errors import PlacementError

MAX_POSE = 1e6  # px or degrees; far beyond any legal pose, and safe arithmetic


@dataclass(frozen=True, slots=True)
class Placement:
    """One piece, put down.

    piece: id of the piece, one of the level's.
    x, y: centre of its box in px, y down.
    angle: degrees, clockwise from its drawn pose.
    """

    piece: str
    x: float
    y: float
    angle: float = 0.0

    @classmethod
    def at(cls, piece: str, pose: Iterable[float]) -> Placement:
        """A piece at x, y and angle, such as a row of an array of poses."""
        return cls(piece, *map(float, pose))

    def __post_init__(self) -> None:
        if not isinstance(self.piece, str):
            raise PlacementError(f"piece {self.piece!r:.60} is not an id such as 'AO6G'")
        for name in ("x", "y", "angle"):
            value = getattr(self, name)
            if not isinstance(value, int | float) and isinstance(value, Real):
                value = float(value)  # a number of numpy's
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise PlacementError(f"piece {self.piece!r}: {name} = {value!r} is not a number")
            if not abs(value) <= MAX_POSE:
                # A whole number can be too long to be printed.
                shown = repr(value) if isinstance(value, float) or abs(value) < 1e15 else "huge"
                endless = isinstance(value, float) and not math.isfinite(value)
                rule = "is not finite" if endless else f"is out of range; at most ±{MAX_POSE:g}"
                raise PlacementError(f"piece {self.piece!r}: {name} = {shown} {rule}")
            object.__setattr__(self, name, float(value))
