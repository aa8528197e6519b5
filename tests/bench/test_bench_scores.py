"""Scores: solved@k, AUCCESS, trials and times of groups of runs."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.bench.runs import RunRecord
from bubbleball.bench.scores import auccess, score, solved_at
from bubbleball.method.explanation import MethodStage
from bubbleball.play.record import SolveRecord


def _run(**given: Any) -> RunRecord:
    return RunRecord(0, "a", SolveRecord("b", "c", 0, **given))


def _solved(trials: int) -> RunRecord:
    return _run(solved=True, trials=trials, plays=trials + 1, seconds=1.0)


def _unsolved() -> RunRecord:
    return _run(trials=100, plays=101, seconds=1.0)


def test_solving_everything_at_once_is_an_auccess_of_one() -> None:
    assert score([_solved(1)] * 3).auccess == pytest.approx(1.0)


def test_solving_nothing_is_an_auccess_of_zero() -> None:
    assert score([_unsolved()]).auccess == 0.0


@given(st.integers(1, 100))
def test_solving_at_k_is_worth_the_weights_from_k_on(k: int) -> None:
    """The weights telescope: Σ_{i ≥ k} log(i + 1) − log(i) = log(101) − log(k)."""
    expected = (math.log(101) - math.log(k)) / math.log(101)
    assert score([_solved(k)]).auccess == pytest.approx(expected)


@given(st.lists(st.integers(1, 200), min_size=1))
def test_solved_at_k_never_falls_and_auccess_lies_within_it(needed: list[int]) -> None:
    shares = solved_at([float(trials) for trials in needed])
    assert list(shares) == sorted(shares)
    assert shares[0] - 1e-12 <= auccess(shares) <= shares[-1] + 1e-12


def test_an_unsolved_run_counts_as_infinitely_many_trials() -> None:
    result = score([_solved(2), _unsolved(), _unsolved()])
    assert result.median_trials == math.inf
    assert result.worst_trials == math.inf
    assert score([_solved(2), _solved(4), _unsolved()]).median_trials == 4


def test_the_median_of_two_is_the_worse_one() -> None:
    assert score([_solved(2), _unsolved()]).median_trials == math.inf


def test_stage_seconds_are_means_over_all_runs() -> None:
    with_stage = _run(stage_seconds={MethodStage.COARSE: 3.0})
    assert score([with_stage, _solved(1), _solved(1)]).stage_seconds == {MethodStage.COARSE: 1.0}


def test_a_failed_run_is_counted_as_failed_and_not_as_solved() -> None:
    result = score([_run(error="x"), _solved(1)])
    assert (result.failed, result.solved, result.share) == (1, 1, 0.5)
