"""The simplex method against closed forms, and against a library."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import linprog

from bubbleball.model.simplex import largest


def test_an_unknown_grows_until_an_equation_limits_it() -> None:
    assert largest(np.array([[1.0, 2.0]]), np.array([6.0])) == pytest.approx(3.0)


def test_an_unknown_that_nothing_limits_is_infinite() -> None:
    assert largest(np.array([[1.0, -1.0]]), np.array([1.0])) == math.inf


def test_equations_that_contradict_each_other_have_no_solution() -> None:
    assert largest(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0])) is None
    assert largest(np.array([[1.0, 1.0]]), np.array([-1.0])) is None


def test_an_equation_that_occurs_twice_changes_nothing() -> None:
    twice = np.array([[1.0, 2.0, 0.5], [1.0, 2.0, 0.5], [1.0, 0.0, -1.0]])
    right = np.array([6.0, 6.0, 1.0])
    assert largest(twice, right) == pytest.approx(largest(twice[1:], right[1:]))


@pytest.mark.parametrize("seed", range(40))
def test_a_library_finds_the_same(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(1, 12))
    columns = rows + int(rng.integers(1, 20))
    matrix = rng.normal(size=(rows, columns)) * (rng.random((rows, columns)) < 0.6)
    right = matrix @ (rng.random(columns) * (rng.random(columns) < 0.5)) * (seed % 8 != 0)
    right += (seed % 5 == 0) * rng.normal(size=rows)
    aim = np.zeros(columns)
    aim[-1] = -1.0
    known = linprog(aim, A_eq=matrix, b_eq=right, method="highs")
    found = largest(matrix, right)
    if known.status == 2:
        assert found is None
    elif known.status == 3:
        assert found == math.inf
    else:
        assert known.x is not None
        assert found == pytest.approx(known.x[-1], abs=1e-6)
