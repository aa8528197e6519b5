"""What a solver is let loose on: any game that plays a level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial


class Opponent(Protocol):
    """All that the loop needs of a game; `Game` and `ForeignGame` are two.

    A solver sees the trials and nothing else of it.
    """

    level: Level

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        """Run one trial; a placement that the game refuses raises a PlacementError."""
        ...
