"""The record of a solve: what it counts, and how it is written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import BubbleBallError, FileFormatError
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.play.loop import solve
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import Step
from bubbleball.play.tally import Tally
from levels_in_python import GAP
from recording import record_of

BRIDGE = (Placement("plank", 235, 245),)
REGION = Region(0, 0, 10, 10, 5, 5, 3)


class _Scripted:
    """Misses once, then bridges the gap; works on one region twice."""

    def __init__(self) -> None:
        self.answers: Iterator[tuple[Placement, ...] | None] = iter([(), BRIDGE])

    def think(self) -> Iterator[Thought]:
        yield Thought(MethodStage.REGION, "Here.", seconds=0.25, region=REGION)
        yield Thought(MethodStage.COARSE, "Roughly.", seconds=1.5)

    def ask(self) -> tuple[Placement, ...] | None:
        return next(self.answers)

    def tell(self, trial: Trial) -> None:
        pass


def _record() -> SolveRecord:
    return record_of(solve(Game(GAP), _Scripted()), SolveRecord(GAP.name, "scripted", 3, "real"))


def test_a_record_counts_trials_without_the_empty_run_and_plays_with_it() -> None:
    record = _record()
    assert (record.solved, record.trials, record.plays) == (True, 2, 3)
    assert record.outcome is Outcome.REACHED_FLAG
    assert record.placements == BRIDGE


def test_a_region_met_twice_counts_once_and_stage_seconds_add_up() -> None:
    record = _record()
    assert record.regions == 1
    assert record.stage_seconds == {MethodStage.REGION: 0.5, MethodStage.COARSE: 3.0}


def test_thinking_after_the_last_trial_counts_as_time() -> None:
    clock = iter([10.0, 13.5]).__next__  # when the run is added, and when the record is taken
    tally = Tally(SolveRecord("a", "b", 0), clock=clock)
    tally.add(Step(0, (), Game(GAP).play(), seconds=2.0))
    tally.add(Thought(MethodStage.COARSE, "In vain.", seconds=3.0))
    assert tally.record().seconds == 5.5


class _Gives(_Scripted):
    """Gives the answers that it was made with, without a thought."""

    def __init__(self, *answers: tuple[Placement, ...] | None) -> None:
        self.answers = iter(answers)

    def think(self) -> Iterator[Thought]:
        return iter(())


FAR, NEAR = (Placement("plank", 260, 245),), (Placement("plank", 270, 245),)


def _ended(solver: _Scripted, max_trials: int = 2) -> SolveRecord:
    events = solve(Game(GAP), solver, max_trials=max_trials)
    return record_of(events, SolveRecord(GAP.name, "scripted", 0))


def test_a_record_says_why_there_was_no_further_trial() -> None:
    assert _record().ended == "The level is solved."
    assert _ended(_Scripted(), max_trials=1).ended == "All trials of the budget are used."
    assert _ended(_Gives((), None)).ended == "The solver gives up."
    late = solve(Game(GAP), _Scripted(), time_limit=1e-9)
    ended = record_of(late, SolveRecord(GAP.name, "scripted", 0)).ended
    assert ended == "Stopped at the time limit of 1e-09 s."


def test_an_unsolved_record_has_the_placement_whose_ball_came_nearest() -> None:
    nothing, near, far = (Game(GAP).play(p).closest_approach for p in ((), NEAR, FAR))
    assert nothing < near < far  # the empty run is no attempt, however near it comes
    for order in ((FAR, NEAR), (NEAR, FAR)):
        record = _ended(_Gives(*order))
        assert not record.solved
        assert record.placements == NEAR
        assert record.reason == Game(GAP).play(NEAR).reason


def test_a_record_without_the_ending_is_read() -> None:
    older = json.loads(json.dumps(RECORD))
    del older["ended"]
    assert SolveRecord.from_json(older).ended == ""


def test_an_error_is_kept_with_what_had_been_counted() -> None:
    tally = Tally(SolveRecord("a", "b", 0))
    tally.add(Step(0, (), Game(GAP).play(), seconds=2.0))
    record = tally.record(error="the solver raised ValueError: x")
    assert (record.plays, record.error) == (1, "the solver raised ValueError: x")
    assert record.reason == record.error


def test_two_runs_of_a_solve_differ_only_in_times() -> None:
    assert _record().without_times() == _record().without_times()


def test_a_record_survives_json() -> None:
    record = _record()
    rounded = SolveRecord.from_json(json.loads(json.dumps(record.to_json())))
    assert rounded.without_times() == record.without_times()
    assert rounded.to_json() == record.to_json()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_anything_but_a_record_is_refused_by_name(data: object) -> None:
    with pytest.raises(FileFormatError):
        SolveRecord.from_json(data)


RECORD = _record().to_json()


@given(
    st.sampled_from(sorted(RECORD)),
    st.none() | st.integers() | st.text() | st.lists(st.dictionaries(st.text(), st.integers())),
)
def test_a_damaged_field_is_refused_or_read_back_as_it_is(field: str, value: object) -> None:
    try:
        record = SolveRecord.from_json({**RECORD, field: value})
    except BubbleBallError:
        return
    assert record.to_json()[field] == value
