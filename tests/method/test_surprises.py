"""A sure prediction that failed changes the next choice until the belief explains it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.candidates import Choice
from bubbleball.method.surprises import FARTHEST, HALF, Surprises, same_within
from bubbleball.model.prediction import PredictedEvent

LEVEL = Level(
    ball=Ball(60, 120),
    flag=Flag(400, 250),
    pieces=(
        Part("a", Kind.METAL, 75, 20, 150, 25),
        Part("twin", Kind.METAL, 75, 50, 150, 25),
        Part("b", Kind.METAL, 300, 20, 40, 40),
    ),
)
A, TWIN, B = Placement("a", 200, 200), Placement("twin", 200, 200), Placement("b", 300, 160)


def choice(*placements: Placement, met: str, robustness: float = 1.0) -> Choice:
    events = tuple(PredictedEvent(part, 0.0, 0.0, 0.0) for part in met.split())
    return Choice(placements, np.zeros((1, 2)), robustness, 0.0, events)


def all_odd(trials: Sequence[Trial]) -> list[bool]:
    return [True] * len(trials)


def all_explained(trials: Sequence[Trial]) -> list[bool]:
    return [False] * len(trials)


def after(*failed: Choice) -> Surprises:
    """What is remembered when trials of some choices have failed and nothing explains it."""
    surprises = Surprises(LEVEL)
    for each in failed:
        surprises.expect(each)
        surprises.tell(simulate(LEVEL, each.placements, REAL))
    surprises.review(all_odd)
    return surprises


def test_each_surprise_widens_what_counts_as_the_same_up_to_a_limit() -> None:
    near = same_within(0.1)
    failed = choice(A, met="a")
    widths = [after(*[failed] * count).farther(near) for count in range(8)]
    assert widths[:3] == [near, 2 * near, 4 * near]
    assert widths == sorted(widths)
    assert widths[-1] == FARTHEST


def test_a_failure_that_the_belief_explains_is_no_surprise() -> None:
    surprises = after(choice(A, met="a"))
    surprises.review(all_explained)
    assert surprises.count == 0
    assert surprises.farther(2.0) == 2.0
    assert surprises.trust(choice(A, met="a")) == 1.0


def test_a_fragile_choice_promises_nothing() -> None:
    assert after(choice(A, met="a", robustness=0.2)).count == 0


def test_a_trial_of_something_else_is_no_surprise() -> None:
    surprises = Surprises(LEVEL)
    surprises.expect(choice(A, met="a"))
    surprises.tell(simulate(LEVEL, (B,), REAL))
    surprises.tell(simulate(LEVEL, (A,), REAL))  # by now nothing is expected
    surprises.review(all_odd)
    assert surprises.count == 0


def test_the_same_idea_counts_half_after_each_surprise() -> None:
    surprises = after(choice(A, met="a"), choice(A, met="ground a a"))
    assert surprises.trust(choice(Placement("a", 90, 90), met="a floor")) == HALF**2
    assert surprises.trust(choice(TWIN, met="twin")) == HALF**2
    assert surprises.trust(choice(A, B, met="a b")) == 1.0
    assert surprises.trust(choice(A, B, met="a")) == 1.0


def test_another_order_of_contacts_is_another_idea() -> None:
    surprises = after(choice(A, B, met="a b"))
    assert surprises.trust(choice(A, B, met="b a")) == 1.0


def test_an_idea_that_has_not_failed_is_preferred_even_if_it_is_less_robust() -> None:
    same, other = choice(A, met="a", robustness=0.9), choice(B, met="b", robustness=0.5)
    assert Surprises(LEVEL).best_of([same, other]) is same
    assert after(choice(A, met="a")).best_of([same, other]) is other
    assert after(choice(A, met="a")).best_of([same]) is same
