"""Repair a player's failed attempt: the solver starts from it and changes little."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from bubbleball.errors import expect
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.change import changes
from bubbleball.method.repair import Repair
from bubbleball.model.belief import Belief
from bubbleball.play.repaired import Repaired, parting, reason
from bubbleball.play.step import MAX_TRIALS
from bubbleball.solvers import DEFAULT_SOLVER, Solver, anonymous, make_solver

SOLVED_ALREADY = "This already reaches the flag."


class _StoppedError(Exception):
    """Ends a repair that is no longer wanted."""


def repair(
    game: Game,
    attempt: Trial,
    *,
    seed: int = 0,
    max_trials: int = MAX_TRIALS,
    stopped: Callable[[], bool] = lambda: False,
) -> Repaired | None:
    """Return the smallest change found to an attempt that reaches the flag, or None.

    Only the game's trials are used: proposals come from the solver's own models, and it learns
    from a trial that contradicts them. `stopped` is polled; True ends the search.
    """
    expect(game, Game, "repair", "Game(load_level('2')) gives one")
    expect(attempt, Trial, "repair", "game.play(...) gives one")
    began, before = time.perf_counter(), game.trials
    if attempt.solved:
        return Repaired(
            attempt.placements, (), attempt, SOLVED_ALREADY, parting(attempt, attempt), 0, 0.0
        )
    try:
        for proposal in _proposals(game, attempt, seed, stopped):
            trial = game.play(proposal)
            if trial.solved:
                return Repaired(
                    proposal,
                    changes(game.level, attempt.placements, proposal),
                    trial,
                    reason(attempt, trial),
                    parting(attempt, trial),
                    game.trials - before,
                    time.perf_counter() - began,
                )
            if game.trials - before >= max_trials:
                return None
    except _StoppedError:
        pass
    return None


def _proposals(
    game: Game, attempt: Trial, seed: int, stopped: Callable[[], bool]
) -> Iterator[tuple[Placement, ...]]:
    """Placements to try: small changes first, the solver's own solutions last."""
    belief, own = Belief.prior(), attempt
    attempt = replace(own, level=anonymous(own.level))  # as the solver knows it
    search = Repair(attempt, belief.mean, np.random.default_rng(seed))
    explained = search.explained
    if explained:
        for found in search.one_piece():
            if stopped():
                raise _StoppedError
            if found is not None:
                yield search.drawn_back(found)
                break
    seen = [game.play(), own]
    if explained:
        hasty = make_solver(DEFAULT_SOLVER, game.level, seed=seed, hasty=True)  # a trial is cheap
        _answer(_told(hasty, seen), stopped)
        smallest = search.smallest(getattr(hasty, "solutions", ()))
        if smallest is not None:
            yield smallest
            seen.append(game.play(smallest))  # it did not work: learn from it
    solver = _told(make_solver(DEFAULT_SOLVER, game.level, seed=seed), seen)
    while (answer := _answer(solver, stopped)) is not None:
        believed: Belief = getattr(solver, "belief", belief)
        search = Repair(attempt, believed.mean, np.random.default_rng(seed))
        if search.works(answer):
            yield search.drawn_back(answer)
        yield answer  # the game refuted the smaller change: try the solver's own answer
        solver.tell(game.play(answer))


def _told(solver: Solver, seen: Iterable[Trial]) -> Solver:
    """The solver, after it has seen some trials."""
    for trial in seen:
        solver.tell(trial)
    return solver


def _answer(solver: Solver, stopped: Callable[[], bool]) -> tuple[Placement, ...] | None:
    for _ in solver.think():
        if stopped():
            raise _StoppedError
    return solver.ask()
