"""Write the golden solves that tests/solvers/test_golden.py repeats.

python scripts/golden.py          (after an intended change of a solver)

A golden solve holds the final placements and a trace of the search: every stage with its number of
candidates and its least cost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import parse_physics
from bubbleball.method.explanation import Thought
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver

FOLDER = Path(__file__).parents[1] / "tests" / "golden"


@dataclass(frozen=True, slots=True)
class GoldenSettings:
    """What a golden solve repeats: the level by name, the solver, its seed and the physics."""

    level: str
    solver: str
    seed: int
    physics: str = "real"


SOLVES = (
    GoldenSettings("classic/2", "hierarchical", 0),
    GoldenSettings("classic/11", "hierarchical", 1),
    GoldenSettings("classic/2", "hierarchical", 0, "restitution=0.7,gravity=6"),
)


def solved(settings: GoldenSettings) -> dict[str, Any]:
    """Solve a level and return what a golden file holds, besides the settings."""
    level = load_level(settings.level)
    game = Game(level, parse_physics(settings.physics))
    solver = make_solver(settings.solver, level, seed=settings.seed)
    events = list(solve(game, solver))
    *_, last = (event for event in events if isinstance(event, Step))
    return {
        "solved": last.trial.solved,
        "trials": last.number,
        "placements": [
            {"piece": p.piece, "x": p.x, "y": p.y, "angle": p.angle} for p in last.placements
        ],
        "trace": [_stage(event) for event in events if isinstance(event, Thought)],
    }


def _stage(thought: Thought) -> Mapping[str, object]:
    costs = None if thought.candidates is None else thought.candidates[:, 2]
    return {
        "stage": thought.stage.value,
        "candidates": thought.candidate_count,
        "best": None if costs is None else round(float(costs.min()), 3),
    }


def file_name(number: int, settings: GoldenSettings) -> str:
    """The name of a golden file; numbers start at 1."""
    return f"{number}-{settings.level.replace('/', '-')}-{settings.solver}.json"


def main() -> None:
    """Solve and keep."""
    FOLDER.mkdir(exist_ok=True)
    for number, settings in enumerate(SOLVES, 1):
        kept = {"settings": {name: getattr(settings, name) for name in settings.__slots__}}
        text = json.dumps({**kept, **solved(settings)}, indent=2)
        (FOLDER / file_name(number, settings)).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
