"""What passes through the pipes of a worker process: pickled runs in, lines of text out."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import IO

from bubbleball.bench.runs import Run

READY = b"ready\n"  # the first line out: the process can take runs


def send_runs(stream: IO[bytes], runs: Sequence[Run]) -> None:
    """Send a batch of runs to a worker process."""
    pickle.dump(list(runs), stream)
    stream.flush()


def receive_runs(stream: IO[bytes]) -> list[Run]:
    """The next batch; an EOFError when the sender has ended."""
    runs: list[Run] = pickle.load(stream)
    return runs


def send_line(stream: IO[bytes], line: bytes) -> None:
    """Send one line, which ends in a newline."""
    stream.write(line)
    stream.flush()
