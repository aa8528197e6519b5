"""The same work on many cores: a pool of processes that hands back results."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

from bubbleball.errors import WorkerError

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_DIED = (
    "a worker process died: it ran out of memory, or the calling script has no "
    'if __name__ == "__main__"; with one worker there are no other processes'
)


def cores() -> int:
    """Number of cores that this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """A pool of processes, or this very process where one worker is asked for.

    Use it as a context: leaving it ends the processes, and drops the tasks that they have not
    begun. Ctrl-C reaches every process of a terminal. By default the workers ignore it and finish
    what they are doing, so that the parent can still use them; with `stop_at_interrupt` they
    end at once.
    """

    def __init__(self, count: int | None = None, *, stop_at_interrupt: bool = False) -> None:
        self.count = count or cores()
        self._handler = signal.SIG_DFL if stop_at_interrupt else signal.SIG_IGN
        self._pool: Executor | None = None

    def __enter__(self) -> Workers:
        if self.count > 1:
            # Fresh processes: a fork of a process with threads may hang.
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_handle_interrupts,
                initargs=(self._handler,),
            )
            with _interrupts_ignored():  # and so by the children, until they are ready
                for _ in range(self.count):
                    self._pool.submit(_handle_interrupts, self._handler)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks, each as soon as it is its turn."""
        if self._pool is None:
            yield from map(function, tasks)
            return
        with _broken_pool_explained():
            yield from self._pool.map(function, tasks)

    def as_ready(
        self, function: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[Result]:
        """The results as they get ready, in any order."""
        if self._pool is None:
            yield from map(function, tasks)
            return
        with _broken_pool_explained():
            for future in as_completed([self._pool.submit(function, task) for task in tasks]):
                yield future.result()


@contextmanager
def _broken_pool_explained() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise WorkerError(WORKER_DIED) from None


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers, and gets the interrupts
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _handle_interrupts(handler: signal.Handlers) -> None:
    signal.signal(signal.SIGINT, handler)


def limit_memory(most: int) -> None:
    """Limit the address space of this process, bytes, where the system can do that."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # not on every system

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
