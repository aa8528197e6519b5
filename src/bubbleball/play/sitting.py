"""One level played by an outside player, a person or a program, with a budget of trials."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bubbleball.errors import BudgetError, PlacementError
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.play.record import SolveRecord
from bubbleball.play.recorded_solve import SolveTask
from bubbleball.play.step import Step
from bubbleball.play.tally import Tally


@dataclass(frozen=True, slots=True)
class Turn:
    """One trial of a sitting.

    trial: what happened.
    refused: why the placements were not played; empty if they were. Nothing is placed then.
    """

    trial: Trial
    refused: str = ""


class Sitting:
    """Counts and keeps the trials of one level; the task's solver names the player.

    empty: the run with nothing placed, which does not count.
    attempts: the trials so far, in order.
    """

    def __init__(self, task: SolveTask) -> None:
        self.level = task.level
        self.max_trials = task.max_trials
        self.attempts: list[Turn] = []
        self._game = task.opponent()
        self._tally = Tally(task.start())
        self._began = time.perf_counter()
        self.empty = self._play((), 0)

    @property
    def solved(self) -> bool:
        """Whether the last trial reached the flag."""
        return bool(self.attempts) and self.attempts[-1].trial.solved

    @property
    def left(self) -> int:
        """Trials left; none once it is solved."""
        return 0 if self.solved else self.max_trials - len(self.attempts)

    def attempt(self, placements: Sequence[Placement]) -> Turn:
        """Play one trial. Illegal placements also cost one, which is played with nothing placed."""
        if self.left == 0:
            why = "it is solved" if self.solved else f"its {self.max_trials} trials are used"
            raise BudgetError(f"level {self.level.name!r} takes no further trial: {why}")
        refused, number = "", len(self.attempts) + 1
        try:
            trial = self._play(placements, number)
        except PlacementError as error:
            refused = str(error)
            trial = self._play((), number)
        self.attempts.append(Turn(trial, refused))
        return self.attempts[-1]

    def record(self) -> SolveRecord:
        """The record so far."""
        return self._tally.record()

    def _play(self, placements: Sequence[Placement], number: int) -> Trial:
        trial = self._game.play(placements)
        seconds = time.perf_counter() - self._began
        self._tally.add(Step(number, tuple(placements), trial, seconds))
        return trial
