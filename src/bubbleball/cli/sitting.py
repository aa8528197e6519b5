"""One level of `solve`: whatever breaks it off, what was found until then is kept."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli import STOPPED
from bubbleball.errors import BubbleBallError, SolverError

if TYPE_CHECKING:
    from bubbleball.game.level import Level
    from bubbleball.method.explanation import Thought
    from bubbleball.play.loop import Step
    from bubbleball.play.record import SolveRecord
    from bubbleball.solvers import Solver


@dataclass(frozen=True, slots=True)
class Solve:
    """One level, done or broken off.

    record, events: of the solve. level: what was to be solved.
    belief: what the solver believes of the physics; None if it learns nothing.
    stop: what broke it off, to be raised when all that was found is kept; None if nothing did.
    """

    level: Level
    record: SolveRecord
    events: list[Thought | Step]
    belief: object = None
    stop: Exception | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is the same for all levels of one call; fields as the options."""

    solver: str
    seed: int
    physics: str
    max_trials: int
    time_limit: float | None
    carry: bool

    def solve(
        self,
        level: Level,
        options: dict[str, object],
        tell: Callable[[Thought | Step], None] | None,
    ) -> Solve:
        """Let a new solver play a level, as far as it comes."""
        from bubbleball.game.game import Game
        from bubbleball.game.physics import parse_physics
        from bubbleball.play.loop import solve as follow
        from bubbleball.play.record import Tally
        from bubbleball.solvers import make_solver

        real = self.physics == "real"
        tally = Tally(level.name, self.solver, self.seed, None if real else self.physics)
        events: list[Thought | Step] = []
        player: Solver | None = None
        stop: Exception | None = None
        try:
            player = make_solver(self.solver, level, seed=self.seed, **options)
            if self.carry:
                _check_belief(player)
            game = Game(level, parse_physics(self.physics))
            for event in follow(
                game, player, max_trials=self.max_trials, time_limit=self.time_limit
            ):
                events.append(event)
                tally.add(event)
                if tell is not None:
                    tell(event)
        except BrokenPipeError:
            raise  # nobody listens any more
        except (KeyboardInterrupt, Exception, SystemExit) as raised:  # a solver may raise anything
            stop = _stop(raised, self.solver)
        record = tally.record(None if stop is None else str(stop))
        return Solve(level, record, events, getattr(player, "belief", None), stop)


def _check_belief(player: Solver) -> None:
    if getattr(player, "belief", None) is None:
        raise SolverError("learns nothing that it could --carry on")


def _stop(raised: BaseException, solver: str) -> Exception:
    """What is to be raised in the end; of a mistake in a solver's code it tells the place."""
    if isinstance(raised, KeyboardInterrupt) or (
        isinstance(raised, SystemExit) and raised.code == STOPPED  # Ctrl-C during an import
    ):
        return click.Abort("stopped by Ctrl-C")
    if isinstance(raised, BubbleBallError):
        text = str(raised)
        return SolverError(text if repr(solver) in text else f"solver {solver!r}: {text}")
    place = traceback.extract_tb(raised.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return SolverError(f"solver {solver!r}: {type(raised).__name__}: {raised} ({where})")
