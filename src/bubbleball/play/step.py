"""One trial of a solve, and how many of them a solver gets."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial

MAX_TRIALS = 10  # by default


@dataclass(frozen=True, slots=True)
class Step:
    """One trial of a solve.

    number: 1 for the first trial; 0 for the empty run, which does not count.
    placements: what was placed.
    trial: what happened.
    seconds: since the start of the solve.
    """

    number: int
    placements: tuple[Placement, ...]
    trial: Trial
    seconds: float
