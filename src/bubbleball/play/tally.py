"""Counts the events of a solve into its record."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import Step


class Tally:
    """Adds up the events of a solve as they come; `record` may be called at any time."""

    def __init__(
        self, start: SolveRecord, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        """`start` names the level, the solver, the seed and the physics."""
        self._record = start
        self._regions: set[Region] = set()
        self._stages: dict[MethodStage, float] = {}
        self._clock = clock
        self._step_at = 0.0
        self._gap = math.inf
        self._ended = ""

    def add(self, event: Thought | Step) -> None:
        """Count one event of `play.loop.solve`."""
        if isinstance(event, Step):
            self._add_step(event)
            return
        self._stages[event.stage] = self._stages.get(event.stage, 0.0) + event.seconds
        self._ended = event.text
        if event.stage is MethodStage.REGION and event.region is not None:
            self._regions.add(event.region)

    def _add_step(self, step: Step) -> None:
        trial = step.trial
        solved = trial.solved and step.number > 0
        self._step_at = self._clock()
        self._ended = "The level is solved." if solved else "All trials of the budget are used."
        self._record = replace(
            self._record,
            solved=solved,
            trials=step.number,
            plays=self._record.plays + 1,
            seconds=step.seconds,
        )
        gap = trial.closest_approach
        if step.number <= 1 or solved or gap < self._gap:  # the empty run is not an attempt
            self._gap = gap
            self._record = replace(
                self._record,
                placements=step.placements,
                outcome=trial.outcome,
                reason=trial.reason,
            )

    def record(self, error: str | None = None) -> SolveRecord:
        """The record so far; `error` says what ended the solve early."""
        thinking = self._record.plays > 0 and not self._record.solved
        return replace(
            self._record,
            regions=len(self._regions),
            error=error,
            reason=self._record.reason if error is None else error,
            ended=self._ended if error is None else error,
            seconds=self._record.seconds + (self._clock() - self._step_at if thinking else 0.0),
            stage_seconds=dict(self._stages),
        )
