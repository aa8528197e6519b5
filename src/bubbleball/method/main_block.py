"""H-2 as the paper has it: one Main Block in a Local Region (eq. 6).

Coarse gridding (CG) goes over every block, its contacts with the recorded path and its angles. A
wooden block is gridded over the poses at which it rests, alone or on a Supporting Block, because
its state at contact must be one that it can hold (eq. 7). Finer gridding (FG) and random shooting
refine the block that coarse gridding chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array, Mask
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch, Rated, by_cost, merged
from bubbleball.method.contact_sampling import contact_grid, finer_grid, moments, on_screen
from bubbleball.method.legality import fitting, is_legal
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.resting import STANDS, Resting
from bubbleball.method.tried import alike
from bubbleball.model.beta import EventBeta
from bubbleball.model.events.predict import EventPredictor

BODIES = 2  # events 1 to 3: the Main Block, and after the flight one body of the environment
KEPT = 150  # candidates kept for each tuple of pieces
FINER, SHOTS = 8, 100  # candidates refined; random shots around each
GRID_STEPS = (2.5, 3.0)  # px and degrees between the points of the finer grid
ROUNDED = 40  # of the best, rated at the poses to which a game of whole numbers may round them
JITTERS = 12  # such poses for each
APART = 60.0  # px between the two ends of a pair of teleports
METAL_STEP = 24.0  # px between the places of a metal Supporting Block
FAR = 200.0  # px; a rating beyond it says no more than that the ball goes elsewhere


@dataclass(frozen=True, slots=True, eq=False)
class MainBlockSearch:
    """The search for one Main Block.

    level: the puzzle.
    base: what earlier regions placed.
    path: the recorded trajectory, frames x 5: x, y, vx, vy, gravity up.
    local: where to work.
    touching: whether only touching the flag counts: the ball passes the target as things stand.
    beta: of the event models.
    tried: Main Blocks that earlier trials placed beside the same base.
    rng: for random shooting.
    """

    level: Level
    base: tuple[Placement, ...]
    path: Array
    local: LocalRegion
    touching: bool
    beta: EventBeta
    tried: tuple[Placement, ...]
    rng: np.random.Generator

    def kinds(self, *used: str) -> list[Part]:
        """One piece of each kind that is left beside the base."""
        return self.level.one_of_each({placement.piece for placement in self.base} | {*used})

    def coarse(self) -> Iterator[PoseBatch]:
        """The coarse grid over block, contact time, contact point and angle."""
        frames = self.local.frames[on_screen(self.path[self.local.frames])]
        times = moments(self.path, frames)
        for part in self.kinds() if len(times) else ():
            if part.kind.wooden:
                continue  # see `resting`
            poses = contact_grid(part, self.path, times)
            if part.kind is Kind.TELEPORT:
                yield from self._teleports(part, poses)
            else:
                yield self._fitting(PoseBatch((part,), poses[:, None]))

    def resting(self) -> Iterator[PoseBatch]:
        """The coarse grid of wooden blocks: the poses at which they rest, alone or supported.

        It does not depend on the Local Region, so one search serves all regions of a path.
        """
        rest = Resting(self.level, self.base, self.beta.physics)
        for part in self.kinds():
            if not part.kind.wooden:
                continue
            yield self._fitting(PoseBatch((part,), rest.alone(part)[:, None]))
            for support in self.kinds(part.id):
                if support.kind.solid:
                    stands = self._stands(rest, support)
                    yield self._fitting(
                        PoseBatch((support, part), rest.supported(part, support, stands))
                    )

    def rate(self, batches: Iterable[PoseBatch]) -> list[Rated]:
        """Rate every candidate by its distance from the Local Target Set, the best first."""
        found: list[Rated] = []
        for batch in merged(batches):
            costs, met = self._costs(batch)
            hits = np.flatnonzero(met)
            for row in hits[np.argsort(costs[hits], kind="stable")][:KEPT].tolist():
                rated = Rated(batch.placements(row), float(costs[row]))
                if not any(alike(rated.new[-1], old) for old in self.tried):
                    found.append(rated)
        return sorted(found, key=by_cost)

    def finer(self, coarse: Sequence[Rated]) -> Iterator[PoseBatch]:
        """Around the best contacts of the best block: a finer grid and random shots."""
        best = [r for r in coarse if r.new[-1].piece == coarse[0].new[-1].piece][:FINER]
        for rated in best:
            batch = PoseBatch.of(self.level, rated.new)
            part, pose = batch.parts[-1], batch.poses[0, -1]
            if part.kind.wooden:
                continue  # its poses are those at which it rests
            turn = 0.0 if part.kind.upright else GRID_STEPS[1]
            shots = pose + self.rng.normal(0.0, (4.0, 4.0, 2 * turn), (SHOTS, 3))
            around = np.concatenate([finer_grid(pose, (GRID_STEPS[0],) * 2 + (turn,)), shots])
            new = np.tile(batch.poses, (len(around), 1, 1))
            new[:, -1] = around
            yield self._fitting(PoseBatch(batch.parts, new))

    def rounded(self, fine: Sequence[Rated]) -> list[Rated]:
        """The best by their mean rating at the poses that a game of whole numbers may use.

        The real game takes whole px and degrees, so a candidate is worth what its neighbours are.
        """
        found = []
        for batch in merged(PoseBatch.of(self.level, rated.new) for rated in fine[:ROUNDED]):
            wooden, upright = batch.parts[-1].kind.wooden, batch.parts[-1].kind.upright
            reach = (1.0, 0.0 if wooden else 1.0, 0.0 if wooden or upright else 1.0)
            poses = np.repeat(batch.poses, JITTERS, axis=0)
            shifts = self.rng.uniform(-1.0, 1.0, (len(batch), JITTERS, 3)) * reach
            shifts[:, 0] = 0.0
            poses[:, -1] += shifts.reshape(-1, 3)
            costs, met = self._costs(PoseBatch(batch.parts, poses))
            costs = np.minimum(np.where(met, costs, FAR), FAR).reshape(-1, JITTERS).mean(axis=1)
            found += [Rated(batch.placements(n), float(cost)) for n, cost in enumerate(costs)]
        return sorted(found, key=by_cost)

    def foreseen(self, rated: Rated) -> tuple[Array, tuple[tuple[str, int], ...]]:
        """The whole motion with a candidate: its path, and who is met in which frame."""
        prediction = EventPredictor(self.level).one((*self.base, *rated.new), self.beta)
        events = [(e.part, round(e.seconds / SECONDS_PER_STEP)) for e in prediction.events]
        if prediction.solved:
            events.append((self.level.flag.id, len(prediction.path) - 1))
        return prediction.path, tuple(events)

    def allowed(self, rated: Rated) -> bool:
        """Whether a candidate keeps the rules themselves."""
        return is_legal(self.level, (*self.base, *rated.new))

    def _costs(self, batch: PoseBatch) -> tuple[Array, Mask]:
        """Distance from the target (px, 0 at the flag), and whether the block is met.

        Where only touching the flag counts, a near miss is no better than outside the disc.
        """
        aim = (self.local.region.target_x, self.local.region.target_y)
        results = EventPredictor(self.level, aim, BODIES).many(
            self.base, batch.parts, batch.poses, self.beta.vector(), self.path
        )
        missed = results.value + (self.local.region.target_radius if self.touching else 0.0)
        costs: Array = np.where(results.solved, 0.0, missed)  # (eq. 6)
        return costs, results.touched

    def _stands(self, rest: Resting, support: Part) -> Array:
        """Where a Supporting Block may stand: wood at rest, metal on a grid around the path."""
        if support.kind.wooden:
            poses = rest.alone(support, spacing=STANDS)
        else:
            seen = self.path[on_screen(self.path), :2]
            (left, top), (right, bottom) = seen.min(axis=0), seen.max(axis=0)
            x = np.arange(left, right + 1, METAL_STEP)
            y = np.arange(top, bottom + 1, METAL_STEP)
            turns = np.array([0.0, 90.0])
            grid = np.meshgrid(x, y, turns, indexing="ij")
            poses = np.stack(grid, axis=-1).reshape(-1, 3)
        return self._fitting(PoseBatch((support,), poses[:, None])).poses[:, 0]

    def _teleports(self, part: Part, entries: Array) -> Iterator[PoseBatch]:
        """An entry on the ball's path, the exit on the Guide Path ahead."""
        partner = self.level.partner(part.id)
        other = self.level.piece(partner) if partner else None
        if partner is None:
            return
        batch = PoseBatch((part,), entries[:, None])
        if other is not None and all(placed.piece != other.id for placed in self.base):
            exits = self.local.guide[self.rng.integers(0, len(self.local.guide), len(entries))]
            exits = np.column_stack([exits, np.zeros(len(exits))])
            batch = PoseBatch((other, part), np.stack([exits, entries], axis=1))
            batch = batch.where(np.hypot(*(exits - entries)[:, :2].T) > APART)
        yield self._fitting(batch)

    def _fitting(self, batch: PoseBatch) -> PoseBatch:
        return fitting(self.level, self.base, batch)
