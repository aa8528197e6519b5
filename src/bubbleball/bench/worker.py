"""The program of a worker process: runs come in by stdin, finished lines go out by stdout.

Started as `python -m bubbleball.bench.worker`. When stdin ends, because the program that started it
has ended or died, it stops at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import IO

from bubbleball.bench.pipes import READY, receive_runs, send_line
from bubbleball.bench.playing import play_run
from bubbleball.bench.runs import Run
from bubbleball.game.workers import limit_memory
from bubbleball.play.recorded_solve import failure

MEMORY = 8 << 30  # bytes of address space; compiled models alone reserve more than a gigabyte


def main() -> None:
    """Serve until stdin ends."""
    limit_memory(MEMORY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints must not mix with the answers
    batches: SimpleQueue[list[Run]] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, batches), daemon=True).start()
    send_line(answers, READY)
    while True:
        for run in batches.get():
            # The user's interrupts do not reach this process, so any exception is the solver's.
            record = play_run(run, explain=failure)
            send_line(answers, record.line().encode(errors="replace") + b"\n")


def _receive(stream: IO[bytes], batches: SimpleQueue[list[Run]]) -> None:
    """Runs in a thread of its own, so that the end of stdin is noticed during a run, too."""
    try:
        while True:
            batches.put(receive_runs(stream))
    except EOFError:
        os._exit(0)


if __name__ == "__main__":
    main()
