"""Candidates that the default solver rates up to its first placement, now and in an older version.

    python benchmarks/candidates.py COMMIT SUITE…

COMMIT is such as that of version 0.1, b86c1b4, whose sources are taken from the repository's
history; SUITE is a pack, `generated:FAMILY:N:SEED` or a folder of levels. Every level is solved
with three seeds: on another processor, whose last digits differ, one seed searches in another
order. Prints a table: candidates of coarse and finer gridding, processor seconds, how many first
trials succeed in the real game.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SEARCHED = {"coarse", "fine"}
SEEDS = 3
PLACES = {  # of a name: its modules, now and before
    "read_level": ("bubbleball.files.packs", "bubbleball.library"),
    "simulate": ("bubbleball.game.world", "bubbleball.world"),
    "REAL": ("bubbleball.game.physics", "bubbleball.physics"),
    "Hierarchical": ("bubbleball.solvers.hierarchical",),
}
HEAD = (
    "| levels | version | first trial | candidates: median | mean "
    "| processor s: median | mean | worst |\n|---|---|---|---|---|---|---|---|"
)


def found(name: str) -> Any:
    """A name, from whichever module this version has it in."""
    for module in PLACES[name]:
        try:
            return getattr(import_module(module), name)
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"this version has no {name}")


def first_placement(level: Any, seed: int = 0) -> tuple[int, float, bool]:
    """Candidates, processor seconds and success of the first trial, in the real game."""
    simulate, real = found("simulate"), found("REAL")
    began = time.process_time()
    solver = found("Hierarchical")(level, seed=seed)
    solver.tell(simulate(level, (), real))
    candidates = sum(t.candidate_count for t in solver.think() if t.stage.value in SEARCHED)
    placements = solver.ask()
    seconds = time.process_time() - began
    return candidates, seconds, bool(placements) and simulate(level, placements, real).solved


def measured(folder: Path) -> str:
    """The end of a row: what the version that is imported does with the levels of a folder."""
    levels = [found("read_level")(str(path)).level for path in sorted(folder.glob("*.json"))]
    first_placement(levels[0])  # compiles
    done = [first_placement(level, seed) for level in levels for seed in range(SEEDS)]
    candidates, seconds, solved = zip(*done, strict=True)
    cells = [
        f"{sum(solved)} of {len(done)}",
        *(f"{statistics.median(candidates):.0f}", f"{statistics.mean(candidates):.0f}"),
        *(f"{statistics.median(seconds):.2f}", f"{statistics.mean(seconds):.2f}"),
        f"{max(seconds):.1f}",
    ]
    return " | ".join(cells)


def row_of(sources: Path, levels: Path) -> str:
    """What the sources do, in a process of their own."""
    environment = os.environ | {"PYTHONPATH": str(sources)}
    command = [sys.executable, __file__, str(levels)]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True, cwd=levels
    )
    return done.stdout.strip()


def write_levels(suite: str, folder: Path) -> int:
    """Write the levels of a suite into a folder, and return how many they are."""
    # An older version, which runs this file too, does not have these modules.
    from bubbleball.files.document import Document  # noqa: PLC0415  # see above
    from bubbleball.files.levels import write_level  # noqa: PLC0415  # see above
    from bubbleball.generate.level_sets import level_set  # noqa: PLC0415  # see above

    levels = level_set(suite)
    for number, level in enumerate(levels):
        write_level(folder / f"{number:04}.json", Document(level))
    return len(levels)


def main() -> None:
    """Print the table, or as a process of its own the end of one row."""
    if len(sys.argv) == 2:
        print(measured(Path(sys.argv[1])))
        return
    commit, *suites = sys.argv[1:]
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], capture_output=True, check=True
    ).stdout
    with tempfile.TemporaryDirectory() as scratch:
        with tarfile.open(fileobj=io.BytesIO(archive)) as sources:
            sources.extractall(scratch, filter="data")
        print(HEAD)
        for number, suite in enumerate(suites):
            levels = Path(scratch, f"levels-{number}")
            levels.mkdir()
            what = f"{suite} ({write_levels(suite, levels)})"
            print(f"| {what} | {commit} | {row_of(Path(scratch, 'src'), levels)} |", flush=True)
            print(f"| {what} | now | {row_of(ROOT / 'src', levels)} |", flush=True)


if __name__ == "__main__":
    main()
