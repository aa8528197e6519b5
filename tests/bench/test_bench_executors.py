"""Executors: the same records everywhere, and a bad solver costs failed records only."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from bubbleball.bench.executors import Chunks, Executor, InProcess, Processes
from bubbleball.bench.runs import Item, Run, RunRecord, all_runs, unsolved
from bubbleball.bench.supervisor import Supervisor
from bubbleball.bench.verifying import UNPROVEN, checked_answer
from bubbleball.errors import BenchError, FileFormatError
from fault_runs import MARKED, left_behind
from levels_in_python import GAP, POWERS
from solvers_gone_wrong import FILE, MARKS

ITEMS = (Item("test", GAP), Item("test", POWERS, "moon"))


def _runs(solver: str, seeds: int = 4) -> tuple[Run, ...]:
    return all_runs(ITEMS[1:], [solver], range(seeds), 5)


def _records(executor: Executor, runs: tuple[Run, ...], limit: float = 60.0) -> list[RunRecord]:
    lines = [line for batch in executor.execute(runs, limit) for line in batch]
    records = [RunRecord.from_json(json.loads(line)) for line in lines]
    return sorted(records, key=lambda record: record.number)


def timeless(records: list[RunRecord]) -> list[str]:
    """The lines without times, as they stand in the file."""
    return [
        RunRecord(record.number, record.suite, record.solve.without_times()).line()
        for record in records
    ]


@pytest.mark.slow
def test_one_process_and_several_give_the_same_bytes_apart_from_times() -> None:
    runs = all_runs(ITEMS, ["random", "refine"], range(5), 10)
    here = timeless(_records(InProcess(), runs))
    assert timeless(_records(Processes(2), runs)) == here
    assert timeless(_records(Processes(1), runs)) == here
    assert len(here) == len(runs) == 20


@pytest.mark.parametrize("executor", [InProcess(), Processes(2)], ids=lambda e: e.name)
def test_a_solver_that_raises_gives_failed_records_with_its_count(executor: Executor) -> None:
    records = _records(executor, _runs(f"{FILE}:Raises"))
    assert [record.solve.error for record in records] == [
        "ZeroDivisionError: three is too many (solvers_gone_wrong.py, line 31)"
    ] * 4
    assert [record.solve.trials for record in records] == [2] * 4
    assert not any(record.solve.solved for record in records)


def test_a_solver_that_asks_for_what_is_not_there_fails_by_name() -> None:
    (record, *_) = _records(InProcess(), _runs(f"{FILE}:Illegal", 1))
    assert record.solve.error is not None
    assert record.solve.error.startswith("piece 'rock' is not in this level")


@pytest.mark.parametrize("executor", [InProcess(), Processes(2)], ids=lambda e: e.name)
def test_a_solver_that_loops_is_stopped_and_the_other_runs_go_on(executor: Executor) -> None:
    records = _records(executor, _runs(f"{FILE}:Loops"), limit=1.0)
    errors = [record.solve.error for record in records]
    assert errors == [None, "stopped: it ran longer than 1 s"] * 2
    assert all(record.solve.seconds >= 1.0 for record in records if record.solve.error)
    made = {(r.effort.commit, r.effort.engine, r.effort.uses) for r in records}
    assert len(made) == 1, "a run that was stopped says what made it, as every other"


@pytest.mark.parametrize(
    ("executor", "solver", "error"),
    [
        (InProcess(), "Exits", "SystemExit: enough (solvers_gone_wrong.py, line 38)"),
        (Processes(1), "Exits", "SystemExit: enough (solvers_gone_wrong.py, line 38)"),
        (Processes(1), "Interrupts", "KeyboardInterrupt (solvers_gone_wrong.py, line 45)"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_solver_that_wants_to_end_the_program_is_recorded_with_what_it_raised(
    executor: Executor, solver: str, error: str
) -> None:
    records = _records(executor, _runs(f"{FILE}:{solver}", 2))
    assert [record.solve.error for record in records] == [error] * 2
    assert [record.solve.plays for record in records] == [1] * 2


def test_an_interrupt_in_this_process_stops_the_benchmark() -> None:
    with pytest.raises(KeyboardInterrupt):
        _records(InProcess(), _runs(f"{FILE}:Interrupts", 1))


def test_a_run_whose_process_dies_twice_has_failed_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARKS, str(tmp_path))
    records = _records(Processes(1), _runs(f"{FILE}:Dies", 3))
    errors = [record.solve.error for record in records]
    assert errors == [None, "its worker process died twice (SIGKILL)", None]
    assert len(os.listdir(tmp_path)) == 2


def test_a_run_whose_process_dies_once_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARKS, str(tmp_path))
    died = _records(Processes(2), _runs(f"{FILE}:DiesOnce"))
    assert len(os.listdir(tmp_path)) == 2
    assert [record.solve.error for record in died] == [None] * 4
    well = _records(InProcess(), _runs("random"))
    assert [record.solve.placements for record in died] == [
        record.solve.placements for record in well
    ]


def test_what_a_solver_prints_does_not_get_into_the_records() -> None:
    records = _records(Processes(1), _runs(f"{FILE}:Prints", 2))
    assert [record.solve.error for record in records] == [None, None]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("solver", ["Forks", "ForksAway"])
def test_a_solver_that_forks_is_stopped_with_its_children_at_the_time_limit(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MARKED, solver)
    began = time.monotonic()
    (record,) = _records(Processes(1), _runs(f"{FILE}:{solver}", 1), limit=1.0)
    assert record.solve.error == "stopped: it ran longer than 1 s"
    assert time.monotonic() - began < 15  # and not the 20 s that the child sleeps
    assert left_behind(solver) == 0


def test_an_answer_that_is_not_the_record_of_the_run_is_refused() -> None:
    (first, second) = _records(Processes(1), _runs(f"{FILE}:Forges", 2))
    for record in (first, second):
        assert record.solve.error is not None
        assert record.solve.error.startswith("its worker process sent a wrong answer")


def test_a_solution_counts_only_if_the_game_confirms_it() -> None:
    (record,) = _records(Processes(1), _runs(f"{FILE}:Boasts", 1))
    assert not record.solve.solved
    assert record.solve.error == UNPROVEN


@pytest.mark.parametrize(("plays", "right"), [(3, True), (2, False), (9, False), (0, False)])
def test_a_solution_has_one_play_more_than_trials(plays: int, right: bool) -> None:
    """In a world of chance the number of plays says which draw the solution is checked in."""
    (run,) = _runs("random", 1)
    solve = replace(unsolved(run), solved=True, trials=2, plays=plays)
    line = RunRecord(run.number, run.item.suite, solve).line().encode()
    with nullcontext() if right else pytest.raises(FileFormatError, match="plays"):
        assert checked_answer(run, line).solve.plays == plays


@pytest.mark.parametrize(
    ("solver", "error"),
    [
        ("Floods", None),
        ("SpeaksInTongues", "ValueError: ? (solvers_gone_wrong.py, line 176)"),
    ],
)
def test_whatever_a_solver_writes_there_is_a_record(solver: str, error: str | None) -> None:
    (record,) = _records(Processes(1), _runs(f"{FILE}:{solver}", 1))
    assert record.solve.error == error


def test_a_solver_that_closes_its_pipes_has_a_record() -> None:
    (record,) = _records(Processes(1), _runs(f"{FILE}:SaysNothing", 1))
    # It ends on its own or is ended, whichever comes first.
    assert (record.solve.error or "").startswith("its worker process died twice (")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited here")
def test_a_solver_that_hoards_memory_fails_with_that() -> None:
    (record,) = _records(Processes(1), _runs(f"{FILE}:Hoards", 1))
    assert record.solve.error is not None
    assert record.solve.error.startswith("MemoryError")


def test_closing_early_stops_the_work() -> None:
    batches = Processes(2).execute(_runs(f"{FILE}:Slow", 10_000), 60.0)
    assert next(batches)
    batches.close()
    assert list(batches) == []


def test_a_worker_that_cannot_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["/nowhere"])
    monkeypatch.setenv("PYTHONNOUSERSITE", "1")
    monkeypatch.setattr(sys, "executable", str(Path(sys.base_prefix) / "bin" / "python3"))
    with pytest.raises(BenchError, match=r"a worker process did not start: .*bubbleball"):
        list(Supervisor().run(_runs("random", 1), 60.0))


def test_chunks_deal_out_every_run_once_whatever_their_cost() -> None:
    runs = all_runs(ITEMS, ["random"], range(500), 5)
    chunks = Chunks(runs, workers=3, seconds=0.25)
    dealt: list[Run] = []
    sizes = []
    while chunk := chunks.take():
        dealt += chunk
        sizes.append(len(chunk))
        chunks.took(len(chunk), 0.001 * len(chunk))
    assert dealt == list(runs)
    assert max(sizes) > 50  # cheap runs travel together
    assert sizes[-1] == 1  # and none is left waiting behind another at the end


def test_dear_runs_travel_alone() -> None:
    chunks = Chunks(all_runs(ITEMS, ["random"], range(50), 5), workers=2, seconds=0.25)
    assert len(chunks.take()) == 1
    chunks.took(1, 3.0)
    assert len(chunks.take()) == 1
