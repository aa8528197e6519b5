"""The runs of a benchmark, each a solver with a seed on a level, and their records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bubbleball.bench.effort import NO_EFFORT, RunEffort, effort_of
from bubbleball.bench.settings import Settings
from bubbleball.errors import FileFormatError, Problem
from bubbleball.game.level import Level
from bubbleball.play.record import SolveRecord


@dataclass(frozen=True, slots=True)
class Item:
    """One puzzle of a suite.

    suite: the suite's name.
    level: the puzzle; its name and the physics together are unique in the suite.
    physics: as on the command line; None for the real one.
    world: a foreign world, as on the command line; None for the game's own.
    """

    suite: str
    level: Level
    physics: str | None = None
    world: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One solve to run.

    number: its place in the benchmark, from 0.
    item: the puzzle.
    solver: name of the solver.
    seed: of the solver.
    max_trials: trials that the solver gets.
    """

    number: int
    item: Item
    solver: str
    seed: int
    max_trials: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A benchmark before it is run.

    settings: what identifies it.
    runs: all of its runs, in canonical order.
    """

    settings: Settings
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The record of a run.

    number: of the run.
    suite: the suite's name.
    solve: the record of the solve.
    effort: what it cost and what made it.
    """

    number: int
    suite: str
    solve: SolveRecord
    effort: RunEffort = NO_EFFORT

    def line(self) -> str:
        """The record as one line of a record file, without the newline."""
        return json.dumps(
            {
                "run": self.number,
                "suite": self.suite,
                **self.solve.to_json(),
                "effort": self.effort.to_json(),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, data: object) -> RunRecord:
        """Read the value of one line."""
        if not isinstance(data, dict):
            raise FileFormatError([Problem("", f"a record is an object, not {data!r:.60}")])
        rest = dict(data)
        number, suite = rest.pop("run", None), rest.pop("suite", None)
        if type(number) is not int or number < 0:
            raise FileFormatError([Problem("run", f"{number!r:.60} is not a whole number from 0")])
        if not isinstance(suite, str):
            raise FileFormatError([Problem("suite", f"{suite!r:.60} is not text")])
        effort = _effort(rest.pop("effort", {}))  # older records lack it
        return cls(number, suite, SolveRecord.from_json(rest), effort)


def _effort(data: object) -> RunEffort:
    if not isinstance(data, dict) or data.keys() - NO_EFFORT.to_json().keys():
        raise FileFormatError([Problem("effort", f"{data!r:.60} is not the effort of a run")])
    for name, value in data.items():
        kind = type(getattr(NO_EFFORT, name))
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise FileFormatError([Problem(f"effort.{name}", f"{value!r:.60} does not fit")])
    return RunEffort(**data)


def all_runs(
    items: Iterable[Item], solvers: Sequence[str], seeds: Sequence[int], max_trials: int
) -> tuple[Run, ...]:
    """Every run of a benchmark, in its fixed order: items, then solvers, then seeds."""
    wanted = ((item, solver, seed) for item in items for solver in solvers for seed in seeds)
    return tuple(Run(number, *want, max_trials) for number, want in enumerate(wanted))


def failed_run(run: Run, error: str, seconds: float) -> RunRecord:
    """The record of a run that was given up after `seconds`; its processor time is not known."""
    solve = replace(unsolved(run), error=error, reason=error, ended=error, seconds=seconds)
    return RunRecord(run.number, run.item.suite, solve, effort_of(run.solver, (), 0.0, 0))


def unsolved(run: Run) -> SolveRecord:
    """The record of a run in which nothing has happened."""
    item = run.item
    return SolveRecord(item.level.name, run.solver, run.seed, item.physics, item.world)


class Track(StrEnum):
    """What a result shows; results of different tracks are not compared."""

    COPY = "copy"  # a model with the game's own constants: shows the speed of search
    CONSTANTS = "constants"  # a model whose constants are off: shows learning of constants
    STRUCTURE = "structure"  # a world that the model cannot express: shows learning of structure
    MODEL_FREE = "model-free"  # no model at all: shows what trials alone teach
    UNDECLARED = "undeclared"  # the solver does not say what it uses


def track_of(run: RunRecord) -> Track:
    """The track of a run, from what the solver declares that it uses and the world it met."""
    if run.effort.uses == "trials":
        return Track.MODEL_FREE
    if not run.effort.uses:
        return Track.UNDECLARED
    if run.solve.world is not None:
        return Track.STRUCTURE
    return Track.COPY if run.solve.physics is None else Track.CONSTANTS
