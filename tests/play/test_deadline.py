"""A time limit stops work under way, and only the work."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import numba
import pytest

from bubbleball.errors import ArgumentError
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.deadline import Deadline, TimeIsUp
from bubbleball.play.loop import solve
from bubbleball.solvers.random import RandomLegal

can_interrupt = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")


class Sleeps(RandomLegal):
    """Thinks for a minute, and swallows whatever a solver may swallow."""

    def think(self) -> Iterator[Thought]:
        try:
            time.sleep(60)
        except Exception:
            time.sleep(60)
        yield Thought(MethodStage.CHOOSE, "awake again")


@can_interrupt
def test_a_thought_without_an_end_is_interrupted() -> None:
    level = load_level("2")
    began = time.monotonic()
    *_, last = solve(Game(level), Sleeps(level), time_limit=0.3)
    assert isinstance(last, Thought)
    assert last.text == "Stopped at the time limit of 0.3 s."
    assert time.monotonic() - began < 30
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


@can_interrupt
def test_a_destructor_is_left_to_end_and_the_alarm_rings_again() -> None:
    ended = []

    class Slow:
        def __del__(self) -> None:
            time.sleep(0.2)
            ended.append("whole")

    def work() -> None:
        Slow()
        time.sleep(60)

    with pytest.raises(TimeIsUp), Deadline(0.1).working():
        work()
    assert ended == ["whole"]


@can_interrupt
def test_what_is_called_at_the_end_of_an_object_is_left_to_end() -> None:
    ended = []

    class Watched:
        pass

    def slowly() -> None:
        time.sleep(0.2)
        ended.append("whole")

    def work() -> None:
        thing = Watched()
        weakref.finalize(thing, slowly)
        del thing
        time.sleep(60)

    with pytest.raises(TimeIsUp), Deadline(0.1).working():
        work()
    assert ended == ["whole"]


@can_interrupt
def test_an_alarm_that_python_drops_is_quiet_and_rings_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dropped: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: dropped.append(lost.exc_type))

    def slowly(phase: str, info: dict[str, int]) -> None:
        time.sleep(0.2)

    def work() -> None:
        gc.collect()
        time.sleep(60)

    gc.callbacks.append(slowly)
    try:
        with pytest.raises(TimeIsUp), Deadline(0.1).working():
            work()
    finally:
        gc.callbacks.remove(slowly)
    assert not dropped


def test_other_errors_that_python_drops_are_still_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: dropped.append(lost.exc_type))

    class Faulty:
        def __del__(self) -> None:
            raise RuntimeError

    with Deadline(60).working():
        Faulty()
    assert dropped == [RuntimeError]


@can_interrupt
def test_the_compiling_of_a_function_is_left_to_end() -> None:
    twice: Any = numba.njit(lambda number: 2 * number)
    with pytest.raises(TimeIsUp), Deadline(0.01).working():
        twice(1.0)
    assert len(twice.signatures) == 1  # whole, not half


def test_whoever_reads_the_thoughts_has_all_the_time() -> None:
    deadline = Deadline(0.2)
    with deadline.working():
        pass
    time.sleep(0.3)
    assert deadline.passed
    with pytest.raises(TimeIsUp), deadline.working():
        pass


def test_without_a_limit_or_a_timer_the_work_goes_on() -> None:
    with Deadline(None).working():
        assert True
    ended = []

    def elsewhere() -> None:
        try:
            with Deadline(0.05).working():
                time.sleep(0.1)
                ended.append("worked")
        except TimeIsUp:
            ended.append("late")

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert ended == ["worked", "late"]


def test_solve_refuses_names_with_the_call_that_takes_them() -> None:
    with pytest.raises(ArgumentError, match="solve_level"):
        solve("classic/2", "hierarchical")  # type: ignore[arg-type]  # the point
