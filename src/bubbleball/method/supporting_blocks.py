"""H-2: where wood rests, and which Supporting Blocks hold it.

Wood is placed where it will stay: a piece is let go somewhere legal in the believed world, without
the ball, and its pose is taken when everything has come to rest. The Main Block's state at contact
is then its initial state m₀ (eq. 7).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.kinds import SCREEN_WIDTH, TRAY_HEIGHT, Form
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import World
from bubbleball.method.contact_sampling import Move, legal

Array = NDArray[np.float64]

SETTLE_STEPS = 240
DROPS = 10  # poses drawn for one drop; the first legal one is taken
_UPRIGHT = (0.0, 90.0, 180.0, 270.0)


def let_go(
    level: Level, placements: Sequence[Placement], physics: Physics
) -> tuple[Placement, ...] | None:
    """Where everything rests after the placed pieces are let go; None if they do not settle."""
    world = World(level, placements, physics, ball=False)
    if not world.settle(SETTLE_STEPS):
        return None
    rested = {placement.piece: placement for placement in world.poses()}
    return tuple(rested.get(p.piece, p) for p in placements)


def drop_poses(part: Part, path: Array, rng: np.random.Generator, count: int) -> Array:
    """Poses to let a part go from: near the ball's path for the most part."""
    frames = rng.integers(0, len(path), count)
    near = rng.random(count) < 0.75
    x = np.where(
        near,
        path[frames, 0] + rng.normal(0, 50, count),
        rng.uniform(0, SCREEN_WIDTH, count),
    )
    y = np.where(near, path[frames, 1] + rng.uniform(-10, 90, count), rng.uniform(80, 320, count))
    y = np.maximum(y, TRAY_HEIGHT + part.height / 2 + 1)
    if part.form is Form.CIRCLE:
        turn = np.zeros(count)
    else:
        turn = np.where(
            rng.random(count) < 0.7, rng.choice(_UPRIGHT, count), rng.uniform(0, 360, count)
        )
    return np.column_stack([x, y, turn])


def resting(
    level: Level,
    placements: Sequence[Placement],
    part: Part,
    path: Array,
    physics: Physics,
    rng: np.random.Generator,
    count: int,
) -> Move:
    """Poses where one wooden part rests beside what is placed, near the path."""
    drops = Move((part,), drop_poses(part, path, rng, 6 * count)[:, None])
    drops = drops.where(legal(level, placements, drops))
    return rest_from(level, placements, (part,), drops.poses[:count], physics)


def rest_from(
    level: Level,
    placements: Sequence[Placement],
    parts: tuple[Part, ...],
    poses: Array,
    physics: Physics,
) -> Move:
    """Where parts come to rest, let go together at each of the poses (n x parts x 3)."""
    drops = Move(parts, poses)
    drops = drops.where(legal(level, placements, drops))
    rested = []
    for row in range(len(drops.poses)):
        settled = let_go(level, (*placements, *drops.placements(row)), physics)
        if settled is not None and _unmoved(placements, settled):
            rested.append([[p.x, p.y, p.angle] for p in settled[-len(parts) :]])
    return _rested_move(level, placements, parts, rested)


def held(
    level: Level,
    placements: Sequence[Placement],
    main: Part,
    support: Part,
    supports: Array,
    physics: Physics,
    rng: np.random.Generator,
    count: int,
) -> Move:
    """Poses of a wooden Main Block held by a Supporting Block at one of `supports` (n x 3)."""
    rested = []
    chosen = supports[rng.integers(0, len(supports), count)] if len(supports) else supports
    for pose in chosen:
        prop = Placement(support.id, *map(float, pose))
        drops = Move((main,), _drops_over(pose, support, main, rng)[:, None])
        fitting = np.flatnonzero(legal(level, (*placements, prop), drops))
        if not len(fitting):
            continue
        settled = let_go(level, (*placements, prop, *drops.placements(fitting[0])), physics)
        if settled is not None and _unmoved(placements, settled):
            rested.append([[p.x, p.y, p.angle] for p in settled[-2:]])
    return _rested_move(level, placements, (support, main), rested)


def _drops_over(pose: Array, support: Part, main: Part, rng: np.random.Generator) -> Array:
    """A few poses of the main part somewhat above a support, reaching over it."""
    reach = (max(support.width, support.height) + main.width) / 2
    x = pose[0] + rng.uniform(-0.9, 0.9, DROPS) * reach
    y = pose[1] - rng.uniform(15, 80, DROPS)
    level_ones = rng.random(DROPS) < 0.4
    turn = np.where(level_ones, rng.choice([0.0, 180.0], DROPS), rng.uniform(-50, 50, DROPS))
    if main.form is Form.CIRCLE:
        turn = np.zeros(DROPS)
    return np.column_stack([x, np.maximum(y, TRAY_HEIGHT + main.height / 2 + 1), turn])


def _unmoved(placements: Sequence[Placement], settled: Sequence[Placement]) -> bool:
    """Whether what was placed before stayed where it was."""
    return all(
        abs(a.x - b.x) < 1.0 and abs(a.y - b.y) < 1.0 and abs(a.angle - b.angle) < 1.0
        for a, b in zip(placements, settled, strict=False)
    )


def _rested_move(
    level: Level,
    placements: Sequence[Placement],
    parts: tuple[Part, ...],
    rested: list[list[list[float]]],
) -> Move:
    move = Move(parts, np.array(rested, float).reshape(-1, len(parts), 3))
    return move.where(legal(level, placements, move))
