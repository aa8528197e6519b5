"""Worker processes: bounded, stoppable, and survivors of what happens inside them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest

from bubbleball.errors import BusyError, JobError, RefusedError
from bubbleball.web.process_pool import Bounds, Crew, Job

BOUNDS = Bounds(seconds=20, reply_bytes=100_000)
pytestmark = pytest.mark.slow  # processes have to start


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crew]:
    monkeypatch.setattr("bubbleball.web.process_pool._PATIENCE", 0.2)
    crew = Crew("web.chores", 1, 2, memory=2 << 30)
    crew.start()
    yield crew
    crew.close()


def call(crew: Crew, task: str, bounds: Bounds = BOUNDS, **arguments: Any) -> bytes:
    async def ask() -> bytes:
        return await crew.call(task, arguments, bounds)

    return asyncio.run(ask())


def alive(process: bytes) -> bool:
    with suppress(ProcessLookupError):
        os.kill(int(process), 0)
        return True
    return False


async def first(job: Job) -> tuple[bytes, AsyncIterator[bytes | None]]:
    events = job.events(every=60)
    event = await anext(events)
    assert event is not None
    return event, events


def test_a_task_sends_in_order_and_the_next_finds_the_same_process(crew: Crew) -> None:
    assert call(crew, "echo", words=["a", "b", "c"]) == b"abc"
    assert call(crew, "process") == call(crew, "process")


def test_work_goes_to_the_process_that_is_there_before_another_is_started() -> None:
    crew = Crew("web.chores", 3, 2, memory=2 << 30)
    crew.start()
    crew.wait_until_ready()
    assert len({call(crew, "process") for _ in range(4)}) == 1
    crew.close()


def test_a_refusal_keeps_its_words_and_its_places(crew: Crew) -> None:
    with pytest.raises(RefusedError, match=r"a test: ball.x: is missing") as raised:
        call(crew, "refuse")
    assert raised.value.problems[0].where == "ball.x"


def test_a_process_that_dies_takes_only_its_own_job_along(crew: Crew) -> None:
    with pytest.raises(JobError, match="ended unexpectedly"):
        call(crew, "die")
    assert call(crew, "echo", words=["still here"]) == b"still here"


def test_a_task_that_takes_too_long_is_ended(crew: Crew) -> None:
    before = call(crew, "process")
    with pytest.raises(JobError, match=r"longer than 0.3 s"):
        call(crew, "dawdle", Bounds(0.3, 1000), politely=False)
    assert call(crew, "process") != before
    assert not alive(before)


def test_an_answer_that_never_ends_is_cut_off(crew: Crew) -> None:
    with pytest.raises(JobError, match="longer than 100,000 bytes"):
        call(crew, "flood")


def test_work_waits_for_a_slow_listener(crew: Crew) -> None:
    async def doze() -> int:
        job = crew.submit("flood", {}, Bounds(60, 1 << 40))
        while job.pending < 5_000_000:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        job.stop()
        return job.pending

    assert asyncio.run(doze()) < 6_000_000


def test_memory_is_bounded(crew: Crew) -> None:
    with pytest.raises(RefusedError, match="more memory"):
        call(crew, "gorge")
    assert call(crew, "echo", words=["fine"]) == b"fine"


def test_a_polite_task_ends_by_itself_and_its_process_works_on(crew: Crew) -> None:
    async def stop_early() -> tuple[bytes, list[bytes | None]]:
        job = crew.submit("dawdle", {"politely": True}, BOUNDS)
        process, events = await first(job)
        job.stop()
        return process, [event async for event in events]

    process, rest = asyncio.run(stop_early())
    assert rest == [b"stopped politely"]
    assert call(crew, "process") == process


def test_a_stubborn_task_that_is_stopped_ends_without_complaint(crew: Crew) -> None:
    async def stop() -> list[bytes | None]:
        job = crew.submit("dawdle", {"politely": False}, Bounds(3600, 1000))
        _, events = await first(job)
        job.stop()
        return [event async for event in events]

    assert asyncio.run(stop()) == []


def test_whoever_stops_listening_stops_the_work(crew: Crew) -> None:
    async def vanish() -> bytes:
        job = crew.submit("dawdle", {"politely": False}, Bounds(3600, 1000))
        process, events = await first(job)
        await events.aclose()  # type: ignore[attr-defined]  # an async generator
        return process

    process = asyncio.run(vanish())
    deadline = time.monotonic() + 10
    while alive(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(process)
    assert call(crew, "echo", words=["free again"]) == b"free again"


def test_more_jobs_than_the_queue_holds_are_turned_away(crew: Crew) -> None:
    async def crowd() -> tuple[list[int | None], str]:
        jobs = [crew.submit("dawdle", {"politely": True}, BOUNDS)]
        await first(jobs[0])
        jobs += [crew.submit("dawdle", {"politely": True}, BOUNDS) for _ in range(2)]
        places = [crew.ahead_of(job) for job in jobs]
        with pytest.raises(BusyError) as raised:
            crew.submit("echo", {"words": []}, BOUNDS)
        for job in jobs:
            job.stop()
        return places, str(raised.value)

    places, message = asyncio.run(crowd())
    assert places == [None, 0, 1]
    assert message.startswith("the studio is busy: 1 jobs run and 2 wait")


def test_closing_leaves_no_process_behind(crew: Crew) -> None:
    process = call(crew, "process")
    crew.close()
    assert not alive(process)
