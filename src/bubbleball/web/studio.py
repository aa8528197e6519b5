"""What lives as long as the server does: worker processes, running and finished solves."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from bubbleball.errors import JobError, RefusedError, UnknownNameError
from bubbleball.files.schema import StrictModel
from bubbleball.web import catalog, encoding
from bubbleball.web.contract.events import ErrorEvent, QueuedEvent
from bubbleball.web.limits import Limits
from bubbleball.web.process_pool import Bounds, PoolJob, ProcessPool
from bubbleball.web.requests import CertifyBody, FilmBody, PlayBody, PuzzleSolveBody, SolveBody

TASKS = "bubbleball.web.tasks"  # a name: the worker processes import it, the server need not
HEARTBEAT = 1.0  # s between signs of life in a stream without news
HEAD_START = 3.0  # s; the first page comes before processes that nobody has asked for


class Shelf:
    """The latest results, each under its key."""

    def __init__(self, what: str, most: int, most_bytes: int) -> None:
        """Keep the last `most` results of at most `most_bytes` each; `what` names one."""
        self._what, self._most, self._most_bytes = what, most, most_bytes
        self._results: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, key: str, result: bytes) -> None:
        """Add a result, unless it is too large; the oldest makes room."""
        if len(result) <= self._most_bytes:
            self._results[key] = result
        while len(self._results) > self._most:
            self._results.popitem(last=False)

    def find(self, key: str) -> bytes:
        """A result that was kept."""
        if key not in self._results:
            raise UnknownNameError(
                f"this {self._what} is no longer kept; the studio keeps the last {self._most}"
            )
        return self._results[key]


class Studio:
    """The state of the server."""

    def __init__(self, limits: Limits, tasks: str = TASKS) -> None:
        """`tasks` names the module whose TASKS the processes run."""
        self.limits = limits
        self.catalog = encoding.encoded(catalog.catalog(limits))
        self.packs = encoding.encoded(catalog.shipped_packs())
        memory = limits.worker_bytes
        self._helpers = ProcessPool(tasks, limits.helpers, limits.helper_queue, memory=memory)
        self._workers = ProcessPool(
            tasks, limits.workers, limits.worker_queue, memory=memory, delay=HEAD_START
        )
        self._solves: dict[str, PoolJob] = {}
        self._finished = Shelf("solve", limits.records, limits.record_bytes)
        self.films = Shelf("film", limits.films, limits.record_bytes)

    def open(self) -> None:
        """Start the processes; return when the first can work."""
        self._helpers.start()
        self._workers.start()
        self._helpers.wait_until_ready()

    def close(self) -> None:
        """End all processes."""
        self._helpers.close()
        self._workers.close()

    async def run(self, task: str, body: StrictModel, seconds: float | None = None) -> bytes:
        """Run a short task and return its response."""
        bounds = Bounds(seconds or self.limits.play_seconds, self.limits.reply_bytes)
        arguments = {"body": body, "limits": self.limits}
        return await self._helpers.submit(task, arguments, bounds).response()

    def film(self, body: FilmBody) -> AsyncIterator[bytes]:
        """Film trials; server-sent events."""
        key = secrets.token_urlsafe(12)
        job = self._submit("film", self.limits.film_seconds, body=body, limits=self.limits, key=key)
        return self._stream(job, key, self.films)

    async def page(self, task: str, key: str) -> bytes:
        """A finished solve as a page: a `report` to read, or a `story` that plays."""
        finished = self._finished.find(key)
        return await self._submit(task, self.limits.film_seconds, finished=finished).response()

    def solve(self, body: SolveBody) -> AsyncIterator[bytes]:
        """Solve a level; server-sent events. Raises BusyError at once if there is no room."""
        key = secrets.token_urlsafe(12)
        seconds = min(body.time_limit, self.limits.solve_seconds)
        job = self._submit("solve", seconds, body=body, limits=self.limits, key=key)
        self._solves[key] = job
        return self._stream(job, key, self._finished)

    def repair(self, body: PlayBody) -> AsyncIterator[bytes]:
        """Repair a failed attempt; server-sent events."""
        job = self._submit("repair", self.limits.repair_seconds, body=body, limits=self.limits)
        return self._stream(job)

    def certify(self, body: CertifyBody) -> AsyncIterator[bytes]:
        """Certify a level; server-sent events."""
        seconds = min(body.seconds, self.limits.certify_seconds)
        return self._stream(self._submit("certify", seconds, body=body, limits=self.limits))

    def solve_puzzle(self, body: PuzzleSolveBody) -> AsyncIterator[bytes]:
        """Solve a puzzle of another game; server-sent events."""
        seconds = self.limits.solve_seconds
        return self._stream(self._submit("puzzle-solve", seconds, body=body, limits=self.limits))

    def stop(self, key: str) -> None:
        """Ask a solve to end; its stream then reports what it has found so far."""
        job = self._solves.get(key)
        if job is None:
            raise UnknownNameError("no such solve is running; it may have ended already")
        job.stop(self.limits.grace_seconds)  # time to tell what it has

    def _submit(self, task: str, seconds: float, **arguments: Any) -> PoolJob:
        bounds = Bounds(seconds + self.limits.grace_seconds, self.limits.reply_bytes)
        return self._workers.submit(task, arguments, bounds)

    async def _stream(
        self, job: PoolJob, key: str = "", shelf: Shelf | None = None
    ) -> AsyncIterator[bytes]:
        """Pass events on and put the result on a shelf; leaving early stops the job."""
        try:
            async for message in job.messages(every=HEARTBEAT):
                if message is None:
                    ahead = self._workers.ahead_of(job)
                    idle = b": working\n\n"  # a comment: keeps the connection alive
                    yield idle if ahead is None else encoding.event(QueuedEvent(ahead))
                elif isinstance(message, bytes):
                    yield message
                elif shelf is not None:
                    shelf.keep(key, message.content)
        except (JobError, RefusedError) as error:
            yield encoding.event(ErrorEvent(str(error)))
        finally:
            job.stop()
            self._solves.pop(key, None)
