"""A time limit that also stops work in progress, where the system can interrupt it.

On the main thread of systems with timers the work is interrupted by a signal; elsewhere, and in
compiled code, the time is checked when the work pauses. An import, the first compilation of
a model and a destructor are allowed to finish: an exception raised there would break later code, or
be lost.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

_IMPORTING = "<frozen importlib._bootstrap>"  # file of the frames below an import
_COMPILING = "/numba/core/"  # part of the file names of the frames below a compilation
_DESTROYING = "__del__"  # function of the frames below a destructor
_FORGETTING = ("weakref.py", "_weakrefset.py")  # files of the functions that a destructor calls
_AGAIN = 0.05  # s after which the alarm rings again


class TimeIsUp(BaseException):
    """The limit has passed; not an Exception, so that a solver does not swallow it."""


class Deadline:
    """A time limit that starts when it is made.

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
            wanted = True

            def ring(number: int, frame: FrameType | None) -> None:
                if wanted and not any(map(_must_end, _codes(frame))):
                    raise TimeIsUp

            before = signal.signal(signal.SIGALRM, ring)
            # It repeats: a single ring may come where the work must not be interrupted, or be lost.
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, self.seconds - self.spent), _AGAIN)
            try:
                with _quiet_if_lost():
                    yield
            finally:
                wanted = False
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        if self.passed:
            raise TimeIsUp


def _can_interrupt() -> bool:
    return (
        threading.current_thread() is threading.main_thread()
        and hasattr(signal, "setitimer")
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL  # nothing else uses the alarm
    )


@contextmanager
def _quiet_if_lost() -> Iterator[None]:
    """Print nothing about an alarm that Python drops, as in callbacks of its garbage collector."""
    before = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not TimeIsUp:
            before(lost)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def within_import(frame: FrameType | None) -> bool:
    """Whether a signal that came in this frame interrupts an import."""
    return any(code.co_filename == _IMPORTING for code in _codes(frame))


def _must_end(code: CodeType) -> bool:
    """Whether a function, and what it calls, must not be interrupted."""
    return (
        code.co_filename == _IMPORTING
        or _COMPILING in code.co_filename
        or code.co_name == _DESTROYING
        or code.co_filename.endswith(_FORGETTING)
    )


def _codes(frame: FrameType | None) -> Iterator[CodeType]:
    """The functions of a frame and of its callers."""
    while frame is not None:
        yield frame.f_code
        frame = frame.f_back
