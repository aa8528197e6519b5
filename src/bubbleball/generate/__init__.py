"""New levels by family and seed, each with a solution that has been played.

A family draws scenery together with the placement that is meant to solve it; the ball is let go,
and the flag is put where it arrives. What fails a check is thrown away and drawn anew.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

from bubbleball.errors import GenerateError, unknown_name
from bubbleball.files.document import Document
from bubbleball.generate.families import FAMILIES
from bubbleball.generate.families.chains import further_act
from bubbleball.generate.finishing import finish
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import stream
from bubbleball.generate.titles import title_of

ATTEMPTS = 600  # sketches drawn for one level before its family gives up
TURN = 60  # sketches with the same number of further acts, which may not work out at all
MOST_ACTS = 3  # pieces added to what the family draws; they make its harder levels
MOST_PIECES = 5  # beyond which no act is added

__all__ = ["ATTEMPTS", "FAMILIES", "generate"]


def generate(
    family: str, seed: int, index: int, difficulty: tuple[float, float] = (0.0, 10.0)
) -> Document:
    """Level number `index` of a family; depends on nothing but the arguments."""
    if family not in FAMILIES:
        raise unknown_name("family", family, FAMILIES)
    low, high = difficulty
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        draw = stream(seed, family, index, attempt)
        sketch = Sketch()
        try:
            FAMILIES[family](sketch, draw)
            for _ in range(_acts(family, seed, index, attempt)):
                if len(sketch.solution) < MOST_PIECES:
                    further_act(sketch, draw)
            made = finish(sketch, draw)
        except Unfit as reason:
            reasons[str(reason)] += 1
            continue
        if low <= made.difficulty <= high:
            title = title_of(family, stream(seed, family, index, "title"))
            level = dataclasses.replace(made.level, title=title)
            return Document(level, (made.solution,), family, made.difficulty)
        reasons[f"difficulty outside {low:g}..{high:g}"] += 1
    common = ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common(3))
    raise GenerateError(
        f"family {family!r} made no level of difficulty {low:g}..{high:g} for seed {seed}, "
        f"index {index} in {ATTEMPTS} attempts; most often: {common}. Ask for a wider difficulty "
        f"or another seed"
    )


def _acts(family: str, seed: int, index: int, attempt: int) -> int:
    """How many further acts a sketch gets: as likely none as the most."""
    if family == "chain":
        return 0
    return stream(seed, family, index, "acts", attempt // TURN).whole(0, MOST_ACTS)
