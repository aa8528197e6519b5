"""Grids over contacts for the paper's coarse and finer gridding (eq. 6).

A contact is a moment on the recorded trajectory, a face of the block, a place on the face and the
angle of its normal. All faces are gridded, so both sides of a plank and every side of a triangle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, Kind
from bubbleball.game.level import Part
from bubbleball.method.contact_sampling import REST_REACH
from bubbleball.model import columns
from bubbleball.model.scene import polygon_rows

Array = NDArray[np.float64]
Frames = NDArray[np.int64]

MOMENTS = 20  # contact times in a region, evenly along the way
PLACES = 5  # contact points on a face
ANGLES = 13  # of the normal, within STEEPEST of the ball's heading
STEEPEST = 85.0  # degrees
SHORT_FACE = 30.0  # px; a shorter face is touched at its middle only
TURNS = 12  # of a spring


def moments(path: Array, frames: Frames, count: int = MOMENTS) -> Frames:
    """Up to `count` of the frames, evenly spaced by the way between them."""
    if len(frames) <= count:
        return frames
    steps = np.hypot(*np.diff(path[frames, :2], axis=0).T)
    ways = np.concatenate([[0.0], np.cumsum(np.minimum(steps, 40.0) + 1e-6)])
    wanted = np.linspace(0.0, ways[-1], count)
    chosen: Frames = frames[np.unique(np.searchsorted(ways, wanted).clip(0, len(frames) - 1))]
    return chosen


def contact_grid(part: Part, path: Array, frames: Frames) -> Array:
    """Poses (n x 3) of a block or power-up that meet the ball at the given frames."""
    if part.kind.button:
        return _button_grid(part, path, frames)
    turns = np.radians(np.linspace(-STEEPEST, STEEPEST, ANGLES))
    outline = part.outline
    if isinstance(outline, Disc):
        reach, faces, spots = BALL_RADIUS + outline.radius, np.zeros(1), np.zeros((1, 2))
    else:
        reach, (faces, spots) = REST_REACH, _spots(np.array(outline.corners))
    which, turn, spot = _product(frames, turns, np.arange(len(spots)))
    normal = _against(path, frames)[which] + turns[turn]
    angle = normal - faces[spot]
    cos, sin = np.cos(angle), np.sin(angle)
    px, py = spots[spot].T
    at = path[frames[which]]
    x = at[:, 0] - reach * np.cos(normal) - (cos * px - sin * py)
    y = at[:, 1] - reach * np.sin(normal) - (sin * px + cos * py)
    flat = np.zeros(len(x)) if isinstance(outline, Disc) else np.degrees(angle) % 360.0
    return np.column_stack([x, y, flat])


def finer_grid(pose: Array, steps: tuple[float, float, float]) -> Array:
    """The lattice of two steps either way about a pose; a step of 0 keeps a coordinate."""
    x, y, turn = (np.arange(-2, 3) * step if step else np.zeros(1) for step in steps)
    lattice = np.stack(np.meshgrid(x, y, turn, indexing="ij"), axis=-1).reshape(-1, 3)
    poses: Array = pose + lattice
    return poses


def _spots(corners: Array) -> tuple[Array, Array]:
    """Directions of the normals and places of the contact points on all faces of a polygon."""
    row = polygon_rows(corners[None])[0]
    count = len(corners)
    corners = row[columns.CORNERS : columns.CORNERS + 2 * count].reshape(-1, 2)
    normals = row[columns.NORMALS : columns.NORMALS + 2 * count].reshape(-1, 2)
    directions, spots = [], []
    for a, b, (nx, ny) in zip(corners, np.roll(corners, -1, axis=0), normals, strict=True):
        short = np.hypot(*(b - a)) < SHORT_FACE
        shares = np.array([0.5]) if short else np.linspace(0.08, 0.92, PLACES)
        spots.append(a + shares[:, None] * (b - a))
        directions.append(np.full(len(shares), np.arctan2(ny, nx)))
    return np.concatenate(directions), np.concatenate(spots)


def _button_grid(part: Part, path: Array, frames: Frames) -> Array:
    aside = np.radians(np.linspace(-80, 80, ANGLES))
    springs = np.arange(TURNS) * 360.0 / TURNS if part.kind is Kind.SPRING else np.zeros(1)
    which, off, turn = _product(frames, aside, springs)
    ahead = _against(path, frames)[which] + np.pi + aside[off]
    reach = BUTTON_RADIUS + BALL_RADIUS - 0.3
    at = path[frames[which]]
    return np.column_stack(
        [at[:, 0] + reach * np.cos(ahead), at[:, 1] + reach * np.sin(ahead), springs[turn]]
    )


def _product(*axes: NDArray[np.generic]) -> tuple[Frames, ...]:
    """Indices into the axes of all their combinations."""
    return tuple(index.ravel() for index in np.indices([len(axis) for axis in axes]))


def _against(path: Array, frames: Frames) -> Array:
    """Direction from which the ball comes; from above where it stands still."""
    vx, vy = path[frames, 2], path[frames, 3]
    still = np.hypot(vx, vy) < 1.0
    against: Array = np.where(still, -np.pi / 2, np.arctan2(-vy, -vx))
    return against
