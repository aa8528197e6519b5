"""Where runs are done: in this process, or in processes of this machine.

Whichever executor is used, the record lines are the same byte for byte except for times and order.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from queue import SimpleQueue
from typing import Protocol

from bubbleball.bench.playing import play_run
from bubbleball.bench.runs import Run, failed_run
from bubbleball.bench.supervisor import Supervisor, too_long
from bubbleball.bench.verifying import verified
from bubbleball.errors import BubbleBallError
from bubbleball.game.workers import cores
from bubbleball.play.deadline import Deadline, TimeIsUp

_CHUNK_SECONDS = 0.25  # of work sent to a process at a time; sending it costs far less


class Executor(Protocol):
    """Executes runs.

    name: for reports.
    workers: runs in progress at once.
    """

    name: str
    workers: int

    def execute(self, runs: Sequence[Run], time_limit: float) -> Generator[list[str], None, None]:
        """Yield the record lines in batches as they come; each run gets exactly one.

        Closing the iterator stops the work.
        """
        ...


class InProcess:
    """One run after the other in this process, for debugging: a solver's crash ends this program.

    A run that takes too long is stopped where the system can interrupt it, and otherwise fails when
    it ends; compiled code that does not return cannot be stopped.
    """

    name = "in-process"
    workers = 1

    def execute(self, runs: Sequence[Run], time_limit: float) -> Generator[list[str], None, None]:
        """As in `Executor`."""
        for run in runs:
            deadline = Deadline(time_limit or None)
            try:
                with deadline.working():
                    record = verified(run, play_run(run))
            except TimeIsUp:
                record = failed_run(run, too_long(time_limit), deadline.spent)
            yield [record.line()]


class Processes:
    """Worker processes on this machine, each under its own supervisor."""

    name = "processes"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def execute(self, runs: Sequence[Run], time_limit: float) -> Generator[list[str], None, None]:
        """As in `Executor`."""
        chunks = Chunks(runs, self.workers, _CHUNK_SECONDS)
        lines: SimpleQueue[str | BubbleBallError] = SimpleQueue()
        supervisors = [Supervisor() for _ in range(min(self.workers, len(runs)))]
        stopped = threading.Event()

        def serve(supervisor: Supervisor) -> None:
            try:
                while not stopped.is_set() and (chunk := chunks.take()):
                    began = time.perf_counter()
                    for line in supervisor.run(chunk, time_limit):
                        lines.put(line)
                    chunks.took(len(chunk), time.perf_counter() - began)
            except BubbleBallError as error:
                lines.put(error)
            finally:
                supervisor.close()

        threads = [threading.Thread(target=serve, args=(each,)) for each in supervisors]
        for thread in threads:
            thread.start()
        try:
            done = 0
            while done < len(runs):
                batch = _waiting(lines)
                done += len(batch)
                yield batch
        finally:
            stopped.set()
            for supervisor in supervisors:
                supervisor.stop()
            for thread in threads:
                thread.join()


class Chunks:
    """Deals out runs in chunks that take about `seconds` each, smaller ones towards the end."""

    def __init__(self, runs: Sequence[Run], workers: int, seconds: float) -> None:
        self._runs = deque(runs)
        self._workers, self._seconds = workers, seconds
        self._done, self._spent = 0, 0.0
        self._lock = threading.Lock()

    def take(self) -> list[Run]:
        """The next chunk; empty when all runs are dealt out."""
        with self._lock:
            each = self._spent / self._done if self._done else self._seconds
            fitting = int(self._seconds / each) if each > 0 else len(self._runs)
            share = len(self._runs) // (2 * self._workers)
            size = max(1, min(fitting, share))
            return [self._runs.popleft() for _ in range(min(size, len(self._runs)))]

    def took(self, runs: int, seconds: float) -> None:
        """Note how long a chunk took."""
        with self._lock:
            self._done += runs
            self._spent += seconds


def _waiting(lines: SimpleQueue[str | BubbleBallError]) -> list[str]:
    """All lines that have come; waits for at least one."""
    batch: list[str] = []
    while not batch or not lines.empty():
        line = lines.get()
        if isinstance(line, BubbleBallError):
            raise line
        batch.append(line)
    return batch
