"""What is kept of one solve: a line of a record file, and the answer of `solve --json`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bubbleball.errors import FileFormatError, PlacementError, Problem
from bubbleball.files.document import placements_data, placements_from
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.play.loop import Step


@dataclass(frozen=True, slots=True)
class SolveRecord:
    """One solve, finished.

    level: the level's name.
    solver: the solver's name.
    seed: of the solver.
    physics: name or overrides of the game's physics; None for the real one.
    solved: whether the ball reached the flag.
    trials: trials used; the empty run is not one.
    plays: times that the game was run, the empty run included.
    regions: Local Regions worked on, each counted once.
    placements: the solution; when unsolved, of the trial whose ball came nearest to the flag.
    outcome: of that trial, or of the empty run if there was none; None when the game was never run.
    reason: what happened in it, in a sentence.
    ended: why there was no further trial, in a sentence.
    error: what went wrong with the solver; None when nothing did.
    seconds: wall-clock of the whole solve.
    stage_seconds: of each stage of thinking; `coarse` and `fine` are the paper's CG and FG.
    """

    level: str
    solver: str
    seed: int
    physics: str | None = None
    solved: bool = False
    trials: int = 0
    plays: int = 0
    regions: int = 0
    placements: tuple[Placement, ...] = ()
    outcome: Outcome | None = None
    reason: str = "not played"
    ended: str = ""
    error: str | None = None
    seconds: float = 0.0
    stage_seconds: Mapping[MethodStage, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The record as plain values, in a fixed order; times last, to the microsecond."""
        return {
            "level": self.level,
            "solver": self.solver,
            "seed": self.seed,
            "physics": self.physics,
            "solved": self.solved,
            "trials": self.trials,
            "plays": self.plays,
            "regions": self.regions,
            "placements": placements_data(self.placements),
            "outcome": self.outcome,
            "reason": self.reason,
            "ended": self.ended,
            "error": self.error,
            "seconds": round(self.seconds, 6),
            "stage_seconds": {
                stage.value: round(self.stage_seconds[stage], 6)
                for stage in MethodStage
                if stage in self.stage_seconds
            },
        }

    @classmethod
    def from_json(cls, data: object) -> SolveRecord:
        """Read what `to_json` wrote; anything else is a FileFormatError that says what is wrong."""
        if not isinstance(data, dict):
            raise FileFormatError([Problem("", f"a record is an object, not {data!r:.60}")])
        known = cls.__dataclass_fields__
        problems = [
            Problem(key, "is missing") for key in known if key not in data and key != "ended"
        ]
        problems += [Problem(str(key), "is not a field") for key in data if key not in known]
        problems += [
            Problem(key, f"{data[key]!r:.60} is not {what}")
            for key, (kinds, what) in _KINDS.items()
            if key in data and type(data[key]) not in kinds
        ]
        if problems:
            raise FileFormatError(problems)
        try:
            return cls(
                **{
                    **data,
                    "placements": placements_from(data["placements"]),
                    "outcome": None if data["outcome"] is None else Outcome(data["outcome"]),
                    "stage_seconds": {MethodStage(s): t for s, t in data["stage_seconds"].items()},
                }
            )
        except (TypeError, ValueError, PlacementError) as error:
            raise FileFormatError([Problem("", f"not a record: {error}")]) from error

    def without_times(self) -> SolveRecord:
        """The same with every time zero: equal for two runs of the same solve."""
        return replace(self, seconds=0.0, stage_seconds={})


_TEXT = (str,), "text"
_TEXT_OR_NULL = (str, type(None)), "text or null"
_COUNT = (int,), "a whole number"
_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "level": _TEXT,
    "solver": _TEXT,
    "seed": _COUNT,
    "physics": _TEXT_OR_NULL,
    "solved": ((bool,), "true or false"),
    "trials": _COUNT,
    "plays": _COUNT,
    "regions": _COUNT,
    "placements": ((list,), "a list"),
    "outcome": _TEXT_OR_NULL,
    "reason": _TEXT,
    "ended": _TEXT,
    "error": _TEXT_OR_NULL,
    "seconds": ((int, float), "a number"),
    "stage_seconds": ((dict,), "an object"),
}


class Tally:
    """Counts the events of a solve as they come; `record` may be taken at any moment."""

    def __init__(
        self,
        level: str,
        solver: str,
        seed: int,
        physics: str | None = None,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._record = SolveRecord(level, solver, seed, physics)
        self._regions: set[Region] = set()
        self._stages: dict[MethodStage, float] = {}
        self._clock = clock
        self._step_at = 0.0
        self._gap = math.inf
        self._ended = ""

    def add(self, event: Thought | Step) -> None:
        """Take in what `play.solve` yields."""
        if isinstance(event, Thought):
            self._stages[event.stage] = self._stages.get(event.stage, 0.0) + event.seconds
            self._ended = event.text
            if event.stage is MethodStage.REGION and event.region is not None:
                self._regions.add(event.region)
            return
        trial = event.trial
        solved = trial.solved and event.number > 0
        self._step_at = self._clock()
        self._ended = "The level is solved." if solved else "All trials of the budget are used."
        self._record = replace(
            self._record,
            solved=solved,
            trials=event.number,
            plays=self._record.plays + 1,
            seconds=event.seconds,
        )
        gap = trial.closest_approach
        if event.number <= 1 or solved or gap < self._gap:  # the empty run is no attempt
            self._gap = gap
            self._record = replace(
                self._record,
                placements=event.placements,
                outcome=trial.outcome,
                reason=trial.reason,
            )

    def record(self, error: str | None = None) -> SolveRecord:
        """The solve so far; `error` says what broke it off."""
        going_on = self._record.plays > 0 and not self._record.solved
        return replace(
            self._record,
            regions=len(self._regions),
            error=error,
            reason=self._record.reason if error is None else error,
            ended=self._ended if error is None else error,
            seconds=self._record.seconds + (self._clock() - self._step_at if going_on else 0.0),
            stage_seconds=dict(self._stages),
        )


def record_of(
    events: Iterable[Thought | Step],
    *,
    level: str,
    solver: str,
    seed: int,
    physics: str | None = None,
) -> SolveRecord:
    """Follow a solve to its end and tell what came of it."""
    tally = Tally(level, solver, seed, physics)
    for event in events:
        tally.add(event)
    return tally.record()
