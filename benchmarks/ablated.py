"""The default solver with one stage switched off, for `bubbleball bench`.

bubbleball bench unknown-physics --solver benchmarks/ablated.py:NoLearning
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bubbleball.game.level import Level
from bubbleball.method.search_rounds import SearchSettings
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings

MEAN = HierarchicalSettings(search=SearchSettings(robust=False))


class NoLearning(Hierarchical):
    """β stays at its prior, whatever the trials show."""

    def __init__(self, level: Level, **options: Any) -> None:
        super().__init__(level, settings=replace(HierarchicalSettings(), learning=False), **options)


class MeanOnly(Hierarchical):
    """Placements are chosen by the mean of β alone, not by sampled worlds."""

    def __init__(self, level: Level, **options: Any) -> None:
        super().__init__(level, settings=MEAN, **options)
