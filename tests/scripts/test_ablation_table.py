"""The table of docs/ablation.md: runs of a switch beside the default solver's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import ablation
import pytest
from ablated import SWITCHES

from bubbleball.bench.benchmark import RECORDS


def run(solver: str, level: str, trials: int, candidates: int = 10) -> SimpleNamespace:
    solve = SimpleNamespace(
        solver=solver, level=level, physics=None, seed=0, solved=True, trials=trials, placements=()
    )
    effort = SimpleNamespace(
        candidates=candidates, stepped=candidates // 2, cpu_seconds=1.0, simulations=5
    )
    return SimpleNamespace(suite="classic", solve=solve, effort=effort)


def test_a_switch_is_compared_with_the_default_solver_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch, name = next(iter(SWITCHES.items()))
    records = {
        "classic": [run("hierarchical", "classic/1", 1), run("hierarchical", "classic/2", 2)],
        "structure-1": [run("refine", "classic/1", 4), run("refine", "classic/2", 4)],
        f"ablation-{switch}": [
            run(f"benchmarks/ablated.py:{switch}", "classic/1", 2, 30),
            run(f"benchmarks/ablated.py:{switch}", "classic/2", 1, 50),
        ],
    }
    for folder in records:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / RECORDS).touch()
    monkeypatch.setattr(
        ablation, "read_records", lambda file: SimpleNamespace(runs=records[file.parent.name])
    )
    whole, less = ablation.table(tmp_path).splitlines()[2:]
    assert whole == (
        "| nothing | hard levels | 2 of 2 | 1 | 0 | 0 | 1 | 10 | 10 | 5 | 5 | 5 | 1.00 | 1.00 |"
    )
    assert less == (
        f"| {name} | hard levels | 2 of 2 | 1 | 1 | 1 | 0 | 40 | 40 | 20 | 20 | 5 | 1.00 | 1.00 |"
    )
