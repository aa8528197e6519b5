"""Why a trial failed, in the paper's own terms.

The paper names three reasons: another block interrupts the predicted motion; the Supporting Blocks
or the initial state m0 are wrong, so that the Main Block is not where it should be; the Guide Path
is greedy, so that reaching the Local Target Set does not lead to the flag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial

MOVED = 3.0  # px or degrees by which a block may differ from where it was placed
LATE = 12  # frames; a block that has moved by then did not hold


class Reason(StrEnum):
    """The paper's three reasons, and the one that learning removes."""

    INTERRUPTED = "another block interrupted the predicted motion"
    SUPPORTS = "the Supporting Blocks or the initial state were wrong"
    GREEDY = "the Guide Path is greedy"
    MODEL = "the event models were off"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed trial.

    reason: in the paper's terms. detail: what was seen.
    """

    reason: Reason
    detail: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.detail})"


def why_it_failed(
    trial: Trial,
    placements: Sequence[Placement],
    events: Sequence[tuple[str, int]],
    reached: bool,
) -> Failure:
    """Compare a failed trial with what was predicted of it.

    events: who the ball was predicted to meet, and in which frame. reached: whether every target
    was reached that was predicted to be.
    """
    if reached:
        x, y = trial.ball[-1, :2]
        where = f"the ball ended at ({x:.0f}, {y:.0f})"
        return Failure(Reason.GREEDY, f"the target was reached and led no farther; {where}")
    first = next((frame for _, frame in events), len(trial.ball))
    for placement in placements:
        if placement.piece in trial.movers:
            column = trial.movers.index(placement.piece)
            frame = min(max(first - 1, LATE), len(trial.moves) - 1)
            pose = trial.moves[frame, column, :3]
            off = float(np.abs(pose - (placement.x, placement.y, placement.angle)).max())
            if off > MOVED:
                return Failure(
                    Reason.SUPPORTS, f"{placement.piece} had moved by {off:.0f} before the contact"
                )
    expected = list(dict.fromkeys(part for part, _ in events))
    for number, part in enumerate(trial.parts_met):
        if part not in expected[: number + 2]:
            return Failure(Reason.INTERRUPTED, f"the ball met {part}, which was not predicted")
    return Failure(Reason.MODEL, "the ball met what was predicted and went elsewhere")
