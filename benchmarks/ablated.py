"""The solver with one of its ideas switched off, for `bubbleball bench`.

bubbleball bench unknown-physics --solver benchmarks/ablated.py:NoLearning
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bubbleball.game.level import Level
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings


class NoLearning(Hierarchical):
    """Trials teach nothing: β stays at its prior."""

    def __init__(self, level: Level, **options: Any) -> None:
        super().__init__(level, settings=replace(HierarchicalSettings(), learning=False), **options)


class MeanOnly(Hierarchical):
    """Placements are chosen by the mean of β alone, not by the worlds that are plausible."""

    def __init__(self, level: Level, **options: Any) -> None:
        super().__init__(level, settings=replace(HierarchicalSettings(), robust=False), **options)
