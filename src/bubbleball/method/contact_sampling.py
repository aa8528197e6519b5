"""H-2: contacts between the ball's path and a piece, drawn at random or laid out on a grid.

Contacts are sampled, not poses: a frame of the path, a face of the piece, a point on the face and
a normal that turns towards the ball. The pose follows, so every candidate meets the ball (eq. 6).
`hierarchical` draws contacts at random, most of them in the Local Region and a fixed share anywhere
on the path, so that no contact is excluded; the paper's gridding takes them from a grid.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array, Indices, Mask
from bubbleball.game.geometry import Disc
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.model import columns
from bubbleball.model.rows import upright_row

CONTACT_REACH = BALL_RADIUS + POLYGON_SKIN / 2  # px from a face to the centre of a touching ball
ENTRY_REACH = BUTTON_RADIUS + BALL_RADIUS - 0.3  # px from a power-up to a ball that has entered it
STEEPEST = 89.0  # degrees between a sampled normal and the direction the ball comes from
ASIDE = 80.0  # degrees between a power-up's direction and the ball's heading
UPRIGHT_SPRINGS = 0.2  # share of the sampled springs that are not turned
ELSEWHERE = 0.2  # share of the contacts that are drawn from the whole path, not from the region
SLOW = 1.0  # px/s; a slower ball counts as resting and is touched from below
JUMP = 40.0  # px; a longer step between two frames is a teleport's

# The grid of the paper's coarse gridding.
MOMENTS = 20  # contact times in a region, evenly spaced along the path
POINTS = 5  # contact points on a face
ANGLES = 13  # of the normal
STEEPEST_ON_GRID = 85.0  # degrees
SHORT_FACE = 30.0  # px; a shorter face is touched at its middle only
TURNS = 12  # of a spring


class Faces(NamedTuple):
    """The faces of a polygon about its own centre.

    corners: n x 2, where each face begins, px.
    edges: n x 2, from there to where it ends, px.
    directions: angles of the outward normals, radians.
    """

    corners: Array
    edges: Array
    directions: Array


def on_screen(path: Array) -> Mask:
    """Frames of a path at which the ball can be touched by a piece in the play area."""
    x, y = path[:, 0], path[:, 1]
    inside: Mask = (x > -10) & (x < SCREEN_WIDTH + 10) & (y > 60) & (y < SCREEN_HEIGHT + 10)
    return inside


def pick_frames(
    path: Array, rng: np.random.Generator, count: int, region: Indices | None = None
) -> Indices:
    """Draw frames on the screen, evenly by distance travelled rather than by time.

    region: frames in the Local Region; all but the share `ELSEWHERE` of the draws fall on them.
    """
    chance = travel_chance(path)
    frames = _drawn(chance, rng, count)
    if region is not None and on_screen(path[region]).any():
        inside = region[_drawn(chance[region], rng, count)]
        frames = np.where(rng.random(count) < ELSEWHERE, frames, inside)
    return frames


def travel_chance(path: Array) -> Array:
    """Weights of the frames in a draw: the distance travelled in each, on the screen only."""
    chance: Array = (np.hypot(path[:, 2], path[:, 3]) + 10.0) * (on_screen(path) + 1e-9)
    return chance


def _drawn(chance: Array, rng: np.random.Generator, count: int) -> Indices:
    """Indices drawn with probability proportional to `chance`."""
    cumulated = np.cumsum(chance)
    drawn: Indices = np.searchsorted(cumulated, rng.random(count) * cumulated[-1])
    return drawn.clip(0, len(chance) - 1)


def contact_poses(
    part: Part,
    path: Array,
    rng: np.random.Generator,
    count: int,
    region: Indices | None = None,
) -> Array:
    """Random poses (n x 3) of a solid part that touch the ball on its path, most in the region."""
    frames = pick_frames(path, rng, count, region)
    against = _against(path[frames])
    normal = against + np.radians(rng.uniform(-STEEPEST, STEEPEST, count))
    if isinstance(part.outline, Disc):
        return _touching_disc(path[frames], normal, part.outline)
    faces = _faces(part)
    lengths = np.hypot(faces.edges[:, 0], faces.edges[:, 1])
    face = rng.choice(len(lengths), count, p=lengths / lengths.sum())
    point = faces.corners[face] + rng.random((count, 1)) * faces.edges[face]
    return _touching(path[frames], normal, faces.directions[face], point)


def button_poses(
    part: Part,
    path: Array,
    rng: np.random.Generator,
    count: int,
    region: Indices | None = None,
) -> Array:
    """Random poses (n x 3) of a power-up that the ball enters, most of them in the region."""
    frames = pick_frames(path, rng, count, region)
    vx, vy = path[frames, 2], path[frames, 3]
    ahead = np.arctan2(vy, vx) + np.radians(rng.uniform(-ASIDE, ASIDE, count))
    turn = np.zeros(count)
    if part.kind is Kind.SPRING:
        upright = rng.random(count) < UPRIGHT_SPRINGS
        turn = np.where(upright, 0.0, rng.uniform(-180, 180, count))
    return _entered(path[frames], ahead, turn)


def moments(path: Array, frames: Indices, count: int = MOMENTS) -> Indices:
    """Up to `count` of the frames, evenly spaced by distance travelled."""
    if len(frames) <= count:
        return frames
    steps = np.hypot(*np.diff(path[frames, :2], axis=0).T)
    travelled = np.concatenate([[0.0], np.cumsum(np.minimum(steps, JUMP) + 1e-6)])
    wanted = np.linspace(0.0, travelled[-1], count)
    nearest = np.searchsorted(travelled, wanted).clip(0, len(frames) - 1)
    chosen: Indices = frames[np.unique(nearest)]
    return chosen


def contact_grid(part: Part, path: Array, frames: Indices) -> Array:
    """A grid of poses (n x 3) of a piece or power-up that meet the ball at the given frames."""
    if part.kind.button:
        return _button_grid(part, path, frames)
    turns = np.radians(np.linspace(-STEEPEST_ON_GRID, STEEPEST_ON_GRID, ANGLES))
    if isinstance(part.outline, Disc):
        which, turn = _product(frames, turns)
        at = path[frames[which]]
        return _touching_disc(at, _against(at) + turns[turn], part.outline)
    directions, points = _grid_on_faces(_faces(part))
    which, turn, spot = _product(frames, turns, directions)
    at = path[frames[which]]
    return _touching(at, _against(at) + turns[turn], directions[spot], points[spot])


def finer_grid(pose: Array, steps: tuple[float, float, float]) -> Array:
    """The lattice of two steps to either side of a pose; a step of 0 keeps a coordinate."""
    x, y, turn = (np.arange(-2, 3) * step if step else np.zeros(1) for step in steps)
    lattice = np.stack(np.meshgrid(x, y, turn, indexing="ij"), axis=-1).reshape(-1, 3)
    poses: Array = pose + lattice
    return poses


def _against(at: Array) -> Array:
    """Direction that the ball comes from, radians; straight up where it rests."""
    vx, vy = at[:, 2], at[:, 3]
    against: Array = np.where(np.hypot(vx, vy) < SLOW, -np.pi / 2, np.arctan2(-vy, -vx))
    return against


def _touching(at: Array, normal: Array, direction: Array, point: Array) -> Array:
    """Poses of a polygon that touches the ball at `at`.

    normal: direction of the contact normal on the screen, radians, towards the ball.
    direction: the same on the part as it is drawn.
    point: n x 2, the contact point on the part as it is drawn, px from its centre.
    """
    turn = normal - direction
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack(
        [
            at[:, 0] - CONTACT_REACH * np.cos(normal) - (cos * point[:, 0] - sin * point[:, 1]),
            at[:, 1] - CONTACT_REACH * np.sin(normal) - (sin * point[:, 0] + cos * point[:, 1]),
            np.degrees(turn) % 360.0,
        ]
    )


def _touching_disc(at: Array, normal: Array, disc: Disc) -> Array:
    reach = BALL_RADIUS + disc.radius
    x, y = at[:, 0] - reach * np.cos(normal), at[:, 1] - reach * np.sin(normal)
    return np.column_stack([x, y, np.zeros(len(at))])


def _entered(at: Array, ahead: Array, turn: Array) -> Array:
    """Poses of a power-up that the ball at `at` has just entered, `ahead` being its direction."""
    x, y = at[:, 0] + ENTRY_REACH * np.cos(ahead), at[:, 1] + ENTRY_REACH * np.sin(ahead)
    return np.column_stack([x, y, turn])


def _faces(part: Part) -> Faces:
    row = upright_row(part.outline)
    count = int(row[columns.COUNT])
    corners = row[columns.CORNERS : columns.CORNERS + 2 * count].reshape(-1, 2)
    normals = row[columns.NORMALS : columns.NORMALS + 2 * count].reshape(-1, 2)
    edges = np.roll(corners, -1, axis=0) - corners
    return Faces(corners, edges, np.arctan2(normals[:, 1], normals[:, 0]))


def _grid_on_faces(faces: Faces) -> tuple[Array, Array]:
    """Directions of the normals (n) and contact points (n x 2) on all faces."""
    directions, points = [], []
    for corner, edge, direction in zip(*faces, strict=True):
        short = np.hypot(*edge) < SHORT_FACE
        shares = np.array([0.5]) if short else np.linspace(0.08, 0.92, POINTS)
        points.append(corner + shares[:, None] * edge)
        directions.append(np.full(len(shares), direction))
    return np.concatenate(directions), np.concatenate(points)


def _button_grid(part: Part, path: Array, frames: Indices) -> Array:
    aside = np.radians(np.linspace(-ASIDE, ASIDE, ANGLES))
    springs = np.arange(TURNS) * 360.0 / TURNS if part.kind is Kind.SPRING else np.zeros(1)
    which, off, turn = _product(frames, aside, springs)
    at = path[frames[which]]
    return _entered(at, _against(at) + np.pi + aside[off], springs[turn])


def _product(*axes: NDArray[np.generic]) -> tuple[Indices, ...]:
    """Indices into the axes of all their combinations."""
    return tuple(index.ravel() for index in np.indices([len(axis) for axis in axes]))
