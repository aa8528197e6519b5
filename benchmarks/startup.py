"""How long it takes to import the package, and to run short commands.

The limits of the first two are for wall-clock time on an idle machine. On a busy machine the clock
also measures other work, so the verdict is left open; processor time is shown beside it. Commands
that do something are judged by processor time, with bytecode and models compiled before.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

from rows import Row

IMPORT = "import time; t = time.perf_counter(); import bubbleball; print(time.perf_counter() - t)"
COMMANDS = {"levels": 350, "play 2": 400, "check 2": 400, "solve 2": 1200}  # ms of a processor
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
    command = [sys.executable, "-m", "bubbleball", *args]
    subprocess.run(command, capture_output=True, check=args[0] != "play")  # an empty run is no win
    return (time.perf_counter() - began) * 1e3, _work() - before


def compile_seconds() -> float:
    """Processor s of compiling all models, with nothing kept from before."""
    before = _work()
    with tempfile.TemporaryDirectory() as kept:
        command = [sys.executable, "-m", "bubbleball.method.precompile"]
        environment = os.environ | {"NUMBA_CACHE_DIR": kept}
        subprocess.run(command, capture_output=True, check=True, env=environment)
    return (_work() - before) / 1e3


def _work() -> float:
    """Processor ms of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def measure(repeats: int = 9) -> list[Row]:
    """The least of several times, for each."""
    rows = []
    for what, limit, timed in (
        ("import bubbleball", 150, import_times),
        ("bubbleball --help", 200, lambda: command_times("--help")),
    ):
        load = os.getloadavg()[0]
        clock, _, value = _least(timed, repeats)
        judged = load <= BUSY or clock <= limit  # a limit kept on a busy machine is kept
        rows.append(Row(what, value, f"{limit} ms", clock <= limit or not judged, judged))
    for line, limit in COMMANDS.items():
        _, work, value = _least(partial(command_times, *line.split()), repeats)
        rows.append(Row(f"bubbleball {line}", value, f"{limit} ms processor", work <= limit))
    rows.append(Row("compiling all models, once", f"{compile_seconds():.1f} s processor"))
    return rows


def _least(timed: Callable[[], tuple[float, float]], repeats: int) -> tuple[float, float, str]:
    """The least wall-clock and processor ms, and both in words."""
    load = os.getloadavg()[0]
    clock, work = (min(column) for column in zip(*(timed() for _ in range(repeats)), strict=True))
    return clock, work, f"{clock:.0f} ms wall clock, {work:.0f} ms processor; load {load:.1f}"


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
