"""H-2: structures of several pieces, planned as wholes, including pieces that the ball never meets.

A construction is a Main Block with all that holds it: legs, legs on legs, wedges, or a
counterweight on an end that reaches over an edge. Its parameters are few: which piece plays which
part, where each stands. Poses follow from geometry and moment equilibrium (eq. 7), without a
step of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Point, area, bounds, moved, overlap
from bubbleball.game.kinds import BALL_RADIUS, Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import POLYGON_SKIN, Physics
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch, merged
from bubbleball.method.legality import fitting
from bubbleball.method.plank_rows import Begin, gaps, is_plank, leg_up_to, row
from bubbleball.method.resting import Resting
from bubbleball.method.stacks import GAP, Stand, column, level_height, reaches, top_of

NEARBY = 40.0  # px; standard deviation of a construction's middle from the ball's path
ALTERNATIVES = 3  # stands nearest to where a leg is wanted, one of which is taken
STACKED = 0.25  # chance that a leg stands on another one
MATCHED = 0.5  # chance that legs are built up to the height of something near
ALIKE = 0.8  # chance that the second leg is built as the first one
TOUCHING = 1.0  # px; a block that overlaps another when lowered by this rests on it
LIFT = np.array([0.0, POLYGON_SKIN - GAP, 0.0])  # from one skin above, where `Resting` puts them
SURE = 1.3  # times the moment needed that a counterweight has at least
OVERLAPS = 0.45  # px that two blocks may overlap
MIDDLES = 3  # places tried for a Main Block above its legs
FLUSH = 4  # the same of those at which it ends where something else begins
LEVER = 0.15  # chance of a counterweight, where there is an edge
ROWS = 0.35  # chance of a row of planks; for other rectangles, of a pier
FILLED = 0.5  # chance that it fills a gap between two edges, where there is one
SPREAD = 100.0  # px from the ball's path at which a row begins, about


class Constructions:
    """Draws constructions beside what is placed, under one belief."""

    def __init__(self, level: Level, physics: Physics, rng: np.random.Generator) -> None:
        self.level = level
        self.physics = physics
        self.rng = rng
        self._resting: dict[tuple[Placement, ...], Resting] = {}
        self._stands: dict[tuple[object, ...], Array] = {}

    def alone(self, base: tuple[Placement, ...], part: Part) -> PoseBatch:
        """Every pose at which a block rests beside what is placed, found by geometry."""
        return fitting(self.level, base, PoseBatch((part,), self._stand(base, part)[:, None]))

    def around(
        self, base: tuple[Placement, ...], main: Part, free: Sequence[Part], path: Array, count: int
    ) -> list[PoseBatch]:
        """Constructions that hold a Main Block near the ball's path; the Main Block comes last.

        free: pieces that may hold it. path: of the ball, n x 2 or more columns, px.
        """
        solid = [part for part in free if part.kind.solid and part.id != main.id]
        drawn: list[list[Stand]] = []
        for _ in range(count if solid else 0):
            x, y = path[self.rng.integers(len(path)), :2] + [self.rng.normal(0, NEARBY), 0.0]
            drawn += self._draw(base, main, solid, float(x), float(y))
        return [
            fitting(self.level, base, batch)
            for batch in merged(
                PoseBatch(tuple(part for part, _ in stands), _poses(stands)) for stands in drawn
            )
        ]

    def near(
        self, base: tuple[Placement, ...], last: Sequence[Stand], spread: float
    ) -> tuple[Placement, ...] | None:
        """The same construction with its pieces moved a little sideways; None if it does not stand.

        spread: standard deviation of the moves, px.
        """
        shared = self.rng.normal(0, spread)
        new: tuple[Placement, ...] = ()
        for part, at in last:
            if not part.kind.wooden:
                new += (Placement(part.id, at.x + shared, at.y, at.angle),)
                continue
            x = at.x + shared + self.rng.normal(0, spread / 2)
            poses = self._rests((*base, *new)).at(part, np.array([x]))
            if not len(poses):
                return None
            turn = np.abs((poses[:, 2] - at.angle + 180.0) % 360.0 - 180.0)
            best = poses[np.argmin(np.abs(poses[:, 1] - at.y) + turn)]
            new += (Placement.at(part.id, best),)
        return new

    def _rests(self, base: tuple[Placement, ...]) -> Resting:
        if base not in self._resting:
            self._resting[base] = Resting(self.level, base, self.physics)
        return self._resting[base]

    def _stand(self, base: tuple[Placement, ...], part: Part) -> Array:
        """Poses (n x 3) of a block on the scenery, and on or beside what is placed."""
        poses = self._alone((), part)
        return np.concatenate([poses, self._alone(base, part)]) if base else poses

    def _alone(self, base: tuple[Placement, ...], part: Part) -> Array:
        """Poses (n x 3) of a block on what stands: everywhere, or near what is placed."""
        key = (base, part.kind, part.form, part.width, part.height)
        if key not in self._stands:
            resting = self._rests(base)
            if base:
                across = _beside_placed(self.level, base, part)
                poses = resting.at(part, across)
            else:
                fit = resting.beside(part)
                if part.form is Form.CIRCLE:
                    fit = np.concatenate([fit, resting.between(part)])
                poses = np.concatenate([resting.alone(part), resting.at(part, fit)])
            self._stands[key] = poses + LIFT
        return self._stands[key]

    def _draw(
        self, base: tuple[Placement, ...], main: Part, solid: list[Part], x: float, y: float
    ) -> Iterator[list[Stand]]:
        """Draw legs near (x, y) and let the Main Block rest on them."""
        order = [solid[i] for i in self.rng.permutation(len(solid))]
        wooden = [part for part in order if part.kind.wooden]
        chance = self.rng.random()
        if wooden and chance < LEVER:
            yield from self._weighted(base, main, wooden[0], x)
            return
        if main.form is Form.RECTANGLE and not is_plank(main) and chance < LEVER + ROWS:
            yield from self._pier(base, main, wooden, (x, y))
            return
        matched = self.rng.random() < MATCHED
        height = level_height(self._rests(base).edges, main, x, self.rng) if matched else None
        if is_plank(main) and chance < LEVER + ROWS:
            begin = self._begin(base, main, x, height)
            stands = partial(self._alone, base)
            yield from row(base, [main, *order], begin, self._rests, stands, self.rng)
            return
        half = max(main.width, main.height) / 2
        legs: list[Stand] = []
        sides = (-1.0, 1.0) if len(order) > 1 and self.rng.random() < 0.6 else (0.0,)
        tall = self.rng.random() < STACKED
        for side in sides:
            stacked = tall if self.rng.random() < ALIKE else self.rng.random() < STACKED
            wanted = x + (side * self.rng.uniform(0.25, 1.0) or self.rng.uniform(-1, 1)) * half
            leg = self._leg(base, legs, order, wanted, y)
            if leg is None:
                continue
            blocks = [part for part in order if part is not leg[0] and part.kind.wooden]
            stack = column(leg, blocks, height if leg[0].kind.wooden else None)
            if stacked and blocks and len(stack) == 1:
                stack += self._atop((*base, *(at for _, at in legs)), leg, blocks[0])
            legs += stack
            order = [part for part in order if all(part is not used for used, _ in legs)]
        if legs:
            yield from self._on(base, legs, main, x)

    def _pier(
        self, base: tuple[Placement, ...], main: Part, wooden: Sequence[Part], at: Point
    ) -> Iterator[list[Stand]]:
        """A stack beyond an edge that the ball rolls over, level with it; the Main Block on top.

        at: a point of the ball's path, px.
        """
        edges = self._rests(base).edges
        if not edges:
            return
        x, foot = at[0], at[1] + BALL_RADIUS
        edge, top, out = min(
            edges, key=lambda e: abs(e[0] - x) + abs(e[1] - foot) + self.rng.uniform(0, SPREAD)
        )
        middle = edge + out * (main.width / 2 + self.rng.uniform(0, 2 * BALL_RADIUS))
        height = top + main.height
        stack = leg_up_to(middle, wooden, partial(self._stand, base), height)
        if stack and reaches(stack, height):
            y = top_of(stack[-1]) - main.height / 2 - GAP
            yield [*stack, (main, Placement(main.id, stack[0][1].x, y))]

    def _begin(
        self, base: tuple[Placement, ...], main: Part, x: float, height: float | None
    ) -> Begin:
        """Where a row near x begins: at a gap that it fills, or at the end of anything."""
        begins = gaps(self._rests(base).edges, main.height)
        if not begins or self.rng.random() >= FILLED:
            sides = self.rng.choice([-1.0, 1.0], len(self._rests(base).ends()))
            begins = [
                Begin(float(end), float(side), height)
                for end, side in zip(self._rests(base).ends(), sides, strict=True)
            ]
        return min(begins, key=lambda b: abs(b.x - x) + self.rng.uniform(0, 2 * SPREAD))

    def _atop(self, base: tuple[Placement, ...], leg: Stand, part: Part) -> Iterator[Stand]:
        """A part where it rests on a leg, one of the ways to do so."""
        poses = self._rests((*base, leg[1])).at(part, np.array([leg[1].x])) + LIFT
        poses = poses[poses[:, 1] < top_of(leg)]
        if len(poses):
            yield part, Placement.at(part.id, poses[self.rng.integers(len(poses))])

    def _leg(
        self,
        base: tuple[Placement, ...],
        legs: Sequence[Stand],
        parts: Sequence[Part],
        x: float,
        y: float,
    ) -> Stand | None:
        """The first part where it can stand near x below y, clear of other legs."""
        if not parts:
            return None
        part = parts[0]
        if not part.kind.wooden:  # metal stays wherever it is put
            turn = float(self.rng.choice([0.0, 90.0]))
            return part, Placement(part.id, x, y + self.rng.uniform(20, 90), turn)
        poses = self._stand(base, part)
        poses = poses[poses[:, 1] > y - part.height]
        if not len(poses):
            return None
        nearest = poses[np.argsort(np.abs(poses[:, 0] - x))[: ALTERNATIVES * 3]]
        at = Placement.at(part.id, nearest[self.rng.integers(len(nearest))])
        shape = moved(part.outline, at.x, at.y, at.angle)
        others = [moved(p.outline, q.x, q.y, q.angle) for p, q in legs]
        return None if any(overlap(shape, other) > OVERLAPS for other in others) else (part, at)

    def _on(
        self, base: tuple[Placement, ...], legs: list[Stand], main: Part, x: float
    ) -> Iterator[list[Stand]]:
        """The Main Block where it rests on the legs, or on one of them and something else."""
        middle = float(np.mean([at.x for _, at in legs])) if len(legs) > 1 else x
        half = max(main.width, main.height) / 2
        resting = Resting(self.level, [at for _, at in legs], self.physics, self._rests(base))
        flush = resting.beside(main)
        flush = self.rng.permutation(flush[np.abs(flush - middle) < half])[:FLUSH]
        loose = middle + self.rng.uniform(-0.5, 0.5, MIDDLES) * half
        tops = [moved(p.outline, q.x, q.y, q.angle) for p, q in legs]
        lowest = max(bounds(top)[3] for top in tops)
        for pose in resting.at(main, np.concatenate([loose, flush]), lowest):
            at = Placement.at(main.id, pose + LIFT)
            lowered = moved(main.outline, at.x, at.y + TOUCHING, at.angle)
            if any(overlap(lowered, top) > 0 for top in tops):
                yield [*legs, (main, at)]

    def _weighted(
        self, base: tuple[Placement, ...], main: Part, weight: Part, x: float
    ) -> Iterator[list[Stand]]:
        """The Main Block flat over an edge near x, held down by a weight on its other end."""
        edges = self._rests(base).edges
        if not edges or main.form not in (Form.RECTANGLE, Form.BEAM):
            return
        edge, top, out = min(edges, key=lambda e: abs(e[0] - x) + self.rng.uniform(0, 120))
        length, depth = main.width, main.height
        masses = [area(p.outline) * self._density(p) for p in (main, weight)]
        inner = weight.width / 2  # from the end of the Main Block to the middle of the weight
        most = masses[1] * (length / 2 - inner) / (SURE * masses[0] + masses[1])
        if most <= 0:
            return
        reach = self.rng.uniform(0.0, most)  # of its centre beyond the edge
        middle = edge + out * reach
        y = top - depth / 2 - GAP
        on = Placement(main.id, middle, y)
        at = Placement(
            weight.id,
            middle - out * (length / 2 - inner),
            y - depth / 2 - weight.height / 2 - GAP,
        )
        yield [(weight, at), (main, on)]

    def _density(self, part: Part) -> float:
        catapult = part.kind is Kind.CATAPULT
        return self.physics.catapult_density if catapult else self.physics.wood_density


def _beside_placed(level: Level, base: Sequence[Placement], part: Part) -> Array:
    """Abscissas (px) at which a block may rest on what is placed, or flush beside it."""
    reach = max(part.width, part.height) / 2
    across: list[Array] = []
    for at in base:
        piece = level.piece(at.piece)
        if piece is not None and piece.kind.solid:
            left, _, right, _ = bounds(moved(piece.outline, at.x, at.y, at.angle))
            across.append(np.arange(left - reach, right + reach + 1, 8.0))
            halves = np.array([part.width, part.height]) / 2 + POLYGON_SKIN
            across += [left - halves, right + halves]
    return np.unique(np.round(np.concatenate(across), 2)) if across else np.zeros(0)


def _poses(stands: Sequence[Stand]) -> Array:
    return np.array([[[at.x, at.y, at.angle] for _, at in stands]])
