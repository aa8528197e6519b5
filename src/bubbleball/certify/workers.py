"""Jobs on all cores, with the results in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

from bubbleball.errors import BubbleBallError

Job = TypeVar("Job")
Result = TypeVar("Result")

WORKER_DIED = (
    "a worker process died, for want of memory or because the calling script has no "
    'if __name__ == "__main__"; with one worker there are no other processes'
)


class Workers:
    """A pool of processes, or this very process where one worker is asked for.

    Use it as a context: leaving it ends the processes, and drops what they have not begun.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self._pool: Executor | None = None

    def __enter__(self) -> Workers:
        if self.count > 1:
            # Fresh processes: a fork of a process with threads may hang.
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_leave_interrupts_to_the_parent,
            )
            with _interrupts_ignored():  # and so by the children, from their first moment
                for _ in range(self.count):
                    self._pool.submit(_leave_interrupts_to_the_parent)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """The results in the order of the jobs, whoever does them, each as soon as it is there."""
        if self._pool is None:
            yield from map(function, jobs)
            return
        try:
            yield from self._pool.map(function, jobs)
        except BrokenProcessPool:
            raise BubbleBallError(WORKER_DIED) from None


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


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
