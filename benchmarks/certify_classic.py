"""How soon plain search solves each classic level without the stored solutions."""

from __future__ import annotations

import sys
import time

from rows import Row

from bubbleball.certify.findings import Findings
from bubbleball.certify.search import SearchBudget, search
from bubbleball.files import packs
from bubbleball.game.level import Level
from bubbleball.game.workers import Workers, cores

SECONDS = 120.0  # for each level, on two cores
FLOOR = 18  # levels of 21
WORKERS = 2


def first_solution(level: Level, seed: int) -> tuple[Findings, float]:
    """Search until the first solution or the time limit; return the findings and the seconds."""
    began = time.perf_counter()
    findings = Findings()
    with Workers(WORKERS) as workers:
        for _ in search(level, SearchBudget(SECONDS), findings, seed=seed, workers=workers):
            pass
    return findings, time.perf_counter() - began


def measure(seed: int = 0) -> list[Row]:
    rows, solved = [], 0
    for name in packs.pack("classic"):
        level = packs.find(name).level
        findings, seconds = first_solution(level, seed)
        solved += bool(findings.solutions)
        verdict = "solved" if findings.solutions else f"within {findings.nearest:.0f} px"
        value = f"{verdict} in {seconds:.1f} s, {findings.trials} trials"
        rows.append(Row(f"{name} {level.title}", value))
        print(f"{name}: {value}", file=sys.stderr)
    what = f"solved within {SECONDS:.0f} s each, {WORKERS} of {cores()} cores, seed {seed}"
    return [*rows, Row(what, f"{solved} of {len(rows)}", f"{FLOOR}", solved >= FLOOR)]


if __name__ == "__main__":
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        print(f"{row.what}: {row.value}{'' if row.holds else ' MISSED'}")
