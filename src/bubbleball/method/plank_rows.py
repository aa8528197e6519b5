"""H-2: rows of planks end to end, on legs at their joints or on what stands (eq. 7).

A row has few parameters: the end of something that it begins at, its direction, the order of its
planks, and which pieces are its legs. A row that is begun a little off does not fit in the end,
so it is planned as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Form
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.placement import Placement
from bubbleball.method.resting import Resting
from bubbleball.method.stacks import Stand, column

LONG = 75.0  # px; a shorter piece is no plank
MOST = 4  # planks of a row
ASIDE = 24.0  # px from where a leg is wanted to where it stands
LEVEL = 4.0  # degrees by which a plank of a row may lean
ROOM = 2.0  # px that a row may begin away from the end that it begins at
LEGS = 0.7  # chance that a row has legs, if there are enough pieces

Rests = Callable[[tuple[Placement, ...]], Resting]


def is_plank(part: Part) -> bool:
    """Whether a part can be one of a row."""
    return part.kind.wooden and part.form is Form.RECTANGLE and part.width >= LONG


def row(
    base: tuple[Placement, ...],
    parts: Sequence[Part],
    begin: tuple[float, float],
    rests: Rests,
    stands: Callable[[Part], Array],
    rng: np.random.Generator,
    height: float | None = None,
) -> Iterator[list[Stand]]:
    """Draw one row from some free parts; the planks come last.

    begin: abscissa (px) and direction (-1 or 1). rests: finds poses beside placements. stands:
    the poses (n x 3) at which a part stands alone. height: px that legs are built up to, if given.
    """
    order = [parts[i] for i in rng.permutation(len(parts))]
    planks = [part for part in order if is_plank(part)]
    if not planks:
        return
    planks = planks[: int(rng.integers(1, min(MOST, len(planks)) + 1))]
    others = [part for part in order if part.kind.wooden and part not in planks]
    x, side = begin
    x += side * (POLYGON_SKIN + rng.uniform(0, ROOM))
    joints = x + side * np.concatenate([[0.0], np.cumsum([p.width + POLYGON_SKIN for p in planks])])
    legs: list[Stand] = []
    if len(others) > len(planks) and rng.random() < LEGS:
        size = others[0].width
        legs = _legs(_wanted(joints, side, size), others, stands, height)
    below, built = rests((*base, *(at for _, at in legs))), legs
    for number, plank in enumerate(planks):
        # Beside its neighbour it cannot turn, so it is lowered without it.
        middle = (joints[number] + joints[number + 1]) / 2
        poses = below.at(plank, np.array([middle]))
        level = poses[np.abs((poses[:, 2] + 90.0) % 180.0 - 90.0) < LEVEL]
        if not len(level):
            return
        pose = level[np.argmin(level[:, 1])]
        built = [*built, (plank, Placement(plank.id, *map(float, pose)))]
    yield built


def _wanted(joints: Array, side: float, size: float) -> Array:
    """Where legs of that size should stand: under the joints, and inside the two ends."""
    wanted = joints.copy()
    wanted[0] += side * size / 2
    wanted[-1] -= side * size / 2
    return wanted


def _legs(
    wanted: Array,
    parts: Sequence[Part],
    stands: Callable[[Part], Array],
    height: float | None,
) -> list[Stand]:
    """The first parts that stand near where legs are wanted; where none can, there is none."""
    legs: list[Stand] = []
    left = list(parts)
    for x in wanted:
        if not left:
            break
        poses = stands(left[0])
        near = poses[np.abs(poses[:, 0] - x) < ASIDE] if len(poses) else poses
        if len(near):
            pose = near[np.argmin(np.abs(near[:, 0] - x))]
            leg = (left[0], Placement(left[0].id, *map(float, pose)))
            stack = column(leg, left[1:], height)
            legs += stack
            left = [part for part in left if all(part is not used for used, _ in stack)]
    return legs
