"""The largest value of one unknown in a small linear program, by the simplex method.

Moment equilibrium has some dozens of unknowns. A library for large programs takes longer to load
than this takes to solve it.
"""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array

SMALL = 1e-9  # what counts as zero, for entries of about one
PIVOTS = 50  # for each unknown, at most
FEASIBLE = 1e-7  # sum of what the equations may miss


def largest(matrix: Array, right: Array) -> float | None:
    """The largest last unknown x[-1] with matrix @ x = right and x >= 0.

    Infinite if nothing limits it; None if there is no solution.
    """
    rows, columns = matrix.shape
    sign = np.where(right < 0, -1.0, 1.0)
    table = np.zeros((rows + 1, columns + rows + 1))
    table[:rows, :columns] = matrix * sign[:, None]
    table[:rows, columns:-1] = np.eye(rows)  # one unknown for what each equation misses
    table[:rows, -1] = right * sign
    table[rows] = -table[:rows].sum(axis=0)
    table[rows, columns:-1] = 0.0
    basis = np.arange(columns, columns + rows)
    _improve(table, basis, columns)
    if -table[rows, -1] > FEASIBLE:
        return None
    for row in np.flatnonzero(basis >= columns):  # at zero; a pivot changes no unknown
        usable = np.flatnonzero(np.abs(table[row, :columns]) > SMALL)
        if len(usable):
            _pivot(table, basis, int(row), int(usable[0]))
    table[rows] = 0.0
    table[rows, columns - 1] = -1.0
    last = np.flatnonzero(basis == columns - 1)
    if len(last):
        table[rows] += table[last[0]]
    return float(table[rows, -1]) if _improve(table, basis, columns) else math.inf


def _improve(table: Array, basis: Array, columns: int) -> bool:
    """Pivot until nothing improves; False if there is no end to it.

    Bland's rule ends every cycle, rounding aside.
    """
    for _ in range(PIVOTS * columns):
        falling = np.flatnonzero(table[-1, :columns] < -SMALL)
        if not len(falling):
            break
        column = int(falling[0])
        limits = np.flatnonzero(table[:-1, column] > SMALL)
        if not len(limits):
            return False
        ratios = table[limits, -1] / table[limits, column]
        ties = limits[ratios <= ratios.min() + SMALL]
        _pivot(table, basis, int(ties[np.argmin(basis[ties])]), column)
    return True


def _pivot(table: Array, basis: Array, row: int, column: int) -> None:
    """Let an unknown enter the basis in place of another one."""
    table[row] /= table[row, column]
    others = np.arange(len(table)) != row
    table[others] -= np.outer(table[others, column], table[row])
    basis[row] = column
