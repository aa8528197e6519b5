"""H-2: rows of planks end to end, on legs at their joints or on what stands (eq. 7).

A row has few parameters: the end of something that it begins at, its direction, the order of its
planks, and which pieces are its legs. A row that is begun a little off does not fit in the end,
so it is planned as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Form
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.placement import Placement
from bubbleball.method.resting import Resting
from bubbleball.method.stacks import GAP, Stand, column, reaches

LONG = 75.0  # px; a shorter piece is no plank
MOST = 4  # planks of a row
ASIDE = 24.0  # px from where a leg is wanted to where it stands
LEVEL = 4.0  # degrees by which a plank of a row may lean
ROOM = 2.0  # px that a row may begin away from the end that it begins at
SLACK = 14.0  # px by which a row may be shorter than the gap that it fills
EVEN = 16.0  # px by which the two sides of such a gap may differ in height
LEGS = 0.7  # chance that a row has legs, if there are enough pieces

Rests = Callable[[tuple[Placement, ...]], Resting]


class Begin(NamedTuple):
    """Where a row begins.

    x: abscissa, px. side: its direction, -1 or 1. height: px that its legs are built up to, if
    known. length: px of the gap that it fills, if it does.
    """

    x: float
    side: float
    height: float | None = None
    length: float | None = None


def gaps(edges: Sequence[tuple[float, float, float]], thick: float) -> list[Begin]:
    """Rows of some thickness (px) from one edge to another that faces it, level with the first.

    edges: ends of level tops, each an abscissa, a height (px) and the side beyond it.
    """
    return [
        Begin(x, side, top + thick, (other - x) * side)
        for x, top, side in edges
        for other, high, facing in edges
        if facing == -side and (other - x) * side >= LONG and abs(high - top) <= EVEN
    ]


def is_plank(part: Part) -> bool:
    """Whether a part can be one of a row."""
    return part.kind.wooden and part.form is Form.RECTANGLE and part.width >= LONG


def row(
    base: tuple[Placement, ...],
    parts: Sequence[Part],
    begin: Begin,
    rests: Rests,
    stands: Callable[[Part], Array],
    rng: np.random.Generator,
) -> Iterator[list[Stand]]:
    """Draw one row from some free parts; the planks come last.

    rests: finds poses beside placements. stands: the poses (n x 3) at which a part stands alone.
    """
    order = [parts[i] for i in rng.permutation(len(parts))]
    planks = _chosen([part for part in order if is_plank(part)], begin.length, rng)
    if not planks:
        return
    others = [part for part in order if part not in planks]
    side, height = begin.side, begin.height
    x = begin.x + side * (POLYGON_SKIN + rng.uniform(0, ROOM))
    joints = x + side * np.concatenate([[0.0], np.cumsum([p.width + POLYGON_SKIN for p in planks])])
    legs: list[Stand] = []
    if others and rng.random() < LEGS:
        wanted = _wanted(joints, side, others[0].width)
        if len(others) < len(wanted):  # the ends may lie on something else
            wanted = np.concatenate([wanted[1:-1], wanted[[-1, 0]]])
        legs = _legs(wanted, others, stands, height)
    below, built = rests((*base, *(at for _, at in legs))), legs
    for number, plank in enumerate(planks):
        # Beside its neighbour it cannot turn, so it is lowered without it.
        middle = (joints[number] + joints[number + 1]) / 2
        poses = below.at(plank, np.array([middle]))
        level = poses[np.abs((poses[:, 2] + 90.0) % 180.0 - 90.0) < LEVEL]
        if not len(level):
            return
        pose = level[np.argmin(level[:, 1])]
        built = [*built, (plank, Placement.at(plank.id, pose))]
    yield built


def _chosen(
    planks: Sequence[Part], length: float | None, rng: np.random.Generator
) -> Sequence[Part]:
    """Some of the planks: those that fill a length (px), or else any number of them."""
    if length is not None:
        return _fitted(planks, length) or ()
    return planks[: int(rng.integers(1, min(MOST, len(planks)) + 1))] if planks else ()


def _fitted(planks: Sequence[Part], length: float) -> tuple[Part, ...] | None:
    """The first planks that fill a length (px), about; None if none do."""
    if 0.0 <= length <= SLACK:
        return ()
    for number, plank in enumerate(planks):
        if plank.width <= length:
            rest = _fitted(planks[number + 1 :], length - plank.width)
            if rest is not None:
                return (plank, *rest)
    return None


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
    """Parts that stand near where legs are wanted; where none can, there is none."""
    legs: list[Stand] = []
    left = list(parts)
    for x in wanted:
        stack = leg_up_to(float(x), left, stands, height)
        legs += stack
        left = [part for part in left if all(part is not used for used, _ in stack)]
    return legs


def leg_up_to(
    x: float, parts: Sequence[Part], stands: Callable[[Part], Array], height: float | None
) -> list[Stand]:
    """The first part, with others on it if need be, that ends at a height; else the first one."""
    first: list[Stand] = []
    for part in parts:
        rest = [other for other in parts if other is not part and other.kind.wooden]
        for at in _places(part, x, stands, height):
            stack = column((part, at), rest, height)
            if height is None or reaches(stack, height):
                return stack
            first = first or stack
    return first


def _places(
    part: Part, x: float, stands: Callable[[Part], Array], height: float | None
) -> Iterator[Placement]:
    """Where a leg can stand near x, the nearest first; metal hangs wherever it is put."""
    if not part.kind.wooden:
        if height is not None:
            yield Placement(part.id, x, height + part.height / 2 + GAP)
        return
    poses = stands(part)
    for pose in poses[np.argsort(np.abs(poses[:, 0] - x), kind="stable")]:
        if abs(pose[0] - x) >= ASIDE:
            return
        yield Placement.at(part.id, pose)
