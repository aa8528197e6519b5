"""What a solver reports about each stage before a trial, as values that a front end can show."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bubbleball.game.arrays import Array
from bubbleball.game.placement import Placement
from bubbleball.method.local_region import Region
from bubbleball.model.estimate import Estimate
from bubbleball.model.prediction import PredictedEvent


class MethodStage(StrEnum):
    """Where in the method a thought belongs."""

    GUIDE = "guide"  # H-1: Guide Paths
    REGION = "region"  # H-1: Local Region and Local Target Set
    COARSE = "coarse"  # H-2: coarse gridding
    FINE = "fine"  # H-2: finer gridding
    SUPPORT = "support"  # H-2: where wood rests, what holds it, throws
    CHECK = "check"  # H-2: the best few in the believed world
    LEARN = "learn"  # H-3: regression of β
    CHOOSE = "choose"  # the placement to try, or that there is none


SEARCH = frozenset(  # the stages that a search goes through again and again
    {MethodStage.REGION, MethodStage.COARSE, MethodStage.FINE, MethodStage.SUPPORT}
)


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """One finished stage. Fields that do not concern the stage stay empty.

    stage: where in the method.
    text: plain sentences for a person who has not read the paper.
    seconds: how long the stage took.
    guides: Guide Paths, each n x 2 px, the shortest first.
    region: the Local Region and its target.
    candidates: n x 3: x, y (px) of the last piece and the cost; a sample if there are many.
    candidate_count: how many candidates were tried.
    placed: every piece of the configuration that the stage is about, in the order of placing.
    main: the Main Block chosen.
    supports: the Supporting Blocks.
    predicted: n x 2, the predicted path of the ball, px.
    events: what the ball is predicted to meet.
    details: lines for those who ask for more, such as the paper's events e1 to e4.
    belief_before, belief: β before and after the stage.
    rival: the second-best configuration, where one was chosen.
    rival_path: n x 2, its predicted path, px.
    why_not: why it was not chosen.
    """

    stage: MethodStage
    text: str
    seconds: float = 0.0
    guides: tuple[Array, ...] = ()
    region: Region | None = None
    candidates: Array | None = None
    candidate_count: int = 0
    placed: tuple[Placement, ...] = ()
    main: Placement | None = None
    supports: tuple[Placement, ...] = ()
    predicted: Array | None = None
    events: tuple[PredictedEvent, ...] = ()
    details: tuple[str, ...] = ()
    belief_before: tuple[Estimate, ...] = ()
    belief: tuple[Estimate, ...] = ()
    rival: tuple[Placement, ...] = ()
    rival_path: Array | None = None
    why_not: str = ""
