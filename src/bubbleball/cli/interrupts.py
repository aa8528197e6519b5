"""Ctrl-C in the middle of an import: the program ends quietly, as at any other moment.

A `KeyboardInterrupt` there does not always arrive as one: some compiled modules print it as a
traceback and go on with an `ImportError`. A `SystemExit` ends the program from within them too.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_IMPORTING = "<frozen importlib._bootstrap>"  # file of the frames that stand below an import


@contextmanager
def quiet_while_importing(code: int) -> Iterator[None]:
    """Within it Ctrl-C raises `SystemExit(code)` during imports, `KeyboardInterrupt` elsewhere.

    Where Ctrl-C already does something else, or nothing, that stays.
    """

    def ring(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_filename == _IMPORTING:
                raise SystemExit(code)
            frame = frame.f_back
        raise KeyboardInterrupt

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
