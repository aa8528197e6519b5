"""What a solver thinks before a trial, as values that a person or a front end can follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.placement import Placement
from bubbleball.method.local_region import Region
from bubbleball.model.belief import Estimate
from bubbleball.model.prediction import PredictedEvent

Array = NDArray[np.float64]


class MethodStage(StrEnum):
    """Where in the method a thought belongs."""

    GUIDE = "guide"  # H-1: Guide Paths
    REGION = "region"  # H-1: Local Region and Local Target Set
    COARSE = "coarse"  # H-2: coarse gridding
    FINE = "fine"  # H-2: finer gridding
    SUPPORT = "support"  # H-2: where wood rests, what holds it, what throws
    CHECK = "check"  # H-2: the best few in the believed world
    LEARN = "learn"  # H-3: regression of β
    CHOOSE = "choose"  # the placement to be tried, or that there is none


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """One stage of thinking, finished. Fields that a stage has nothing to say about stay empty.

    stage: where in the method.
    text: a plain sentence for a person who has not read the paper.
    seconds: time that the stage took.
    guides: Guide Paths, each n x 2 px, the one followed first.
    region: the Local Region worked on.
    candidates: n x 3: x, y (px) of what was tried and its cost; a sample when there were many.
    candidate_count: how many were tried in all.
    main: the Main Block chosen. supports: the Supporting Blocks.
    predicted: n x 2, the ball's path as predicted, px.
    events: what the prediction meets.
    belief_before, belief: β before and after this stage.
    """

    stage: MethodStage
    text: str
    seconds: float = 0.0
    guides: tuple[Array, ...] = ()
    region: Region | None = None
    candidates: Array | None = None
    candidate_count: int = 0
    main: Placement | None = None
    supports: tuple[Placement, ...] = ()
    predicted: Array | None = None
    events: tuple[PredictedEvent, ...] = ()
    belief_before: tuple[Estimate, ...] = ()
    belief: tuple[Estimate, ...] = ()
