"""Episodes per second of the native vector environment on classic/2, random legal actions.

The figure by the clock holds only if the machine has two cores to spare, which the load says;
those by processor time hold on a busy machine too.

python benchmarks/vector_speed.py [--batches 12]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bubbleball.env import BubbleBallEnv, BubbleBallVectorEnv

LEVEL, EPISODES, WANTED = "classic/2", 512, 2_500
QUIET = 1.0  # load beyond which two processes do not have two cores


def rates(workers: int, batches: int, clock: Callable[[], float]) -> list[float]:
    """Episodes per second of each batch; the first, which warms up, is left out."""
    env = BubbleBallVectorEnv(EPISODES, LEVEL, workers=workers)
    single = BubbleBallEnv(LEVEL)
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    found = []
    try:
        for _ in range(batches + 1):
            actions = np.stack([single.legal_action(rng) for _ in range(EPISODES)])
            began = clock()
            env.step(actions)
            found.append(EPISODES / (clock() - began))
    finally:
        env.close()
    return found[1:]


def processor_seconds() -> float:
    """Of this process and of its running children, as Linux counts them."""
    total = time.process_time()
    for child in multiprocessing.active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
        total += sum(map(int, fields.split()[11:13])) / os.sysconf("SC_CLK_TCK")
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=12)
    given = parser.parse_args()
    load = os.getloadavg()[0]
    own = rates(1, given.batches, time.process_time)
    together = rates(2, given.batches, processor_seconds)
    both = rates(2, given.batches, time.perf_counter)
    verdict = "reached" if statistics.median(both) >= WANTED else "missed"
    if load > QUIET:
        verdict = "not judged, for other programs had the cores"
    lines = [
        f"| {given.batches} batches of {EPISODES} episodes of `{LEVEL}` | median | best |",
        "|---|---|---|",
        f"| one process, per second of its processor time | {statistics.median(own):,.0f} | "
        f"{max(own):,.0f} |",
        f"| two processes, per second of the processor time of all | "
        f"{statistics.median(together):,.0f} | {max(together):,.0f} |",
        f"| two processes, per second of the clock | {statistics.median(both):,.0f} | "
        f"{max(both):,.0f} |",
        "",
        f"Two cores, load {load:.1f} before the measurement. "
        f"{WANTED:,} a second by the clock: {verdict}.",
    ]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
