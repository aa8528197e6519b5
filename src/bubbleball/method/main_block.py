"""H-2 as the paper has it: one Main Block in a Local Region, by gridding over contacts (eq. 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.method.candidates import PoseBatch, Rated, by_cost, merged
from bubbleball.method.contact_sampling import contact_grid, finer_grid, moments, on_screen
from bubbleball.method.legality import fitting
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.supporting_blocks import held, realised, resting
from bubbleball.model import columns
from bubbleball.model.columns import beta_vector
from bubbleball.model.events.predict import chain_starts, predict_many
from bubbleball.model.stepper.predict import MET, OUTCOME, VALUE

BODIES = 2  # events 1 to 3: the Main Block, and after the flight one body of the environment
WANTED = 24  # wooden poses that supports are sought for
RESTS, PROPS = 50, 50  # further poses at which wood is released, alone and above a support
WOOD_SHOTS = 6  # poses around each of the best at which it is released again
FINER, SHOTS = 6, 100  # candidates refined; random shots around each
GRID_STEPS = (2.5, 3.0)  # px and degrees between the points of the finer grid
SAME = (10.0, 8.0)  # px and degrees within which two Main Blocks count as the same
KEPT = 150  # candidates kept for each tuple of pieces
APART = 60.0  # px between the two ends of a pair of teleports


@dataclass(frozen=True, slots=True, eq=False)
class MainBlockSearch:
    """The search for one Main Block.

    level: the puzzle.
    base: what earlier regions placed.
    path: the recorded trajectory, frames x 5: x, y, vx, vy, gravity up.
    local: where to work.
    physics: as believed.
    tried: Main Blocks that earlier trials placed beside the same base.
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

    def coarse(self) -> Iterator[PoseBatch]:
        """A coarse grid over block, contact time, contact point and angle.

        Wood is taken to stay at its pose, whether anything holds it there or not.
        """
        frames = self.local.frames[on_screen(self.path[self.local.frames])]
        times = moments(self.path, frames)
        for part in self.kinds() if len(times) else ():
            poses = contact_grid(part, self.path, times)
            if part.kind is Kind.TELEPORT:
                yield from self._teleports(part, poses)
            else:
                yield self._fitting(PoseBatch((part,), poses[:, None]))

    def _fitting(self, batch: PoseBatch) -> PoseBatch:
        return fitting(self.level, self.base, batch)

    def _teleports(self, part: Part, entries: Array) -> Iterator[PoseBatch]:
        """An entry on the ball's path, the exit on the Guide Path ahead."""
        partner = self.level.partner(part.id)
        if partner is None:
            return
        other = self.level.piece(partner)
        if other is None or any(placement.piece == partner for placement in self.base):
            yield self._fitting(PoseBatch((part,), entries[:, None]))
            return
        exits = self.local.guide[self.rng.integers(0, len(self.local.guide), len(entries))]
        exits = np.column_stack([exits, np.zeros(len(exits))])
        batch = PoseBatch((other, part), np.stack([exits, entries], axis=1))
        yield self._fitting(batch.where(np.hypot(*(exits - entries)[:, :2].T) > APART))

    def is_wood(self, placement: Placement) -> bool:
        """Whether a placed piece is wooden."""
        part = self.level.piece(placement.piece)
        return part is not None and part.kind.wooden

    def supported(self, coarse: Sequence[Rated]) -> list[PoseBatch]:
        """Poses at which wood rests (eq. 7).

        Near the best wanted poses, with what holds it there, and wherever else it rests near the
        path, alone and on each other piece of wood.
        """
        wanted: list[Placement] = []
        for rated in coarse:
            main = rated.new[-1]
            if self.is_wood(main) and not any(_alike(main, other) for other in wanted):
                wanted.append(main)
            if len(wanted) == WANTED:
                break
        batches = [batch for main in wanted for batch in self._realised(main)]
        for part in self.kinds():
            if part.kind.wooden:
                batches += self._rests(part)
        return batches

    def _rests(self, main: Part) -> Iterator[PoseBatch]:
        """Poses at which a wooden block rests, alone and on each other piece of wood."""
        level, base, physics, rng = self.level, self.base, self.physics, self.rng
        yield resting(level, base, main, self.path, physics, rng, RESTS)
        for prop in self.kinds(main.id):
            if prop.kind.wooden:
                where = resting(level, base, prop, self.path, physics, rng, RESTS)
                yield held(level, base, main, prop, where.poses[:, 0], physics, rng, PROPS)

    def _realised(self, main: Placement) -> Iterator[PoseBatch]:
        supports = [part for part in self.kinds(main.piece) if part.kind.wooden]
        placer = Placer(self.level)
        for new in realised(placer, self.base, main, supports, self.physics):
            yield PoseBatch.of(self.level, new)

    def finer(self, coarse: Sequence[Rated]) -> list[PoseBatch]:
        """A finer grid and random shots around the best contacts of the best block."""
        best = [r for r in coarse if r.new[-1].piece == coarse[0].new[-1].piece][:FINER]
        batches: list[PoseBatch] = []
        for rated in best:
            *others, main = rated.new
            part = self.level.piece(main.piece)
            if part is None:
                continue
            shift, turn = GRID_STEPS[0], 0.0 if part.kind.upright else GRID_STEPS[1]
            pose = np.array([main.x, main.y, main.angle])
            shots = pose + self.rng.normal(0.0, (4.0, 4.0, 2 * turn), (SHOTS, 3))
            if part.kind.wooden:
                for shot in shots[:WOOD_SHOTS]:
                    batches += self._realised(Placement(part.id, *map(float, shot)))
                continue
            grid = finer_grid(pose, (shift, shift, turn))
            batch = PoseBatch((part,), np.concatenate([grid, shots])[:, None])
            batches.append(self._fitting(batch.beside(PoseBatch.of(self.level, others))))
        return batches

    def rate(self, batches: Iterable[PoseBatch]) -> list[Rated]:
        """Every candidate's closest approach to the Local Target Set (eq. 6), the best first."""
        aim = (self.local.region.target_x, self.local.region.target_y)
        beta = beta_vector(self.physics)
        found: list[Rated] = []
        for batch in merged(batches):
            starts, frames = chain_starts(batch.parts, batch.poses, self.path)
            results = predict_many(
                self.level, self.base, batch.parts, batch.poses, beta, aim, starts, frames, BODIES
            )
            costs = np.where(results[:, OUTCOME] == columns.AT_FLAG, 0.0, results[:, VALUE])
            met = np.flatnonzero(results[:, MET] >= 0)
            for row in met[np.argsort(costs[met], kind="stable")][:KEPT].tolist():
                rated = Rated(batch.placements(row), float(costs[row]))
                if not any(_alike(rated.new[-1], old) for old in self.tried):
                    found.append(rated)
        return sorted(found, key=by_cost)


def _alike(a: Placement, b: Placement) -> bool:
    """Whether two placements of a block are nearly the same."""
    turn = abs((a.angle - b.angle + 180) % 360 - 180)
    return a.piece == b.piece and np.hypot(a.x - b.x, a.y - b.y) < SAME[0] and turn < SAME[1]
