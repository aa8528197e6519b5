"""The protocol of a solver, and the solvers by name.

A solver is asked for a placement (`ask`) and gets the trial that it led to (`tell`); it has no
access to the game. `think` does the work and reports each stage on the way:

    solver.tell(empty_run)
    while (placements := solver.ask()) is not None:
        solver.tell(game.play(placements))
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, runtime_checkable

from bubbleball.errors import ArgumentError, SolverError, UnknownNameError, unknown_name
from bubbleball.game.arguments import level_given
from bubbleball.game.level import Level, Origin
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought

# name -> module:class, one line of description
SOLVERS = {
    "hierarchical": (
        "hierarchical:Hierarchical",
        "the paper's method with everything that goes beyond it",
    ),
    "paper": ("paper:Paper", "the method as the paper states it"),
    "copysearch": ("copysearch:CopySearch", "random search in a private copy of the engine"),
    "random": ("random:RandomLegal", "random legal placements"),
    "refine": ("refine:Refine", "random legal placements, then small changes of the best"),
    "cmaes": ("cmaes:CmaEs", "CMA-ES over piece choice and pose"),
}
DEFAULT_SOLVER = "hierarchical"
COMPILED = ("hierarchical", "paper")  # whose models are compiled before the first solve
USES = ("engine", "models", "trials")  # a copy of the engine; own models of it; trials alone
_SEARCHING = {"hierarchical": "engine", "paper": "models"}  # what our solvers with models use


class Solver(Protocol):
    """Ask and tell. The first trial it gets is the empty run, which does not count."""

    def think(self) -> Iterator[Thought]:
        """Work out the next placement, and report each stage when it is finished."""
        ...

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next, after thinking if needed; None to give up."""
        ...

    def tell(self, trial: Trial) -> None:
        """Learn from a trial."""
        ...


@runtime_checkable
class Watcher(Protocol):
    """A solver that learns from trials of others, too."""

    def watch(self, trials: Sequence[Trial]) -> None:
        """Learn from trials of others, of this level or another; called after the empty run."""
        ...


def make_solver(
    name: str | Callable[..., Solver], level: Level, *, seed: int = 0, **options: object
) -> Solver:
    """A new solver for one level. Options are those of the solver's class.

    The name is one of `SOLVERS`, or the place of a class of your own: `package.module:Class` or
    `path/to/file.py:Class`, or the class itself.
    """
    make, name = solver_class(name), solver_name(name)
    level_given(level, "make_solver")
    level = anonymous(level)
    try:
        inspect.signature(make).bind(level, seed=seed, **options)
    except (TypeError, ValueError) as error:  # a ValueError if its arguments are unknown
        given = ", ".join(["level", "seed", *options])
        raise SolverError(f"solver {name!r} does not take ({given}): {error}") from None
    solver = make(level, seed=seed, **options)
    for method in ("think", "ask", "tell"):
        if not callable(getattr(solver, method, None)):
            raise SolverError(f"solver {name!r} has no {method}(); it needs think, ask and tell")
    return solver


def anonymous(level: Level) -> Level:
    """The same puzzle without a name, by which a solver could look up its solutions."""
    return replace(level, name="", title="", author="", origin=Origin.DESIGNED)


def solver_name(solver: str | Callable[..., Solver]) -> str:
    """What records and messages call a solver."""
    return solver if isinstance(solver, str) else getattr(solver, "__name__", "solver")


def solver_class(name: str | Callable[..., Solver]) -> Callable[..., Solver]:
    """The class behind a solver's name."""
    if callable(name):
        return name
    if not isinstance(name, str):
        raise ArgumentError(f"solver {name!r:.60} is not a name; known: {', '.join(SOLVERS)}")
    if name in SOLVERS:
        module, _, attribute = SOLVERS[name][0].partition(":")
        found = import_module(f"{__name__}.{module}")
    elif ":" in name:
        place, _, attribute = name.rpartition(":")
        found = _own_module(place, name)
    else:
        raise unknown_name("solver", name, [*SOLVERS, "FILE.py:CLASS", "MODULE:CLASS"])
    solver: Callable[..., Solver] | None = getattr(found, attribute, None)
    if not callable(solver):
        raise UnknownNameError(f"solver {name!r}: {found.__name__} has no class {attribute!r}")
    return solver


def uses_of(name: str) -> str:
    """What a solver declares to use in its attribute `uses`; empty if it declares nothing."""
    try:
        declared = _SEARCHING.get(name) or getattr(solver_class(name), "uses", "")
    except UnknownNameError:
        return ""
    return declared if declared in USES else ""


def _own_module(place: str, name: str) -> ModuleType:
    """A module by its name, or by its file, which is read once."""
    try:
        return _module_of_file(place) if place.endswith(".py") else import_module(place)
    except (ImportError, FileNotFoundError, SyntaxError, ValueError) as error:
        raise UnknownNameError(f"solver {name!r}: cannot import {place!r}: {error}") from error


def _module_of_file(place: str) -> ModuleType:
    key = str(Path(place).resolve())  # a path cannot clash with a module's name
    if key in sys.modules:
        return sys.modules[key]
    module = ModuleType(key)
    module.__file__ = key
    code = compile(Path(place).read_bytes(), place, "exec")
    sys.modules[key] = module  # dataclasses look up their module while it is executed
    try:
        exec(code, module.__dict__)
    except BaseException:
        del sys.modules[key]
        raise
    return module
