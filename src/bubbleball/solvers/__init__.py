"""Solvers: they are asked for placements and told what came of them; they never see the game."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol

from bubbleball.errors import unknown_name
from bubbleball.level import Level
from bubbleball.placement import Placement
from bubbleball.thought import Thought
from bubbleball.trial import Trial

# name -> module:class, one line of description
SOLVERS = {
    "hierarchical": ("hierarchical:Hierarchical", "the method, with all that goes beyond the paper"),
    "paper": ("paper:Paper", "the method as the paper states it"),
    "random": ("random_legal:RandomLegal", "random legal placements"),
    "refine": ("refine:Refine", "random legal placements, then small changes of the best"),
    "cmaes": ("evolve:CmaEs", "CMA-ES over piece choice and pose"),
}
DEFAULT_SOLVER = "hierarchical"


class Solver(Protocol):
    """Ask/tell. Before the first `think` it is told the empty run, which is no trial."""

    def think(self) -> Iterator[Thought]:
        """Work towards the next placement, telling of each finished stage."""
        ...

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next (thinking first if need be); None when it gives up."""
        ...

    def tell(self, trial: Trial) -> None:
        """Learn from a trial."""
        ...


def make_solver(name: str, level: Level, *, seed: int = 0, **options: object) -> Solver:
    """A fresh solver for one level. Options are those of the solver's class."""
    if name not in SOLVERS:
        raise unknown_name("solver", name, SOLVERS)
    module, _, class_name = SOLVERS[name][0].partition(":")
    solver_class = getattr(import_module(f"{__name__}.{module}"), class_name)
    solver: Solver = solver_class(level, seed=seed, **options)
    return solver
