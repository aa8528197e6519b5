"""A small version of `make odd`."""

from __future__ import annotations

from odd_trials import EACH, TIMES, measured, odd_level


def test_levels_that_nobody_would_make_are_legal_and_differ() -> None:
    levels = [odd_level(number) for number in range(40)]
    assert len({len(level.scenery) for level in levels}) >= 4
    assert levels == [odd_level(number) for number in range(40)]


def test_trials_on_odd_levels_are_finite_and_the_same_everywhere() -> None:
    found = measured(levels=4)
    assert found["played"] == 4 * EACH * TIMES
    assert (found["not finite"], found["again"], found["elsewhere"]) == (0, 0, 0)
