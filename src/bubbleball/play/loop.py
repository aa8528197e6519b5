"""The one loop: a solver plays against the game, and the trials are counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from bubbleball.errors import ArgumentError, SolverError
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.demonstrations import doubt
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.deadline import Deadline, TimeIsUp
from bubbleball.play.step import MAX_TRIALS, Step
from bubbleball.solvers import Solver, Watcher, anonymous


class Opponent(Protocol):
    """What the loop needs from a game; `Game` and `ForeignGame` provide it.

    A solver sees only its trials.
    """

    level: Level

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        """Run one trial; a placement that the game refuses raises a PlacementError."""
        ...


def solve(
    game: Opponent,
    solver: Solver,
    *,
    max_trials: int = MAX_TRIALS,
    time_limit: float | None = None,
    watched: Sequence[Trial] = (),
) -> Iterator[Thought | Step]:
    """Play until the flag is reached, the budget is spent or the solver gives up.

    Yields every thought when it is finished and every trial when it is played, starting with the
    empty run. The time limit (s) interrupts the solver where the system can do that, and otherwise
    applies between thoughts; reading the thoughts does not count as work. If the solve ends
    unsolved before the budget is spent, the last thought says why.
    watched: trials of others, which the solver sees first. Impossible ones are left out.
    """
    if not callable(getattr(game, "play", None)) or not callable(getattr(solver, "ask", None)):
        raise ArgumentError(
            f"solve takes a Game and a Solver, not {game!r:.60} and {solver!r:.60}; "
            "solve_level('2') makes both"
        )
    return _solve(game, solver, max_trials, time_limit, watched)


def _solve(
    game: Opponent,
    solver: Solver,
    max_trials: int,
    time_limit: float | None,
    watched: Sequence[Trial],
) -> Iterator[Thought | Step]:
    deadline = Deadline(time_limit)
    try:
        with deadline.working():
            trial = game.play()
        yield Step(0, (), trial, deadline.spent)
        with deadline.working():
            solver.tell(_anonymous(trial))
        yield from _in_time(_watch(solver, watched), deadline)
        for number in range(1, max_trials + 1):
            silent = True
            for thought in _in_time(_thoughts(solver), deadline):
                silent = False
                yield thought
            with deadline.working():
                placements = _answer(solver)
            if placements is None:
                if silent:
                    yield Thought(MethodStage.CHOOSE, "The solver gives up.")
                return
            with deadline.working():
                trial = game.play(placements)
            step = Step(number, trial.placements, trial, deadline.spent)
            if trial.solved:  # passed on before the step, after which a caller may stop
                solver.tell(_anonymous(trial))
                yield step
                return
            yield step
            with deadline.working():
                solver.tell(_anonymous(trial))
    except TimeIsUp:
        if time_limit is None:  # a caller's limit
            raise
        yield Thought(MethodStage.CHOOSE, f"Stopped at the time limit of {time_limit:g} s.")


def _in_time(thoughts: Iterator[Thought], deadline: Deadline) -> Iterator[Thought]:
    """Yield the thoughts; the deadline applies to thinking, not to reading them."""
    while True:
        with deadline.working():
            thought = next(thoughts, None)
        if thought is None:
            return
        yield thought


def _watch(solver: Solver, trials: Sequence[Trial]) -> Iterator[Thought]:
    """Show the solver the credible trials of others."""
    doubts = [doubt(trial) for trial in trials]
    believed = [trial for trial, why in zip(trials, doubts, strict=True) if why is None]
    for number, why in enumerate(doubts, start=1):
        if why is not None:
            yield Thought(MethodStage.LEARN, f"Left out demonstration {number}: {why}.")
    if believed and isinstance(solver, Watcher):
        solver.watch(believed)
        count = f"{len(believed)} demonstration{'s' * (len(believed) != 1)}"
        yield Thought(MethodStage.LEARN, f"Watched {count}.")
    elif believed:
        yield Thought(MethodStage.LEARN, "This solver does not learn from demonstrations.")


def _anonymous(trial: Trial) -> Trial:
    """A trial without the name of its level."""
    return replace(trial, level=anonymous(trial.level))


def _thoughts(solver: Solver) -> Iterator[Thought]:
    thoughts: object = solver.think()
    if not isinstance(thoughts, Iterable):
        raise SolverError(f"think() gave {thoughts!r:.60}; it must give Thoughts, or an empty list")
    for thought in thoughts:
        if not isinstance(thought, Thought):
            raise SolverError(f"think() gave {thought!r:.60}, which is not a Thought")
        yield thought


def _answer(solver: Solver) -> tuple[Placement, ...] | None:
    answer: object = solver.ask()
    if answer is None:
        return None
    placements = tuple(answer) if isinstance(answer, Iterable) else (None,)
    if not all(isinstance(placement, Placement) for placement in placements):
        raise SolverError(
            f"ask() gave {answer!r:.60}; it must give a tuple of Placements, or None to give up"
        )
    return placements
