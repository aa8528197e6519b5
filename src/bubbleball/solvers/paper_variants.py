"""The paper's method with one setting changed, for experiments that compare it with itself.

`MODULE:CLASS` names a variant wherever a solver is named; see `bench/paper_experiments`.
"""

from __future__ import annotations

from bubbleball.game.level import Level
from bubbleball.method.region_plan import PaperSettings
from bubbleball.solvers.paper import Paper


class WithoutLearning(Paper):
    """H-3 switched off: β stays what it was before the first trial."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed, settings=PaperSettings(learning=False))


class OneRegion(Paper):
    """One Local Region a trial, as the paper has it."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed, settings=PaperSettings(regions_per_trial=1))
