"""Names and numbers as a person reads them who has never heard of the method."""

from __future__ import annotations

import math
from types import MappingProxyType

from bubbleball.game.level import Level, Part
from bubbleball.game.physics import PHYSICS_KEYS
from bubbleball.game.trial import Outcome
from bubbleball.method.explanation import MethodStage

# what a reader must know first, a paragraph each
PUZZLE = (
    "Bubble Ball is a puzzle. Pieces from the tray at the top are placed in the level; then the "
    "ball is let go, and from there on only physics acts. The level is won when the ball touches "
    "the flag. A solver must choose the placement ahead. Every run in the game with pieces placed "
    "is a trial, and it should need few.",
    "The piece that the ball is meant to touch is called the main block; pieces that only hold it "
    "are supports. Positions are in pixels on a screen of 480 × 320, from its top-left corner. "
    "Rest the mouse on a part of a picture to read what it is.",
)

# name of the stage, what is done in it
STAGES = MappingProxyType(
    {
        MethodStage.LEARN: (
            "Learn",
            "compares the last run with what was expected and corrects the believed physics: "
            "gravity, bounce, friction and the like. The solver is never told the true ones.",
        ),
        MethodStage.GUIDE: (
            "Guide path",
            "plans a way from the ball to the flag that is wide enough for the ball. It is "
            "geometry only: a wish, not yet a motion.",
        ),
        MethodStage.REGION: (
            "Region",
            "finds where the ball strays from the guide path. That box is worked on next; the "
            "disc in it is the place where the ball should get to.",
        ),
        MethodStage.SUPPORT: (
            "Rest and support",
            "finds out where wooden pieces come to rest, which pieces can hold others, and what "
            "a falling piece can throw.",
        ),
        MethodStage.COARSE: (
            "Coarse search",
            "tries many places and angles for every piece in a fast model of the ball's motion.",
        ),
        MethodStage.FINE: ("Fine search", "tries small changes of the best few."),
        MethodStage.CHECK: (
            "Check",
            "plays the best few in the solver's own full physics, and in variations of it: what "
            "still works when the belief is a little wrong is worth a trial.",
        ),
        MethodStage.CHOOSE: (
            "Decide",
            "picks the placement that is tried in the game, or gives up and says why.",
        ),
    }
)

ENDS = MappingProxyType(
    {
        Outcome.REACHED_FLAG: "reached the flag",
        Outcome.LEFT_SCREEN: "left the screen",
        Outcome.TIMED_OUT: "ran out of time",
        Outcome.CAME_TO_REST: "came to rest",
    }
)


def parameter(name: str) -> tuple[str, str]:
    """A parameter of the physics in words, and its unit."""
    key = PHYSICS_KEYS[name]
    return key.label, key.unit


def number(value: float) -> str:
    """Three digits that matter, without an exponent for all that is met in the game."""
    if not math.isfinite(value):
        return str(value)
    if abs(value) < 5e-5:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    places = max(0, min(4, 2 - math.floor(math.log10(abs(value)))))
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def seconds(value: float) -> str:
    """A time: milliseconds when it is short."""
    if value < 0.0995:
        return f"{1000 * value:.0f} ms" if value >= 0.0005 else "below 1 ms"
    return f"{value:.2f} s"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 trial`, `2,000 trials`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def place(x: float, y: float) -> str:
    """A position in px."""
    return f"({x:.0f}, {y:.0f})"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def part_name(level: Level, part_id: str) -> str:
    """Kind and id of a part, such as `wood ED30`."""
    if part_id == level.flag.id:
        return "the flag"
    found = next((part for part in level.parts if part.id == part_id), None)
    return part_id if found is None else f"{kind_name(found)} {part_id}"


def kind_name(part: Part) -> str:
    """What a part is."""
    usual = part.form in ("rectangle", "beam") or part.kind.button
    return str(part.kind) if usual else f"{part.kind} {part.form}"
