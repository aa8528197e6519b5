"""Predictions of success that failed: what they say about the next choice.

A sure prediction that failed is a surprise until the belief explains that run. As long as there are
surprises, the belief is wrong where it matters, and a small change of what failed is no new idea:
each surprise doubles the distance within which a placement counts as the same as one that failed,
and halves what the robustness of the same idea counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.method.candidates import Choice
from bubbleball.method.change import look_of
from bubbleball.method.decision import FRAGILE, best_of

SAME = 2.0  # px and degrees within which two placements count as the same
VARIETY = 10.0  # growth of that for each m/s² of doubt
GROWTH, FARTHEST = 2.0, 60.0  # its factor for each surprise, and its limit
HALF = 0.5  # of its robustness that an idea keeps after each surprise


def same_within(doubt: float) -> float:
    """How near to a failed placement a new one counts as the same, px and degrees.

    doubt: acceleration that trials leave unexplained, m/s². The more, the less a small change
        can be trusted to help.
    """
    return SAME * (1.0 + VARIETY * doubt)


class _Failure(NamedTuple):
    """A sure prediction that failed: its idea, and what happened."""

    idea: Hashable
    trial: Trial


class Surprises:
    """The sure predictions of one level that failed.

    count: of those that the belief does not explain.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._expected: Choice | None = None
        self._failures: list[_Failure] = []
        self._open: list[Hashable] = []  # ideas of the failures that the belief does not explain

    def expect(self, choice: Choice) -> None:
        """The choice for the next trial; one that is fragile promises nothing."""
        self._expected = choice if choice.robustness >= FRAGILE else None

    def tell(self, trial: Trial) -> None:
        """Compare a trial with what was expected of it."""
        expected, self._expected = self._expected, None
        if expected is not None and trial.placements == expected.placements and not trial.solved:
            self._failures.append(_Failure(self.idea(expected), trial))

    def review(self, odd: Callable[[Sequence[Trial]], Sequence[bool]]) -> None:
        """Keep the failures open whose runs are still odd by the belief that is held now."""
        still = odd([failure.trial for failure in self._failures]) if self._failures else ()
        self._open = [f.idea for f, open_ in zip(self._failures, still, strict=True) if open_]

    @property
    def count(self) -> int:
        """Sure predictions that failed, and that the belief does not explain."""
        return len(self._open)

    def idea(self, choice: Choice) -> Hashable:
        """Equal for choices with the same pieces, which the ball meets in the same order.

        Pieces that look the same are the same.
        """
        looks = {p.piece: look_of(self.level, p.piece) for p in choice.placements}
        met = dict.fromkeys(event.part for event in choice.events if event.part in looks)
        return tuple(sorted(map(str, looks.values()))), tuple(looks[part] for part in met)

    def trust(self, choice: Choice) -> float:
        """What its robustness counts: the less, the more often its idea has failed."""
        return float(HALF ** self._open.count(self.idea(choice))) if self._open else 1.0

    def best_of(self, choices: Sequence[Choice]) -> Choice | None:
        """The best choice; once ideas have failed, the one whose robustness counts most."""
        if all(self.trust(choice) == 1.0 for choice in choices):
            return best_of(choices)
        return max(choices, key=lambda c: c.robustness * self.trust(c))

    def farther(self, near: float) -> float:
        """How near to a failed placement a new one counts as the same after all surprises.

        near: the same without any, px and degrees.
        """
        return max(near, min(FARTHEST, near * GROWTH**self.count))
