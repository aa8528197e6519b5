"""The second baseline: random placements, then small changes of the best one."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought

_ATTEMPTS = 200  # changes drawn before a random placement is taken instead


class Refine:
    """Keeps the placement whose ball came nearest to the flag, and changes it a little.

    The first `explore` trials are random legal placements, and later ones with probability
    `restart`. All others change the best placement: they move and turn one piece by normal steps,
    whose standard deviation starts at `reach` px and degrees and halves after every `patience`
    trials without success, down to 1; or, one time in four, they add, remove or redraw a piece. A
    better trial becomes the best and resets the step. Never gives up.
    """

    uses = "trials"

    def __init__(
        self,
        level: Level,
        *,
        seed: int = 0,
        explore: int = 5,
        restart: float = 0.2,
        reach: float = 40.0,
        patience: int = 8,
    ) -> None:
        self._level = level
        self._placer = Placer(level)
        self._rng = np.random.default_rng(seed)
        self._explore, self._restart = explore, restart
        self._reach, self._patience = reach, patience
        self._best: tuple[Placement, ...] | None = None
        self._gap = np.inf
        self._trials = self._failures = 0
        self._next: tuple[Placement, ...] | None = None

    def think(self) -> Iterator[Thought]:
        """Draw a placement at random, or change the best one."""
        began = time.perf_counter()
        fresh = (
            self._best is None
            or self._trials <= self._explore
            or self._rng.random() < self._restart
        )
        changed = None if fresh or self._best is None else self._changed(self._best)
        if changed is None:
            self._next, text = self._placer.draw(self._rng), "Drew a placement at random."
        else:
            self._next = changed
            text = f"Changed the best placement, which came within {self._gap:.0f} px of the flag."
        yield Thought(MethodStage.CHOOSE, text, seconds=time.perf_counter() - began)

    def ask(self) -> tuple[Placement, ...]:
        """The placement to try next."""
        if self._next is None:
            for _ in self.think():
                pass
        chosen, self._next = self._next, None
        return chosen or ()

    def tell(self, trial: Trial) -> None:
        """Keep the best placement; the empty run counts as one, of nothing."""
        gap = trial.closest_approach
        self._trials += 1
        self._failures += 1
        if gap < self._gap:
            self._best, self._gap, self._failures = trial.placements, gap, 0

    def _changed(self, best: tuple[Placement, ...]) -> tuple[Placement, ...] | None:
        for _ in range(_ATTEMPTS):
            regroup = not best or self._rng.random() < 0.25
            changed = self._regrouped(best) if regroup else self._moved(best)
            if changed is not None and self._placer.legal(changed):
                return changed
        return None

    def _moved(self, best: tuple[Placement, ...]) -> tuple[Placement, ...]:
        width = max(1.0, self._reach * 0.5 ** (self._failures // self._patience))
        number = int(self._rng.integers(len(best)))
        old = best[number]
        dx, dy, turn = (width * self._rng.standard_normal(3)).tolist()
        piece = self._level.piece(old.piece)
        if piece is None or not piece.turnable:
            turn = 0.0
        new = Placement(old.piece, old.x + dx, old.y + dy, old.angle + turn)
        return (*best[:number], new, *best[number + 1 :])

    def _regrouped(self, best: tuple[Placement, ...]) -> tuple[Placement, ...] | None:
        """One piece, drawn uniformly: removed or redrawn if it is placed, added if not."""
        if not self._level.pieces:
            return None
        piece = self._level.pieces[int(self._rng.integers(len(self._level.pieces)))]
        others = tuple(placement for placement in best if placement.piece != piece.id)
        if len(others) < len(best) and others and self._rng.random() < 0.5:
            return others
        pose = self._placer.pose(piece, others, self._rng)
        return None if pose is None else (*others, pose)
