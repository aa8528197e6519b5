"""H-2: go on with resting pieces from a run in which wood moves (eq. 18).

Where a throw or a push sends the ball, other pieces lead it on. They are sampled as for any other
path, but the path is that of a run in the believed world, and wood stands where the run leaves
it. The best are run again, whole, and the best of these runs are continued in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.beam import Beam
from bubbleball.method.candidates import Candidate, State, by_cost, few_per_cell
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.legality import fitting, is_legal
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.throws import run_candidate
from bubbleball.model.codes import Status
from bubbleball.model.prediction import Prediction

CONTINUED = 6  # runs that are continued at once
RUNS = 24  # candidates run for each further piece
DEPTH = 3  # further pieces
ENOUGH = 6  # solutions that end the search
MOVING = 10.0  # px/s; slower wood counts as resting


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """A run in the believed world.

    candidate: what was placed, and how far the ball came.
    state: the ball's path after wood in motion has let go of it, and where the pieces end up.
    """

    candidate: Candidate
    state: State


class Continuation:
    """Adds resting pieces to runs in one level under one belief.

    beam: draws and rates the pieces. tried: runs of the believed world so far.
    """

    def __init__(self, level: Level, to_go: CostToGo, physics: Physics, beam: Beam) -> None:
        self.level = level
        self.to_go = to_go
        self.physics = physics
        self.beam = beam
        self.tried = 0

    def search(self, moving: Iterable[Candidate]) -> list[Candidate]:
        """Continue the best of some candidates; every candidate that was run, the best first."""
        found: list[Candidate] = []
        runs = [self._run(c.placements) for c in islice(_differing(moving), CONTINUED)]
        for _ in range(min(DEPTH, len(self.level.pieces) - 1)):
            new = self._extended(runs)
            found += [run.candidate for run in new]
            if not new or sum(c.solved for c in found) >= ENOUGH:
                break
            ranked = {id(run.candidate): run for run in new if not run.candidate.solved}
            best = islice(_differing(run.candidate for run in ranked.values()), CONTINUED)
            runs = [ranked[id(candidate)] for candidate in best]
        return sorted(found, key=by_cost)

    def _extended(self, runs: Sequence[_Run]) -> list[_Run]:
        """Each run with one more piece, as far as the stepper expects something of it."""
        rated: list[Candidate] = []
        for run in runs:
            start = run.candidate.placements
            drawn = self.beam.expansions([run.state], built=0)
            fit = [(state, fitting(self.level, start, batch)) for state, batch in drawn]
            for one in self.beam.rate(fit):
                new = one.placements[-one.added :]
                rated.append(Candidate((*start, *new), one.added, one.cost, one.x, one.y))
        legal = (c for c in _differing(rated) if is_legal(self.level, c.placements))
        return [self._run(c.placements) for c in islice(legal, RUNS)]

    def _run(self, placements: tuple[Placement, ...]) -> _Run:
        self.tried += 1
        trial = simulate(self.level, placements, self.physics)
        candidate = run_candidate(trial, self.to_go)
        status = Status.AT_FLAG if trial.solved else Status.UNFINISHED
        path = recorded_path(trial)[_let_go(trial) :]
        seen = Prediction(status, path, candidate.cost, ())
        return _Run(candidate, State(_ended(trial), seen))


def _differing(candidates: Iterable[Candidate]) -> Iterable[Candidate]:
    """The candidates in order of cost, two at most of those that are alike."""
    return few_per_cell(sorted(candidates, key=by_cost), lambda c: c.cell, 2)


def _let_go(trial: Trial) -> int:
    """The last frame at which the ball touches wood in motion; 0 if it never does."""
    frames = [0]
    for contact in trial.contacts:
        if contact.part in trial.movers:
            last = contact.frame if contact.until is None else contact.until
            column = trial.movers.index(contact.part)
            rates = trial.moves[[contact.frame, min(last, trial.steps)], column, 3:5]
            if np.abs(rates).max() > MOVING:
                frames.append(min(last, trial.steps))
    return max(frames)


def _ended(trial: Trial) -> tuple[Placement, ...]:
    """The placements with the wood where it was in the last frame."""
    last = dict(zip(trial.movers, trial.moves[-1, :, :3].tolist(), strict=True))
    return tuple(
        Placement(at.piece, *last[at.piece]) if at.piece in last else at for at in trial.placements
    )
