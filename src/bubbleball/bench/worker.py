"""The program of a worker process: runs come in by stdin, finished lines go out by stdout.

Started as `python -m bubbleball.bench.worker`. Runs arrive as pickled lists, one answer line leaves
per run. When stdin ends, because the program that started it has ended or died, it stops at once.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from queue import SimpleQueue
from typing import BinaryIO

from bubbleball.bench.runs import Run, play_run
from bubbleball.play.recorded_solve import failure

READY = b"ready\n"


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints must not mix with the answers
    batches: SimpleQueue[list[Run]] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, batches), daemon=True).start()
    answers.write(READY)
    answers.flush()
    while True:
        for run in batches.get():
            # The user's interrupts do not reach this process, so the solver raised it.
            record = play_run(run, explain=failure)
            answers.write(record.line().encode() + b"\n")
            answers.flush()


def _receive(stream: BinaryIO, batches: SimpleQueue[list[Run]]) -> None:
    """Runs in a thread of its own, so that the end of stdin is seen in the middle of a run too."""
    try:
        while True:
            batches.put(pickle.load(stream))
    except EOFError:
        os._exit(0)


if __name__ == "__main__":
    main()
