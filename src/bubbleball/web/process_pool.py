"""Worker processes with a bounded queue: the engine and the kernels hold Python's global lock.

Each job has a process to itself while it runs. A job is first asked to stop, then its process is
killed; a process that dies takes only its own job with it.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import queue
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from bubbleball.errors import BubbleBallError, BusyError, JobError, RefusedError
from bubbleball.web.worker import Assignment, Done, Refused, Reply, Result, Stop, serve

_POLL = 0.1  # s between looks at the stop flag
_PENDING = 5_000_000  # bytes that may wait for a slow listener before the job pauses
_PATIENCE = 2.0  # s that a stopped job gets to end on its own


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one job may use.

    seconds: time until its process is killed.
    reply_bytes: most bytes that it may send.
    """

    seconds: float
    reply_bytes: int


class PoolJob:
    """One task in a worker process; iterate over `messages` for what it sends."""

    def __init__(self, task: str, arguments: dict[str, Any], bounds: Bounds) -> None:
        self.assignment = Assignment(task, arguments)
        self.bounds = bounds
        self.stopped = threading.Event()
        self.patience = math.inf  # s after the stop until its process is killed
        self._sent = self._read = 0  # bytes; each is written by one thread only
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[bytes | Result | BubbleBallError | None] = asyncio.Queue()

    @property
    def pending(self) -> int:
        """Bytes sent that nobody has read yet."""
        return self._sent - self._read

    def stop(self, patience: float = _PATIENCE) -> None:
        """Ask the job to end; its process is killed after `patience` seconds."""
        self.patience = min(self.patience, patience)
        self.stopped.set()

    def put(self, message: bytes | Result | BubbleBallError | None) -> None:
        """Pass on a message from a thread of the pool; None ends the job."""
        if isinstance(message, bytes):
            self._sent += len(message)
        with suppress(RuntimeError):  # the server's loop has closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, message)

    async def messages(self, *, every: float) -> AsyncIterator[bytes | Result | None]:
        """Yield what the job sends; None whenever `every` seconds pass without a message."""
        try:
            while True:
                try:
                    message = await asyncio.wait_for(self._inbox.get(), every)
                except TimeoutError:
                    yield None
                    continue
                if message is None:
                    return
                if isinstance(message, BubbleBallError):
                    raise message
                if isinstance(message, bytes):
                    self._read += len(message)
                yield message
        finally:
            self.stop()

    async def response(self) -> bytes:
        """Wait for the end and return everything that was sent."""
        return b"".join([part async for part in self.messages(every=3600) if type(part) is bytes])


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process and the server's end of its pipe."""

    process: SpawnProcess
    connection: Connection

    def kill(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join(timeout=5)


class ProcessPool:
    """A fixed number of processes that run jobs one after another."""

    def __init__(
        self, tasks: str, size: int, waiting: int, *, memory: int, delay: float = 0.0
    ) -> None:
        """Describe the pool; `start` starts it.

        tasks: module with a table TASKS: name -> function of a Channel and arguments.
        size: most processes. waiting: most jobs in the queue.
        memory: bytes of address space of each process.
        delay: s before the first process is started, unless a job comes earlier.
        """
        self._tasks, self._memory, self._delay = tasks, memory, delay
        self._size, self._waiting = size, waiting
        self._queue: queue.Queue[PoolJob | None] = queue.Queue()
        self._order: list[PoolJob] = []  # waiting jobs, first come first served
        self._running: set[PoolJob] = set()
        self._lock = threading.Lock()
        self._needed = threading.Event()  # a job has come, or the end
        self._ready = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start one process; further ones start when all of them are busy."""
        self._add_thread()

    def wait_until_ready(self) -> None:
        """Block until one process can take work."""
        self._ready.wait()

    def close(self) -> None:
        """End all processes at once and wait for the threads that attend them."""
        with self._lock:
            jobs = [*self._order, *self._running]
            self._size = self._waiting = 0  # refuse what still comes
        self._needed.set()
        for job in jobs:
            job.stop(patience=0)
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(timeout=5)

    def submit(self, task: str, arguments: dict[str, Any], bounds: Bounds) -> PoolJob:
        """Queue a job; raises BusyError when the queue is full."""
        with self._lock:
            waiting = sum(not job.stopped.is_set() for job in self._order)
            if waiting + len(self._running) >= self._size + self._waiting:
                raise BusyError(
                    f"the studio is busy: {self._size} jobs are running and {self._waiting} are "
                    f"waiting, which is the limit; try again in a moment"
                )
            job = PoolJob(task, arguments, bounds)
            self._order.append(job)
            if len(self._threads) < min(self._size, len(self._order) + len(self._running)):
                self._add_thread()
        self._needed.set()
        self._queue.put(job)
        return job

    def ahead_of(self, job: PoolJob) -> int | None:
        """How many jobs wait before this one; None once it runs."""
        with self._lock:
            if job not in self._order:
                return None
            before = self._order[: self._order.index(job)]
            return sum(not other.stopped.is_set() for other in before)

    def _add_thread(self) -> None:
        self._threads.append(threading.Thread(target=self._attend, daemon=True))
        self._threads[-1].start()

    def _attend(self) -> None:
        """Run jobs in one process; each thread of the pool attends one."""
        try:
            worker = None if self._needed.wait(self._delay) else self._spawn()
        finally:
            self._ready.set()  # also when no process can be started: nobody must wait forever
        while (job := self._queue.get()) is not None:
            with self._lock:
                self._order.remove(job)
                self._running.add(job)
            if not job.stopped.is_set():
                worker = worker or self._spawn()
                if not _completed(job, worker.connection):
                    worker.kill()
                    worker = None
            with self._lock:
                self._running.discard(job)
            job.put(None)  # last, so that whoever submits the next job finds this process free
        if worker:
            worker.kill()

    def _spawn(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        connection, far_end = context.Pipe()
        arguments = (far_end, self._tasks, self._memory)
        process = context.Process(target=serve, args=arguments, daemon=True)
        process.start()
        far_end.close()
        with suppress(EOFError, OSError):
            connection.recv()  # Ready; a process that has died is noticed with its first job
        return _Worker(process, connection)


def _completed(job: PoolJob, connection: Connection) -> bool:
    """Run the job; return whether its process can take another."""
    try:
        _follow(job, connection)
    except (EOFError, OSError):
        job.put(JobError("the process that did this work ended unexpectedly"))
        return False
    except JobError as error:
        if not job.stopped.is_set():  # whoever stopped it knows why it ended
            job.put(error)
        return False
    return True


def _follow(job: PoolJob, connection: Connection) -> None:
    """Send the job to the process and pass on the replies, within the job's bounds."""
    connection.send(job.assignment)
    deadline = time.monotonic() + job.bounds.seconds
    sent = 0
    stopped_at: float | None = None
    while True:
        if job.stopped.is_set():
            if stopped_at is None:
                stopped_at = time.monotonic()
                connection.send(Stop())
            deadline = min(deadline, stopped_at + job.patience)
        if time.monotonic() > deadline:
            raise JobError(f"this took longer than {job.bounds.seconds:g} s and was stopped")
        if job.pending > _PENDING:
            time.sleep(_POLL)  # the process waits in turn, once its pipe is full
            continue
        if not connection.poll(_POLL):
            continue
        reply: Reply = connection.recv()
        if isinstance(reply, Done):
            return
        if isinstance(reply, Refused):
            job.put(RefusedError(reply.message, reply.problems))
            return
        sent += len(reply.content if isinstance(reply, Result) else reply)
        if sent > job.bounds.reply_bytes:
            most = job.bounds.reply_bytes
            raise JobError(f"the reply is longer than {most:,} bytes; the job was stopped")
        job.put(reply)
