"""One solve from start to end, recorded: what every front end calls."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bubbleball.errors import ArgumentError, BubbleBallError, SolverError
from bubbleball.game.arguments import level_given
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics, physics_text
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.play.loop import Opponent, solve
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import MAX_TRIALS, Step
from bubbleball.play.tally import Tally
from bubbleball.solvers import DEFAULT_SOLVER, Solver, make_solver, solver_name


@dataclass(frozen=True, slots=True)
class SolveTask:
    """What to solve, and how.

    level: the puzzle.
    solver: name or class of the solver, as `make_solver` takes it.
    seed: of the solver, and of chance in a foreign world.
    physics: of the game; the solver does not see it.
    physics_name: what the record calls the physics; by default its overrides in full.
    world: a foreign world, as `parse_changes` reads it; None for the game's own.
    against: the game to play; None for the level under this physics in this world.
    watched: trials of others, which the solver sees before its own.
    max_trials: trials that the solver gets.
    time_limit: s of wall-clock; None for no limit.
    options: further arguments of the solver's class.
    learns: whether to refuse a solver that has no belief to carry over to the next level.
    """

    level: Level
    solver: str | Callable[..., Solver] = DEFAULT_SOLVER
    seed: int = 0
    physics: Physics = REAL
    physics_name: str = ""
    world: str | None = None
    against: Opponent | None = None
    watched: tuple[Trial, ...] = ()
    max_trials: int = MAX_TRIALS
    time_limit: float | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    learns: bool = False

    def __post_init__(self) -> None:
        level_given(self.level, "SolveTask")
        for name, value, least in (("seed", self.seed, 0), ("max_trials", self.max_trials, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ArgumentError(f"{name} = {value!r:.60}; give a whole number from {least}")
        limit = self.time_limit
        if limit is not None and not (isinstance(limit, int | float) and 0 < limit < math.inf):
            raise ArgumentError(f"time_limit = {limit!r:.60}; give seconds above 0, or None")

    def start(self) -> SolveRecord:
        """The record of this task before anything is played."""
        physics = None
        if self.physics != REAL:
            physics = self.physics_name or physics_text(self.physics)
        name = self.level.name or self.level.title or "level"
        return SolveRecord(name, solver_name(self.solver), self.seed, physics, self.world)

    def opponent(self) -> Opponent:
        """The game to play against."""
        if self.against is not None:
            return self.against
        if self.world is None:
            return Game(self.level, self.physics)
        return ForeignGame(self.level, self.world, self.physics, seed=self.seed)


@dataclass(frozen=True, slots=True)
class RecordedSolve:
    """A solve that has ended.

    level: the puzzle.
    record: what to keep of it.
    events: every thought and trial, in order.
    belief: what the solver believes about the physics; None if it learns nothing.
    raised: the exception that ended it; None if none did.
    """

    level: Level
    record: SolveRecord
    events: tuple[Thought | Step, ...]
    belief: object = None
    raised: BaseException | None = None


def failure(raised: BaseException) -> str:
    """Describe an exception in a record; for a mistake in a solver's code, also the place."""
    if isinstance(raised, BubbleBallError):
        return str(raised)
    text = f"{type(raised).__name__}: {raised}".removesuffix(": ")
    place = traceback.extract_tb(raised.__traceback__)[-1]
    return f"{text} ({Path(place.filename).name}, line {place.lineno})"


def solver_failure(raised: BaseException) -> str | None:
    """Describe what a solver raised; None for an interrupt, which comes from the user."""
    return failure(raised) if isinstance(raised, Exception | SystemExit) else None


def solve_and_record(
    task: SolveTask,
    watch: Callable[[Thought | Step], object] = lambda event: None,
    *,
    stopped: Callable[[], bool] = lambda: False,
    explain: Callable[[BaseException], str | None] = solver_failure,
) -> RecordedSolve:
    """Make the solver, let it play, and record what happens.

    watch: called with every thought and trial as it comes.
    stopped: polled after each of them; True ends the solve there.
    explain: returns what to record for an exception; None raises it again.
    """
    tally = Tally(task.start())
    events: list[Thought | Step] = []
    solver: Solver | None = None
    raised: BaseException | None = None
    error: str | None = None
    try:
        solver = _solver(task)
        game = task.opponent()
        for event in solve(
            game,
            solver,
            max_trials=task.max_trials,
            time_limit=task.time_limit,
            watched=task.watched,
        ):
            events.append(event)
            tally.add(event)
            watch(event)
            if stopped():
                break
    except BaseException as exception:
        raised, error = exception, explain(exception)
        if error is None:
            raise
    belief, notes = getattr(solver, "belief", None), getattr(solver, "notes", ())
    record = replace(tally.record(error), notes=tuple(map(str, notes)))
    return RecordedSolve(task.level, record, tuple(events), belief, raised)


def _solver(task: SolveTask) -> Solver:
    solver = make_solver(task.solver, task.level, seed=task.seed, **task.options)
    if task.learns and getattr(solver, "belief", None) is None:
        raise SolverError("learns nothing that it could carry on to the next level")
    return solver
