"""The default solver with one stage switched off, for `bubbleball bench`.

bubbleball bench unknown-physics --solver benchmarks/ablated.py:NoLearning
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bubbleball.game.level import Level
from bubbleball.method.beam import Effort
from bubbleball.method.robust_choice import ChoiceSettings
from bubbleball.method.search_settings import SearchSettings
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings

FULL, SEARCH = HierarchicalSettings(), SearchSettings()


def ablated(settings: HierarchicalSettings) -> type[Hierarchical]:
    """The default solver with other settings."""

    class Ablated(Hierarchical):
        uses = "engine"

        def __init__(self, level: Level, **options: Any) -> None:
            super().__init__(level, settings=settings, **options)

    return Ablated


def searching(**changes: Any) -> type[Hierarchical]:
    """The default solver with another search in H-2."""
    return ablated(replace(FULL, search=replace(SEARCH, **changes)))


NoGuidePath = ablated(replace(FULL, classes=0))
OneClass = ablated(replace(FULL, classes=1))
NoLocalRegion = searching(effort=Effort(region=False))
NoEventChain = ablated(replace(FULL, events=False))
NoRecordedStart = ablated(replace(FULL, recorded=False))
NoCheck = searching(check=False)
NoRobustChoice = searching(robust=False)
NoHardening = searching(choice=ChoiceSettings(hardened=False))
NoThrows = searching(throws=False)
NoResidual = ablated(replace(FULL, residual=False))
NoLearning = ablated(replace(FULL, learning=False))

SWITCHES = {  # class: what it has not
    "NoGuidePath": "Guide Path",
    "OneClass": "second and third class",
    "NoLocalRegion": "Local Region",
    "NoEventChain": "event chain",
    "NoRecordedStart": "recorded start",
    "NoCheck": "check in the believed world",
    "NoRobustChoice": "robust choice",
    "NoHardening": "hardening",
    "NoThrows": "throws",
    "NoResidual": "residual",
    "NoLearning": "learning",
}
