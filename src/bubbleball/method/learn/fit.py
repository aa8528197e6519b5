"""Robust bounded least squares on [0, 1]ⁿ: Gauss–Newton with a soft-L1 loss (eq. 15).

`scipy.optimize.least_squares` with the same loss and bounds was 1.5 times slower on the contacts of
eleven trials, and found restitutions that were off by 0.017 instead of 0.0003.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bubbleball.game.arrays import Array

Errors = Callable[[Array], Array]

STEPS = 12  # of Gauss-Newton, at most


def loss(errors: Array) -> float:
    """Soft L1: quadratic for small errors, linear for large ones, so that outliers weigh less."""
    return float(np.sum(np.sqrt(1 + errors**2) - 1))  # ρ of (eq. 15)


def slope(errors: Errors, values: Array, column: int, step: float) -> Array:
    """Derivative of every error by one value: central differences, one-sided at 0 and 1."""
    low, high = values.copy(), values.copy()
    low[column] = max(0.0, values[column] - step)
    high[column] = min(1.0, values[column] + step)
    change: Array = (errors(high) - errors(low)) / (high[column] - low[column])
    return change


def refine(errors: Errors, x: Array, step: float = 1e-4, close: float = 1e-9) -> Array:
    """Reweighted Gauss-Newton from `x`, until no step reduces the loss.

    step: width of the differences.
    close: a step that is shorter than this is the last.
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
