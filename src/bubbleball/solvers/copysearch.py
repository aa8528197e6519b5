"""A baseline for the track *copy*: plain random search in a private copy of the engine.

It draws random legal placements and runs each in Box2D with the real game's constants until one
solves the level there. It knows no method and learns nothing: what a solver does beyond it is due
to the method, not to owning the engine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.explanation import MethodStage, Thought

RUNS = 2000  # of the private copy before each trial
REPORT_EVERY = 100  # runs between two thoughts, so that a time limit is kept


class CopySearch:
    """Tries what solves the level in its copy; else what came nearest to the flag there."""

    uses = "engine"

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        self.level = level
        self._placer = Placer(level)
        self._rng = np.random.default_rng(seed)
        self._next: tuple[Placement, ...] | None = None
        self._failed: set[tuple[Placement, ...]] = set()

    def think(self) -> Iterator[Thought]:
        """Draw and run placements until one reaches the flag."""
        best, self._next = np.inf, None
        for first in range(0, RUNS, REPORT_EVERY):
            began = time.process_time()
            for number in range(first, first + REPORT_EVERY):
                drawn = self._placer.draw(self._rng)
                if not drawn or drawn in self._failed:
                    continue
                trial = simulate(self.level, drawn, REAL, record_moves=False, record_contacts=False)
                if trial.solved or trial.closest_approach < best:
                    best, self._next = trial.closest_approach, drawn
                if trial.solved:
                    yield self._report(number + 1 - first, began, "one of them reaches the flag.")
                    return
            near = f"the best comes to {best:.0f} px of the flag."
            yield self._report(REPORT_EVERY, began, near if self._next else "none is legal.")

    def ask(self) -> tuple[Placement, ...] | None:
        """What the copy says; None if nothing can be placed."""
        if self._next is None:
            for _ in self.think():
                pass
        return self._next

    def tell(self, trial: Trial) -> None:
        """Do not try the same again."""
        self._failed.add(trial.placements)
        self._next = None

    def _report(self, runs: int, began: float, found: str) -> Thought:
        return Thought(
            MethodStage.CHECK,
            f"{runs} random placements run in a private copy of the engine; {found}",
            time.process_time() - began,
            candidate_count=runs,
        )
