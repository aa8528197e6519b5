"""The rules of placing, stated once: what lies in the play area, what may overlap, every breach.

`Placer` applies them to many placements of one level; the solver's compiled sweep takes
`TOLERANCE` and `must_not_overlap` from here, and the play area from `kinds` as this module does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bubbleball.errors import PlacementError, expect
from bubbleball.game.geometry import Box, Shape, bounds, boxes_meet, moved, overlap
from bubbleball.game.kinds import MARGIN, PLAY_AREA, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.placement import Placement

TOLERANCE = 0.5  # px of overlap that the game forgives
_FORM = "give a list of Placement('AO6G', 217, 247.5)"
_ROUNDING = 1e-6  # px at an edge of the play area, or degrees of turn, that do not count


class Rule(StrEnum):
    """The rules of placing, each with the words used in messages."""

    KNOWN_PIECE = "the piece is one of the level's"
    PLACED_ONCE = "a piece is placed once"
    BELOW_TRAY = "a piece lies wholly below the tray (y >= 80)"
    ON_SCREEN = "a piece stands at most 20 px beyond the left, right and lower edge"
    CLEAR_OF_BALL = "a piece does not cover the ball"
    CLEAR_OF_FLAG = "a piece does not cover the flag"
    SOLIDS_APART = "wood overlaps nothing solid; metal overlaps only ground and metal"
    BUTTONS_APART = "power-ups do not overlap each other"
    UPRIGHT = "power-ups other than the spring stand upright"


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule broken.

    piece: id of the offending piece.
    rule: which rule.
    amount: by how much, px (degrees for UPRIGHT); 0 where there is nothing to measure.
    detail: the finding in words.
    other: id of the other part involved, if any.
    """

    piece: str
    rule: Rule
    amount: float
    detail: str
    other: str | None = None

    def __str__(self) -> str:
        return self.detail


class Standing(NamedTuple):
    """A part where it stands: its shape there, and the upright box around that."""

    part: Part
    shape: Shape
    box: Box


class OffLimits(NamedTuple):
    """The ball's start or the flag's sensor, with the rule that keeps pieces off it."""

    rule: Rule
    shape: Shape
    box: Box


class Violation(NamedTuple):
    """A rule broken, by how much, and the other part involved: a breach before it has words."""

    rule: Rule
    amount: float
    other: Part | None = None


def check_placements(level: Level, placements: Iterable[Placement]) -> None:
    """Raise a PlacementError that names every breach; pass silently when all is legal."""
    found = list(breaches(level, placements))
    if found:
        raise PlacementError("; ".join(breach.detail for breach in found))


def breaches(level: Level, placements: Iterable[Placement]) -> Iterator[Breach]:
    """Every rule that the placements break, piece by piece."""
    expect(level, Level, "breaches", "load_level('2') gives one")
    forbidden = off_limits(level)
    standing = [stand(part, part) for part in level.scenery]
    placed: set[str] = set()
    expect(placements, Iterable, "breaches", _FORM)
    for placement in placements:
        expect(placement, Placement, "breaches", _FORM)
        piece = level.piece(placement.piece)
        if piece is None:
            known = ", ".join(p.id for p in level.pieces) or "none"
            detail = f"piece {placement.piece!r} is not in this level; its pieces: {known}"
            yield Breach(placement.piece, Rule.KNOWN_PIECE, 0.0, detail)
        elif piece.id in placed:
            yield Breach(piece.id, Rule.PLACED_ONCE, 0.0, f"piece {piece.id!r} is placed twice")
        else:
            here = stand(piece, placement)
            for found in violations(here, placement.angle, forbidden, standing):
                detail = f"piece {piece.id!r} {_words(found)}"
                other = None if found.other is None else found.other.id
                yield Breach(piece.id, found.rule, found.amount, detail, other)
            standing.append(here)
            placed.add(piece.id)


def must_not_overlap(a: Kind, b: Kind) -> Rule | None:
    """The rule that keeps two kinds of parts apart; None if they may overlap."""
    if a.button or b.button:
        return Rule.BUTTONS_APART if a.button and b.button else None
    return Rule.SOLIDS_APART if a.wooden or b.wooden else None


def off_limits(level: Level) -> tuple[OffLimits, OffLimits]:
    """What no piece may cover in a level."""
    ball, flag = level.ball.shape, level.flag.sensor
    return (
        OffLimits(Rule.CLEAR_OF_BALL, ball, bounds(ball)),
        OffLimits(Rule.CLEAR_OF_FLAG, flag, bounds(flag)),
    )


def stand(part: Part, at: Placement | Part, outline: Shape | None = None) -> Standing:
    """A part at a pose. Callers that stand it often pass its outline."""
    shape = moved(outline or part.outline, at.x, at.y, at.angle)
    return Standing(part, shape, bounds(shape))


def violations(
    piece: Standing, angle: float, forbidden: Iterable[OffLimits], others: Sequence[Standing]
) -> Iterator[Violation]:
    """The rules that one piece of the level breaks next to others."""
    box, kind = piece.box, piece.part.kind
    left, top, right, bottom = PLAY_AREA
    if top - box[1] > _ROUNDING:
        yield Violation(Rule.BELOW_TRAY, top - box[1])
    beyond = max(left - box[0], box[2] - right, box[3] - bottom)
    if beyond > _ROUNDING:
        yield Violation(Rule.ON_SCREEN, beyond)
    for place in forbidden:
        if boxes_meet(box, place.box):
            depth = overlap(piece.shape, place.shape)
            if depth > TOLERANCE:
                yield Violation(place.rule, depth)
    if kind.upright:
        tilt = abs(math.remainder(angle, 360.0))
        if tilt > _ROUNDING:
            yield Violation(Rule.UPRIGHT, tilt)
    for other in others:
        if boxes_meet(box, other.box):
            rule = must_not_overlap(kind, other.part.kind)
            if rule is not None:
                depth = overlap(piece.shape, other.shape)
                if depth > TOLERANCE:
                    yield Violation(rule, depth, other.part)


def _words(found: Violation) -> str:
    amount, other = found.amount, found.other
    if other is not None:
        at_most = f"at most {TOLERANCE:g} px"
        return f"overlaps {other.kind} {other.id!r} by {amount:.2f} px; {at_most}"
    return {
        Rule.BELOW_TRAY: f"reaches {amount:.2f} px into the tray",
        Rule.ON_SCREEN: f"stands {amount + MARGIN:.2f} px off the screen; "
        f"at most {MARGIN:g} px are allowed",
        Rule.CLEAR_OF_BALL: f"covers the ball's start by {amount:.2f} px",
        Rule.CLEAR_OF_FLAG: f"covers the flag by {amount:.2f} px",
        Rule.UPRIGHT: f"is turned by {amount:.2f} degrees but must stand upright",
    }[found.rule]
