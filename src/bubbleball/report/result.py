"""A level solved in one call, with a result that shows and writes itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from bubbleball.errors import ArgumentError
from bubbleball.files.packs import load_level
from bubbleball.game.arguments import PhysicsLike, physics_given
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.play.record import SolveRecord
from bubbleball.play.recorded_solve import RecordedSolve, SolveTask, solve_and_record
from bubbleball.play.step import MAX_TRIALS, Step
from bubbleball.render.files import check_suffix
from bubbleball.render.picture import notebook_svg
from bubbleball.report.markup import Html, tag
from bubbleball.report.page import write_report
from bubbleball.report.solve_film import write_gif
from bubbleball.solvers import DEFAULT_SOLVER, Solver


@dataclass(frozen=True, slots=True, repr=False)
class SolveResult:
    """How a solve went.

    done: the solve with its record and every thought and trial.
    """

    done: RecordedSolve

    @property
    def level(self) -> Level:
        """The puzzle."""
        return self.done.level

    @property
    def record(self) -> SolveRecord:
        """The figures, as benchmarks record them."""
        return self.done.record

    @property
    def solved(self) -> bool:
        """Whether the ball reached the flag."""
        return self.record.solved

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The solution; if unsolved, the placements whose ball came nearest to the flag."""
        return self.record.placements

    @property
    def trials(self) -> int:
        """How many trials were used; the empty run does not count."""
        return self.record.trials

    @property
    def events(self) -> tuple[Thought | Step, ...]:
        """Every thought and trial, in order."""
        return self.done.events

    @property
    def trial(self) -> Trial:
        """The trial of `placements`; the empty run if there was no other."""
        steps = [event for event in self.events if isinstance(event, Step)]
        return next((s.trial for s in steps if s.placements == self.placements), steps[-1].trial)

    @property
    def story(self) -> str:
        """What the solver thought and what happened, a line each."""
        return "\n".join(map(_line, self.events))

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write the illustrated report, an HTML page."""
        check_suffix(path, (".html",))
        write_report(path, self.level, self.record, self.events)

    def film(self, path: str | os.PathLike[str]) -> None:
        """Write a film of the trials, as .gif or (with the extra `video`) .mp4.

        Of more than 40 it shows the first and the last 20, as the report does.
        """
        write_gif(path, self.level, self.events)

    def __repr__(self) -> str:
        placed = ", ".join(f"{p.piece} at {p.x:g}, {p.y:g}, {p.angle:g}°" for p in self.placements)
        count = f"{self.trials} trial{'s' * (self.trials != 1)}"
        how = f"solved in {count}: {placed}" if self.solved else f"not solved in {count}"
        return f"<SolveResult of {self.record.level}, {how}>"

    def _repr_html_(self) -> str:
        lines = [tag("div", _line(event)) for event in self.events]
        thinking = tag("details", tag("summary", "What the solver thought"), *lines)
        title = tag("p", repr(self).strip("<>"))
        return str(tag("div", title, Html(notebook_svg(self.trial)), thinking))


def solve_level(
    level: Level | str | int | os.PathLike[str],
    solver: str | Callable[..., Solver] = DEFAULT_SOLVER,
    *,
    seed: int = 0,
    physics: PhysicsLike = REAL,
    max_trials: int = MAX_TRIALS,
    time_limit: float | None = None,
    watch: Callable[[Thought | Step], object] = lambda event: None,
    **options: object,
) -> SolveResult:
    """Let a solver play a level, which may also be given by name or by file.

    solver: a name of `SOLVERS`, `path/to/file.py:Class`, or a class of your own.
    physics: of the game; the solver does not see it.
    time_limit: s of wall-clock; None for no limit. Compiling a model, at its first use, is not
        interrupted.
    watch: called with every thought and trial as it comes.
    options: further arguments of the solver's class.

    >>> solve_level("2").solved
    True
    """
    if not callable(watch):
        raise ArgumentError(f"watch = {watch!r:.60}; give a function of one event, such as print")
    task = SolveTask(
        level if isinstance(level, Level) else load_level(level),
        solver,
        seed,
        physics=physics_given(physics),
        max_trials=max_trials,
        time_limit=time_limit,
        options=options,
    )
    return SolveResult(solve_and_record(task, watch, explain=lambda raised: None))


def _line(event: Thought | Step) -> str:
    if isinstance(event, Thought):
        return f"{event.stage.value}: {event.text}"
    name = f"trial {event.number}" if event.number else "empty run"
    return f"{name}: {event.trial.reason}"
