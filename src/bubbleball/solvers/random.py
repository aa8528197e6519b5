"""The first baseline: random legal placements."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought


class RandomLegal:
    """Draws every placement at random (see `Placer.draw`), ignores the trials, never gives up."""

    uses = "trials"

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        self._placer = Placer(level)
        self._rng = np.random.default_rng(seed)
        self._next: tuple[Placement, ...] | None = None

    def think(self) -> Iterator[Thought]:
        """Draw a placement."""
        began = time.perf_counter()
        self._next = self._placer.draw(self._rng)
        yield Thought(
            MethodStage.CHOOSE,
            f"Pieces placed at random: {len(self._next)}.",
            seconds=time.perf_counter() - began,
        )

    def ask(self) -> tuple[Placement, ...]:
        """The placement drawn last, or a new one."""
        drawn, self._next = self._next, None
        return self._placer.draw(self._rng) if drawn is None else drawn

    def tell(self, trial: Trial) -> None:
        """Ignore the trial."""
