"""Names, sentences and numbers for readers who do not know the method."""

from __future__ import annotations

import math
from types import MappingProxyType

from bubbleball.game.level import Level
from bubbleball.method.explanation import MethodStage

# The introduction for a new reader, one paragraph each.
PUZZLE = (
    "Bubble Ball is a puzzle. The player places pieces from the tray at the top; then the ball is "
    "released, and only physics acts from there on. The level is solved when the ball touches the "
    "flag. The solver must choose the whole placement in advance. Every run of the game with "
    "pieces placed is a trial, and a good solver needs few trials.",
    "The piece that the ball is meant to touch is the main block; pieces that only hold it up are "
    "supports. Positions are in pixels from the top-left corner of a screen of 480 × 320. Hover "
    "over a part of a picture to read what it is.",
)

# Stage -> its name, what it does.
STAGES = MappingProxyType(
    {
        MethodStage.LEARN: (
            "Learn",
            "compares the last run with the prediction and corrects the believed physics: gravity, "
            "bounce, friction and so on. The solver never sees the true values.",
        ),
        MethodStage.GUIDE: (
            "Guide path",
            "plans a path from the ball to the flag with enough room for the ball. It ignores "
            "physics: the ball cannot follow it unaided.",
        ),
        MethodStage.REGION: (
            "Region",
            "finds where the ball leaves the guide path (the dashed box) and which point of the "
            "guide path it should reach from there (the disc).",
        ),
        MethodStage.SUPPORT: (
            "Rest and support",
            "finds where wooden pieces come to rest, which pieces can hold others up, and what a "
            "falling piece can throw.",
        ),
        MethodStage.COARSE: (
            "Coarse search",
            "evaluates many positions and angles of every piece in a fast model of the ball's "
            "motion.",
        ),
        MethodStage.FINE: ("Fine search", "varies the best candidates a little."),
        MethodStage.CHECK: (
            "Check",
            "simulates the best candidates with the believed physics and with variations of it: "
            "the more of them a placement works in, the safer it is to try.",
        ),
        MethodStage.CHOOSE: (
            "Choose",
            "picks the placement to try in the game, or gives up and says why.",
        ),
    }
)


def number(value: float) -> str:
    """Three significant digits, without an exponent for every value that occurs in the game."""
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
    """A time in seconds, or in milliseconds if it is short."""
    if value < 0.0995:
        return f"{1000 * value:.0f} ms" if value >= 0.0005 else "< 1 ms"
    return f"{value:.2f} s"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 trial`, `2,000 trials`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def place(x: float, y: float) -> str:
    """A position in px."""
    return f"({x:.0f}, {y:.0f})"


def sentence(text: str) -> str:
    """Add a capital and a full stop."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def part_name(level: Level, part_id: str) -> str:
    """Kind and id of a part, such as `wood ED30`."""
    if part_id == level.flag.id:
        return "the flag"
    found = next((part for part in level.parts if part.id == part_id), None)
    return part_id if found is None else f"{found.kind.named(found.form)} {part_id}"
