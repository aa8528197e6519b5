"""Supervises a worker process: it may hang, crash or vanish, and still every run gets a record."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress

from bubbleball.bench.pipes import READY, send_runs
from bubbleball.bench.runs import Run, failed_run
from bubbleball.errors import BenchError

_TICK = 0.05  # s between checks of the deadline
_START_LIMIT = 300.0  # s that a new process may take to report that it is ready
# One process per core: libraries must not start threads of their own.
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)


def too_long(time_limit: float) -> str:
    """The error of a run that was stopped at the time limit."""
    return f"stopped: it ran longer than {time_limit:g} s"


class Supervisor:
    """Owns one worker process, and starts another when it is gone."""

    def __init__(self) -> None:
        self._process: _WorkerProcess | None = None
        self._stopped = False

    def run(self, runs: Sequence[Run], time_limit: float) -> Iterator[str]:
        """Yield the record line of each run, in order.

        A run that takes longer than `time_limit` (s) is stopped by killing its process, and
        recorded as failed. A run whose process dies is repeated once; if that process dies too, it
        is recorded as failed. The following runs continue in a new process.
        """
        waiting = list(runs)
        died = 0  # processes lost to the first of the waiting runs
        while not self._stopped:
            process = self._process = self._process or _WorkerProcess()
            if self._stopped:
                return
            process.send(waiting)
            while waiting and (line := process.answer(time_limit)) is not None:
                yield line
                del waiting[0]
                died = 0
            if not waiting or self._stopped:
                return
            self.close()
            died += 1
            if process.late or died == 2:
                died_twice = f"its worker process died twice ({process.end})"
                error = too_long(time_limit) if process.late else died_twice
                yield failed_run(waiting.pop(0), error, process.waited).line()
                died = 0

    def stop(self) -> None:
        """Stop, called from another thread; the owner still has to close."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
            self._process = None


class _WorkerProcess:
    """One process and its pipes.

    late: whether it was killed at the deadline.
    waited: s that its last line took, or that passed without one.
    """

    def __init__(self) -> None:
        self.late = False
        self.waited = 0.0
        self._deadline: float | None = None
        with ExitStack() as stack:
            self._complaints = stack.enter_context(tempfile.TemporaryFile())
            self._process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "bubbleball.bench.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._complaints,
                    env=_environment(),
                )
            )
            self._open = stack.pop_all()
        threading.Thread(target=self._watch, daemon=True).start()
        if self._line(_START_LIMIT) != READY:
            complaint = self._last_complaint()
            self.close()
            raise BenchError(f"a worker process did not start: {complaint}")

    def send(self, runs: Sequence[Run]) -> None:
        """Send runs; if the process is gone, the next answer shows it."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            send_runs(self._process.stdin, runs)

    def answer(self, time_limit: float) -> str | None:
        """The next line; None if the process is gone."""
        line = self._line(time_limit)
        return line[:-1].decode() if line.endswith(b"\n") else None

    @property
    def end(self) -> str:
        """How the process ended, for a person."""
        code = self._process.wait()
        if code < 0:
            return signal.Signals(-code).name
        return f"exit code {code}"

    def kill(self) -> None:
        """Kill it now."""
        self._process.kill()

    def close(self) -> None:
        """Kill it and close its pipes."""
        self.kill()
        with suppress(BrokenPipeError):  # of input that it has not read
            self._open.close()

    def _line(self, time_limit: float) -> bytes:
        assert self._process.stdout is not None
        began = time.monotonic()
        self._deadline = began + time_limit
        line = self._process.stdout.readline()
        self._deadline = None
        self.waited = time.monotonic() - began
        return line

    def _watch(self) -> None:
        """Runs in a thread of its own, since not every system reads a pipe with a time limit."""
        while self._process.poll() is None:
            deadline = self._deadline
            if deadline is not None and time.monotonic() > deadline:
                self.late = True
                self.kill()
            time.sleep(_TICK)

    def _last_complaint(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no message"


def _environment() -> dict[str, str]:
    """This program's environment and import path, so that solvers are found there as here."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, **_ONE_THREAD, "PYTHONPATH": path}
