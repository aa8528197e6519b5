"""How near the ball came to the flag: the only measure that black-box solvers and rewards share."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import FLAG_INSET
from bubbleball.game.physics import BALL_RADIUS
from bubbleball.game.trial import Trial


def closest_approach(trial: Trial) -> float:
    """Least gap between ball and flag's sensor over the whole trial, px; 0 at a touch."""
    return float(max(0.0, gaps(trial).min()))


def gaps(trial: Trial) -> Array:
    """The gap between ball and sensor in every frame, px; negative where they overlap."""
    flag = trial.level.flag
    turn = math.radians(flag.angle)
    x, y = trial.ball[:, 0] - flag.x, trial.ball[:, 1] - flag.y
    # The sensor is an upright box in the flag's own frame.
    beside = np.abs(x * math.cos(turn) + y * math.sin(turn)) - (flag.width / 2 - FLAG_INSET)
    above = np.abs(y * math.cos(turn) - x * math.sin(turn)) - flag.height / 2
    outside = np.hypot(np.maximum(beside, 0.0), np.maximum(above, 0.0))
    inside = np.minimum(np.maximum(beside, above), 0.0)
    gap: Array = outside + inside - BALL_RADIUS
    return gap
