"""What a run cost and what made it: processor time, candidates, commit, engine, track."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bubbleball.game.engine import ENGINE
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.step import Step
from bubbleball.solvers import uses_of


@dataclass(frozen=True, slots=True)
class RunEffort:
    """The cost of a run and its origin.

    commit: of the source, with a plus sign if it was changed since; empty for an installed package.
    engine: name and version of the physics engine.
    uses: what the solver declares that it uses, one of `USES`; empty if it declares nothing.
    cpu_seconds: processor time of the solve.
    candidates: tried in models, by the solver's own count.
    stepped: those of them that the stepping model rated.
    simulations: worlds of the engine that the solver ran, to the end or until wood settles.
    """

    commit: str = ""
    engine: str = ""
    uses: str = ""
    cpu_seconds: float = 0.0
    candidates: int = 0
    stepped: int = 0
    simulations: int = 0

    def to_json(self) -> dict[str, Any]:
        """As JSON values, the time to the microsecond."""
        return asdict(self) | {"cpu_seconds": round(self.cpu_seconds, 6)}


NO_EFFORT = RunEffort()  # of records that were made before effort was recorded


def effort_of(
    solver: str, events: Iterable[Thought | Step], cpu_seconds: float, simulations: int
) -> RunEffort:
    """The effort of a solve that has ended."""
    thoughts = [event for event in events if isinstance(event, Thought)]
    return RunEffort(
        commit=commit(),
        engine=ENGINE,
        uses=uses_of(solver),
        cpu_seconds=cpu_seconds,
        candidates=sum(int(thought.candidate_count) for thought in thoughts),
        stepped=sum(
            int(thought.candidate_count)
            for thought in thoughts
            if thought.stage is MethodStage.FINE
        ),
        simulations=simulations,
    )


@cache
def commit() -> str:
    """The commit of the source tree that this package runs from; empty if there is none."""
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():
        return ""

    def git(*words: str) -> str:
        # Asking must not write: a benchmark that is killed would leave the checkout locked.
        command = ["git", "--no-optional-locks", "-C", str(root), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    try:
        name = git("rev-parse", "--short=12", "HEAD")
        return name + "+" * bool(git("status", "--porcelain", "--", "src"))
    except (OSError, subprocess.CalledProcessError):
        return ""
