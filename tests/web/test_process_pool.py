"""Worker processes: bounded, stoppable, and robust against what happens inside them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest

from bubbleball.errors import BusyError, JobError, RefusedError
from bubbleball.web.process_pool import Bounds, PoolJob, ProcessPool
from bubbleball.web.worker import Result
from web.loops import finish

BOUNDS = Bounds(seconds=60, reply_bytes=100_000)
pytestmark = pytest.mark.slow  # processes have to start


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessPool]:
    monkeypatch.setattr(PoolJob.stop, "__defaults__", (0.2,))
    pool = ProcessPool("web.pool_tasks", 1, 2, memory=2 << 30)
    pool.start()
    yield pool
    pool.close()


def call(pool: ProcessPool, task: str, bounds: Bounds = BOUNDS, **arguments: Any) -> bytes:
    async def ask() -> bytes:
        return await pool.submit(task, arguments, bounds).response()

    return finish(ask())


def alive(process: bytes) -> bool:
    with suppress(ProcessLookupError):
        os.kill(int(process), 0)
        return True
    return False


async def first(job: PoolJob) -> tuple[bytes, AsyncIterator[bytes | Result | None]]:
    messages = job.messages(every=60)
    message = await anext(messages)
    assert isinstance(message, bytes)
    return message, messages


def test_a_task_sends_in_order_and_the_next_finds_the_same_process(pool: ProcessPool) -> None:
    assert call(pool, "echo", words=["a", "b", "c"]) == b"abc"
    assert call(pool, "process") == call(pool, "process")


def test_what_the_server_keeps_is_no_part_of_the_response(pool: ProcessPool) -> None:
    async def messages() -> list[bytes | Result | None]:
        return [message async for message in pool.submit("keep", {}, BOUNDS).messages(every=60)]

    assert finish(messages()) == [b"before", Result(b"kept"), b"after"]
    assert call(pool, "keep") == b"beforeafter"


def test_work_goes_to_the_process_that_is_there_before_another_is_started() -> None:
    pool = ProcessPool("web.pool_tasks", 3, 2, memory=2 << 30)
    pool.start()
    pool.wait_until_ready()
    assert len({call(pool, "process") for _ in range(4)}) == 1
    pool.close()


def test_a_refusal_keeps_its_words_and_its_places(pool: ProcessPool) -> None:
    with pytest.raises(RefusedError, match=r"a test: ball.x: is missing") as raised:
        call(pool, "refuse")
    assert raised.value.problems[0].where == "ball.x"


def test_a_process_that_dies_takes_only_its_own_job_along(pool: ProcessPool) -> None:
    with pytest.raises(JobError, match="ended unexpectedly"):
        call(pool, "die")
    assert call(pool, "echo", words=["still here"]) == b"still here"


def test_a_task_that_takes_too_long_is_ended(pool: ProcessPool) -> None:
    before = call(pool, "process")
    with pytest.raises(JobError, match=r"longer than 0.3 s"):
        call(pool, "wait_for_stop", Bounds(0.3, 1000), heeding=False)
    assert call(pool, "process") != before
    assert not alive(before)


def test_an_answer_that_never_ends_is_cut_off(pool: ProcessPool) -> None:
    with pytest.raises(JobError, match="longer than 100,000 bytes"):
        call(pool, "send_forever")


def test_work_waits_for_a_slow_listener(pool: ProcessPool) -> None:
    async def doze() -> int:
        job = pool.submit("send_forever", {}, Bounds(60, 1 << 40))
        while job.pending < 5_000_000:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        job.stop()
        return job.pending

    assert finish(doze()) < 6_000_000


def test_memory_is_bounded(pool: ProcessPool) -> None:
    with pytest.raises(RefusedError, match="more memory"):
        call(pool, "use_all_memory")
    assert call(pool, "echo", words=["fine"]) == b"fine"


def test_a_task_that_heeds_the_stop_ends_and_its_process_is_used_again(pool: ProcessPool) -> None:
    async def stop_early() -> tuple[bytes, list[bytes | Result | None]]:
        job = pool.submit("wait_for_stop", {"heeding": True}, BOUNDS)
        process, events = await first(job)
        job.stop(patience=60)
        return process, [event async for event in events]

    process, rest = finish(stop_early())
    assert rest == [b"stopped"]
    assert call(pool, "process") == process


def test_a_task_that_ignores_the_stop_is_ended_without_an_error(pool: ProcessPool) -> None:
    async def stop() -> list[bytes | Result | None]:
        job = pool.submit("wait_for_stop", {"heeding": False}, Bounds(3600, 1000))
        _, events = await first(job)
        job.stop()
        return [event async for event in events]

    assert finish(stop()) == []


def test_a_listener_that_leaves_stops_the_work(pool: ProcessPool) -> None:
    async def vanish() -> bytes:
        job = pool.submit("wait_for_stop", {"heeding": False}, Bounds(3600, 1000))
        process, events = await first(job)
        await events.aclose()  # type: ignore[attr-defined]  # an async generator
        return process

    process = finish(vanish())
    deadline = time.monotonic() + 60
    while alive(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(process)
    assert call(pool, "echo", words=["free again"]) == b"free again"


def test_more_jobs_than_the_queue_holds_are_turned_away(pool: ProcessPool) -> None:
    async def crowd() -> tuple[list[int | None], str]:
        jobs = [pool.submit("wait_for_stop", {"heeding": True}, BOUNDS)]
        await first(jobs[0])
        jobs += [pool.submit("wait_for_stop", {"heeding": True}, BOUNDS) for _ in range(2)]
        places = [pool.ahead_of(job) for job in jobs]
        with pytest.raises(BusyError) as raised:
            pool.submit("echo", {"words": []}, BOUNDS)
        for job in jobs:
            job.stop()
        return places, str(raised.value)

    places, message = finish(crowd())
    assert places == [None, 0, 1]
    assert message.startswith("the studio is busy: 1 jobs are running and 2 are waiting")


def test_a_job_that_was_stopped_while_waiting_takes_no_place_in_the_queue(
    pool: ProcessPool,
) -> None:
    async def leave() -> int | None:
        running = pool.submit("wait_for_stop", {"heeding": True}, BOUNDS)
        await first(running)
        jobs = [pool.submit("echo", {"words": []}, BOUNDS) for _ in range(2)]
        jobs[0].stop()
        last = pool.submit("echo", {"words": []}, BOUNDS)
        place = pool.ahead_of(last)
        running.stop()
        return place

    assert finish(leave()) == 1


def test_closing_leaves_no_process_behind(pool: ProcessPool) -> None:
    process = call(pool, "process")
    pool.close()
    assert not alive(process)
