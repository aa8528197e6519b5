"""What a try is worth."""

from __future__ import annotations

import math

from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH

ILLEGAL_REWARD = -1.0
_FARTHEST = math.hypot(SCREEN_WIDTH, SCREEN_HEIGHT)  # px that count as a distance of 1


def reward_of(*, solved: bool, distance: float, shaped: bool) -> float:
    """1 when solved; else 0, or with `shaped` minus the least distance in screen diagonals."""
    if solved:
        return 1.0
    return -min(1.0, distance / _FARTHEST) if shaped else 0.0
