"""A time limit that also stops work under way, where the system can interrupt it.

On the main thread of systems with timers the work is interrupted by a signal; elsewhere, and in
compiled code, the time is checked when the work pauses. An import, and the compiling of a model at
its first use, are left to end.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_IMPORTING = "<frozen importlib._bootstrap>"  # file of the frames below an import
_COMPILING = "/numba/core/"  # part of the files of the frames below the compiling of a model
_AGAIN = 0.05  # s after which the alarm rings again


class TimeIsUp(BaseException):
    """The limit has passed; not an Exception, so that a solver does not swallow it."""


class Deadline:
    """Counts from when it is made.

    seconds: the limit; None for none.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._began = time.perf_counter()

    @property
    def spent(self) -> float:
        """Seconds so far."""
        return time.perf_counter() - self._began

    @property
    def passed(self) -> bool:
        """Whether the limit has passed."""
        return self.seconds is not None and self.spent > self.seconds

    @contextmanager
    def working(self) -> Iterator[None]:
        """Raise `TimeIsUp` inside the block as soon as the limit passes, or at its end."""
        if self.seconds is None:
            yield
            return
        if not _can_interrupt():
            yield
        else:
            alarm = _Alarm()
            before = signal.signal(signal.SIGALRM, alarm.ring)
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, self.seconds - self.spent), _AGAIN)
            try:
                yield
            finally:
                alarm.wanted = False
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        if self.passed:
            raise TimeIsUp


def _can_interrupt() -> bool:
    return (
        threading.current_thread() is threading.main_thread()
        and hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL  # nobody else needs the alarm
    )


def within_import(frame: FrameType | None) -> bool:
    """Whether a signal that came in this frame interrupts an import."""
    return any(name == _IMPORTING for name in _files(frame))


def _files(frame: FrameType | None) -> Iterator[str]:
    """The files of a frame and of those that called it."""
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


class _Alarm:
    """Rings until it is no longer wanted: what it raises is lost where destructors run."""

    def __init__(self) -> None:
        self.wanted = True

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Raise, unless half a module or half a compiled function would stay behind."""
        if self.wanted and not any(
            name == _IMPORTING or _COMPILING in name for name in _files(frame)
        ):
            raise TimeIsUp
