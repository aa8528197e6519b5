"""A solver against the game, for tests of solvers."""

from __future__ import annotations

from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.solvers import Solver, make_solver

Events = list[Thought | Step]


def events(
    level: Level,
    solver: str | Solver,
    *,
    seed: int = 0,
    physics: Physics = REAL,
    max_trials: int = 5,
) -> Events:
    """Everything that a solve yields; a solver by name, or one already made."""
    made = make_solver(solver, level, seed=seed) if isinstance(solver, str) else solver
    return list(solve(Game(level, physics), made, max_trials=max_trials))


def steps(found: Events) -> list[Step]:
    """The empty run and the trials."""
    return [event for event in found if isinstance(event, Step)]


def thoughts(found: Events, stage: MethodStage | None = None) -> list[Thought]:
    """What the solver reported, of one stage or of all."""
    said = [event for event in found if isinstance(event, Thought)]
    return [thought for thought in said if stage is None or thought.stage is stage]
