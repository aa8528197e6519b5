"""H-2: search over partial configurations, piece by piece, in the models alone.

A state is a set of placed pieces with the ball's predicted path. It is expanded by every kind of
piece still in the tray; the most promising successors that differ are kept. A piece can thus be
taken back: another state of the beam never had it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.field import cell_centres, free_cells
from bubbleball.level import Kind, Level, Part
from bubbleball.model import kernel
from bubbleball.model.predict import BEST_X, BEST_Y, MET, OUTCOME, VALUE, Prediction, Predictor
from bubbleball.model.scene import beta_vector
from bubbleball.physics import Physics
from bubbleball.placement import Placement
from bubbleball.search import Move, button_poses, contact_poses, legal
from bubbleball.support import held, resting

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched; counts, never seconds, so that a seed repeats.

    candidates: predictions in one expansion of the whole beam.
    width: states kept. cell: px; at most `per_cell` states of a kind end in one cell.
    rests: resting poses tried per wooden part and state; props: the same for held ones.
    finer: best candidates refined by finer gridding, with `shots` each.
    """

    candidates: int = 16000
    width: int = 14
    cell: float = 24.0
    per_cell: int = 2
    rests: int = 60
    props: int = 40
    finer: int = 8
    shots: int = 60


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A configuration and what the ball is predicted to do in it."""

    placements: tuple[Placement, ...]
    prediction: Prediction


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rated configuration.

    placements: all of them, the last ones new. added: how many are new.
    value: least cost-to-go, -1 at the flag. x, y: where that was.
    """

    placements: tuple[Placement, ...]
    added: int
    value: float
    x: float
    y: float

    @property
    def solved(self) -> bool:
        """Whether the model sees the ball at the flag."""
        return self.value < 0


class Beam:
    """Expands states of one level under one belief."""

    def __init__(
        self,
        level: Level,
        predictor: Predictor,
        physics: Physics,
        rng: np.random.Generator,
        effort: Effort,
    ) -> None:
        self.level = level
        self.predictor = predictor
        self.physics = physics
        self.beta = beta_vector(physics)
        self.rng = rng
        self.effort = effort
        self.tried = 0
        self._exits = self._exit_places()

    def state(self, placements: tuple[Placement, ...]) -> State:
        """A configuration with its prediction."""
        return State(placements, self.predictor.one(placements, self.physics))

    def coarse(self, states: Sequence[State]) -> list[Candidate]:
        """Coarse gridding (eq. 6): every state, every kind of piece, many contacts."""
        self.tried = 0
        found: list[Candidate] = []
        kinds = [self._kinds(state) for state in states]
        each = self.effort.candidates // max(1, sum(map(len, kinds)))
        for state, parts in zip(states, kinds, strict=True):
            for part in parts:
                for move in self._moves(state, part, max(100, each)):
                    found += self._rate(state, move)
        return found

    def fine(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Finer gridding: random shots around the best candidates (the last piece moves)."""
        found: list[Candidate] = []
        for candidate in candidates[: self.effort.finer]:
            part = self.level.piece(candidate.placements[-1].piece)
            if part is None or part.kind.wooden or candidate.added != 1:
                continue
            base = candidate.placements[:-1]
            last = candidate.placements[-1]
            shots = self.effort.shots
            spread = np.array([5.0, 5.0, 0.0 if _upright(part) else 6.0])
            scale = self.rng.choice([0.2, 0.6, 1.5], (shots, 1))
            poses = np.array([last.x, last.y, last.angle]) + scale * spread * self.rng.normal(
                size=(shots, 3)
            )
            state = self.state(base)
            move = Move((part,), poses[:, None])
            found += self._rate(state, move.where(legal(self.level, base, move)))
        return found

    def keep(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The best that differ: few per cell of the best point and set of pieces used."""
        crowd: dict[tuple[object, ...], int] = {}
        kept = []
        for candidate in sorted(candidates, key=lambda c: c.value):
            key = (
                int(candidate.x // self.effort.cell),
                int(candidate.y // self.effort.cell),
                frozenset(p.piece for p in candidate.placements),
            )
            if crowd.get(key, 0) < self.effort.per_cell:
                crowd[key] = crowd.get(key, 0) + 1
                kept.append(candidate)
                if len(kept) == self.effort.width:
                    break
        return kept

    def _kinds(self, state: State) -> list[Part]:
        """One piece of each kind that is still in the tray."""
        placed = {placement.piece for placement in state.placements}
        kinds: dict[tuple[object, ...], Part] = {}
        for part in self.level.pieces:
            if part.id not in placed:
                kinds.setdefault((part.kind, part.form, part.width, part.height), part)
        return list(kinds.values())

    def _moves(self, state: State, part: Part, count: int) -> Iterator[Move]:
        path = state.prediction.path
        weights = _weights(path)
        if part.kind.wooden:
            yield resting(
                self.level, state.placements, part, path, self.physics, self.rng, self.effort.rests
            )
            yield from self._held(state, part)
            return
        if part.kind is Kind.TELEPORT:
            yield from self._teleports(state, part, count)
            return
        poses = button_poses if part.kind.button else contact_poses
        move = Move((part,), poses(part, path, weights, self.rng, count)[:, None])
        yield move.where(legal(self.level, state.placements, move))

    def _held(self, state: State, main: Part) -> Iterator[Move]:
        for support in self._kinds_beside(state, main):
            path, rng = state.prediction.path, self.rng
            if support.kind.wooden:
                where = resting(
                    self.level, state.placements, support, path, self.physics, rng,
                    self.effort.props,
                )  # fmt: skip
            else:
                poses = contact_poses(support, path, _weights(path), rng, 2 * self.effort.props)
                poses[:, 1] += rng.uniform(0, 60, len(poses))
                where = Move((support,), poses[:, None])
                where = where.where(legal(self.level, state.placements, where))
            yield held(
                self.level, state.placements, main, support, where.poses[:, 0], self.physics, rng,
                self.effort.props,
            )  # fmt: skip

    def _kinds_beside(self, state: State, main: Part) -> list[Part]:
        taken = State((*state.placements, Placement(main.id, 0, 0)), state.prediction)
        return [part for part in self._kinds(taken) if part.kind.solid]

    def _teleports(self, state: State, part: Part, count: int) -> Iterator[Move]:
        partner = self.level.partner(part.id)
        placed = {placement.piece for placement in state.placements}
        path, rng = state.prediction.path, self.rng
        entries = button_poses(part, path, _weights(path), rng, count)
        other = self.level.piece(partner) if partner else None
        if other is None or other.id in placed:
            if partner is not None:
                move = Move((part,), entries[:, None])
                yield move.where(legal(self.level, state.placements, move))
            return
        exits = self._exits[rng.integers(0, len(self._exits), count)]
        exits = np.column_stack([exits + rng.uniform(-2, 2, (count, 2)), np.zeros(count)])
        for order in ((0, 1), (1, 0)):
            both = np.stack([entries, exits], axis=1)[:, order]
            move = Move((part, other), both)
            apart = np.hypot(*(entries - exits)[:, :2].T) > 60
            yield move.where(apart & legal(self.level, state.placements, move))

    def _exit_places(self) -> Array:
        """Free places inside the play area, those near the flag oftener."""
        xs, ys = cell_centres()
        inside = free_cells(self.level) & (xs > 0) & (xs < 480) & (ys > 95) & (ys < 320)
        rows = np.flatnonzero(inside.ravel())
        if not len(rows):
            return np.array([[240.0, 200.0]])
        value = self.predictor.field[0].ravel()[rows]
        near = rows[np.argsort(value)[: max(1, len(rows) // 3)]]
        places = np.concatenate([rows, near, near])
        return np.column_stack([xs.ravel()[places], ys.ravel()[places]])

    def _rate(self, state: State, move: Move) -> list[Candidate]:
        if not len(move.poses):
            return []
        self.tried += len(move.poses)
        results = self.predictor.many(
            state.placements, move.parts, move.poses, self.beta, state.prediction.path
        )
        values = np.where(results[:, OUTCOME] == kernel.AT_FLAG, -1.0, results[:, VALUE])
        met = np.flatnonzero(results[:, MET] >= 0)
        best = met[np.argsort(values[met], kind="stable")][: 3 * self.effort.width]
        return [
            Candidate(
                (*state.placements, *move.placements(int(row))),
                len(move.parts),
                float(values[row]),
                float(results[row, BEST_X]),
                float(results[row, BEST_Y]),
            )
            for row in best
        ]


def _weights(path: Array) -> Array:
    """Which frames are worth touching: those on the screen."""
    x, y = path[:, 0], path[:, 1]
    return np.where((x > -10) & (x < 490) & (y > 60) & (y < 330), 1.0, 0.0) + 1e-9


def _upright(part: Part) -> bool:
    return part.kind.button and part.kind is not Kind.SPRING
