"""What the default solver says about each stage: plain sentences, and the values for a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.method.candidates import Candidate, Choice, Sieved, State
from bubbleball.method.contact_sampling import ELSEWHERE
from bubbleball.method.cost_to_go import UNREACHABLE
from bubbleball.method.decision import FRAGILE
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.local_region import EPSILON_1, EPSILON_2

CLOUD = 300  # candidates shown in a thought
MOST_ROBUST = "it is the most robust"
FRESH_IDEA = "its idea has not failed yet"
STILL_BEST = "nothing else is better, although its idea has failed"
FARTHEST = "of all that is left it differs most from what has failed"


def planned(guides: tuple[Array, ...], seconds: float) -> Thought:
    """H-1 has planned Guide Paths."""
    count = len(guides)
    text = f"{_count(count, 'guide path')} from the ball to the flag."
    if count > 1:
        text = f"{text[:-1]}, each of another homotopy class: I search along one after another."
    if not count:
        text = (
            "No guide path: I draw contacts anywhere on the ball's path and rank them by "
            "cost-to-go, which counts a teleport yet to be placed as a link."
        )
    return Thought(MethodStage.GUIDE, text, seconds, guides=guides)


def deviated(states: Sequence[State], guide: Array | None) -> Thought:
    """Where the predicted path of the best state leaves the Guide Path: contacts come there."""
    state, more = states[0], len(states) - 1
    placed, region = len(state.placements), None if state.local is None else state.local.region
    share = f"{1 - ELSEWHERE:.0%} of the contacts are drawn here, the others anywhere on its path."
    if guide is None:
        text = "This round follows no guide path: contacts are drawn anywhere on the ball's path."
    elif region is None:
        text = (
            f"No part of the predicted path is {EPSILON_1:.0f} to {EPSILON_2:.0f} px off the guide "
            "path: contacts are drawn anywhere on it."
        )
    elif not placed:
        text = f"Here the unaided ball leaves the guide path; {share}"
    else:
        text = f"With {_count(placed, 'piece')} placed the ball leaves the guide path here; {share}"
    if more:
        others = _count(more, "other state")
        text += f" The search also goes on from {others} of the beam, each in its own region."
    return Thought(
        MethodStage.REGION,
        text,
        guides=() if guide is None else (guide,),
        region=region,
        placed=state.placements,
        predicted=state.prediction.path[:, :2],
    )


def sieved(found: Sequence[Sieved], rated: int, seconds: float) -> Thought:
    """H-2 has rated the coarse grid by the event chain."""
    drawn = sum(max(len(each.batch), len(each.rated)) for each in found)
    text = f"{_count(drawn, 'candidate')} for the stepping model, not rated by events."
    cloud = None
    if rated:
        near = np.concatenate([each.rated for each in found])
        near = near[np.argsort(near[:, 2], kind="stable")]
        cloud = near[:: max(1, len(near) // CLOUD)] if len(near) else None
        left = sum(len(each.batch) for each in found)
        text = f"{_count(rated, 'candidate')} rated by their chain of events; {_best(near[:, 2])}"
        if left:
            text += f" {left} {'is' if left == 1 else 'are'} worth stepping."
    return Thought(MethodStage.COARSE, text, seconds, candidates=cloud, candidate_count=rated)


def rested(kept: int, released: int, seconds: float) -> Thought:
    """Wood of the best candidates has been released in the believed world."""
    text = (
        f"{_count(released, 'candidate')} with wood released in the believed world, to see where "
        f"it comes to rest; the beam keeps {kept}."
    )
    return Thought(MethodStage.SUPPORT, text, seconds, candidate_count=released)


def stepped(ranked: Sequence[Candidate], tried: int, seconds: float, *, finer: bool) -> Thought:
    """H-2 has rated candidates by the stepping model."""
    what = f"{_count(tried, 'candidate')} stepped"
    if finer:
        what = f"{_count(tried, 'small change')} of the best few stepped"
    return Thought(
        MethodStage.FINE,
        f"{what}; {_best([c.cost for c in ranked])}",
        seconds,
        candidates=_cloud(ranked),
        candidate_count=tried,
        placed=ranked[0].placements if ranked else (),
        main=ranked[0].placements[-1] if ranked else None,
    )


def checked(
    compared: Sequence[Candidate], choice: Choice | None, runs: int, seconds: float
) -> Thought:
    """The believed world has judged the predicted solutions; runs: of that world."""
    verdict = "none that was checked works in the believed world."
    if choice is not None:
        verdict = f"the best one works in {_share(choice)}."
    return Thought(
        MethodStage.CHECK,
        f"{_count(len(compared), 'predicted solution')} compared in {_count(runs, 'run')}; "
        f"{verdict}",
        seconds,
        candidate_count=runs,
        placed=choice.placements if choice else (),
        main=choice.main if choice else None,
        supports=choice.supports if choice else (),
        predicted=choice.path if choice else None,
        events=choice.events if choice else (),
    )


def thrown(found: Sequence[Candidate], tried: int, seconds: float) -> Thought:
    """Throws have been searched for in the believed world."""
    return Thought(
        MethodStage.SUPPORT,
        f"Resting pieces are not enough: {_count(tried, 'throw')} run in the believed world; "
        f"{_best([c.cost for c in found])}",
        seconds,
        candidates=_cloud(found),
        candidate_count=tried,
    )


def continued(found: Sequence[Candidate], tried: int, seconds: float) -> Thought:
    """Resting pieces have been added to the best throws."""
    return Thought(
        MethodStage.SUPPORT,
        f"No throw is enough: {_count(tried, 'run')} with pieces that lead the ball on from there; "
        f"{_best([c.cost for c in found])}",
        seconds,
        candidates=_cloud(found),
        candidate_count=tried,
    )


def solved_before() -> Thought:
    """The last run was a solution, or one of others was."""
    return Thought(MethodStage.CHOOSE, "This reached the flag before, so I try the same again.")


def chosen(best: Choice, rival: Choice | None = None, because: str = MOST_ROBUST) -> Thought:
    """A configuration is worth a trial; rival: the best of those that differ from it."""
    text = f"I try this because {because}: it works in {_share(best)}."
    if because is MOST_ROBUST and best.robustness < FRAGILE:
        text = (
            f"Nothing is robust, so I try what teaches most: it works in {_share(best)}, and the "
            f"ball's paths in them differ by {best.spread:.0f} px on average."
        )
    if best.spare:
        either = " or ".join(best.spare)
        text += f" Without {either} it works under the mean belief, too, but in fewer other worlds."
    if best.stability is not None:
        text += f" Its wood stands up to a tilt of {best.stability:.0f}°."
    return Thought(
        MethodStage.CHOOSE,
        text,
        placed=best.placements,
        main=best.main,
        supports=best.supports,
        predicted=best.path,
        events=best.events,
        rival=rival.placements if rival else (),
        rival_path=rival.path if rival else None,
        why_not=_why_not(best, rival) if rival else "",
    )


def near_miss(near: Candidate) -> Thought:
    """No solution was found; a trial of the best candidate may show that the models are wrong."""
    least = f", {near.cost:.0f}," if near.cost < UNREACHABLE else ""
    return Thought(
        MethodStage.CHOOSE,
        f"My models find no solution. I try the placement with the least cost-to-go{least} to see "
        "whether they are wrong.",
        placed=near.placements,
        main=near.placements[-1],
        supports=near.placements[:-1],
    )


def persisted(barren: int, effort: int, *, agrees: bool) -> Iterator[Thought]:
    """Say, if the searches so far found nothing, that the next one makes more effort.

    agrees: whether every run so far went as the belief has it.
    """
    if barren:
        count = f"{barren} search{'es' * (barren != 1)}"
        why = "Every run so far goes as I believe, so my search may be too small: " * agrees
        yield Thought(
            MethodStage.COARSE,
            f"{count} found no solution. {why}I search again with {effort} times the effort of the "
            "first, and repeat no placement that has failed.",
        )


def surprised(count: int, within: float) -> Iterator[Thought]:
    """Say, if predicted solutions have failed, that something else is tried.

    count: of the failures that the belief does not explain.
    within: px and degrees from a failed placement that count as the same.
    """
    if count:
        trials = "A trial" if count == 1 else f"{count} trials"
        yield Thought(
            MethodStage.COARSE,
            f"{trials} failed although I expected success, and my belief does not explain why. "
            "I look for other pieces or another order of contacts, and count what is within "
            f"{within:.0f} px and degrees of a failed placement as the same.",
        )


def handed_over() -> Thought:
    """Another method proposes the next trial."""
    text = "My search finds nothing new; I let the paper's method propose a trial."
    return Thought(MethodStage.CHOOSE, text)


def refused() -> Thought:
    """The other method's proposal is not tried."""
    text = "That breaks a rule, or nearly the same has failed before: I do not try it."
    return Thought(MethodStage.CHOOSE, text)


def hopeless(level: Level) -> Thought:
    """No placement can help, which needs no search to be known."""
    text = "No gap in the scenery lets the ball through to the flag, and no piece is a teleport"
    if not level.pieces:
        text = "The tray is empty, and the ball does not reach the flag unaided"
    return Thought(MethodStage.CHOOSE, f"{text}: I give up at once.")


def gave_up(rounds: int) -> Thought:
    """Nothing is left to try; rounds: of search, since the belief changed last."""
    found = f"{_count(rounds, 'round')} of search found no placement that reaches the flag"
    return Thought(MethodStage.CHOOSE, f"{found}, and nothing new is left to try: I give up.")


def _cloud(ranked: Sequence[Candidate]) -> Array | None:
    """A sample of the candidates: where the last piece is, and the cost."""
    if not ranked:
        return None
    every = max(1, len(ranked) // CLOUD)
    return np.array([[c.placements[-1].x, c.placements[-1].y, c.cost] for c in ranked[::every]])


def _best(costs: Sequence[float] | Array) -> str:
    """What the best of some costs, the least first, mean."""
    if not len(costs):
        return "none meets the ball."
    solved = sum(cost < 0 for cost in costs)
    if solved:
        return f"{solved} of the best {'reaches' if solved == 1 else 'reach'} the flag."
    if costs[0] >= UNREACHABLE:
        return "none gets to where a path leads on to the flag."
    return f"the least cost-to-go is {costs[0]:.0f}."


def _share(choice: Choice) -> str:
    if choice.robustness >= 1.0:
        return "all sampled worlds"
    return f"{choice.robustness:.0%} of the sampled worlds"


def _why_not(best: Choice, rival: Choice) -> str:
    if rival.robustness > best.robustness:
        return f"The runner-up works in {_share(rival)}, but its idea has failed before."
    return f"The runner-up works in {_share(rival)} only."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
