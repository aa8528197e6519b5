"""From a wanted pose of a wooden Main Block to one that stays (eq. 7).

The paper finds the Main Block's state at contact first and then what brings it there. Here the
block is let go at the wanted pose in the believed world: alone, and over a Supporting Block that
stands below one of its ends. Where everything comes to rest is what can be had.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence

from bubbleball.game.kinds import TRAY_HEIGHT
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.method.contact_sampling import is_legal
from bubbleball.method.supporting_blocks import let_go

ENDS = (-0.4, 0.0, 0.4)  # where along the block a support stands, in shares of its length
LIFTS = (0.0, 2.0, 5.0, 9.0, 14.0, 20.0, 28.0)  # px by which the block is held above its support
STILL = 1.0  # px or degrees; what stood before may not move by more


def realised(
    placer: Placer,
    base: Sequence[Placement],
    wanted: Placement,
    supports: Sequence[Part],
    physics: Physics,
) -> Iterator[tuple[Placement, ...]]:
    """Resting configurations near a wanted one: the new placements, the Main Block last."""
    level = placer.level
    for new in _tries(placer, base, wanted, supports):
        settled = let_go(level, (*base, *new), physics)
        if settled is None or not _stood(base, settled):
            continue
        rested = settled[len(base) :]
        if is_legal(level, (*base, *rested)):
            yield rested


def _tries(
    placer: Placer, base: Sequence[Placement], wanted: Placement, supports: Sequence[Part]
) -> Iterator[tuple[Placement, ...]]:
    """What is let go: the block alone, and above each support below each of its ends."""
    if placer.fits(wanted, base):
        yield (wanted,)
    length = _length(placer.level, wanted)
    for support in supports:
        for share in ENDS:
            x = wanted.x + share * length * math.cos(math.radians(wanted.angle))
            high = max(TRAY_HEIGHT + support.height / 2, wanted.y - 60.0)
            start = Placement(support.id, x, high, 0.0)
            if not placer.fits(start, base):
                continue
            prop = placer.lowered(start, base)
            lifted = (dataclasses.replace(wanted, y=wanted.y - up) for up in LIFTS)
            above = next((main for main in lifted if placer.fits(main, (*base, prop))), None)
            if above is not None:
                yield prop, above


def _length(level: Level, placement: Placement) -> float:
    piece = level.piece(placement.piece)
    return 0.0 if piece is None else piece.width


def _stood(before: Sequence[Placement], after: Sequence[Placement]) -> bool:
    return all(
        max(abs(a.x - b.x), abs(a.y - b.y), abs(a.angle - b.angle)) < STILL
        for a, b in zip(before, after, strict=False)
    )
