"""H-2: search over partial configurations, piece by piece, in the models alone (eq. 17).

A state is a set of placed pieces with the ball's predicted path. It is expanded by every kind of
piece still in the tray; the most promising successors that differ are kept. A piece can thus be
taken back: another state of the beam never had it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.method.contact_sampling import Move, button_poses, contact_poses, legal
from bubbleball.method.cost_to_go import cell_centres, free_cells
from bubbleball.method.supporting_blocks import held, rest_from, resting
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.prediction import Prediction
from bubbleball.model.stepper.predict import (
    BEST_X,
    BEST_Y,
    MET,
    OUTCOME,
    VALUE,
    Predictor,
)

Array = NDArray[np.float64]
Rows = NDArray[np.int64]

MIN_CONTACTS = 40  # contacts tried per state and kind of piece, however wide the beam


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched; counts, never seconds, so that a seed repeats.

    candidates: predictions in one expansion of the whole beam.
    width: states kept. cell: px; at most `per_cell` states of a kind end in one cell.
    rests: pieces of wood let go per expansion of the beam; props: pairs let go, one held by the
        other. What was found for the empty level serves all states.
    finer: best candidates refined by finer gridding, with `shots` each (a sixth for wood).
    settle: put wood where it rests; without it wood is put where the ball should meet it.
    """

    candidates: int = 1000
    width: int = 12
    cell: float = 24.0
    per_cell: int = 2
    rests: int = 120
    props: int = 160
    finer: int = 8
    shots: int = 48
    settle: bool = True


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
        self._known: dict[tuple[str, ...], Move] = {}  # resting poses in the level alone
        self._exits = self._exit_places()

    def state(self, placements: tuple[Placement, ...]) -> State:
        """A configuration with its prediction."""
        return State(placements, self.predictor.one(placements, self.physics))

    def moves(self, states: Sequence[State]) -> list[tuple[State, Move]]:
        """What can be added to each state: every kind of piece, many ways each."""
        kinds = [self._kinds(state) for state in states]
        each = max(MIN_CONTACTS, self.effort.candidates // max(1, sum(map(len, kinds))))
        wood = sum(part.kind.wooden for parts in kinds for part in parts)
        return [
            (state, move)
            for state, parts in zip(states, kinds, strict=True)
            for part in parts
            for move in (
                self._wood(state, part, wood)
                if part.kind.wooden and self.effort.settle
                else self._contacts(state, part, each)
            )
        ]

    def rate(self, moves: Sequence[tuple[State, Move]]) -> list[Candidate]:
        """Gridding (eq. 6): rate them all."""
        return [c for state, move in moves for c in self._rate(state, move)]

    def finer_moves(self, candidates: Sequence[Candidate]) -> list[tuple[State, Move]]:
        """Finer gridding: random shots around the best candidates (what was added last moves)."""
        moves = []
        for candidate in candidates[: self.effort.finer]:
            state = self.state(candidate.placements[: -candidate.added])
            last = candidate.placements[-candidate.added :]
            parts = tuple(part for p in last if (part := self.level.piece(p.piece)) is not None)
            around = self._around(last, parts)
            if self.effort.settle and any(part.kind.wooden for part in parts):
                move = rest_from(self.level, state.placements, parts, around, self.physics)
            else:
                move = Move(parts, around)
            moves.append((state, self._fitting(state, move)))
        return moves

    def _around(self, last: Sequence[Placement], parts: Sequence[Part]) -> Array:
        """Poses near those of some parts (n x parts x 3): mostly small changes, some larger."""
        shots = self.effort.shots // (6 if any(part.kind.wooden for part in parts) else 1)
        scale = self.rng.choice([0.2, 0.6, 1.5], (shots, 1))
        poses = np.zeros((shots, len(parts), 3))
        for j, (placement, part) in enumerate(zip(last, parts, strict=True)):
            spread = np.array([5.0, 5.0, 0.0 if part.kind.upright else 6.0])
            if part.kind.wooden:  # it is let go a little higher and finds its own height and angle
                spread = np.array([8.0, 0.0, 0.0])
            poses[:, j] = [placement.x, placement.y, placement.angle]
            poses[:, j] += scale * spread * self.rng.normal(size=(shots, 3))
            poses[:, j, 1] -= 3.0 if part.kind.wooden else 0.0
            if j and part.kind.wooden:  # what is held moves with what holds it
                poses[:, j, :2] += poses[:, 0, :2] - [last[0].x, last[0].y]
        return poses

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
        return self.level.one_of_each({placement.piece for placement in state.placements})

    def _contacts(self, state: State, part: Part, count: int) -> Iterator[Move]:
        path = state.prediction.path
        if part.kind is Kind.TELEPORT:
            yield from self._teleports(state, part, count)
            return
        poses = button_poses if part.kind.button else contact_poses
        move = Move((part,), poses(part, path, _weights(path), self.rng, count)[:, None])
        yield move.where(legal(self.level, state.placements, move))

    def _wood(self, state: State, part: Part, shared: int) -> Iterator[Move]:
        """Resting poses of a wooden part: known ones that still fit, and some new ones."""
        yield self._fitting(state, self._rests(part, state))
        supports = self._kinds_beside(state, part)
        for support in supports:
            yield self._fitting(state, self._props(part, support, state, len(supports)))
        if state.placements:
            new = max(4, self.effort.rests // shared)
            yield resting(
                self.level, state.placements, part, state.prediction.path, self.physics, self.rng,
                new,
            )  # fmt: skip

    def _fitting(self, state: State, move: Move) -> Move:
        return move.where(legal(self.level, state.placements, move))

    def _rests(self, part: Part, state: State) -> Move:
        """Where a part rests in the level alone."""
        if (part.id,) not in self._known:
            count = self.effort.rests // max(1, sum(p.kind.wooden for p in self._kinds(state)))
            self._known[part.id,] = resting(
                self.level, (), part, state.prediction.path, self.physics, self.rng, count
            )
        return self._known[part.id,]

    def _props(self, main: Part, support: Part, state: State, shared: int) -> Move:
        """Where a part rests when another one holds it, in the level alone."""
        key = (main.id, support.id)
        if key not in self._known:
            path, rng = state.prediction.path, self.rng
            count = max(12, self.effort.props // shared)
            if support.kind.wooden:
                where = self._rests(support, state).poses[:, 0]
            else:
                poses = contact_poses(support, path, _weights(path), rng, 2 * count)
                poses[:, 1] += rng.uniform(0, 60, len(poses))
                props = Move((support,), poses[:, None])
                where = props.where(legal(self.level, (), props)).poses[:, 0]
            self._known[key] = held(self.level, (), main, support, where, self.physics, rng, count)
        return self._known[key]

    def _kinds_beside(self, state: State, main: Part) -> list[Part]:
        taken = State((*state.placements, Placement(main.id, 0, 0)), state.prediction)
        return [part for part in self._kinds(taken) if part.kind.solid]

    def _teleports(self, state: State, part: Part, count: int) -> Iterator[Move]:
        partner = self.level.partner(part.id)
        placed = {placement.piece for placement in state.placements}
        path, rng = state.prediction.path, self.rng
        entries = button_poses(part, path, _weights(path), rng, count)
        exits = self._exits[rng.integers(0, len(self._exits), count)]
        exits = np.column_stack([exits + rng.uniform(-2, 2, (count, 2)), np.zeros(count)])
        other = self.level.piece(partner) if partner else None
        if other is None or other.id in placed:
            if partner is not None:  # the other end stands already: be the way in, or the way out
                ends = np.concatenate([entries[: count // 2], exits[: count // 2]])
                move = Move((part,), ends[:, None])
                yield move.where(legal(self.level, state.placements, move))
            return
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
        values = np.where(results[:, OUTCOME] == columns.AT_FLAG, -1.0, results[:, VALUE])
        met = np.flatnonzero(results[:, MET] >= 0)
        best = self._worth_keeping(results, met[np.argsort(values[met], kind="stable")], values)
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

    def _worth_keeping(self, results: Array, ranked: Rows, values: Array) -> list[int]:
        """Of one move's rows the solutions, and what `keep` could keep of the rest."""
        kept: list[int] = []
        crowd: dict[tuple[int, int], int] = {}
        for row in ranked[: 3 * self.effort.width].tolist():
            cell = (
                int(results[row, BEST_X] // self.effort.cell),
                int(results[row, BEST_Y] // self.effort.cell),
            )
            crowd[cell] = crowd.get(cell, 0) + 1
            if values[row] < 0 or crowd[cell] <= self.effort.per_cell:
                kept.append(row)
        return kept


def _weights(path: Array) -> Array:
    """Which frames are worth touching: those on the screen."""
    x, y = path[:, 0], path[:, 1]
    return np.where((x > -10) & (x < 490) & (y > 60) & (y < 330), 1.0, 0.0) + 1e-9
