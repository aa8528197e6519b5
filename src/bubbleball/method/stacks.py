"""H-2: how high a stack of blocks must be, and which blocks make it (eq. 7).

A Main Block lies level if what holds it is equally high. The height to reach is therefore known
before anything is placed: that of something which stands already, within the Main Block's reach.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.kinds import Form
from bubbleball.game.level import Part
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.placement import Placement
from bubbleball.model.limits import SLOP

GAP = 2 * POLYGON_SKIN - SLOP  # px between two polygons that rest on each other
LEVEL = 4.0  # px by which a stack may miss its height
FLUSH = 0.5  # chance that the Main Block ends level with its neighbour, not on top of it

Stand = tuple[Part, Placement]


def level_height(
    edges: Sequence[tuple[float, float, float]], main: Part, x: float, rng: np.random.Generator
) -> float | None:
    """The height (px) at which legs near x should end; None if nothing else is within reach.

    edges: ends of level tops, each an abscissa, a height (px) and a side.
    """
    reach = max(main.width, main.height)
    tops = [top for edge, top, _ in edges if abs(edge - x) < reach]
    if not tops:
        return None
    below = main.height if rng.random() < FLUSH else 0.0
    return float(rng.choice(tops)) + below


def filling(parts: Sequence[Part], gap: float) -> tuple[Part, ...] | None:
    """The first rectangles whose heights add up to a gap (px), about; None if none do."""
    if abs(gap) <= LEVEL:
        return ()
    for number, part in enumerate(parts):
        if part.form is Form.RECTANGLE and part.height <= gap + LEVEL:
            rest = filling(parts[number + 1 :], gap - part.height)
            if rest is not None:
                return (part, *rest)
    return None


def column(leg: Stand, parts: Sequence[Part], height: float | None) -> list[Stand]:
    """A leg with the first parts on it that reach a height (px); without any if none do."""
    storeys = None if height is None else filling(parts, top_of(leg) - height)
    stands = [leg]
    for part in storeys or ():
        y = top_of(stands[-1]) - part.height / 2 - GAP
        stands.append((part, Placement(part.id, leg[1].x, y)))
    return stands


def reaches(stack: Sequence[Stand], height: float) -> bool:
    """Whether a stack ends at a height (px), about."""
    return abs(top_of(stack[-1]) - height) <= LEVEL


def top_of(stand: Stand) -> float:
    """The height of a part's highest point, px."""
    part, at = stand
    return bounds(moved(part.outline, at.x, at.y, at.angle))[1]
