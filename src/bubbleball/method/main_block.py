"""H-2 in one Local Region: one Main Block by gridding over its contacts (eq. 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.method.contact_grid import contact_grid, finer_grid, moments
from bubbleball.method.contact_sampling import Move, legal
from bubbleball.method.holding import realised
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.supporting_blocks import held, resting
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.events.predict import chain_starts, predict_many
from bubbleball.model.stepper.predict import MET, OUTCOME, VALUE

Array = NDArray[np.float64]

BODIES = 2  # events 1 to 3: the Main Block, and after the flight one body of the environment
WANTED = 24  # wooden poses that supports are sought for
RESTS, PROPS = 50, 50  # further poses at which wood is let go, alone and above a support
WOOD_SHOTS = 6  # poses about each of the best at which it is let go again
FINER, SHOTS = 6, 100  # candidates refined; random shots around each
SAME = (10.0, 8.0)  # px and degrees within which two Main Blocks count as the same try
KEPT = 150  # candidates of one kind that are looked at further


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate.

    new: its placements, the Main Block last.
    cost: closest approach to the Local Target Set's centre, px; 0 at the flag.
    """

    new: tuple[Placement, ...]
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class MainBlockSearch:
    """The search for one Main Block.

    level: the puzzle.
    base: what stands by earlier regions.
    path: the recorded trajectory, frames x 5: x, y, vx, vy, gravity up.
    local: where to work.
    physics: as believed.
    tried: Main Blocks that were tried beside the base before.
    rng: for random shooting.
    """

    level: Level
    base: tuple[Placement, ...]
    path: Array
    local: LocalRegion
    physics: Physics
    tried: tuple[Placement, ...]
    rng: np.random.Generator

    def kinds(self, main: str = "") -> list[Part]:
        """One piece of each kind that is left beside the base and the Main Block."""
        return self.level.one_of_each({placement.piece for placement in self.base} | {main})

    def coarse(self) -> Iterator[Move]:
        """A coarse grid over block, contact time, contact point and angle; wood as if it stood."""
        frames = moments(self.path, _on_screen(self.path, self.local.frames))
        for part in self.kinds() if len(frames) else ():
            poses = contact_grid(part, self.path, frames)
            if part.kind is Kind.TELEPORT:
                yield from self._teleport_moves(part, poses)
                continue
            move = Move((part,), poses[:, None])
            yield move.where(legal(self.level, self.base, move))

    def _teleport_moves(self, part: Part, entries: Array) -> Iterator[Move]:
        """An entry on the ball's way, the exit on the Guide Path ahead."""
        partner = self.level.partner(part.id)
        other = self.level.piece(partner) if partner else None
        placed = {placement.piece for placement in self.base}
        if partner is None:
            return
        if other is None or other.id in placed:
            move = Move((part,), entries[:, None])
        else:
            exits = self.local.guide[self.rng.integers(0, len(self.local.guide), len(entries))]
            exits = np.column_stack([exits, np.zeros(len(exits))])
            move = Move((other, part), np.stack([exits, entries], axis=1))
            move = move.where(np.hypot(*(exits - entries)[:, :2].T) > 60.0)
        yield move.where(legal(self.level, self.base, move))

    def is_wood(self, placement: Placement) -> bool:
        """Whether a placed piece is wooden."""
        part = self.level.piece(placement.piece)
        return part is not None and part.kind.wooden

    def supported(self, coarse: Sequence[Rated]) -> list[Move]:
        """Where wood rests near the best wanted poses, and what holds it there (eq. 7)."""
        wanted: list[Placement] = []
        for rated in coarse:
            main = rated.new[-1]
            if self.is_wood(main) and not any(_alike(main, other) for other in wanted):
                wanted.append(main)
            if len(wanted) == WANTED:
                break
        found = [new for main in wanted for new in self._realised(main)]
        moves = [_as_move(self.level, [new]) for new in found]
        for part in self.kinds():
            if part.kind.wooden:
                moves += self._resting_moves(part)
        return moves

    def _resting_moves(self, main: Part) -> Iterator[Move]:
        """Poses where a wooden block rests anyway, alone and on each other piece of wood."""
        level, base, physics, rng = self.level, self.base, self.physics, self.rng
        path = self.path
        yield resting(level, base, main, path, physics, rng, RESTS)
        for prop in self.kinds(main.id):
            if prop.kind.wooden:
                where = resting(level, base, prop, path, physics, rng, RESTS)
                yield held(level, base, main, prop, where.poses[:, 0], physics, rng, PROPS)

    def _realised(self, main: Placement) -> Iterator[tuple[Placement, ...]]:
        supports = [part for part in self.kinds(main.piece) if part.kind.wooden]
        return realised(Placer(self.level), self.base, main, supports, self.physics)

    def finer(self, coarse: Sequence[Rated]) -> list[Move]:
        """The best block's best contacts: a finer grid about them, and random shots."""
        best = [r for r in coarse if r.new[-1].piece == coarse[0].new[-1].piece][:FINER]
        moves = []
        for rated in best:
            *others, main = rated.new
            part = self.level.piece(main.piece)
            if part is None:
                continue
            turn = 0.0 if part.kind.upright else 3.0
            pose = np.array([main.x, main.y, main.angle])
            shots = pose + self.rng.normal(0.0, (4.0, 4.0, 2 * turn), (SHOTS, 3))
            if part.kind.wooden:
                near = [Placement(part.id, *map(float, shot)) for shot in shots[:WOOD_SHOTS]]
                moves += [_as_move(self.level, [new]) for p in near for new in self._realised(p)]
                continue
            grid = finer_grid(pose, (2.5, 2.5, turn))
            move = Move((part,), np.concatenate([grid, shots])[:, None])
            move = _beside(others, move, self.level)
            moves.append(move.where(legal(self.level, self.base, move)))
        return moves

    def rate(self, moves: Iterable[Move]) -> list[Rated]:
        """Every candidate's closest approach to the Local Target Set (eq. 6), the best first."""
        aim = (self.local.region.target_x, self.local.region.target_y)
        beta = beta_vector(self.physics)
        found: list[Rated] = []
        for move in _merged(moves):
            starts, frames = chain_starts(move.parts, move.poses, self.path)
            results = predict_many(
                self.level, self.base, move.parts, move.poses, beta, aim, starts, frames, BODIES
            )
            costs = np.where(results[:, OUTCOME] == columns.AT_FLAG, 0.0, results[:, VALUE])
            met = np.flatnonzero(results[:, MET] >= 0)
            for row in met[np.argsort(costs[met], kind="stable")][:KEPT].tolist():
                rated = Rated(move.placements(row), float(costs[row]))
                if not any(_alike(rated.new[-1], old) for old in self.tried):
                    found.append(rated)
        return sorted(found, key=by_cost)


def by_cost(rated: Rated) -> float:
    """Sort key: the best first."""
    return rated.cost


def _alike(a: Placement, b: Placement) -> bool:
    """Whether two placements of a block are all but the same."""
    turn = abs((a.angle - b.angle + 180) % 360 - 180)
    return a.piece == b.piece and np.hypot(a.x - b.x, a.y - b.y) < SAME[0] and turn < SAME[1]


def _as_move(level: Level, candidates: Sequence[Sequence[Placement]]) -> Move:
    """Candidates of the same pieces as a move."""
    parts = [level.piece(placement.piece) for placement in candidates[0]]
    poses = [[(p.x, p.y, p.angle) for p in new] for new in candidates]
    return Move(tuple(part for part in parts if part is not None), np.array(poses, float))


def _merged(moves: Iterable[Move]) -> list[Move]:
    """Moves of the same pieces as one; empty ones left out."""
    groups: dict[tuple[Part, ...], list[Array]] = {}
    for move in moves:
        if len(move.poses):
            groups.setdefault(move.parts, []).append(move.poses)
    return [Move(parts, np.concatenate(poses)) for parts, poses in groups.items()]


def _beside(others: Sequence[Placement], move: Move, level: Level) -> Move:
    """The same candidates with other new pieces standing still in front of them."""
    parts, poses = [], []
    for placement in others:
        part = level.piece(placement.piece)
        if part is not None:
            parts.append(part)
            poses.append([placement.x, placement.y, placement.angle])
    fixed = np.tile(np.array(poses).reshape(1, -1, 3), (len(move.poses), 1, 1))
    return Move((*parts, *move.parts), np.concatenate([fixed, move.poses], axis=1))


def _on_screen(path: Array, frames: NDArray[np.int64]) -> NDArray[np.int64]:
    x, y = path[frames, 0], path[frames, 1]
    inside: NDArray[np.int64] = frames[(x > -10) & (x < 490) & (y > 60) & (y < 330)]
    return inside
