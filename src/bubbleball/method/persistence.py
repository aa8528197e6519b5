"""What to do after a search has found nothing: remember what failed, and try something else.

Trials are there to be used. Every barren search is followed by one with more effort, by turns the
solver's own near misses and another method's proposals are tried, and no trial repeats a placement
that has failed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Protocol

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import narration
from bubbleball.method.change import apart
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.explanation import Thought
from bubbleball.method.legality import is_legal
from bubbleball.method.surprises import SAME, Surprises
from bubbleball.method.tidying import presentable

ALIKE = 24.0  # px and degrees from a failed one within which a near miss teaches nothing
GROWTH, MOST = 2, 4  # factor of the effort after each barren search, and its limit

Placements = tuple[Placement, ...]


class OtherMethod(Protocol):
    """Another solver, which explains itself."""

    def tell(self, trial: Trial) -> None:
        """Take in a trial."""

    def think(self) -> Iterator[Thought]:
        """Plan the next trial."""

    def ask(self) -> Placements | None:
        """The placement to try next; None to give up."""


class Persistence:
    """Counts barren searches and keeps what failed, for one level.

    barren: searches in a row that found no solution.
    surprises: trials that failed although they were expected to succeed.
    """

    def __init__(self, level: Level, other: Callable[[], OtherMethod]) -> None:
        self.level = level
        self.barren = 0
        self.surprises = Surprises(level)
        self._make_other = other
        self._other: OtherMethod | None = None
        self._trials: list[Trial] = []
        self._proposed: Placements | None = None  # by the other method, for the trial to come

    def tell(self, trial: Trial) -> None:
        """Remember what failed; the other method learns from its own trials only."""
        self._trials.append(trial)
        self.surprises.tell(trial)
        if self._other is not None and trial.placements == self._proposed:
            self._other.tell(trial)
        self._proposed = None

    @property
    def effort(self) -> int:
        """How many times the first effort the next search makes."""
        return int(min(MOST, GROWTH**self.barren))

    @property
    def can_grow(self) -> bool:
        """Whether another search would make more effort than the last one."""
        return self.effort < MOST

    @property
    def takes_turn(self) -> bool:
        """Whether it is the other method's turn to propose a trial."""
        return self.barren % 2 == 0

    def is_new(self, placements: Sequence[Placement], within: float = SAME) -> bool:
        """Whether no trial with nearly the same placement has failed."""
        return self.apart(placements) >= within

    def apart(self, placements: Sequence[Placement]) -> float:
        """How far a placement is from the nearest one that failed, px or degrees."""
        gaps = (apart(self.level, placements, trial.placements) for trial in self._trials)
        return min(gaps, default=math.inf)

    def propose(
        self, is_new: Callable[[Placements], bool]
    ) -> Generator[Thought, None, Placements | None]:
        """What the other method would try, if that is legal and new."""
        if self._other is None:
            self._other = self._make_other()
            self._other.tell(self._trials[0])
        yield narration.handed_over()
        yield from self._other.think()
        proposed = presentable(self._other.ask() or (), self._legal)
        if proposed and self._legal(proposed) and is_new(proposed):
            self._proposed = proposed
        else:
            yield narration.refused()
        return self._proposed

    def _legal(self, placements: Sequence[Placement]) -> bool:
        return is_legal(self.level, placements)

    def hopeless(self, to_go: CostToGo) -> bool:
        """Whether no gap on the way to the flag is wide enough, which no trial changes."""
        paths = [trial.ball[:, :2] for trial in self._trials]
        jumps = any(piece.kind is Kind.TELEPORT for piece in self.level.pieces)
        return bool(paths) and not jumps and to_go.shut_off(paths)
