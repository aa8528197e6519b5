"""Records of a benchmark of the other games: one JSON line per finished task, appended only."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from bubbleball.bench.locking import lock
from bubbleball.errors import FileFormatError, Problem


@dataclass(frozen=True, slots=True)
class Record:
    """One task, attempted by one agent.

    task: its name.
    track: `copy` or `constants`.
    seed: of the solver.
    attempts: how many it took; 0 if they did not solve it.
    made: how many were made.
    simulations: runs of believed worlds.
    seconds: processor time.
    commit: of the source, with a plus sign if it was changed since; empty for an installed package.
    """

    task: str
    track: str
    seed: int
    attempts: int
    made: int
    simulations: int
    seconds: float
    commit: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        """What identifies a record."""
        return self.task, self.track, self.seed


def read_records(path: Path) -> list[Record]:
    """All whole lines of a file; a half-written last line is left out."""
    if not path.exists():
        return []
    records = []
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), start=1):
        if not line.endswith(b"\n"):
            break
        try:
            records.append(Record(**json.loads(line)))
        except (ValueError, TypeError) as fault:
            problem = Problem(f"line {number}", f"not a record: {fault}; delete that line")
            raise FileFormatError([problem], str(path)) from None
    return records


@contextmanager
def appending(path: Path) -> Iterator[Callable[[Record], None]]:
    """Open a file for this program alone, and yield what appends one record to it.

    A record is on the disk when the function returns. A half-written last line is cut off.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileIO(path, "a+") as file:
        lock(file, path)
        content = path.read_bytes()
        file.truncate(content.rfind(b"\n") + 1)

        def add(record: Record) -> None:
            file.write(json.dumps(dataclasses.asdict(record)).encode() + b"\n")
            os.fsync(file.fileno())

        yield add
