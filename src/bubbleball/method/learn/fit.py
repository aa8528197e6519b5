"""Robust least squares: shares from 0 to 1 that explain what was recorded (eq. 15)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Errors = Callable[[Array], Array]

STEPS = 12  # of refinement at most


def loss(errors: Array) -> float:
    """Quadratic for small errors, linear for great ones, so that a wrong event weighs little."""
    return float(np.sum(np.sqrt(1 + errors**2) - 1))


def slope(errors: Errors, values: Array, column: int, step: float) -> Array:
    """Change of every error with one value, looking both ways but never past 0 or 1."""
    low, high = values.copy(), values.copy()
    low[column] = max(0.0, values[column] - step)
    high[column] = min(1.0, values[column] + step)
    change: Array = (errors(high) - errors(low)) / (high[column] - low[column])
    return change


def refine(errors: Errors, x: Array, step: float = 1e-4, close: float = 1e-9) -> Array:
    """Reweighted Gauss-Newton from `x`, until a step does not lessen the loss.

    step: how far the slopes look. close: a step no longer than this is the last.
    """
    now = errors(x)
    for _ in range(STEPS):
        slopes = np.column_stack([slope(errors, x, column, step) for column in range(len(x))])
        weighted = slopes / np.sqrt(1 + now**2)[:, None]
        whole = np.linalg.solve(weighted.T @ slopes + 1e-6 * np.eye(len(x)), -weighted.T @ now)
        for shorter in (1.0, 0.5, 0.1):
            tried = np.clip(x + shorter * whole, 0.0, 1.0)
            then = errors(tried)
            if loss(then) < loss(now):
                break
        else:
            return x
        moved = np.abs(tried - x).max()
        x, now = tried, then
        if moved < close:
            break
    return x
