"""H-2: where wood rests, and which Supporting Blocks hold it (eq. 7).

Wood is placed where it stays: it is released somewhere legal in the believed world, without the
ball, and its pose is taken when everything has come to rest. The state of the Main Block at
contact is then its initial state m₀.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT, Form
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import World
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.legality import fitting, legal

SETTLE_STEPS = 240  # steps within which everything must come to rest
STILL = 1.0  # px or degrees; what stood before may not move by more
NEAR_PATH = 0.75  # share of the blocks that are released near the ball's path
SQUARE = 0.7  # share of them that are released at a multiple of 90°
RELEASES = 10  # poses drawn above a support; the first legal one is taken
_QUARTERS = (0.0, 90.0, 180.0, 270.0)


def settled(
    level: Level, placements: Sequence[Placement], physics: Physics
) -> tuple[Placement, ...] | None:
    """Where the placed pieces come to rest without the ball; None if they do not."""
    world = World(level, placements, physics, ball=False)
    if not world.settle(SETTLE_STEPS):
        return None
    rested = {placement.piece: placement for placement in world.poses()}
    return tuple(rested.get(p.piece, p) for p in placements)  # (eq. 7)


def released_beside(
    level: Level, base: Sequence[Placement], new: Sequence[Placement], physics: Physics
) -> tuple[Placement, ...] | None:
    """Where new pieces come to rest; None if they do not, or if they move what stood before."""
    rested = settled(level, (*base, *new), physics)
    if rested is None or not _unmoved(base, rested):
        return None
    return rested[len(base) :]


def resting(
    level: Level,
    base: Sequence[Placement],
    part: Part,
    path: Array,
    physics: Physics,
    rng: np.random.Generator,
    count: int,
) -> PoseBatch:
    """Poses at which one wooden part rests beside what is placed, most of them near the path."""
    drawn = PoseBatch((part,), _release_poses(part, path, rng, 6 * count)[:, None])
    legal_ones = fitting(level, base, drawn)
    return rest_from(level, base, PoseBatch((part,), legal_ones.poses[:count]), physics)


def rest_from(
    level: Level, base: Sequence[Placement], batch: PoseBatch, physics: Physics
) -> PoseBatch:
    """Where the parts of each candidate come to rest when they are released together."""
    starts = fitting(level, base, batch)
    rested = [
        released_beside(level, base, starts.placements(row), physics) for row in range(len(starts))
    ]
    return _fitting_rests(level, base, batch.parts, rested)


def held(
    level: Level,
    base: Sequence[Placement],
    main: Part,
    support: Part,
    supports: Array,
    physics: Physics,
    rng: np.random.Generator,
    count: int,
) -> PoseBatch:
    """Poses of a wooden Main Block held by a Supporting Block at one of `supports` (n x 3)."""
    rested = []
    chosen = supports[rng.integers(0, len(supports), count)] if len(supports) else supports
    for pose in chosen:
        prop = Placement(support.id, *map(float, pose))
        above = PoseBatch((main,), _poses_above(pose, support, main, rng)[:, None])
        rows = np.flatnonzero(legal(level, (*base, prop), above))
        if len(rows):
            new = (prop, *above.placements(rows[0]))
            rested.append(released_beside(level, base, new, physics))
    return _fitting_rests(level, base, (support, main), rested)


def _release_poses(part: Part, path: Array, rng: np.random.Generator, count: int) -> Array:
    """Poses (n x 3) to release a part from."""
    frames = rng.integers(0, len(path), count)
    near = rng.random(count) < NEAR_PATH
    x = np.where(
        near,
        path[frames, 0] + rng.normal(0, 50, count),
        rng.uniform(0, SCREEN_WIDTH, count),
    )
    y = np.where(
        near,
        path[frames, 1] + rng.uniform(-10, 90, count),
        rng.uniform(TRAY_HEIGHT, SCREEN_HEIGHT, count),
    )
    if part.form is Form.CIRCLE:
        turn = np.zeros(count)
    else:
        square = rng.random(count) < SQUARE
        turn = np.where(square, rng.choice(_QUARTERS, count), rng.uniform(0, 360, count))
    return np.column_stack([x, np.maximum(y, _highest(part)), turn])


def _poses_above(pose: Array, support: Part, main: Part, rng: np.random.Generator) -> Array:
    """A few poses (n x 3) of the Main Block above a support, reaching over it."""
    reach = (max(support.width, support.height) + main.width) / 2
    x = pose[0] + rng.uniform(-0.9, 0.9, RELEASES) * reach
    y = pose[1] - rng.uniform(15, 80, RELEASES)
    flat = rng.random(RELEASES) < 0.4
    turn = np.where(flat, rng.choice([0.0, 180.0], RELEASES), rng.uniform(-50, 50, RELEASES))
    if main.form is Form.CIRCLE:
        turn = np.zeros(RELEASES)
    return np.column_stack([x, np.maximum(y, _highest(main)), turn])


def _highest(part: Part) -> float:
    """The least y at which a part that is not turned clears the tray, px."""
    return TRAY_HEIGHT + part.height / 2 + 1


def _unmoved(before: Sequence[Placement], after: Sequence[Placement]) -> bool:
    """Whether what stood before stayed where it was."""
    return all(
        max(abs(a.x - b.x), abs(a.y - b.y), abs(a.angle - b.angle)) < STILL
        for a, b in zip(before, after, strict=False)
    )


def _fitting_rests(
    level: Level,
    base: Sequence[Placement],
    parts: tuple[Part, ...],
    rested: Sequence[tuple[Placement, ...] | None],
) -> PoseBatch:
    """Those of the resting configurations that keep the rules, as a batch."""
    poses = [[[p.x, p.y, p.angle] for p in new] for new in rested if new is not None]
    return fitting(level, base, PoseBatch(parts, np.array(poses, float).reshape(-1, len(parts), 3)))
