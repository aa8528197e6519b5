"""Main Blocks that have been tried, so that the paper's method does not try them twice."""

from __future__ import annotations

from collections.abc import Sequence

from bubbleball.game.placement import Placement

SAME = (10.0, 8.0)  # px and degrees within which two placements of a block count as the same


class TriedBlocks:
    """Main Blocks, each with what stood when it was placed."""

    def __init__(self) -> None:
        self._rows: list[tuple[tuple[Placement, ...], Placement]] = []

    def add(self, base: tuple[Placement, ...], main: Placement) -> None:
        """Remember a Main Block that was placed beside `base`."""
        self._rows.append((base, main))

    def beside(self, base: Sequence[Placement]) -> tuple[Placement, ...]:
        """The Main Blocks that were placed beside nearly the same blocks."""
        return tuple(main for stood, main in self._rows if _all_alike(stood, base))


def alike(a: Placement, b: Placement) -> bool:
    """Whether two placements of a block are nearly the same."""
    turn = abs((a.angle - b.angle + 180) % 360 - 180)
    near = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < SAME[0] ** 2
    return a.piece == b.piece and near and turn < SAME[1]


def _all_alike(some: Sequence[Placement], others: Sequence[Placement]) -> bool:
    """Whether the same blocks stand in nearly the same places, in any order."""
    return len(some) == len(others) and all(
        any(alike(one, other) for other in others) for one in some
    )
