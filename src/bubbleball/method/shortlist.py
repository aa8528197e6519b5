"""H-2: the solutions that one search has found, those apart that are nearly what has failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bubbleball.game.placement import Placement
from bubbleball.method.candidates import Choice
from bubbleball.method.persistence import Persistence
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.stability import least_tilt
from bubbleball.method.surprises import same_within
from bubbleball.method.tidying import Confirm, tidied, without_idle
from bubbleball.model.belief import Belief


class Shortlist:
    """Configurations that solve a level in the believed world.

    past: what has failed, which is not tried again.
    recorded: runs that must not happen again; without it only placements are compared.
    choices: those that are new.
    barred: those that are nearly what has failed.
    same: how near to what has failed that is, px and degrees.
    confirm: runs a configuration in the believed worlds; without it nothing is tidied.
    enough: robustness of which no more is needed; a piece that only adds to it is idle.
    """

    def __init__(self, belief: Belief, past: Persistence, recorded: Recorded | None = None) -> None:
        self.belief = belief
        self.past = past
        self.recorded = recorded
        self.choices: list[Choice] = []
        self.barred: list[Choice] = []
        self.same = past.surprises.farther(same_within(belief.doubt))
        self.confirm: Confirm | None = None
        self.enough = 1.0

    def is_new(self, placements: Sequence[Placement], within: float = 0.0) -> bool:
        """Whether no trial of nearly the same has failed, nor one that would happen again.

        within: px and degrees that are nearly the same, if more than `same`.
        """
        near = max(within, self.same)
        return self.past.is_new(placements, near) and not self._repeats(placements)

    def _repeats(self, placements: Sequence[Placement]) -> bool:
        return self.recorded is not None and self.recorded.repeats(placements)

    def add(self, choices: Sequence[Choice]) -> None:
        """Add choices; after a surprise without idle pieces, which make no other idea.

        A run that has failed and would only happen again is not even kept for want of others.
        """
        if self.past.surprises.count and self.confirm is not None:
            choices = [without_idle(choice, self.confirm) for choice in choices]
        for choice in choices:
            if self._repeats(choice.placements):
                continue
            (self.choices if self.is_new(choice.placements) else self.barred).append(choice)

    @property
    def robustness(self) -> float:
        """The greatest robustness, as far as it counts."""
        trust = self.past.surprises.trust
        return max((c.robustness * trust(c) for c in self.choices), default=0.0)

    @property
    def trusted(self) -> bool:
        """Whether there is a choice whose idea has not failed."""
        return any(self.past.surprises.trust(choice) == 1.0 for choice in self.choices)

    def best(self) -> Choice | None:
        """The choice to try, with no idle piece and as few digits as its robustness allows.

        Without its idle pieces one may be nearly what has failed; then the next best is taken.
        """
        left = list(self.choices)
        while (choice := self.past.surprises.best_of(left)) is not None:
            left.remove(choice)
            if self.confirm is not None:
                choice = tidied(choice, self.confirm, self.enough)
            if self.is_new(choice.placements):
                return self._measured(choice)
        return None

    def farthest(self) -> Choice | None:
        """The one that differs most from what has failed, if only surprises bar it."""
        apart = self.past.apart
        choice = max(self.barred, key=lambda c: apart(c.placements), default=None)
        if choice is None or apart(choice.placements) < same_within(self.belief.doubt):
            return None
        return self._measured(choice if self.confirm is None else tidied(choice, self.confirm))

    def _measured(self, choice: Choice) -> Choice:
        stability = least_tilt(self.past.level, choice.placements, self.belief.mean)
        return replace(choice, stability=stability)
