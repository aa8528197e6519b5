"""Write the golden solves that tests/test_solvers.py repeats. Run after a meant change of a solver.

python scripts/golden.py
"""

from __future__ import annotations

import json
from pathlib import Path

from bubbleball.files.packs import find
from bubbleball.game.game import Game
from bubbleball.game.physics import parse_physics
from bubbleball.play.loop import solve
from bubbleball.play.record import record_of
from bubbleball.solvers import make_solver

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
SOLVES = [
    ("classic/2", "hierarchical", 0, "real"),
    ("classic/11", "hierarchical", 1, "real"),
    ("classic/2", "hierarchical", 0, "restitution=0.7,gravity=6"),
]


def main() -> None:
    """Solve and keep."""
    FOLDER.mkdir(exist_ok=True)
    for number, (name, solver, seed, physics) in enumerate(SOLVES, 1):
        level = find(name).level
        events = solve(Game(level, parse_physics(physics)), make_solver(solver, level, seed=seed))
        record = record_of(events, level=name, solver=solver, seed=seed)
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
