"""The one loop of the other games: a solver attempts a scene, the referee says what happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bubbleball.games.arena import Arena
from bubbleball.games.scene import PlacedBall
from bubbleball.games.solver.solver import BallSolver
from bubbleball.games.trial import PuzzleTrial
from bubbleball.method.explanation import Thought

MAX_ATTEMPTS = 100  # PHYRE's own limit

Referee = Callable[[Sequence[PlacedBall]], PuzzleTrial]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a scene.

    number: from 1.
    trial: what happened.
    simulations: runs of the solver's believed worlds so far.
    seconds: processor time so far.
    """

    number: int
    trial: PuzzleTrial
    simulations: int
    seconds: float


def solve(
    solver: BallSolver, judge: Referee | None = None, *, max_attempts: int = MAX_ATTEMPTS
) -> Iterator[Thought | Attempt]:
    """Attempt a scene until it is solved, the attempts are spent or the solver gives up.

    judge: says what happens; None for the game itself, with its true constants.
    """
    judge = judge or Arena(solver.scene).run
    began = time.process_time()
    for number in range(1, max_attempts + 1):
        yield from solver.think()
        balls = solver.ask()
        if balls is None:
            return
        trial = judge(balls)
        yield Attempt(number, trial, solver.simulations, time.process_time() - began)
        if trial.solved:
            return
        solver.tell(trial)
