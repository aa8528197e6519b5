"""The table in docs/scaling.md: the same runs on 1, 2 and more workers. `--write` puts it there."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bench_speed import long_runs, seconds

from bubbleball.bench.dask_executor import Dask
from bubbleball.bench.executors import Processes
from bubbleball.bench.provenance import machine
from bubbleball.bench.runs import Run
from bubbleball.files.marked_part import write_part
from bubbleball.game.workers import cores

DOCUMENT = Path(__file__).parents[1] / "docs" / "scaling.md"


def on_dask(workers: int, runs: tuple[Run, ...]) -> float:
    cluster = Dask("local", workers)
    try:
        return seconds(cluster, runs)
    finally:
        cluster.close()


def table(counts: list[int]) -> str:
    runs = long_runs()
    load = os.getloadavg()[0]
    about = machine()
    rows = []
    first: tuple[float, float] | None = None
    for workers in counts:
        times = seconds(Processes(workers), runs), on_dask(workers, runs)
        first = first or times
        cells = [
            cell
            for base, time in zip(first, times, strict=True)
            for cell in (f"{time:.1f} s", f"{base / time:.2f}")
        ]
        rows.append(f"| {workers} | {' | '.join(cells)} |")
    assert first is not None
    head = [
        f"{len(runs)} runs of {counts[0] * first[0] / len(runs):.1f} s "
        f"({runs[0].item.level.name}, random, {runs[0].max_trials} trials) on "
        f"{about['processor']}, {about['cores']} cores; load of the machine before: {load:.2f}.",
        "",
        "| workers | processes | speed-up | Dask | speed-up |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"update {DOCUMENT.name}")
    parser.add_argument("workers", nargs="*", type=int, default=None)
    options = parser.parse_args()
    text = table(options.workers or sorted({1, 2, cores(), 2 * cores()}))
    print(text)
    if options.write:
        write_part(DOCUMENT, "scaling", text)


if __name__ == "__main__":
    main()
