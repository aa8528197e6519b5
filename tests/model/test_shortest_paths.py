"""The compiled shortest paths are those of the plain ones, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.distances import spread_in_rings
from bubbleball.model.shortest_paths import least_sums


@pytest.mark.parametrize("seed", range(8))
def test_both_ways_to_sum_lengths_agree_to_the_last_bit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cells, steps = 400, 5
    before = rng.integers(0, cells, (cells, steps))
    lengths = np.where(rng.random((cells, steps)) < 0.5, np.inf, rng.uniform(0.1, 9, before.shape))
    links = np.array([[3.0, 7.0, 0.5], [3.0, 11.0, 20.0], [90.0, 3.0, 1.0]])
    goal = np.where(rng.random(cells) < 0.01, 0.0, np.inf)
    goal[5] = 0.0
    compiled, plain = goal.copy(), goal.copy()
    least_sums(compiled, before, lengths, links)
    spread_in_rings(plain, before, lengths, links)
    assert np.array_equal(compiled, plain)
    assert np.isfinite(compiled).sum() > 100


def test_a_path_is_as_long_as_the_sum_of_its_steps() -> None:
    reached = np.array([0.0, np.inf, np.inf, np.inf])
    before = np.array([[1, 2], [2, 0], [0, 0], [0, 0]])
    lengths = np.array([[1.0, 5.0], [1.5, np.inf], [np.inf, np.inf], [np.inf, np.inf]])
    least_sums(reached, before, lengths, np.zeros((0, 3)))
    assert reached.tolist() == [0.0, 1.0, 2.5, np.inf]
