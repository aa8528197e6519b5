"""The splits for learning: which levels to train on, to choose settings by, and to report on.

Generated levels depend on family, seed and number alone, so a split is a seed of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

TRAIN, VALIDATION, TEST = 1001, 1002, 1003  # seeds; the shipped packs have others
HELD_OUT = ("catapult", "chain", "machine", "decoy")  # families that a learner may leave out
_WORLDS = tuple(f"structure:{world}" for world in ("drag", "wind", "spin", "bounce"))


@dataclass(frozen=True, slots=True)
class Split:
    """A set of levels and what it may be used for.

    name: of the split.
    group: splits of one group go together.
    suites: names as `bench` takes them; N stands for any number.
    use: what for.
    """

    name: str
    group: str
    suites: tuple[str, ...]
    use: str


def _generated(count: int | str, seed: int, *families: str) -> tuple[str, ...]:
    return tuple(f"generated:{family}:{count}:{seed}" for family in families)


SPLITS = (
    Split("train", "levels", _generated("N", TRAIN, "all"), "train on any number of them"),
    Split("validation", "levels", _generated(180, VALIDATION, "all"), "choose settings"),
    Split("test", "levels", _generated(180, TEST, "all"), "report, once"),
    Split("train", "hard levels", _generated("N", TRAIN, "hard"), "train on any number of them"),
    Split("validation", "hard levels", _generated(40, VALIDATION, "hard"), "choose settings"),
    Split("test", "hard levels", (*_generated(40, TEST, "hard"), "expert"), "report, once"),
    Split("test", "new families", _generated(10, TEST, *HELD_OUT), "report, if never trained on"),
    Split("test", "shipped levels", ("classic", "workshop"), "report; solutions are shipped"),
    Split("test", "unknown constants", ("unknown-physics",), "report"),
    Split("test", "unknown structure", _WORLDS, "report"),
)
