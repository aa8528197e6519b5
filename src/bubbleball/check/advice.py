"""Advice to the designer of a level: one finding and its topic."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """What a piece of advice is about."""

    BALL_IN_SOLID = "ball-in-solid"
    BALL_IN_TRAY = "ball-in-tray"
    BALL_OFF_SCREEN = "ball-off-screen"
    BALL_TRAPPED = "ball-trapped"
    FLAG_IN_SOLID = "flag-in-solid"
    FLAG_IN_TRAY = "flag-in-tray"
    FLAG_OFF_SCREEN = "flag-off-screen"
    FLAG_UNREACHABLE = "flag-unreachable"
    LONE_TELEPORT = "lone-teleport"
    LOOSE_OVERLAP = "loose-overlap"
    NO_PIECES = "no-pieces"
    OUT_OF_SIGHT = "out-of-sight"
    OUTSIDE_TRAY = "outside-tray"
    PIECE_TOO_LARGE = "piece-too-large"
    SCENERY_IN_TRAY = "scenery-in-tray"
    SEAM = "seam"


@dataclass(frozen=True, slots=True)
class Advice:
    """One finding.

    topic: what it is about.
    text: the finding in a sentence or two.
    parts: ids of the parts concerned.
    fatal: whether the level cannot be won as it is.
    """

    topic: Topic
    text: str
    parts: tuple[str, ...] = ()
    fatal: bool = False

    def __str__(self) -> str:
        return self.text
