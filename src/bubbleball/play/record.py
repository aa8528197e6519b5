"""The record of one solve: a line of a record file, and the output of `solve --json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bubbleball.errors import FileFormatError, PlacementError, Problem
from bubbleball.files.document import placements_data, placements_from
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome
from bubbleball.method.explanation import MethodStage


@dataclass(frozen=True, slots=True)
class SolveRecord:
    """The result of one solve.

    level: the level's name.
    solver: the solver's name.
    seed: of the solver.
    physics: name or overrides of the game's physics, exact to the last digit; None: the real one.
    world: the foreign world, as `parse_changes` reads it; None: the game's own.
    solved: whether the ball reached the flag.
    trials: trials used; the empty run does not count.
    plays: runs of the game, including the empty run.
    regions: Local Regions worked on, each counted once.
    placements: the solution; if unsolved, those of the trial whose ball came nearest to the flag.
    outcome: of that trial, or of the empty run if there was none; None if the game was never run.
    reason: what happened in that trial, in a sentence.
    ended: why there was no further trial, in a sentence.
    error: what went wrong in the solver; None if nothing did.
    notes: what the solver says about the whole solve, such as why each of its trials failed.
    seconds: wall-clock of the whole solve.
    stage_seconds: of each stage of the method; `coarse` and `fine` are the paper's CG and FG.
    """

    level: str
    solver: str
    seed: int
    physics: str | None = None
    world: str | None = None
    solved: bool = False
    trials: int = 0
    plays: int = 0
    regions: int = 0
    placements: tuple[Placement, ...] = ()
    outcome: Outcome | None = None
    reason: str = "not played"
    ended: str = ""
    error: str | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    stage_seconds: Mapping[MethodStage, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The record as JSON values in a fixed order, times last and to the microsecond."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return fields | {
            "placements": placements_data(self.placements),
            "notes": list(self.notes),
            "seconds": round(self.seconds, 6),
            "stage_seconds": {
                stage.value: round(self.stage_seconds[stage], 6)
                for stage in MethodStage
                if stage in self.stage_seconds
            },
        }

    @classmethod
    def from_json(cls, data: object) -> SolveRecord:
        """Read what `to_json` writes; anything else raises a FileFormatError that says why."""
        if not isinstance(data, dict):
            raise FileFormatError([Problem("", f"a record is an object, not {data!r:.60}")])
        known = cls.__dataclass_fields__
        problems = [
            Problem(key, "is missing") for key in known if key not in data and key not in _LATER
        ]
        problems += [Problem(str(key), "is not a field") for key in data if key not in known]
        problems += [
            Problem(key, f"{data[key]!r:.60} is not {what}")
            for key, (kinds, what) in _KINDS.items()
            if key in data and type(data[key]) not in kinds
        ]
        notes = data.get("notes", [])
        if isinstance(notes, list) and not all(isinstance(note, str) for note in notes):
            problems.append(Problem("notes", f"{notes!r:.60} is not a list of texts"))
        if not problems:
            problems += [
                Problem("stage_seconds", f"{time!r:.60} is not a number")
                for time in data["stage_seconds"].values()
                if type(time) not in (int, float)
            ]
        if problems:
            raise FileFormatError(problems)
        try:
            return cls(
                **{
                    **data,
                    "placements": placements_from(data["placements"]),
                    "notes": tuple(notes),
                    "outcome": None if data["outcome"] is None else Outcome(data["outcome"]),
                    "stage_seconds": {MethodStage(s): t for s, t in data["stage_seconds"].items()},
                }
            )
        except (TypeError, ValueError, OverflowError, PlacementError) as error:
            raise FileFormatError([Problem("", f"not a record: {error}")]) from error

    def without_times(self) -> SolveRecord:
        """The same with all times zero, so that two runs of the same solve are equal."""
        return replace(self, seconds=0.0, stage_seconds={})


_LATER = ("ended", "notes", "world")  # fields that older records lack
_TEXT = (str,), "text"
_TEXT_OR_NULL = (str, type(None)), "text or null"
_COUNT = (int,), "a whole number"
_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "level": _TEXT,
    "solver": _TEXT,
    "seed": _COUNT,
    "physics": _TEXT_OR_NULL,
    "world": _TEXT_OR_NULL,
    "solved": ((bool,), "true or false"),
    "trials": _COUNT,
    "plays": _COUNT,
    "regions": _COUNT,
    "placements": ((list,), "a list"),
    "outcome": _TEXT_OR_NULL,
    "reason": _TEXT,
    "ended": _TEXT,
    "error": _TEXT_OR_NULL,
    "notes": ((list,), "a list"),
    "seconds": ((int, float), "a number"),
    "stage_seconds": ((dict,), "an object"),
}
