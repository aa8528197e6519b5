"""What the paper's method says about each of its steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch, Rated
from bubbleball.method.event_states import event_states
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.failure import Failure
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.region_plan import RegionPlan

CLOUD = 300  # candidates shown in a thought


def region_tried(
    epsilon_2: float, local: LocalRegion, guide: Array, base: tuple[Placement, ...]
) -> Thought:
    """A Local Region is about to be searched; `base` is what stands already."""
    return Thought(
        MethodStage.REGION,
        f"With ε₂ = {epsilon_2:.0f} px the ball leaves the Guide Path by up to "
        f"{local.deviation:.0f} px.",
        guides=(guide,),
        placed=base,
    )


def region_taken(plan: RegionPlan, reached: bool, guide: Array) -> Thought:
    """A Local Region was chosen."""
    text = "No Main Block reaches the disc of any Local Region; this one comes nearest."
    if reached:
        text = "This is the largest Local Region in which one Main Block reaches the disc."
    return Thought(
        MethodStage.REGION, text, guides=(guide,), region=plan.local.region, placed=plan.base
    )


def gridded(
    stage: MethodStage,
    rated: Sequence[Rated],
    batches: Sequence[PoseBatch],
    seconds: float,
    local: LocalRegion,
    base: tuple[Placement, ...],
) -> Thought:
    """Coarse or finer gridding is done; `base` is what stood before."""
    count = sum(len(batch) for batch in batches)
    what = "contacts and resting poses on a coarse grid"
    if stage is MethodStage.FINE:
        what = "contacts around the best"
    text = f"Tried {count} {what}; none meets the ball."
    if rated:
        text = f"Tried {count} {what}; the best passes {rated[0].cost:.0f} px from the target."
    cloud = [(r.new[-1].x, r.new[-1].y, r.cost) for r in rated[:CLOUD]]
    return Thought(
        stage,
        text,
        seconds,
        region=local.region,
        candidates=np.array(cloud) if cloud else None,
        candidate_count=count,
        placed=(*base, *rated[0].new) if rated else base,
        main=rated[0].new[-1] if rated else None,
    )


def thrown(
    stage: MethodStage, runs: int, cost: float | None, seconds: float, local: LocalRegion
) -> Thought:
    """Throws were guessed or refined."""
    text = f"Ran {runs} throws and falls of blocks, without the ball, in the believed world"
    if stage is MethodStage.FINE:
        text = f"Moved the falling blocks a little, {runs} times"
    if cost is not None:
        text += f"; the best throw passes {cost:.0f} px from the flag"
    return Thought(stage, f"{text}.", seconds, region=local.region, candidate_count=runs)


def decided(plan: RegionPlan, level: Level, guide: Array | None) -> Thought:
    """The Main Block of one Local Region, with the events e1 to e4."""
    main = plan.main_block
    leaves = None if plan.throw is None else plan.throw.launch.last
    states = event_states(
        level, plan.placements, plan.main, plan.predicted, plan.events, plan.aim, leaves
    )
    moving = " in motion" if plan.throw is not None else ""
    return Thought(
        MethodStage.CHOOSE,
        f"{main.piece} is the Main Block{moving}; the ball should pass {plan.cost:.0f} px from the "
        "target.",
        guides=() if guide is None else (guide,),
        region=plan.local.region,
        placed=plan.placements,
        main=main,
        supports=tuple(p for p in plan.new if p is not main),
        predicted=plan.predicted[:, :2],
        details=tuple(map(str, states)),
    )


def given_up(guide: Array | None) -> Thought:
    """There is nothing new to try."""
    why = "no block that is left meets the ball and helps"
    if guide is None:
        why = "no path from the ball to the flag is wide enough"
    return Thought(MethodStage.CHOOSE, f"There is no further placement to try: {why}.")


def notes(failures: Sequence[Failure], runs: int) -> tuple[str, ...]:
    """What to keep of a whole solve: what a believed world was used for, why trials failed."""
    believed = "No believed Box2D world was used: what holds the Main Block follows from statics."
    if runs:
        believed = (
            f"A believed Box2D world gave the motion of blocks, {runs} times and "
            "without the ball; nothing else was run in it."
        )
    return (believed, *(f"Trial {n} failed: {why}." for n, why in enumerate(failures, 1)))
