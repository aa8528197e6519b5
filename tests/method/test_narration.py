"""What the default solver says is true of the values it speaks of."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.level import Ball, Flag, Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method import narration
from bubbleball.method.candidates import SOLVED, Candidate, Choice, PoseBatch, Sieved, State
from bubbleball.method.cost_to_go import UNREACHABLE, cost_to_go
from bubbleball.method.local_region import LocalRegion, local_region
from bubbleball.model.stepper.predict import StepPredictor

LEVEL = Level(ball=Ball(100, 120), flag=Flag(400, 200))
PREDICTION = StepPredictor(LEVEL, cost_to_go(LEVEL).layers).one((), REAL)
GUIDE = np.linspace((100.0, 120.0), (400.0, 200.0), 80)
LOCAL = local_region(PREDICTION.path[:, :2], GUIDE)
SHARE = "80% of the contacts are drawn here, the others anywhere on its path."
PLANK, BLOCK = Placement("plank", 200, 200), Placement("block", 300, 200)


def candidate(cost: float) -> Candidate:
    return Candidate((PLANK,), 1, cost, 0, 0)


def choice(robustness: float) -> Choice:
    return Choice((PLANK, BLOCK), PREDICTION.path[:, :2], robustness, 34.4, ())


@pytest.mark.parametrize(
    ("placed", "local", "guide", "text"),
    [
        ((), LOCAL, GUIDE, f"Here the unaided ball leaves the guide path; {SHARE}"),
        (
            (PLANK,),
            LOCAL,
            GUIDE,
            f"With 1 piece placed the ball leaves the guide path here; {SHARE}",
        ),
        (
            (),
            None,
            GUIDE,
            "No part of the predicted path is 30 to 200 px off the guide path: contacts are drawn "
            "anywhere on it.",
        ),
        (
            (),
            None,
            None,
            "This round follows no guide path: contacts are drawn anywhere on the ball's path.",
        ),
    ],
)
def test_a_region_is_named_only_where_the_search_works_in_it(
    placed: tuple[Placement, ...], local: LocalRegion | None, guide: np.ndarray | None, text: str
) -> None:
    thought = narration.deviated([State(placed, PREDICTION, local)], guide)
    assert thought.text == text
    assert thought.region is (local.region if local else None)


def test_the_states_that_are_not_shown_are_counted() -> None:
    states = [State((), PREDICTION, LOCAL)] * 4
    assert "3 other states of the beam" in narration.deviated(states, GUIDE).text


def test_a_cost_is_not_given_in_pixels() -> None:
    """A rise weighs three times as much as a fall: a cost is not a distance."""
    batch = PoseBatch((), np.zeros((2, 0, 3)))
    rated = np.array([[200.0, 200.0, 12.3], [210.0, 200.0, 30.0], [220.0, 200.0, 70.0]])
    said = narration.sieved([Sieved(State((), PREDICTION), batch, rated)], 40, 0.1)
    assert said.text == (
        "40 candidates rated by their chain of events; the least cost-to-go is 12. "
        "2 are worth stepping."
    )
    assert said.candidate_count == 40
    stepped = narration.stepped([candidate(123.4)], 900, 0.1, finer=False).text
    assert stepped == "900 candidates stepped; the least cost-to-go is 123."
    assert "px" not in narration.near_miss(candidate(88.8)).text
    assert "89" in narration.near_miss(candidate(88.8)).text


def test_the_cost_of_no_path_is_not_told_as_a_number() -> None:
    said = narration.stepped([candidate(UNREACHABLE)], 9, 0.1, finer=False).text
    assert said == "9 candidates stepped; none gets to where a path leads on to the flag."
    assert narration.near_miss(candidate(UNREACHABLE)).text == (
        "My models find no solution. I try the placement with the least cost-to-go to see whether "
        "they are wrong."
    )


def test_what_the_chain_does_not_rate_is_said() -> None:
    batch = PoseBatch((), np.zeros((7, 0, 3)))
    said = narration.sieved([Sieved(State((), PREDICTION), batch, np.zeros((0, 3)))], 0, 0.1)
    assert said.text == "7 candidates for the stepping model, not rated by events."


def test_solutions_are_counted() -> None:
    solved = [candidate(SOLVED), candidate(SOLVED), candidate(7.0)]
    assert narration.stepped(solved, 48, 0.1, finer=True).text == (
        "48 small changes of the best few stepped; 2 of the best reach the flag."
    )
    assert "1 of the best reaches" in narration.thrown(solved[1:], 200, 0.1).text
    assert narration.stepped([], 0, 0.1, finer=False).text.endswith("none meets the ball.")


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


def test_a_choice_after_surprises_says_why() -> None:
    said = narration.chosen(choice(0.2), choice(0.9), narration.FRESH_IDEA)
    assert said.text.startswith("I try this because its idea has not failed yet: it works in 20%")
    assert said.why_not == (
        "The runner-up works in 90% of the sampled worlds, but its idea has failed before."
    )


def test_surprises_are_said_with_what_follows_from_them() -> None:
    assert not list(narration.surprised(0, 2.0))
    (said,) = narration.surprised(2, 12.9)
    assert said.text.startswith("2 trials failed although I expected success")
    assert "within 13 px and degrees of a failed placement" in said.text


def test_a_check_says_whether_anything_works() -> None:
    compared = [candidate(SOLVED)] * 3
    assert narration.checked(compared, None, 3, 0.1).text == (
        "3 predicted solutions compared in 3 runs; none that was checked works in the believed "
        "world."
    )
    works = narration.checked(compared[:1], choice(0.9), 10, 0.1)
    assert works.text == (
        "1 predicted solution compared in 10 runs; the best one works in 90% of the sampled worlds."
    )
    assert works.candidate_count == 10
    assert works.main == BLOCK


def test_no_guide_path_is_said() -> None:
    assert narration.planned((), 0.1).text == (
        "No guide path: I draw contacts anywhere on the ball's path and rank them by cost-to-go, "
        "which counts a teleport yet to be placed as a link."
    )
    assert narration.planned((GUIDE,), 0.1).text == "1 guide path from the ball to the flag."
    assert "another homotopy class" in narration.planned((GUIDE, GUIDE), 0.1).text


def test_a_large_cloud_is_thinned() -> None:
    many = [candidate(float(cost)) for cost in range(5000)]
    shown = narration.stepped(many, 5000, 0.1, finer=False).candidates
    assert shown is not None
    assert 300 <= len(shown) <= 320
    assert shown[0].tolist() == [200, 200, 0]


def test_the_choice_says_which_pieces_only_make_it_more_robust() -> None:
    safe = dataclasses.replace(choice(1.0), spare=("a", "b"))
    assert "Without a or b it works under the mean belief, too" in narration.chosen(safe).text


def test_the_choice_says_how_firmly_its_wood_stands() -> None:
    firm = dataclasses.replace(choice(1.0), stability=26.4)
    assert narration.chosen(firm).text.endswith("Its wood stands up to a tilt of 26°.")
