"""How long it takes to import the package and to get help from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from rows import Row

COMMANDS: dict[str, tuple[list[str], int | None]] = {
    "import bubbleball": (["-c", "import bubbleball"], 150),
    "bubbleball --help": (["-m", "bubbleball", "--help"], 200),
    "bubbleball play 2 --solution": (["-m", "bubbleball", "play", "2", "--solution"], None),
}


def times(args: list[str]) -> tuple[float, float]:
    """Milliseconds of work and by the clock, of a whole Python process."""
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, *args], capture_output=True, check=True)
    clock, after = time.perf_counter() - began, os.times()
    work = (
        after.children_user - before.children_user + after.children_system - before.children_system
    )
    return work * 1e3, clock * 1e3


def measure(repeats: int = 15) -> list[Row]:
    """A busy machine stretches the clock but hardly the work, so the work is judged."""
    rows = []
    for what, (args, limit) in COMMANDS.items():
        found = [times(args) for _ in range(repeats)]
        work, clock = min(found)[0], min(clock for _, clock in found)
        value = f"{work:.0f} ms of work, {clock:.0f} ms by the clock"
        bound = f"{limit} ms" if limit else ""
        rows.append(Row(what, value, bound, limit is None or work <= limit))
    return rows


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
