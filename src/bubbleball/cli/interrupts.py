"""Ctrl-C during an import ends the program quietly, as at any other moment.

There a `KeyboardInterrupt` does not always arrive: some compiled modules print a traceback instead
and continue with an `ImportError`. A `SystemExit` ends the program from there, too.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bubbleball.play.deadline import within_import


@contextmanager
def quiet_while_importing(code: int) -> Iterator[None]:
    """Let Ctrl-C raise `SystemExit(code)` during imports and `KeyboardInterrupt` elsewhere.

    Nothing changes if another handler of Ctrl-C is already installed.
    """

    def ring(number: int, frame: FrameType | None) -> None:
        raise SystemExit(code) if within_import(frame) else KeyboardInterrupt

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
