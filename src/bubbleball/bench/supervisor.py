"""Supervises a worker process: it may hang, crash or vanish, and still every run gets a record."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from bubbleball.bench.pipes import READY, send_runs
from bubbleball.bench.runs import Run, failed_run
from bubbleball.bench.verifying import MAX_ANSWER, checked_answer, verified
from bubbleball.errors import BenchError, FileFormatError

_TICK = 0.05  # s
_END_LIMIT = 1.0  # s that a process may take to end once it has closed its answers
_COMPLAINTS = 1 << 16  # bytes of stderr that are kept
_MARK = "BUBBLEBALL_WORKER"  # environment: to which worker a process belongs
_ROUNDS = 2  # of looking for children that have left the group
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

        A run that takes longer than `time_limit` (s) is stopped by killing its process and
        everything that it has started, and recorded as failed. So is one whose answer is not the
        record of that run. A solution counts when the game confirms it here. A run whose process
        dies is repeated once; if that process dies too, it is recorded as failed. The following
        runs continue in a new process.
        """
        waiting = list(runs)
        died = 0  # processes lost to the first of the waiting runs
        while not self._stopped:
            process = self._process = self._process or _WorkerProcess()
            if self._stopped:
                return
            process.send(waiting)
            error = None
            while waiting and (line := process.answer(time_limit)) is not None:
                try:
                    yield verified(waiting[0], checked_answer(waiting[0], line)).line()
                except FileFormatError as fault:
                    error = f"its worker process sent a wrong answer: {fault}"
                    break
                del waiting[0]
                died = 0
            if not waiting or self._stopped:
                return
            if process.late:
                error = too_long(time_limit)
            elif error is None:
                died += 1
                if died == 2:
                    error = f"its worker process died twice ({process.end})"
            self.close()
            if error is not None:
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
    """One process, its children, and its pipes.

    The process leads a group of its own, which is killed as a whole. A child that has left the
    group is found by a mark in its environment where the system shows that. Elsewhere it may still
    hold the pipes open, so they are read by threads that nobody waits for.

    late: whether it was killed at the deadline.
    waited: s that its last line took, or that passed without one.
    """

    def __init__(self) -> None:
        self.late = False
        self.waited = 0.0
        self._mark = secrets.token_hex(16)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bubbleball.bench.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**_environment(), _MARK: self._mark},
            start_new_session=True,
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._complaints = bytearray()
        for reader in (self._read_lines, self._read_complaints):
            threading.Thread(target=reader, daemon=True).start()
        if self._line(_START_LIMIT) != READY:
            complaint = self._last_complaint()
            self.close()
            raise BenchError(f"a worker process did not start: {complaint}")

    def send(self, runs: Sequence[Run]) -> None:
        """Send runs; if the process is gone, the next answer shows it."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            send_runs(self._process.stdin, runs)

    def answer(self, time_limit: float) -> bytes | None:
        """The next line; None if the process is gone."""
        line = self._line(time_limit)
        return line[:-1] if line.endswith(b"\n") else None

    @property
    def end(self) -> str:
        """How the process ended, for a person; empty if it still runs."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_END_LIMIT)
            return signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return "it closed its answers"

    def kill(self) -> None:
        """Kill it and its group now."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # it is gone already
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """Kill it and all its children, and close its input."""
        self.kill()
        self._process.wait()
        for _ in range(_ROUNDS):  # one may have made another in the meantime
            for runaway in _marked(self._mark):
                with suppress(ProcessLookupError):
                    os.kill(runaway, signal.SIGKILL)
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # of input that it has not read
            self._process.stdin.close()

    def _line(self, time_limit: float) -> bytes:
        began = time.monotonic()
        try:
            line = self._lines.get(timeout=time_limit)
        except Empty:
            self.late = True
            line = b""
        self.waited = time.monotonic() - began
        return line

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            while line := stream.readline(MAX_ANSWER):
                self._lines.put(line)
        self._lines.put(b"")

    def _read_complaints(self) -> None:
        """Keep the end of what it writes to stderr, however much that is."""
        assert self._process.stderr is not None
        with self._process.stderr as stream:
            while part := os.read(stream.fileno(), _COMPLAINTS):
                self._complaints += part
                del self._complaints[:-_COMPLAINTS]

    def _last_complaint(self) -> str:
        self._process.poll()
        time.sleep(_TICK)  # the last words may still be on their way
        lines = bytes(self._complaints).decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no message"


def _marked(mark: str) -> list[int]:
    """The processes with a mark in their environment, on systems that have /proc."""
    wanted = f"{_MARK}={mark}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it is gone, or somebody else's
            if wanted in process.read_bytes().split(b"\0"):
                found.append(int(process.parent.name))
    return found


def _environment() -> dict[str, str]:
    """This program's environment and import path, so that solvers are found there as here."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, **_ONE_THREAD, "PYTHONPATH": path}
