"""A suite played from outside is recorded like a solver's benchmark, and cannot be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball.bench.outside_player import OutsidePlayer
from bubbleball.bench.planning import plan_for_player
from bubbleball.bench.record_file import read_records
from bubbleball.bench.report import write_reports
from bubbleball.bench.runs import Plan
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.game.placement import Placement

SOLUTION = [Placement("AO6G", 217, 247.5)]


@pytest.fixture
def plan() -> Plan:
    return plan_for_player(["classic/2", "classic/1"], "me", max_trials=2)


def test_finished_and_begun_levels_are_recorded_and_stay_closed(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with OutsidePlayer(plan, path) as player:
        assert "solved in trial 1" in player.attempt("classic/2", SOLUTION)
        player.attempt("classic/1", ())
    records = read_records(path)
    assert [(run.solve.level, run.solve.solved, run.solve.trials) for run in records.runs] == [
        ("classic/2", True, 1),
        ("classic/1", False, 1),
    ]
    assert records.complete
    assert write_reports(records, tmp_path)
    with OutsidePlayer(plan, path) as again:
        assert "recorded in an earlier session" in again.listing()
        with pytest.raises(BenchError, match="played in an earlier session"):
            again.attempt("classic/1", SOLUTION)


def test_a_level_that_was_only_looked_at_can_be_played_later(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with OutsidePlayer(plan, path) as player:
        player.look("classic/2")
    with OutsidePlayer(plan, path) as again:
        assert "SOLVED" in again.attempt("classic/2", SOLUTION)


@pytest.mark.parametrize(
    ("span", "message"),
    [
        ((3, 0.0, 1.0, 5), "no trial 3 of 'classic/2'"),
        ((0, 2.0, 1.0, 5), "no span of time"),
        ((0, 0.0, 1.0, 0), "a row is due every 1 frame or more"),
        ((0, 9.0, 10.0, 5), "the trial ended after 2.10 s"),
    ],
)
def test_a_trace_that_is_not_there_is_explained(
    plan: Plan, span: tuple[int, float, float, int], message: str
) -> None:
    with OutsidePlayer(plan) as player, pytest.raises(BubbleBallError, match=message):
        player.trace("classic/2", *span)


def test_levels_outside_the_session_cannot_be_reached(plan: Plan) -> None:
    with OutsidePlayer(plan) as player, pytest.raises(BubbleBallError, match="no level in this"):
        player.look("classic/3")


def test_the_physics_of_a_suite_is_played_and_not_told(tmp_path: Path) -> None:
    moon = plan_for_player(["classic/2"], "me", max_trials=1, physics="moon")
    with OutsidePlayer(moon) as player:
        assert "moon" not in player.look("classic/2")
        assert player.trial("classic/2", 0).seconds > 4
