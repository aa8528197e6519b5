"""What the hierarchical solver says about each of its steps, as thoughts.

Plain sentences, and the values that a picture of the step needs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bubbleball.method.beam import Candidate, State
from bubbleball.method.contact_sampling import Move
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import Region
from bubbleball.method.robust_choice import FRAGILE, Choice
from bubbleball.model.belief import Belief

Array = NDArray[np.float64]

CLOUD = 300  # candidates shown in a thought
ASTRAY = 15.0  # px, the ball's radius; a run further from the belief than this is not explained


def learnt(before: Belief, after: Belief, unexplained: float, seconds: float) -> Thought:
    """H-3 has looked at the last run; unexplained: px by which it still differs from the belief."""
    changed = [
        f"{new.name.replace('_', ' ')} {old.mean:.3g} to {new.mean:.3g}"
        for old, new in zip(before.estimates(), after.estimates(), strict=True)
        if abs(old.mean - new.mean) > max(1e-3, 5e-3 * abs(old.mean))
    ]
    if changed:
        text = f"The last run corrects what I believe: {', '.join(changed)}."
    elif unexplained <= ASTRAY:
        text = "The last run agrees with what I believe about the physics."
    else:
        text = "The last run teaches me nothing that I can put into numbers."
    if unexplained > ASTRAY:
        text += f" The ball still went otherwise than I believe, up to {unexplained:.0f} px apart."
    return Thought(
        MethodStage.LEARN, text, seconds, belief_before=before.estimates(), belief=after.estimates()
    )


def planned(guides: tuple[Array, ...], seconds: float) -> Thought:
    """H-1 has planned."""
    found = len(guides)
    text = (
        f"{found} way{'s' * (found > 1)} for the ball from its start to the flag."
        if found
        else "No free way leads to the flag; I go by the straight distance."
    )
    return Thought(MethodStage.GUIDE, text, seconds, guides=guides)


def astray(state: State, region: Region | None, guide: Array | None, depth: int) -> Thought:
    """Where the ball parts from the way it should go."""
    if depth == 0:
        text = "Here the ball by itself parts from the way it should go."
    else:
        text = f"With {depth} placed, this is where the ball still goes astray."
    return Thought(
        MethodStage.REGION,
        text,
        guides=() if guide is None else (guide,),
        region=region,
        predicted=state.prediction.path[:, :2],
    )


def rested(moves: Sequence[tuple[State, Move]], seconds: float) -> Thought | None:
    """Wood has been let go in the believed world; None where there is none."""
    count = sum(len(m.poses) for _, m in moves if any(part.kind.wooden for part in m.parts))
    if not count:
        return None
    text = f"{count} places where wood comes to rest, some held by another piece."
    return Thought(MethodStage.SUPPORT, text, seconds, candidate_count=count)


def gridded(stage: MethodStage, ranked: Sequence[Candidate], tried: int, seconds: float) -> Thought:
    """H-2 has rated candidates, coarse or fine."""
    what = "contacts tried with every kind of piece"
    if stage is MethodStage.FINE:
        what = "small changes of the best few"
    return Thought(
        stage,
        f"{tried} {what}; {_standing(ranked)}",
        seconds,
        candidates=_cloud(ranked),
        candidate_count=tried,
        main=ranked[0].placements[-1] if ranked else None,
    )


def checked(ranked: Sequence[Candidate], choice: Choice | None, seconds: float) -> Thought:
    """The believed world has judged what reaches the flag in the models."""
    return Thought(
        MethodStage.CHECK,
        f"{_reach(len(ranked))} the flag in the model; {_verdict(choice)}",
        seconds,
        main=choice.main if choice else None,
        supports=choice.supports if choice else (),
        predicted=choice.path if choice else None,
        events=choice.events if choice else (),
    )


def thrown(found: Sequence[Candidate], tried: int, seconds: float) -> Thought:
    """Throws have been bred in the believed world."""
    return Thought(
        MethodStage.SUPPORT,
        f"Resting pieces are not enough: {tried} throws tried in the believed world; "
        f"{_standing(found)}",
        seconds,
        candidates=_cloud(found),
        candidate_count=tried,
    )


def won_before() -> Thought:
    """The last run has shown a solution."""
    return Thought(MethodStage.CHOOSE, "The last run reached the flag, so I do the same again.")


def chosen(best: Choice) -> Thought:
    """A configuration is worth a trial."""
    share = f"it works in {best.robustness:.0%} of the worlds I hold possible"
    text = f"I try this because it is the most robust: {share}."
    if best.robustness < FRAGILE:
        text = (
            f"Nothing is robust, so I try what teaches most: {share}, and they differ by "
            f"{best.teaches:.0f} px about where the ball goes."
        )
    return Thought(
        MethodStage.CHOOSE,
        text,
        main=best.main,
        supports=best.supports,
        predicted=best.path,
        events=best.events,
    )


def near_miss(near: Candidate) -> Thought:
    """No configuration convinces, but one may surprise."""
    return Thought(
        MethodStage.CHOOSE,
        f"My models know no way to the flag. I try what comes nearest, {near.value:.0f} px "
        "short, to see whether they are wrong.",
        main=near.placements[-1],
        supports=near.placements[:-1],
    )


def gave_up(rounds: int, times: int) -> Thought:
    """Nothing is left to try."""
    return Thought(
        MethodStage.CHOOSE,
        f"In {times} times {rounds} rounds of growing effort my models found no placement that "
        "reaches the flag, and the last trial taught nothing new: I give up.",
    )


def _cloud(ranked: Sequence[Candidate]) -> Array | None:
    """A sample of candidates: the last piece's place and the cost."""
    if not ranked:
        return None
    every = max(1, len(ranked) // CLOUD)
    return np.array([[c.placements[-1].x, c.placements[-1].y, c.value] for c in ranked[::every]])


def _standing(ranked: Sequence[Candidate]) -> str:
    if not ranked:
        return "none fits."
    solved = sum(c.solved for c in ranked)
    if solved:
        return f"{_reach(solved)} the flag."
    return f"the best leaves {ranked[0].value:.0f} px to go."


def _reach(count: int) -> str:
    return "1 reaches" if count == 1 else f"{count} reach"


def _verdict(choice: Choice | None) -> str:
    if choice is None:
        return "none of them holds in the believed world."
    return f"the best one holds in {choice.robustness:.0%} of the plausible worlds."
