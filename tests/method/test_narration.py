"""What the default solver says is true of the values it speaks of."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.level import Ball, Flag, Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method import narration
from bubbleball.method.candidates import SOLVED, Candidate, Choice, State
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.explanation import MethodStage
from bubbleball.method.local_region import Region
from bubbleball.model.belief import Belief
from bubbleball.model.stepper.predict import StepPredictor

LEVEL = Level(ball=Ball(100, 120), flag=Flag(400, 200))
PREDICTION = StepPredictor(LEVEL, cost_to_go(LEVEL).layers).one((), REAL)
GUIDE = np.array([[100.0, 120.0], [400.0, 200.0]])
REGION = Region(100, 120, 300, 220, 280, 180, 30)
PLANK, BLOCK = Placement("plank", 200, 200), Placement("block", 300, 200)


def candidate(cost: float) -> Candidate:
    return Candidate((PLANK,), 1, cost, 0, 0)


def choice(robustness: float) -> Choice:
    return Choice((PLANK, BLOCK), PREDICTION.path[:, :2], robustness, 34.4, ())


@pytest.mark.parametrize(
    ("placed", "region", "guide", "text"),
    [
        ((), REGION, GUIDE, "This is where the unaided ball leaves the guide path."),
        ((PLANK,), REGION, GUIDE, "With 1 piece placed, the ball leaves the guide path here."),
        (
            (PLANK, BLOCK),
            REGION,
            GUIDE,
            "With 2 pieces placed, the ball leaves the guide path here.",
        ),
        ((), None, GUIDE, "No part of the predicted path is 30 to 200 px off."),
        ((), None, None, "There is no guide path to compare the predicted path with."),
    ],
)
def test_a_region_is_named_only_where_there_is_one(
    placed: tuple[Placement, ...], region: Region | None, guide: np.ndarray | None, text: str
) -> None:
    thought = narration.deviated(State(placed, PREDICTION), region, guide)
    assert thought.text == text
    assert thought.region is region


def test_costs_are_called_costs_and_not_pixels() -> None:
    """A rise weighs three times as much as a fall: a cost is not a distance."""
    said = narration.gridded(MethodStage.COARSE, [candidate(123.4)], 900, 0.1).text
    assert said == "900 candidates with every kind of piece; the least cost-to-go is 123."
    assert "px" not in narration.near_miss(candidate(88.8)).text
    assert "89" in narration.near_miss(candidate(88.8)).text


def test_solutions_are_counted() -> None:
    solved = [candidate(SOLVED), candidate(SOLVED), candidate(7.0)]
    assert narration.gridded(MethodStage.FINE, solved, 48, 0.1).text == (
        "48 small changes of the best few; 2 of the best reach the flag."
    )
    assert "1 of the best reaches" in narration.thrown(solved[1:], 200, 0.1).text
    assert narration.gridded(MethodStage.COARSE, [], 0, 0.1).text.endswith("none meets the ball.")


def test_the_choice_says_how_robust_it_is() -> None:
    assert narration.chosen(choice(1.0)).text == (
        "I try this because it is the most robust: it works in all sampled worlds."
    )
    assert "it works in 70% of the sampled worlds." in narration.chosen(choice(0.7)).text


def test_a_fragile_choice_says_what_it_teaches() -> None:
    assert narration.chosen(choice(0.2)).text == (
        "Nothing is robust, so I try what teaches most: it works in 20% of the sampled worlds, "
        "and the ball's paths in them differ by 34 px on average."
    )


def test_a_check_says_whether_anything_works() -> None:
    compared = [candidate(SOLVED)] * 3
    assert narration.checked(compared, None, 0.1).text == (
        "3 predicted solutions compared; none that was checked works in the believed world."
    )
    works = narration.checked(compared[:1], choice(0.9), 0.1)
    assert works.text == (
        "1 predicted solution compared; the best one works in 90% of the sampled worlds."
    )
    assert works.main == BLOCK


def test_learning_names_what_changed_and_what_is_left() -> None:
    before = Belief.prior()
    after = dataclasses.replace(before, mean=dataclasses.replace(before.mean, gravity=6.0))
    assert narration.learned(before, after, 0.0, 0.1).text == (
        "The last run changes my belief: gravity 9.8 to 6."
    )
    assert narration.learned(before, before, 3.0, 0.1).text == (
        "The last run agrees with my belief about the physics."
    )
    assert narration.learned(before, before, 40.0, 0.1).text == (
        "The last run changes nothing in my belief about the physics. "
        "The ball was up to 40 px from where the belief puts it."
    )


def test_no_guide_path_is_said() -> None:
    assert narration.planned((), 0.1).text == (
        "No free path leads to the flag; I rank placements by cost-to-go alone."
    )
    assert narration.planned((GUIDE,), 0.1).text == "1 guide path from the ball to the flag."


def test_a_large_cloud_is_thinned() -> None:
    many = [candidate(float(cost)) for cost in range(5000)]
    shown = narration.gridded(MethodStage.COARSE, many, 5000, 0.1).candidates
    assert shown is not None
    assert 300 <= len(shown) <= 320
    assert shown[0].tolist() == [200, 200, 0]
