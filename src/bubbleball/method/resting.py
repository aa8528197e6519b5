"""H-2: where wooden blocks rest, alone or on a Supporting Block, by moment equilibrium (eq. 7).

The poses come from geometry (`model/statics`). What they assume, that the support does not give
way, is left to whoever lets the block go in a believed world.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Shape, moved
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Form
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import POLYGON_SKIN, Physics
from bubbleball.game.placement import Placement
from bubbleball.model.statics import (
    REST,
    REST_ANGLE,
    REST_X,
    REST_Y,
    SUPPORT,
    Block,
    Solids,
    rests,
    workspace,
)

ROUND = 16  # corners that stand for a circle
OVERHANG = 20.0  # px above the lower edge of the screen; lower down nothing fits
PER_PLACE = 12  # rests kept of one place
MOST = 20_000  # rests kept of one search on supports
SPACING = 8.0  # px between places for a block
STANDS = 20.0  # px between places for a support
OFFSETS = 12.0  # px between places for a block on a support
STEEPEST = math.radians(60.0)  # of a block on a support
_TURN = math.radians(1.0)  # by which the range of angles overlaps itself


class Resting:
    """Finds resting poses beside what stands already."""

    def __init__(
        self,
        level: Level,
        placements: Iterable[Placement],
        physics: Physics,
        among: Resting | None = None,
    ) -> None:
        """among: what stands already; by default the level's scenery."""
        standing = _scenery(level) if among is None else among._shapes
        self._shapes: list[Array] = [*standing, *_placed(level, placements)]
        self._solids = _solids(self._shapes)
        self._friction = math.sqrt(physics.wood_friction * physics.ground_friction)
        self._ceilings = [(0.0, SCREEN_WIDTH, TRAY_HEIGHT)]  # from, to, height: px
        for corners in self._shapes:
            (left, _), (right, low) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
            if low < SCREEN_HEIGHT - OVERHANG:
                self._ceilings.append((left, right, low))

    @cached_property
    def edges(self) -> list[tuple[float, float, float]]:
        """Ends of level tops: abscissa, height (px) and the side beyond them, -1 or 1."""
        edges = list[tuple[float, float, float]]()
        for corners in self._shapes:
            top = float(corners[:, 1].min())
            flat = corners[corners[:, 1] < top + 0.5, 0]
            if np.ptp(flat) > 1.0:
                edges += [(float(flat.min()), top, -1.0), (float(flat.max()), top, 1.0)]
        return edges

    def alone(self, part: Part, spacing: float = SPACING) -> Array:
        """Poses (n x 3: x, y, degrees) where a block rests on what stands."""
        return self.at(part, np.arange(0.0, SCREEN_WIDTH + 1, spacing))

    def at(self, part: Part, across: Array, lowest: float = math.inf) -> Array:
        """The same with the centre of mass at given abscissas (px), below every ceiling there.

        A ceiling over an end of the block is one, too.

        lowest: height below which no rest is wanted, px; ceilings there are passed over.
        """
        block, centre = _block(part, self._friction)
        reach = max(part.width, part.height) / 2
        places = np.array(
            [
                (x, low, -1.0)
                for left, right, low in self._ceilings
                if low < lowest
                for x in across.tolist()
                if left - reach <= x <= right + reach
            ]
        ).reshape(-1, 3)
        found = np.zeros((PER_PLACE * len(places), REST))
        count = rests(block, np.zeros((0, 0, 2)), places, self._solids, found, workspace(block))
        # A set of a few rows costs a fraction of `np.unique`.
        poses = sorted(set(map(tuple, np.round(_poses(found[:count], centre), 3).tolist())))
        return np.array(poses).reshape(-1, 3)

    def ends(self) -> Array:
        """Abscissas (px) at which what stands begins or ends."""
        return np.concatenate([self._solids.left[:-1], self._solids.right[:-1]])

    def beside(self, part: Part) -> Array:
        """Abscissas (px) at which a block stands or lies flush with an end of what stands."""
        ends = self.ends()
        halves = np.array([part.width, part.height]) / 2 + POLYGON_SKIN
        return np.unique(np.round(np.add.outer([*halves, *-halves], ends), 2))

    def between(self, part: Part) -> Array:
        """Abscissas (px) half-way between two ends that are no farther apart than a block is wide.

        There are the notches that hold something round.
        """
        ends = np.unique(np.round(self.ends(), 2))
        a, b = np.triu_indices(len(ends), 1)
        near = ends[b] - ends[a] <= part.width
        return np.unique(np.round((ends[a] + ends[b])[near] / 2, 2))

    def supported(
        self, part: Part, support: Part, stands: Array, spacing: float = OFFSETS
    ) -> Array:
        """Poses (n x 2 x 3) where a block rests on a support that stands at one of `stands`."""
        block, centre = _block(part, self._friction)
        block = block._replace(first=-STEEPEST, last=STEEPEST)
        shapes = np.array([polygon(moved(support.outline, *pose)) for pose in stands.tolist()])
        if not len(shapes):
            return np.zeros((0, 2, 3))
        reach = float(np.hypot(*block.corners.T).max())
        middles = (shapes[:, :, 0].min(axis=1) + shapes[:, :, 0].max(axis=1)) / 2
        across = np.add.outer(middles, np.arange(-reach, reach + 1, spacing))
        places = np.full((*across.shape, 3), TRAY_HEIGHT, float)
        places[..., 0], places[..., 2] = across, np.arange(len(shapes))[:, None]
        found = np.zeros((MOST, REST))
        self._solids.sizes[-1] = shapes.shape[1]
        count = rests(block, shapes, places.reshape(-1, 3), self._solids, found, workspace(block))
        self._solids.sizes[-1] = 0
        below = stands[found[:count, SUPPORT].astype(int)]
        return np.stack([below, _poses(found[:count], centre)], axis=1)


def solids_of(level: Level, placements: Iterable[Placement]) -> Solids:
    """Everything solid that stands in a level, as polygons."""
    return _solids([*_scenery(level), *_placed(level, placements)])


def _scenery(level: Level) -> list[Array]:
    """The corners of the solid scenery, n x 2 each."""
    return [polygon(part.shape) for part in level.scenery if part.kind.solid]


def _placed(level: Level, placements: Iterable[Placement]) -> list[Array]:
    """The corners of the solid pieces that are placed, n x 2 each."""
    pieces = {piece.id: piece for piece in level.pieces}
    placed = [(pieces[at.piece], at) for at in placements]
    return [
        polygon(moved(part.outline, at.x, at.y, at.angle)) for part, at in placed if part.kind.solid
    ]


def polygon(shape: Shape) -> Array:
    """The corners of a shape, n x 2; a circle becomes a polygon."""
    if isinstance(shape, Disc):
        turns = np.arange(ROUND) * (2 * np.pi / ROUND)
        return np.array([shape.x, shape.y]) + shape.radius * np.column_stack(
            [np.cos(turns), np.sin(turns)]
        )
    return np.array(shape.corners)


def centre_of_mass(corners: Array) -> Array:
    """The centre of mass of a polygon of even density."""
    (x, y), (x1, y1) = corners.T, np.roll(corners, -1, axis=0).T
    cross = x * y1 - x1 * y
    moments = np.array([((x + x1) * cross).sum(), ((y + y1) * cross).sum()])
    centre: Array = moments / (3 * cross.sum())
    return centre


def _block(part: Part, friction: float) -> tuple[Block, Array]:
    """A part about its centre of mass, which is returned relative to the middle of its box."""
    corners = polygon(part.outline)
    centre = centre_of_mass(corners)
    half = {Form.RECTANGLE: math.pi / 2, Form.CIRCLE: math.pi / ROUND}.get(part.form, math.pi)
    return Block(corners - centre, -half - _TURN, half + _TURN, friction), centre


def _poses(found: Array, centre: Array) -> Array:
    """Rests as poses of the middle of the block's box, lifted by the engine's polygon skin."""
    cos, sin = np.cos(found[:, REST_ANGLE]), np.sin(found[:, REST_ANGLE])
    x = found[:, REST_X] - (cos * centre[0] - sin * centre[1])
    y = found[:, REST_Y] - (sin * centre[0] + cos * centre[1]) - POLYGON_SKIN
    return np.column_stack([x, y, np.degrees(found[:, REST_ANGLE])])


def _solids(polygons: list[Array]) -> Solids:
    """Polygons as rows, with one row to spare for a support."""
    count = len(polygons) + 1
    corners = np.zeros((count, max([ROUND, *map(len, polygons)]), 2))
    sizes = np.zeros(count, np.int64)
    boxes = np.zeros((4, count))
    for row, points in enumerate(polygons):
        corners[row, : len(points)] = points
        sizes[row] = len(points)
        boxes[:, row] = *points.min(axis=0), *points.max(axis=0)
    return Solids(corners, sizes, *boxes)
