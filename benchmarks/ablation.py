"""What each stage contributes: the tables of docs/ablation.md, from records.

    python benchmarks/ablation.py FOLDER [--detours]

FOLDER is where `scripts/measure.py` keeps its parts: the default solver's in `classic`, `expert`,
`unknown-physics` and `structure-…`, those of a switch in `ablation-…`, and with --detours all of
them in `detours`. Each run of a switch is set beside the default solver's with the same seed. Parts
that are not there are left out.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable
from pathlib import Path

from ablated import SWITCHES

from bubbleball.bench.benchmark import RECORDS
from bubbleball.bench.record_file import read_records
from bubbleball.bench.runs import RunRecord

HARD = ("classic", "expert")
STRUCTURE = ("structure:drag", "structure:spin", "structure:random:3")
SETS = {"hard levels": HARD, "constants": ("unknown-physics",), "structure": STRUCTURE}
DETOURS = {"detours": ("generated:detour:24:9101",), "lures": ("generated:lure:24:9101",)}
SUITES = tuple(suite for sets in (SETS, DETOURS) for suites in sets.values() for suite in suites)
DEFAULT = ("classic", "expert", "unknown-physics", "structure-*")  # its parts
TRIALS = 5
HEAD = (
    "| switched off | set | solved | first trial | lost | won | same placement "
    "| candidates: median | mean | stepped: median | mean | simulations: mean "
    "| processor s: median | mean |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)
Key = tuple[str, str, str | None, int]  # suite, level, physics, seed


def solved(run: RunRecord, trials: int = TRIALS) -> bool:
    """Whether a run succeeded within so few trials."""
    return run.solve.solved and run.solve.trials <= trials


def by_key(files: Iterable[Path], solver: str) -> dict[Key, RunRecord]:
    """All runs of a solver in some record files, on the levels of the table."""
    runs = [run for file in files for run in read_records(file).runs if run.suite in SUITES]
    return {
        (r.suite, r.solve.level, r.solve.physics, r.solve.seed): r
        for r in runs
        if r.solve.solver == solver
    }


def row(name: str, kind: str, own: list[RunRecord], full: list[RunRecord]) -> str:
    """One line: the runs of a switch, and the default solver's in the same order."""
    first = [solved(run, 1) for run in own]
    pairs = list(zip(first, [solved(run, 1) for run in full], strict=True))
    same = sum(
        a.solve.placements == b.solve.placements and solved(a, 1) and solved(b, 1)
        for a, b in zip(own, full, strict=True)
    )
    candidates = [run.effort.candidates for run in own]
    stepped = [run.effort.stepped for run in own]
    seconds = [run.effort.cpu_seconds or run.solve.seconds for run in own]
    cells = [
        *(name, kind, f"{sum(map(solved, own))} of {len(own)}", f"{sum(first)}"),
        *(f"{pairs.count((False, True))}", f"{pairs.count((True, False))}", f"{same}"),
        *(f"{statistics.median(candidates):.0f}", f"{statistics.mean(candidates):.0f}"),
        *(f"{statistics.median(stepped):.0f}", f"{statistics.mean(stepped):.0f}"),
        f"{statistics.mean(run.effort.simulations for run in own):.0f}",
        *(f"{statistics.median(seconds):.2f}", f"{statistics.mean(seconds):.2f}"),
    ]
    return f"| {' | '.join(cells)} |"


def table(folder: Path, *, detours: bool = False) -> str:
    """Every switch on every set that has records; detours: on those levels alone."""

    def files(*parts: str) -> list[Path]:
        wanted = ("detours",) if detours else parts
        return [file for part in wanted for file in folder.glob(f"{part}/{RECORDS}")]

    full = by_key(files(*DEFAULT), "hierarchical")
    switches = {
        name: by_key(files(f"ablation-{switch}"), f"benchmarks/ablated.py:{switch}")
        for switch, name in SWITCHES.items()
    }
    wanted = set().union(*switches.values())
    switches = {"nothing": {key: run for key, run in full.items() if key in wanted}, **switches}
    lines = [HEAD]
    for name, runs in switches.items():
        for kind, suites in (DETOURS if detours else SETS).items():
            keys = sorted(k for k in runs.keys() & full.keys() if k[0] in suites)
            if keys:
                lines.append(row(name, kind, [runs[k] for k in keys], [full[k] for k in keys]))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--detours", action="store_true")
    options = parser.parse_args()
    print(table(options.folder, detours=options.detours))


if __name__ == "__main__":
    main()
