"""Candidates that the default solver rates up to its first placement, in this version or in 0.1.

    python benchmarks/candidates.py FILE ...
    git worktree add ../first b86c1b4
    PYTHONPATH=../first/src python benchmarks/candidates.py FILE ...

FILEs are levels, such as src/bubbleball/levels/classic/*.json. Prints one line for each level and
the medians: candidates of coarse and finer gridding, processor seconds, whether the trial succeeds.
"""

from __future__ import annotations

import statistics
import sys
import time
from importlib import import_module
from typing import Any

SEARCHED = {"coarse", "fine"}
PLACES = {  # of a name: its module now, and in version 0.1
    "read_level": ("bubbleball.files.packs", "bubbleball.library"),
    "simulate": ("bubbleball.game.world", "bubbleball.world"),
    "REAL": ("bubbleball.game.physics", "bubbleball.physics"),
    "Hierarchical": ("bubbleball.solvers.hierarchical",),
}


def found(name: str) -> Any:
    """A name, from whichever module this version has it in."""
    for module in PLACES[name]:
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this version has no {name}")


def first_placement(level: Any) -> tuple[int, float, bool]:
    """Candidates, processor seconds and success of the first trial, in the real game."""
    simulate, real = found("simulate"), found("REAL")
    began = time.process_time()
    solver = found("Hierarchical")(level, seed=0)
    solver.tell(simulate(level, (), real))
    candidates = sum(t.candidate_count for t in solver.think() if t.stage.value in SEARCHED)
    placements = solver.ask()
    seconds = time.process_time() - began
    return candidates, seconds, bool(placements) and simulate(level, placements, real).solved


def main() -> None:
    levels = [(path, found("read_level")(path).level) for path in sys.argv[1:]]
    first_placement(levels[0][1])  # compiles
    runs = []
    for path, level in levels:
        runs.append(first_placement(level))
        print(f"{path}: {runs[-1][0]} candidates, {runs[-1][1]:.2f} s, solved: {runs[-1][2]}")
    candidates, seconds, solved = zip(*runs, strict=True)
    print(
        f"{sum(solved)} of {len(runs)} solved; median {statistics.median(candidates):.0f} "
        f"candidates, {statistics.median(seconds):.2f} s; worst {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
