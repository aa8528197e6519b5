"""What a standalone page shows, without a server."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.web.contract.catalog import Catalog
from bubbleball.web.contract.events import StepEvent, ThoughtEvent
from bubbleball.web.requests import LevelData


@dataclass(frozen=True, slots=True)
class StoryData:
    """A recorded solve, or a single run.

    title: of the level.
    text: what was recorded.
    catalog: facts of the game.
    level: the puzzle.
    physics: what differs from the real game's.
    moments: thoughts and trials in order.
    """

    title: str
    text: str
    catalog: Catalog
    level: LevelData
    physics: dict[str, float]
    moments: list[ThoughtEvent | StepEvent]
