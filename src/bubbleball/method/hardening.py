"""H-2: change solutions until they work in more of the plausible worlds (eq. 19).

A solution is found under the mean belief, and nothing in that search asks for more. Here its pieces
are moved a little, again and again, and what the stepping model sees at the flag in most worlds is
kept. Where a world still fails, a piece is added to the ball's path in that world: a wall behind
the flag, say, for a push that may be stronger than believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bubbleball.game.physics import Physics
from bubbleball.method.beam import Beam
from bubbleball.method.candidates import SOLVED, Candidate, PoseBatch, State, few_per_cell
from bubbleball.method.legality import fitting, is_legal
from bubbleball.method.robust_choice import RobustChooser
from bubbleball.model.beta import beta_vector

GENERATIONS = 4
PARENTS = 6  # solutions that are changed in each generation
OF_EACH = 2  # of them with the same pieces, at most
SHOTS = 24  # changes of each of them
SCALES = (0.3, 1.0, 3.0)  # of the changes
MOVED, TURNED = 5.0, 6.0  # px and degrees at scale 1
MENDED = 2  # solutions to which a piece is added
LED_ON = 24  # candidates of each kind of piece that are compared
FAILING = 2  # worlds of each of them for which one is looked for


class Hardening:
    """Solutions of one search, made more robust."""

    def __init__(self, beam: Beam, chooser: RobustChooser, rng: np.random.Generator) -> None:
        self.level = beam.level
        self.beam = beam
        self.chooser = chooser
        self.rng = rng
        self.tried = 0  # configurations

    def search(self, solutions: Sequence[Candidate]) -> list[Candidate]:
        """What works in most worlds after some generations, the most robust first."""
        pool = self._rated(solutions)
        pool += self._rated([*self._mended([c for _, c in _best(pool)[:MENDED]])])
        for _ in range(GENERATIONS):
            parents = self._parents(pool)
            if not parents or parents[0][0] == 1.0:
                break
            pool = parents + self._rated([c for _, each in parents for c in self._changed(each)])
        return [candidate for _, candidate in _best(pool)]

    def _rated(self, candidates: Sequence[Candidate]) -> list[tuple[float, Candidate]]:
        self.tried += len(candidates)
        return list(zip(self.chooser.shares(candidates), candidates, strict=True))

    def _parents(self, pool: list[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
        """The best legal ones, few with the same pieces."""
        legal = ((s, c) for s, c in _best(pool) if is_legal(self.level, c.placements))
        few = few_per_cell(legal, lambda each: _pieces(each[1]), OF_EACH)
        return [each for each, _ in zip(few, range(PARENTS), strict=False)]

    def _changed(self, candidate: Candidate) -> Iterator[Candidate]:
        """The same with all pieces moved a little; wood moves alone, where it still rests."""
        parts = PoseBatch.of(self.level, candidate.placements).parts
        if any(part.kind.wooden for part in parts):
            expansions = self.beam.finer_expansions([candidate])
        else:
            state = self.beam.state(())
            poses = PoseBatch.of(self.level, candidate.placements).poses.repeat(SHOTS, axis=0)
            spread = np.array([[MOVED, MOVED, 0.0 if p.kind.upright else TURNED] for p in parts])
            scale = self.rng.choice(SCALES, (SHOTS, len(parts), 1))
            scale *= self.rng.random((SHOTS, len(parts), 1)) < 0.6
            poses = poses + scale * spread * self.rng.normal(size=poses.shape)
            expansions = [(state, fitting(self.level, (), PoseBatch(parts, poses)))]
        for state, batch in expansions:
            for row in range(len(batch)):
                placed = (*state.placements, *batch.placements(row))
                yield replace(candidate, placements=placed, added=len(batch.parts))

    def _mended(self, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """The same with a piece more, which leads the ball to the flag in a world that fails."""
        for candidate in candidates:
            failing = self.chooser.failing(candidate)
            for world in failing[:FAILING]:
                path = self.beam.predictor.one(candidate.placements, world)
                state = State(candidate.placements, path)
                for _, batch in self.beam.expansions([state]):
                    yield from self._led_on(state, batch, world)

    def _led_on(self, state: State, batch: PoseBatch, world: Physics) -> Iterator[Candidate]:
        """Those of a batch with which the stepping model sees the ball at the flag in a world."""
        if not len(batch):
            return
        self.tried += len(batch)
        seen = self.beam.predictor.many(
            state.placements, batch.parts, batch.poses, beta_vector(world), state.prediction.path
        )
        for row in np.flatnonzero(seen.solved & seen.touched)[:LED_ON].tolist():
            placed = (*state.placements, *batch.placements(row))
            yield Candidate(placed, len(batch.parts), SOLVED, *state.prediction.path[-1, :2])


def _best(pool: list[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    return sorted(pool, key=lambda each: (-each[0], len(each[1].placements)))


def _pieces(candidate: Candidate) -> frozenset[str]:
    return frozenset(p.piece for p in candidate.placements)
