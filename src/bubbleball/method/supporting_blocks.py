"""H-2: whether Supporting Blocks hold, in the believed world (eq. 7).

Geometry says where wood should rest (`constructions`). Here it is let go in the believed world,
without the ball, and its pose is taken when everything has come to rest. The state of the Main
Block at contact is then its initial state m₀.
"""

from __future__ import annotations

from collections.abc import Sequence

from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import World

SETTLE_STEPS = 240  # steps within which everything must come to rest
STILL = 1.0  # px or degrees; what stood before may not move by more


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


def _unmoved(before: Sequence[Placement], after: Sequence[Placement]) -> bool:
    """Whether what stood before stayed where it was."""
    return all(
        max(abs(a.x - b.x), abs(a.y - b.y), abs(a.angle - b.angle)) < STILL
        for a, b in zip(before, after, strict=False)
    )
