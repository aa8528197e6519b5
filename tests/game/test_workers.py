"""Work on many cores: all results come back, and a dead worker is an error in words."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from bubbleball.errors import WorkerError
from bubbleball.game.workers import Workers, cores


@pytest.fixture(scope="module")
def two() -> Iterator[Workers]:
    with Workers(2) as workers:
        yield workers


def doubled(number: int) -> int:
    return 2 * number


def process(_: int) -> int:
    return os.getpid()


def interrupted(_: int) -> str:
    os.kill(os.getpid(), signal.SIGINT)  # as Ctrl-C in a terminal does to every process
    return "went on"


def killed(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_results_come_in_the_order_of_the_tasks(two: Workers) -> None:
    assert list(two.map(doubled, range(50))) == [2 * number for number in range(50)]


def test_all_results_come_where_order_does_not_matter(two: Workers) -> None:
    assert sorted(two.as_ready(doubled, range(50))) == [2 * number for number in range(50)]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system has no affinity")
def test_by_default_there_are_as_many_workers_as_cores_to_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3, 5, 6})
    assert Workers().count == cores() == 3


def test_one_worker_is_this_very_process() -> None:
    with Workers(1) as alone:
        assert [*alone.map(process, [0]), *alone.as_ready(process, [0])] == [os.getpid()] * 2


def test_several_workers_are_other_processes(two: Workers) -> None:
    assert os.getpid() not in set(two.map(process, range(8)))


def test_a_worker_goes_on_when_the_parent_handles_ctrl_c(two: Workers) -> None:
    assert list(two.map(interrupted, [0])) == ["went on"]


@pytest.mark.parametrize("task", [killed, interrupted])
def test_a_worker_that_ends_is_an_error_in_words(task: object) -> None:
    with (
        Workers(2, stop_at_interrupt=True) as workers,
        pytest.raises(WorkerError, match="a worker process died"),
    ):
        list(workers.as_ready(task, [0]))  # type: ignore[arg-type]  # either of the two
