"""How long it takes to import the package and to get help from the command line."""

from __future__ import annotations

import subprocess
import sys
import time

from rows import Row

IMPORT = "import time; t = time.perf_counter(); import bubbleball; print(time.perf_counter() - t)"


def import_seconds() -> float:
    result = subprocess.run(
        [sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True
    )
    return float(result.stdout)


def command_seconds(*args: str) -> float:
    began = time.perf_counter()
    command = [sys.executable, "-m", "bubbleball", *args]
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - began


def measure(repeats: int = 15) -> list[Row]:
    rows = []
    for what, limit, timed in (
        ("import bubbleball", 150, import_seconds),
        ("bubbleball --help", 200, lambda: command_seconds("--help")),
        ("bubbleball play 2 --solution", None, lambda: command_seconds("play", "2", "--solution")),
    ):
        best = min(timed() for _ in range(repeats)) * 1e3
        bound = f"{limit} ms" if limit else ""
        rows.append(Row(what, f"{best:.0f} ms", bound, limit is None or best <= limit))
    return rows


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
