"""Where the player puts the pieces: the only input that a trial takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bubbleball.errors import PlacementError
from bubbleball.game.geometry import Shape, bounds, moved, overlap
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, TRAY_HEIGHT
from bubbleball.game.level import Level, Part

TOLERANCE = 0.5  # px of overlap that the game forgives
MARGIN = 20.0  # px by which a piece may stand beyond the left, right and lower edge
MAX_POSE = 1e6  # px or degrees; far beyond any legal pose, and safe arithmetic


@dataclass(frozen=True, slots=True)
class Placement:
    """One piece, put down.

    piece: id of the piece, one of the level's.
    x, y: centre of its box in px, y down.
    angle: degrees, clockwise from its drawn pose.
    """

    piece: str
    x: float
    y: float
    angle: float = 0.0

    def __post_init__(self) -> None:
        for name in ("x", "y", "angle"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise PlacementError(f"piece {self.piece!r}: {name} = {value!r} is not a number")
            if not abs(value) <= MAX_POSE:
                # Python's whole numbers can be too long to be printed.
                shown = repr(value) if isinstance(value, float) or abs(value) < 1e15 else "huge"
                raise PlacementError(
                    f"piece {self.piece!r}: {name} = {shown} is not a finite pose in px or degrees"
                )
            object.__setattr__(self, name, float(value))


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


def check_placements(level: Level, placements: Iterable[Placement]) -> None:
    """Raise a PlacementError that names every breach; pass silently when all is legal."""
    found = list(breaches(level, placements))
    if found:
        raise PlacementError("; ".join(breach.detail for breach in found))


def breaches(level: Level, placements: Iterable[Placement]) -> Iterator[Breach]:
    """Every rule that the placements break, piece by piece."""
    placed: dict[str, tuple[Part, Shape]] = {}
    for placement in placements:
        piece = level.piece(placement.piece)
        if piece is None:
            known = ", ".join(p.id for p in level.pieces) or "none"
            yield Breach(
                placement.piece,
                Rule.KNOWN_PIECE,
                0.0,
                f"piece {placement.piece!r} is not in this level; its pieces: {known}",
            )
            continue
        if piece.id in placed:
            yield Breach(piece.id, Rule.PLACED_ONCE, 0.0, f"piece {piece.id!r} is placed twice")
            continue
        shape = moved(piece.outline, placement.x, placement.y, placement.angle)
        yield from _alone(level, piece, shape, placement.angle)
        for scenery in level.scenery:
            yield from _between(piece, shape, scenery, scenery.shape)
        for other, other_shape in placed.values():
            yield from _between(piece, shape, other, other_shape)
        placed[piece.id] = (piece, shape)


def _alone(level: Level, piece: Part, shape: Shape, angle: float) -> Iterator[Breach]:
    left, top, right, bottom = bounds(shape)
    if top < TRAY_HEIGHT - 1e-6:
        high = TRAY_HEIGHT - top
        yield _breach(piece, Rule.BELOW_TRAY, high, f"reaches {high:.2f} px into the tray")
    beyond = max(-MARGIN - left, right - SCREEN_WIDTH - MARGIN, bottom - SCREEN_HEIGHT - MARGIN)
    if beyond > 1e-6:
        yield _breach(
            piece,
            Rule.ON_SCREEN,
            beyond,
            f"stands {beyond + MARGIN:.2f} px off the screen; at most {MARGIN:g} px are allowed",
        )
    for what, goal, rule in (
        ("ball's start", level.ball.shape, Rule.CLEAR_OF_BALL),
        ("flag", level.flag.sensor, Rule.CLEAR_OF_FLAG),
    ):
        depth = overlap(shape, goal)
        if depth > TOLERANCE:
            yield _breach(piece, rule, depth, f"covers the {what} by {depth:.2f} px")
    if piece.kind.upright:
        tilt = abs(math.remainder(angle, 360))
        if tilt > 1e-6:
            yield _breach(
                piece, Rule.UPRIGHT, tilt, f"is turned by {tilt:.2f} degrees but must stand upright"
            )


def _between(piece: Part, shape: Shape, other: Part, other_shape: Shape) -> Iterator[Breach]:
    if piece.kind.button and other.kind.button:
        rule = Rule.BUTTONS_APART
    elif piece.kind.solid and other.kind.solid and (piece.kind.wooden or other.kind.wooden):
        rule = Rule.SOLIDS_APART
    else:
        return
    depth = overlap(shape, other_shape)
    if depth > TOLERANCE:
        yield _breach(
            piece,
            rule,
            depth,
            f"overlaps {other.kind} {other.id!r} by {depth:.2f} px; at most {TOLERANCE:g} px",
            other.id,
        )


def _breach(piece: Part, rule: Rule, amount: float, what: str, other: str | None = None) -> Breach:
    return Breach(piece.id, rule, amount, f"piece {piece.id!r} {what}", other)
