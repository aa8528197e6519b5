"""Throughput of `bubbleball bench`: two processes against one, and Dask against processes.

Scaling can only be judged on an idle machine; the load before the start is reported.
"""

from __future__ import annotations

import os
import time

from rows import Row

from bubbleball.bench.dask_executor import Dask
from bubbleball.bench.executors import Executor, Processes
from bubbleball.bench.runs import Run, all_runs
from bubbleball.bench.suites import load_suite
from bubbleball.game.workers import cores

SCALING_FLOOR = 1.7
DASK_LIMIT = 1.15
IDLE = 0.3  # load average below which a machine counts as idle


def short_runs() -> tuple[Run, ...]:
    """Many runs of some tens of milliseconds."""
    items = [item for level in ("2", "5", "10", "11") for item in load_suite(level)]
    return all_runs(items, ["random"], range(60), 40)


def long_runs() -> tuple[Run, ...]:
    """A few runs of more than a second."""
    return all_runs(load_suite("10"), ["random"], range(16), 2000)


def seconds(executor: Executor, runs: tuple[Run, ...]) -> float:
    """Time all runs from the first handed out to the last record back, start-up included."""
    began = time.perf_counter()
    lines = sum(len(batch) for batch in executor.execute(runs, 600.0))
    assert lines == len(runs)
    return time.perf_counter() - began


def measure() -> list[Row]:
    load = os.getloadavg()[0]
    judged = load < IDLE and cores() >= 2
    seen = f"load before: {load:.2f}"
    unjudged = "" if judged else ", not judged: the machine was not idle"
    runs = short_runs()
    one, two = seconds(Processes(1), runs), seconds(Processes(2), runs)
    rows = [
        Row(
            f"bench with two processes against one, {len(runs)} short runs",
            f"{one / two:.2f} × ({one:.1f} s against {two:.1f} s; {seen})",
            f"at least {SCALING_FLOOR} ×{unjudged}",
            one / two >= SCALING_FLOOR or not judged,
        )
    ]
    runs = long_runs()
    processes = seconds(Processes(2), runs)
    dask = Dask("local", 2)
    try:
        on_dask = seconds(dask, runs)
    finally:
        dask.close()
    ratio = on_dask / processes
    rows.append(
        Row(
            f"bench on Dask against processes, {len(runs)} runs of a second or more",
            f"{ratio:.2f} × ({on_dask:.1f} s against {processes:.1f} s, "
            f"{2 * processes / len(runs):.1f} s a run; {seen})",
            f"{DASK_LIMIT} ×{unjudged}",
            ratio <= DASK_LIMIT or not judged,
        )
    )
    return rows


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit})")
