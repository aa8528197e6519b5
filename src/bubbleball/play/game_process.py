"""One run of another program that plays the game: start it, wait for its log, stop it."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bubbleball.errors import GameError
from bubbleball.files.original.log import MAX_LOG_BYTES
from bubbleball.files.original.log_frames import ENDS

POLL = 0.02  # s between two looks at the log
SETTLE = 0.3  # s for the lines after the end of a run to be written
GRACE = 2.0  # s for a program to exit when asked to, before it is killed
SHOWN = 200  # characters of a program's last output that a message shows
_ENDS = tuple(f"\t{end}".encode() for end in ENDS)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """How a run of the program ended.

    ended: whether the log says that the run is over.
    exit_code: of the program; negative for a signal; None if it had to be stopped.
    words: the end of what it printed.
    seconds: from start to end.
    """

    ended: bool
    exit_code: int | None
    words: str
    seconds: float


def run_to_the_end(command: Sequence[str], folder: Path, log: Path, patience: float) -> EndedGame:
    """Start a program in `folder`; wait until its log ends, it exits or `patience` s have passed.

    Whatever happens, the program and what it has started in its group are stopped at the end.
    """
    with tempfile.TemporaryFile() as printed, _started(command, folder, printed) as process:
        began = time.monotonic()
        ended = _wait(process, log, began + patience)
        code = process.poll()
        seconds = time.monotonic() - began
        printed.seek(max(0, printed.seek(0, os.SEEK_END) - SHOWN))
        words = " ".join(printed.read().decode("utf-8", errors="replace").split())
    return EndedGame(ended, code, words, seconds)


def _wait(process: subprocess.Popen[bytes], log: Path, deadline: float) -> bool:
    """Wait for the end of the log or of the process; return whether the log has ended."""
    read, tail = 0, b""
    while time.monotonic() < deadline:
        running = process.poll() is None  # before the log is read: nothing is written after it
        if log.is_file() and read <= MAX_LOG_BYTES:
            with log.open("rb") as file:
                file.seek(read)
                fresh = file.read(MAX_LOG_BYTES + 1 - read)
            read += len(fresh)
            tail = tail[-max(map(len, _ENDS)) :] + fresh
            if any(end in tail for end in _ENDS):
                _wait_for_exit(process, SETTLE)
                return True
        if not running or read > MAX_LOG_BYTES:
            return False
        time.sleep(POLL)
    return False


def _wait_for_exit(process: subprocess.Popen[bytes], seconds: float) -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)


@contextmanager
def _started(
    command: Sequence[str], folder: Path, printed: IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    """The program, in a process group of its own that is stopped when the block ends."""
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else None
        raise GameError(
            f"cannot start {' '.join(command)!r} in {str(folder)!r}: {reason or fault}; "
            "put the game's executable there, or name another with --command"
        ) from None
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the program's group to exit, then kill it."""
    for ask in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # no process is left
                os.killpg(process.pid, ask)
        elif process.poll() is None:
            process.terminate()
        _wait_for_exit(process, GRACE)
    process.wait()
