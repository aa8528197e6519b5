"""Whether chance is enough: how many of a few random placements reach the flag."""

from __future__ import annotations

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer
from bubbleball.game.world import simulate

DRAWS = 40  # random placements played
ENOUGH = 0.25  # share of them that makes a level a matter of chance


def solved_by_chance(level: Level) -> int:
    """How many of `DRAWS` random legal placements, always the same ones, reach the flag."""
    placer, rng = Placer(level), np.random.default_rng(0)
    trials = (
        simulate(level, placer.draw(rng), REAL, record_moves=False, record_contacts=False)
        for _ in range(DRAWS)
    )
    return sum(trial.solved for trial in trials)
