"""The studio behind its routes: worker processes, finished solves, streams."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from bubbleball.errors import JobError, RefusedError, UnknownNameError
from bubbleball.web import catalog, encoding
from bubbleball.web.limits import Limits
from bubbleball.web.process_pool import Bounds, Crew, Job

TASKS = "bubbleball.web.tasks"  # not imported here: only the processes need the engine
HEARTBEAT = 1.0  # s between signs of life in a stream without news
HEAD_START = 3.0  # s; the first page comes before processes that nobody has asked for


class Studio:
    """Everything that lives as long as the server does."""

    def __init__(self, limits: Limits, work: str = TASKS) -> None:
        """`work` names the module whose TASKS the processes run."""
        self.limits = limits
        self.catalog = encoding.encoded(catalog.catalog(limits))
        self.packs = encoding.encoded({"packs": catalog.shipped_packs()})
        memory = limits.worker_bytes
        self._helpers = Crew(work, limits.helpers, limits.helper_queue, memory=memory)
        self._workers = Crew(
            work, limits.workers, limits.worker_queue, memory=memory, rest=HEAD_START
        )
        self._solves: dict[str, Job] = {}
        self._records: OrderedDict[str, bytes] = OrderedDict()

    def open(self) -> None:
        """Start the processes; return when the first can work."""
        self._helpers.start()
        self._workers.start()
        self._helpers.wait_until_ready()

    def close(self) -> None:
        """End all processes."""
        self._helpers.close()
        self._workers.close()

    async def help(self, task: str, **arguments: Any) -> bytes:
        """Have short work done."""
        bounds = Bounds(self.limits.play_seconds, self.limits.reply_bytes)
        return await self._helpers.call(task, arguments, bounds)

    async def film(self, **arguments: Any) -> bytes:
        """Have trials filmed; longer than a helper should be kept busy."""
        job = self._submit("film", self.limits.film_seconds, arguments)
        return b"".join([event async for event in job.events(every=HEARTBEAT) if event])

    async def report(self, key: str) -> bytes:
        """Have a finished solve written up as a page."""
        job = self._submit("report", self.limits.film_seconds, {"record": self.record(key)})
        return b"".join([event async for event in job.events(every=HEARTBEAT) if event])

    def solve(self, seconds: float, **arguments: Any) -> AsyncIterator[bytes]:
        """Have a level solved; server-sent events. Raises BusyError at once if it cannot be."""
        key = secrets.token_urlsafe(12)
        job = self._submit("solve", seconds, {**arguments, "key": key, "time_limit": seconds})
        self._solves[key] = job
        return self._stream(job, key)

    def certify(self, seconds: float, **arguments: Any) -> AsyncIterator[bytes]:
        """Have a level certified; server-sent events."""
        return self._stream(self._submit("certify", seconds, {**arguments, "seconds": seconds}))

    def stop(self, key: str) -> None:
        """Ask a solve to end where it is; its stream then tells what it has."""
        job = self._solves.get(key)
        if job is None:
            raise UnknownNameError("no such solve is under way; it may have ended already")
        job.stop()

    def record(self, key: str) -> bytes:
        """A finished solve."""
        if key not in self._records:
            raise UnknownNameError(
                f"this solve is not kept any more; the studio keeps the last {self.limits.records}"
            )
        return self._records[key]

    def _submit(self, task: str, seconds: float, arguments: dict[str, Any]) -> Job:
        bounds = Bounds(seconds + self.limits.grace_seconds, self.limits.reply_bytes)
        return self._workers.submit(task, {**arguments, "parts": self.limits.parts}, bounds)

    async def _stream(self, job: Job, key: str | None = None) -> AsyncIterator[bytes]:
        """Pass events on; leaving early (the visitor is gone) stops the job."""
        try:
            async for event in job.events(every=HEARTBEAT):
                if event is None:
                    ahead = self._workers.ahead_of(job)
                    yield b": working\n\n" if ahead is None else _queued(ahead)
                elif event.startswith(encoding.RECORD):
                    self._keep(key or "", event.removeprefix(encoding.RECORD))
                else:
                    yield event
        except (JobError, RefusedError) as error:
            yield encoding.event({"type": "error", "message": str(error)})
        finally:
            job.stop()
            self._solves.pop(key or "", None)

    def _keep(self, key: str, record: bytes) -> None:
        if len(record) <= self.limits.record_bytes:
            self._records[key] = record
        while len(self._records) > self.limits.records:
            self._records.popitem(last=False)


def _queued(ahead: int) -> bytes:
    return encoding.event({"type": "queued", "ahead": ahead})
