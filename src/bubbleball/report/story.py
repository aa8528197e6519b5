"""The events of a solve in order: the empty run, then a chapter for each trial."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.step import Step

MOST_SHOWN = 40  # chapters of a report or a film


@dataclass(frozen=True, slots=True, eq=False)
class RegionSearch:
    """The thoughts about one region.

    number: counts from 1 before each trial.
    thoughts: in order; the first one names the region.
    fresh: whether it starts again where the first search began, with nothing placed.
    """

    number: int
    thoughts: tuple[Thought, ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """The thinking that led to one trial, and the trial.

    before: the previous run; None if there was none.
    thoughts: in order.
    step: the trial; None if the solve ended without one.
    """

    before: Trial | None
    thoughts: tuple[Thought, ...]
    step: Step | None

    @property
    def prelude(self) -> tuple[Thought, ...]:
        """The thoughts before the first region, without decisions."""
        return self._groups()[0]

    @property
    def searches(self) -> tuple[RegionSearch, ...]:
        """The searches, each about one region, in order."""
        _, *groups = self._groups()
        return tuple(
            RegionSearch(number, group, fresh=number > 1 and _same_path(group[0], groups[0][0]))
            for number, group in enumerate(groups, start=1)
        )

    @property
    def decisions(self) -> tuple[Thought, ...]:
        """The thoughts that state a decision."""
        return tuple(t for t in self.thoughts if t.stage is MethodStage.CHOOSE)

    @property
    def prediction(self) -> Thought | None:
        """The thought that predicts what the placement will do; None without a prediction."""
        predicting = [
            t
            for t in self.thoughts
            if t.stage is not MethodStage.REGION and (t.predicted is not None or t.events)
        ]
        chosen = [t for t in predicting if t.stage is MethodStage.CHOOSE]
        return next(reversed(chosen or predicting), None)

    @property
    def learned(self) -> tuple[Thought, ...]:
        """Thoughts that changed or confirmed the belief."""
        return tuple(t for t in self.thoughts if t.belief)

    @property
    def tried(self) -> int:
        """Number of candidates evaluated in coarse and fine search."""
        return sum(
            t.candidate_count
            for t in self.thoughts
            if t.stage in (MethodStage.COARSE, MethodStage.FINE)
        )

    def _groups(self) -> list[tuple[Thought, ...]]:
        """The thoughts without decisions: before the first region, then region by region."""
        groups: list[list[Thought]] = [[]]
        for thought in self.thoughts:
            if thought.stage is MethodStage.CHOOSE:
                continue
            if thought.stage is MethodStage.REGION:
                groups.append([])
            groups[-1].append(thought)
        return list(map(tuple, groups))


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """A whole solve.

    opening: the run with nothing placed; None if it is missing.
    chapters: one for each trial, and one more if the solver thought and then gave up.
    """

    opening: Step | None
    chapters: tuple[Chapter, ...]

    @property
    def trials(self) -> tuple[Chapter, ...]:
        """The chapters that end in a trial."""
        return tuple(chapter for chapter in self.chapters if chapter.step)

    def abridged(self) -> Story:
        """The first and the last of very many chapters: what is shown has a bound."""
        if len(self.chapters) <= MOST_SHOWN:
            return self
        half = MOST_SHOWN // 2
        return Story(self.opening, self.chapters[:half] + self.chapters[-half:])


def _same_path(a: Thought, b: Thought) -> bool:
    return (
        a.predicted is not None
        and b.predicted is not None
        and np.array_equal(a.predicted, b.predicted)
    )


def story_of(events: Iterable[Thought | Step]) -> Story:
    """Arrange the events that `play.solve` yields."""
    opening: Step | None = None
    chapters: list[Chapter] = []
    thoughts: list[Thought] = []
    before: Trial | None = None
    for event in events:
        if isinstance(event, Thought):
            thoughts.append(event)
            continue
        if event.number == 0:
            opening = event
        else:
            chapters.append(Chapter(before, tuple(thoughts), event))
            thoughts = []
        before = event.trial
    if thoughts:
        chapters.append(Chapter(before, tuple(thoughts), None))
    return Story(opening, tuple(chapters))


def stage_seconds(thoughts: Sequence[Thought]) -> dict[MethodStage, float]:
    """Time spent in each stage, s, in the order of the stages."""
    times = {stage: sum(t.seconds for t in thoughts if t.stage is stage) for stage in MethodStage}
    return {stage: value for stage, value in times.items() if value > 0}
