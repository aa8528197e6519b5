"""How long it takes to import the package, to print help and to play a trial.

The limits are for wall-clock time on an idle machine. On a busy machine the clock also measures
other work, so the verdict is left open; processor time is shown beside it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

from rows import Row

IMPORT = "import time; t = time.perf_counter(); import bubbleball; print(time.perf_counter() - t)"
BUSY = 1.0  # load average above which wall-clock time is not judged


def import_times() -> tuple[float, float]:
    """Return wall-clock ms of `import bubbleball`, and processor ms of the whole process."""
    before = _work()
    command = [sys.executable, "-c", IMPORT]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(result.stdout) * 1e3, _work() - before


def command_times(*args: str) -> tuple[float, float]:
    """Return wall-clock and processor ms of a whole command."""
    before, began = _work(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "bubbleball", *args], capture_output=True, check=True)
    return (time.perf_counter() - began) * 1e3, _work() - before


def _work() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measure(repeats: int = 15) -> list[Row]:
    rows = []
    for what, limit, timed in (
        ("import bubbleball", 150, import_times),
        ("bubbleball --help", 200, lambda: command_times("--help")),
        ("bubbleball play 2 --solution", None, lambda: command_times("play", "2", "--solution")),
    ):
        load = os.getloadavg()[0]
        found = [timed() for _ in range(repeats)]
        clock, work = (min(column) for column in zip(*found, strict=True))
        value = f"{clock:.0f} ms wall clock, {work:.0f} ms processor; load {load:.1f}"
        if limit is None:
            rows.append(Row(what, value))
        else:
            judged = load <= BUSY or clock <= limit  # a limit kept on a busy machine is kept
            rows.append(Row(what, value, f"{limit} ms", clock <= limit or not judged, judged))
    return rows


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
