"""H-2: how firmly a structure stands: the least tilt at which moment equilibrium fails (eq. 7).

Tilting the ground is the same as pushing every block sideways by a share of its weight. The largest
share for which forces within the cones of friction still balance all weights and moments is a
linear program over the contact forces, solved for pushes to either side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Hull, Point, Shape, area, moved, nearest_on_edge
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.method.resting import centre_of_mass
from bubbleball.model.simplex import largest

TOUCHING = 1.0  # px; shapes that are no farther apart hold each other
LEVER = 50.0  # px; a usual lever arm
SQUARE = 0.05  # cosine of the angle between a face and a normal that counts as its own


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A solid part where it stands.

    shape: its outline, px. friction: of its material. weight: in px²; 0 for what does not move.
    row: of its three equations, forces and moment; None for what does not move.
    """

    shape: Shape
    friction: float
    weight: float
    row: int | None

    @property
    def centre(self) -> Array:
        """The centre of mass."""
        if isinstance(self.shape, Disc):
            return np.array([self.shape.x, self.shape.y])
        return centre_of_mass(np.array(self.shape.corners))


def least_tilt(level: Level, placements: Sequence[Placement], physics: Physics) -> float | None:
    """Degrees by which the ground can be tilted before any wood moves; None if some does not stand.

    Without wood there is nothing to stand, and the answer is None, too.
    """
    bodies = _bodies(level, placements, physics)
    moving = [body for body in bodies if body.row is not None]
    if not moving:
        return None
    forces = _forces(bodies, 3 * len(moving))
    shares = [_most(forces, moving, side) for side in (-1.0, 1.0)]
    known = [share for share in shares if share is not None]
    return math.degrees(math.atan(min(known))) if len(known) == len(shares) else None


def _bodies(level: Level, placements: Sequence[Placement], physics: Physics) -> list[_Body]:
    placed = {placement.piece: placement for placement in placements}
    pieces = {piece.id for piece in level.pieces}
    frictions = {Kind.GROUND: physics.ground_friction, Kind.METAL: physics.metal_friction}
    densities = {Kind.WOOD: physics.wood_density, Kind.CATAPULT: physics.catapult_density}
    bodies: list[_Body] = []
    count = 0
    for part in level.parts:
        if not part.kind.solid or (part.id in pieces and part.id not in placed):
            continue
        at = placed.get(part.id)
        shape = part.shape if at is None else moved(part.outline, at.x, at.y, at.angle)
        friction = frictions.get(part.kind, physics.wood_friction)
        if part.kind.wooden and (at is not None or part.loose):
            weight = area(shape) * densities[part.kind]
            bodies.append(_Body(shape, friction, weight, 3 * count))
            count += 1
        else:
            bodies.append(_Body(shape, friction, 0.0, None))
    return bodies


def _forces(bodies: Sequence[_Body], rows: int) -> Array:
    """The edges of all cones of friction as columns: what each does to every block."""
    columns = []
    for a, b in combinations(bodies, 2):
        if a.row is None and b.row is None:
            continue
        friction = math.sqrt(a.friction * b.friction)  # as the engine mixes them
        for at, normal in _contacts(a.shape, b.shape):
            for slip in (friction, -friction):
                push = np.array([normal[0] - slip * normal[1], normal[1] + slip * normal[0]])
                column = np.zeros(rows)
                for body, sign in ((a, 1.0), (b, -1.0)):
                    if body.row is not None:
                        arm = np.array(at) - body.centre
                        moment = arm[0] * push[1] - arm[1] * push[0]
                        column[body.row : body.row + 3] = sign * np.array([*push, moment])
                columns.append(column)
    return np.array(columns).T if columns else np.zeros((rows, 0))


def _contacts(a: Shape, b: Shape) -> Iterator[tuple[Point, Point]]:
    """Points at which two shapes touch, and the normals towards the first."""
    for shape, other, sign in ((a, b, 1.0), (b, a, -1.0)):
        if isinstance(shape, Disc):
            points, reach = [(shape.x, shape.y)], shape.radius
        elif isinstance(other, Disc):
            continue  # found from the side of the disc
        else:
            points, reach = list(shape.corners), 0.0
        for x, y in points:
            at, normal = nearest_on_edge(x, y, other)
            near = math.dist(at, (x, y)) - reach < TOUCHING
            if near and (reach or _is_face(normal, other)):
                yield at, (sign * normal[0], sign * normal[1])


def _is_face(normal: Point, shape: Shape) -> bool:
    """Whether a normal is that of a face; two corners that are near each other hold nothing."""
    corners = np.array(shape.corners) if isinstance(shape, Hull) else np.zeros((0, 2))
    edges = np.roll(corners, -1, axis=0) - corners
    along = np.abs(edges @ normal) / np.hypot(*edges.T)
    return bool((along < SQUARE).any())


def _most(forces: Array, moving: Sequence[_Body], side: float) -> float | None:
    """The largest push to one side, as a share of the weights, that the contacts can take."""
    weights = np.zeros((len(forces), 2))
    for body in moving:
        assert body.row is not None
        weights[body.row, 0] = side * body.weight
        weights[body.row + 1, 1] = body.weight  # y points down
    scale = np.ones(len(forces))
    scale[2::3] = LEVER  # moments, so that all numbers are of one size
    heaviest = weights[:, 1].max()
    known = np.column_stack([forces, weights[:, 0] / heaviest]) / scale[:, None]
    return largest(known, -weights[:, 1] / heaviest)
