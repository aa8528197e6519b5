"""Worker processes with a bounded queue: the engine and the kernels hold Python's global lock.

A job runs in one process of its own while it runs. It is stopped politely first and then by
ending the process; a process that dies takes only its own job along.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from bubbleball.errors import BubbleBallError, BusyError, JobError, RefusedError

_POLL = 0.1  # s between looks at the stop flag
_PENDING = 5_000_000  # bytes that may wait for a slow listener before the work pauses
_PATIENCE = 2.0  # s that a stopped job gets to end by itself
_READY, _EVENT, _DONE, _REFUSED = "ready", "event", "done", "refused"
_STOP = "stop"


class Desk:
    """Where a task works: it sends what it finds and looks up now and then whether to stop."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._stopped = False

    def send(self, payload: bytes) -> None:
        """Pass something on to whoever waits for it."""
        self._line.send((_EVENT, payload))

    @property
    def stopped(self) -> bool:
        """Whether the task should come to its end."""
        if not self._stopped and self._line.poll():
            self._line.recv()
            self._stopped = True
        return self._stopped


Task = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one job may use.

    seconds: time until its process is ended.
    reply_bytes: most bytes that it may send.
    """

    seconds: float
    reply_bytes: int


class Job:
    """One piece of work under way; iterate it for what it sends."""

    def __init__(self, task: str, arguments: dict[str, Any], bounds: Bounds) -> None:
        self.task = task
        self.arguments = arguments
        self.bounds = bounds
        self.began = False
        self.stopped = threading.Event()
        self._sent = self._heard = 0  # bytes; one thread writes each
        self._loop = asyncio.get_running_loop()
        self._events: asyncio.Queue[bytes | BubbleBallError | None] = asyncio.Queue()

    @property
    def pending(self) -> int:
        """Bytes sent that nobody has listened to yet."""
        return self._sent - self._heard

    def stop(self) -> None:
        """Ask it to end soon; its process is ended otherwise."""
        self.stopped.set()

    def put(self, event: bytes | BubbleBallError | None) -> None:
        """Called from the crew's threads; None ends the job."""
        if isinstance(event, bytes):
            self._sent += len(event)
        with suppress(RuntimeError):  # the server's loop has closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._events.put_nowait, event)

    async def events(self, *, every: float) -> AsyncIterator[bytes | None]:
        """What it sends, as it comes; None whenever `every` seconds pass without news."""
        try:
            while True:
                try:
                    event = await asyncio.wait_for(self._events.get(), every)
                except TimeoutError:
                    yield None
                    continue
                if event is None:
                    return
                if isinstance(event, BubbleBallError):
                    raise event
                self._heard += len(event)
                yield event
        finally:
            self.stop()


class Crew:
    """A fixed number of processes that do jobs one after another."""

    def __init__(
        self, tasks: str, size: int, waiting: int, *, memory: int, rest: float = 0.0
    ) -> None:
        """`tasks` names a module with a table TASKS: name -> function of a Desk and arguments.

        `rest`: s before the first process is started, unless work comes earlier.
        """
        self._tasks, self._memory, self._rest = tasks, memory, rest
        self._size, self._waiting = size, waiting
        self._queue: queue.Queue[Job | None] = queue.Queue()
        self._order: list[Job] = []  # waiting jobs, first come first served
        self._running: set[Job] = set()
        self._lock = threading.Lock()
        self._called = threading.Event()  # work has come, or the end
        self._ready = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start; one process soon, the others when all that are there have work."""
        self._add_thread()

    def wait_until_ready(self) -> None:
        """Block until one process can take work."""
        self._ready.wait()

    def close(self) -> None:
        """End all processes and wait for the threads that tend them."""
        with self._lock:
            jobs = [*self._order, *self._running]
            self._waiting = -self._size  # refuse what still comes
        self._called.set()
        for job in jobs:
            job.stop()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(timeout=5)

    def submit(self, task: str, arguments: dict[str, Any], bounds: Bounds) -> Job:
        """Take a job on; raises BusyError when the queue is full."""
        with self._lock:
            if len(self._order) + len(self._running) >= self._size + self._waiting:
                raise BusyError(
                    f"the studio is busy: {self._size} jobs run and {self._waiting} wait, which is "
                    f"as many as it takes; try again in a moment"
                )
            job = Job(task, arguments, bounds)
            self._order.append(job)
            if len(self._threads) < min(self._size, len(self._order) + len(self._running)):
                self._add_thread()
        self._called.set()
        self._queue.put(job)
        return job

    async def call(self, task: str, arguments: dict[str, Any], bounds: Bounds) -> bytes:
        """Have a job done and wait for all it sends."""
        job = self.submit(task, arguments, bounds)
        return b"".join([event async for event in job.events(every=3600) if event is not None])

    def ahead_of(self, job: Job) -> int | None:
        """How many wait before it; None once it runs."""
        with self._lock:
            return self._order.index(job) if job in self._order else None

    def _add_thread(self) -> None:
        self._threads.append(threading.Thread(target=self._attend, daemon=True))
        self._threads[-1].start()

    def _attend(self) -> None:
        """One thread tends one process."""
        try:
            staff = None if self._called.wait(self._rest) else self._hire()
        finally:
            self._ready.set()  # also when none can be started: nobody shall wait for ever
        while (job := self._queue.get()) is not None:
            with self._lock:
                self._order.remove(job)
                self._running.add(job)
            if not job.stopped.is_set():
                staff = staff or self._hire()
                if not _done(job, staff[1]):
                    _dismiss(*staff)
                    staff = None
            with self._lock:
                self._running.discard(job)
            job.put(None)  # last, so that whoever asks again now finds this process free
        if staff:
            _dismiss(*staff)

    def _hire(self) -> tuple[Any, Connection]:
        context = multiprocessing.get_context("spawn")
        line, far_end = context.Pipe()
        process = context.Process(
            target=serve, args=(far_end, self._tasks, self._memory), daemon=True
        )
        process.start()
        far_end.close()
        with suppress(EOFError, OSError):
            line.recv()  # ready; a process that died already is noticed with its first job
        return process, line


def _done(job: Job, line: Connection) -> bool:
    """Have the job done; tell whether its process is fit for another."""
    try:
        _follow(job, line)
    except (EOFError, OSError):
        job.put(JobError("the process that did this work ended unexpectedly"))
        return False
    except JobError as error:
        if not job.stopped.is_set():  # whoever stopped it knows why it ended
            job.put(error)
        return False
    return True


def _follow(job: Job, line: Connection) -> None:
    """Give the job to the process and pass on what comes back, within its bounds."""
    job.began = True
    line.send((job.task, job.arguments))
    deadline = time.monotonic() + job.bounds.seconds
    sent = 0
    stopping = False
    while True:
        if job.stopped.is_set() and not stopping:
            stopping = True
            deadline = min(deadline, time.monotonic() + _PATIENCE)
            line.send(_STOP)
        if time.monotonic() > deadline:
            raise JobError(f"ended: it took longer than {job.bounds.seconds:g} s")
        if job.pending > _PENDING:
            time.sleep(_POLL)  # the process waits in its turn, as its pipe fills up
            continue
        if not line.poll(_POLL):
            continue
        kind, payload = line.recv()
        if kind == _DONE:
            return
        if kind == _REFUSED:
            job.put(RefusedError(*payload))
            return
        sent += len(payload)
        if sent > job.bounds.reply_bytes:
            raise JobError(f"ended: its answer is longer than {job.bounds.reply_bytes:,} bytes")
        job.put(payload)


def _dismiss(process: Any, line: Connection) -> None:
    line.close()
    process.kill()
    process.join(timeout=5)


def serve(line: Connection, tasks: str, memory: int) -> None:
    """The life of a worker process: take a job, do it, until the line closes.

    A bug in a task ends the process with its traceback on stderr; the crew starts another.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one job, one core
    _bound_memory(memory)
    module = import_module(tasks)
    try:
        line.send((_READY, None))
        while True:
            message = line.recv()
            if message != _STOP:  # a stop that crossed the end of its job is stale
                task, arguments = message
                line.send(_do(module.TASKS[task], arguments, Desk(line)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the server is gone


def _do(task: Task, arguments: dict[str, Any], desk: Desk) -> tuple[str, Any]:
    try:
        task(desk, **arguments)
    except BubbleBallError as error:
        return _REFUSED, (str(error), tuple(getattr(error, "problems", ())))
    except MemoryError:
        return _REFUSED, ("this needs more memory than the studio gives to one job", ())
    return _DONE, None


def _bound_memory(most: int) -> None:
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # not on every system

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
