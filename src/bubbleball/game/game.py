"""The real thing: put pieces down, press Start, see what happens."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from bubbleball.game.arguments import (
    PhysicsLike,
    PlacementsLike,
    level_given,
    physics_given,
    placements_given,
)
from bubbleball.game.batch import TrialBatch, play_batch
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate


class Game:
    """One level under one physics; counts the trials that it was asked for.

    >>> game = Game(level)
    >>> game.play([Placement("plank", 217, 247)]).outcome
    <Outcome.REACHED_FLAG: 'reached-flag'>

    The physics may also be given as text, such as `"moon,restitution=0.6"`, or as a mapping.
    """

    def __init__(self, level: Level, physics: PhysicsLike = REAL) -> None:
        self.level = level_given(level, "Game")
        self.physics = physics_given(physics)
        self.trials = 0

    def __repr__(self) -> str:
        return f"<Game of {self.level!r}: {self.trials} trials>"

    def play(self, placements: PlacementsLike = ()) -> Trial:
        """Run one trial; an illegal placement raises a PlacementError and is not counted.

        Without placements it shows what the ball does on its own. Tuples `("plank", 217, 247)` and
        a mapping `{"plank": (217, 247)}` stand for placements.
        """
        placed = placements_given(placements)
        check_placements(self.level, placed)
        self.trials += 1
        return simulate(self.level, placed, self.physics)

    def play_many(
        self,
        poses: ArrayLike,
        pieces: str | Sequence[str] | None = None,
        *,
        paths: bool = False,
        workers: int | None = 1,
    ) -> TrialBatch:
        """Play thousands of placements, each in a new world, and return arrays.

        poses: placements x pieces x 3 (x, y, angle) or x 2 (x, y); for one piece placements x 3.
            A piece whose pose is NaN stays in the tray. Illegal placements are marked, not played.
        pieces: ids in the order of the poses; by default all pieces of the level.
        paths: whether to keep the ball's frames.
        workers: processes; None for one per core. A script that asks for several needs
            `if __name__ == "__main__":`.
        """
        batch = play_batch(self.level, self.physics, poses, pieces, paths=paths, workers=workers)
        self.trials += int(batch.legal.sum())
        return batch
