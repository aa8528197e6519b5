"""Write the golden solves that the tests repeat; run it after an intended change of a solver.

python scripts/golden.py
"""

from __future__ import annotations

import json
from pathlib import Path

from bubbleball import SolveRecord, SolveTask, load_level, parse_physics, solve_and_record

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
SOLVES = [
    ("classic/2", "hierarchical", 0, "real"),
    ("classic/11", "hierarchical", 1, "real"),
    ("classic/2", "hierarchical", 0, "restitution=0.7,gravity=6"),
]


def golden_record(level: str, solver: str, seed: int, physics: str) -> SolveRecord:
    """Solve a level."""
    task = SolveTask(load_level(level), solver, seed, physics=parse_physics(physics))
    return solve_and_record(task).record


def main() -> None:
    """Write one file per solve."""
    FOLDER.mkdir(exist_ok=True)
    for number, (name, solver, seed, physics) in enumerate(SOLVES, 1):
        record = golden_record(name, solver, seed, physics)
        kept = {
            "settings": {"level": name, "solver": solver, "seed": seed, "physics": physics},
            "solved": record.solved,
            "trials": record.trials,
            "placements": record.to_json()["placements"],
        }
        path = FOLDER / f"{number}-{name.replace('/', '-')}-{solver}.json"
        path.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
