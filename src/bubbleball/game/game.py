"""The real thing: put pieces down, press Start, see what happens."""

from __future__ import annotations

from collections.abc import Iterable

from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate


class Game:
    """One level under one physics; counts the trials that it was asked for.

    >>> game = Game(level)
    >>> game.play([Placement("plank", 217, 247)]).outcome
    <Outcome.REACHED_FLAG: 'reached-flag'>
    """

    def __init__(self, level: Level, physics: Physics = REAL) -> None:
        self.level = level
        self.physics = physics
        self.trials = 0

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        """Run one trial; an illegal placement raises a PlacementError and is not counted.

        Without placements it shows what the ball does by itself.
        """
        placements = tuple(placements)
        check_placements(self.level, placements)
        self.trials += 1
        return simulate(self.level, placements, self.physics)
