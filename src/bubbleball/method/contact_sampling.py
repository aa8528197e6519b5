"""H-2: candidates for the next piece, and how the models rate them.

Contacts are sampled, not poses: a point on the ball's current path, a face of the piece, a place on
the face and a normal turned towards the ball. Every candidate then meets the ball (eq. 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.placement import Placement, breaches
from bubbleball.model import clearance, columns
from bubbleball.model.scene import shape_row, shape_rows, upright_row

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

SAFE_OVERLAP = 0.45  # px; a little less than the rules forgive
REST_REACH = BALL_RADIUS + POLYGON_SKIN / 2  # distance of a resting ball's centre from a face


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Many ways of adding the same pieces.

    parts: which pieces. poses: candidates x parts x 3: x, y (px), angle (degrees).
    """

    parts: tuple[Part, ...]
    poses: Array

    def placements(self, row: int) -> tuple[Placement, ...]:
        """One candidate as placements."""
        return tuple(
            Placement(part.id, *map(float, pose))
            for part, pose in zip(self.parts, self.poses[row], strict=True)
        )

    def where(self, mask: Mask) -> Move:
        """Only the candidates that the mask keeps."""
        return Move(self.parts, self.poses[mask])


def pick_frames(
    path: Array, weights: Array, rng: np.random.Generator, count: int
) -> NDArray[np.int64]:
    """Frames of the path to touch, dearer ones by weight, spread over the way rather than time."""
    speed = np.hypot(path[:, 2], path[:, 3]) + 10.0
    chance = speed * weights
    cumulated = np.cumsum(chance)
    frames: NDArray[np.int64] = np.searchsorted(cumulated, rng.random(count) * cumulated[-1])
    return frames.clip(0, len(path) - 1)


def contact_poses(
    part: Part, path: Array, weights: Array, rng: np.random.Generator, count: int
) -> Array:
    """Poses (n x 3) of a solid part that touch the ball somewhere on its path."""
    frames = pick_frames(path, weights, rng, count)
    x, y, vx, vy = path[frames, :4].T
    against = np.arctan2(-vy, -vx)
    slow = np.hypot(vx, vy) < 1.0
    against = np.where(slow, -np.pi / 2, against)
    normal = against + np.radians(rng.uniform(-89, 89, count))
    nx, ny = np.cos(normal), np.sin(normal)
    outline = part.outline
    if isinstance(outline, Disc):
        reach = BALL_RADIUS + outline.radius
        return np.column_stack([x - reach * nx, y - reach * ny, np.zeros(count)])
    row = upright_row(outline)
    corner_count = int(row[columns.COUNT])
    corners = row[columns.CORNERS : columns.CORNERS + 2 * corner_count].reshape(-1, 2)
    normals = row[columns.NORMALS : columns.NORMALS + 2 * corner_count].reshape(-1, 2)
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(edges[:, 0], edges[:, 1])
    face = rng.choice(corner_count, count, p=lengths / lengths.sum())
    spot = corners[face] + rng.random((count, 1)) * edges[face]
    turn = normal - np.arctan2(normals[face, 1], normals[face, 0])
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack(
        [
            x - REST_REACH * nx - (cos * spot[:, 0] - sin * spot[:, 1]),
            y - REST_REACH * ny - (sin * spot[:, 0] + cos * spot[:, 1]),
            np.degrees(turn) % 360.0,
        ]
    )


def button_poses(
    part: Part, path: Array, weights: Array, rng: np.random.Generator, count: int
) -> Array:
    """Poses of a power-up whose sensor the ball enters somewhere on its path."""
    frames = pick_frames(path, weights, rng, count)
    x, y, vx, vy = path[frames, :4].T
    ahead = np.arctan2(vy, vx) + np.radians(rng.uniform(-80, 80, count))
    reach = BUTTON_RADIUS + BALL_RADIUS - 0.3
    turn = np.zeros(count)
    if part.kind is Kind.SPRING:
        turn = np.where(rng.random(count) < 0.2, 0.0, rng.uniform(-180, 180, count))
    return np.column_stack([x + reach * np.cos(ahead), y + reach * np.sin(ahead), turn])


def obstacle_rows(level: Level, part: Part, placements: Iterable[Placement]) -> Array:
    """Rows of everything that the part must not overlap."""
    placed = {placement.piece: placement for placement in placements}
    rows = [upright_row(level.ball.shape), upright_row(level.flag.sensor)]
    for other in level.parts:
        at = placed.get(other.id) if level.piece(other.id) is other else other
        if at is None or other.id == part.id:
            continue
        if part.kind.button and other.kind.button:
            rows.append(upright_row(Disc(at.x, at.y, BUTTON_RADIUS)))
        elif part.kind.solid and other.kind.solid and (part.kind.wooden or other.kind.wooden):
            rows.append(shape_row(other, at.x, at.y, at.angle, static=True))
    return np.array(rows)


def part_rows(part: Part, poses: Array) -> Array:
    """Shape rows of a part at many poses; a button counts as its disc."""
    if part.kind.button:
        rows = np.zeros((len(poses), columns.SHAPE))
        rows[:, columns.CENTRE_X : columns.CENTRE_Y + 1] = poses[:, :2]
        rows[:, columns.RADIUS] = BUTTON_RADIUS
        return rows
    return shape_rows(part, poses, static=True)


def legal(level: Level, placements: Sequence[Placement], move: Move) -> Mask:
    """Which candidates keep the rules beside what is placed (each part by itself)."""
    mask = np.ones(len(move.poses), np.bool_)
    if not len(mask):
        return mask
    for j, part in enumerate(move.parts):
        obstacles = obstacle_rows(level, part, placements)
        clearance.clear(part_rows(part, move.poses[:, j]), obstacles, SAFE_OVERLAP, mask)
    return mask


def is_legal(level: Level, placements: Sequence[Placement]) -> bool:
    """The rules themselves, for what is about to be proposed."""
    return next(breaches(level, placements), None) is None
