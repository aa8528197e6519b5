"""How far apart two placements of one level are, piece by piece: moved, turned, added, put back."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.kinds import Form
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement

_SAME = 1e-6  # px; less is no change


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to one piece between two placements.

    piece: its id.
    before, after: its placement; None while it lies in the tray.
    px: how far it is moved and turned, in px; a turn counts as the path of its farthest corner.
    """

    piece: str
    before: Placement | None
    after: Placement | None
    px: float


def changes(
    level: Level, before: Iterable[Placement], after: Iterable[Placement]
) -> tuple[Change, ...]:
    """The pieces that differ, in the level's order. What is not placed lies in the tray."""
    old = {placement.piece: placement for placement in before}
    new = {placement.piece: placement for placement in after}
    found = (
        Change(piece.id, a, b, _px(piece, a or _in_tray(piece), b or _in_tray(piece)))
        for piece in level.pieces
        for a, b in [(old.get(piece.id), new.get(piece.id))]
        if a is not None or b is not None
    )
    return tuple(change for change in found if change.px > _SAME)


def change_px(level: Level, before: Iterable[Placement], after: Iterable[Placement]) -> float:
    """How far all pieces together are moved and turned, px."""
    return sum(change.px for change in changes(level, before, after))


def with_equal_pieces_swapped(
    level: Level, before: Sequence[Placement], after: Sequence[Placement]
) -> tuple[Placement, ...]:
    """`after` with equal pieces exchanged so that all together are moved least.

    A teleport keeps its pose, because its partner is known by its id.
    """
    groups: dict[object, list[Part]] = {}
    for piece in level.pieces:
        groups.setdefault(look_of(level, piece.id), []).append(piece)
    result: dict[str, Placement] = {}
    for pieces in groups.values():
        result |= _assigned(pieces, before, [p for p in after if _is_one_of(p, pieces)])
    order = [piece.id for piece in level.pieces]
    return tuple(sorted(result.values(), key=lambda p: order.index(p.piece)))


def look_of(level: Level, piece: str) -> Hashable:
    """Equal for pieces that can stand for each other; a teleport stands for itself only."""
    part = level.piece(piece)
    return piece if part is None or level.partner(piece) else part.size_key


def apart(level: Level, some: Sequence[Placement], others: Sequence[Placement]) -> float:
    """How far the farthest piece of either stands from one that looks the same, px or degrees.

    Infinite if the pieces differ. A turn that does not show does not count.
    """
    if _looks(level, some) != _looks(level, others):
        return math.inf
    pairs = ((some, others), (others, some))
    gaps = (min(_gap(level, one, at) for at in there) for here, there in pairs for one in here)
    return max(gaps, default=0.0)


def _looks(level: Level, placements: Sequence[Placement]) -> Counter[Hashable]:
    return Counter(look_of(level, placement.piece) for placement in placements)


def _gap(level: Level, one: Placement, other: Placement) -> float:
    piece = level.piece(one.piece)
    if piece is None or look_of(level, one.piece) != look_of(level, other.piece):
        return math.inf
    turn = turn_between(piece, one.angle, other.angle)
    return max(abs(one.x - other.x), abs(one.y - other.y), abs(turn))


def _is_one_of(placement: Placement, pieces: Iterable[Part]) -> bool:
    return any(placement.piece == piece.id for piece in pieces)


def _assigned(
    pieces: Sequence[Part], before: Sequence[Placement], poses: Sequence[Placement]
) -> dict[str, Placement]:
    """Which of some equal pieces takes which pose; those without one go to the tray."""
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415  # slow to import

    placed = {placement.piece: placement for placement in before}
    costs = np.zeros((len(pieces), len(pieces)))
    for row, piece in enumerate(pieces):
        now, tray = placed.get(piece.id, _in_tray(piece)), _in_tray(piece)
        costs[row] = _px(piece, now, tray)
        costs[row, : len(poses)] = [_px(piece, now, pose) for pose in poses]
    columns: list[int] = linear_sum_assignment(costs)[1].tolist()
    return {
        piece.id: Placement(piece.id, poses[column].x, poses[column].y, poses[column].angle)
        for piece, column in zip(pieces, columns, strict=True)
        if column < len(poses)
    }


def turn_between(piece: Part, before: float, after: float) -> float:
    """The least turn, in degrees, after which a piece looks as it does at another angle."""
    if not piece.turnable:
        return 0.0
    period = 360.0
    if piece.form is Form.RECTANGLE:
        period = 90.0 if piece.width == piece.height else 180.0
    return (after - before + period / 2) % period - period / 2


def _in_tray(piece: Part) -> Placement:
    return Placement(piece.id, piece.x, piece.y, piece.angle)


def _px(piece: Part, before: Placement, after: Placement) -> float:
    reach = math.hypot(piece.width, piece.height) / 2
    turn = math.radians(abs(turn_between(piece, before.angle, after.angle)))
    return math.hypot(after.x - before.x, after.y - before.y) + reach * turn
