"""What a search offers: nothing that is nearly what has failed, unless nothing else is left."""

from __future__ import annotations

import numpy as np

from bubbleball.files.packs import load_level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.candidates import Choice
from bubbleball.method.persistence import Persistence
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.shortlist import Shortlist
from bubbleball.method.surprises import SAME
from bubbleball.model.belief import Belief
from bubbleball.solvers import make_solver

LEVEL = load_level("classic/2")
TOO_LOW = Placement("AO6G", 217, 290)  # the ball falls into the gap


def choice(dx: float, robustness: float = 1.0) -> Choice:
    at = Placement(TOO_LOW.piece, TOO_LOW.x + dx, TOO_LOW.y, TOO_LOW.angle)
    return Choice((at,), np.zeros((1, 2)), robustness, 0.0, ())


def shortlist(surprises: int) -> Shortlist:
    """After failures of one placement that the belief does not explain."""
    past = Persistence(LEVEL, lambda: make_solver("paper", LEVEL))
    for _ in range(surprises):
        past.surprises.expect(choice(0))
        past.tell(simulate(LEVEL, (TOO_LOW,), REAL))
    past.surprises.review(lambda trials: [True] * len(trials))
    return Shortlist(Belief.prior(), past)


def test_a_small_change_is_new_until_sure_predictions_fail() -> None:
    found = [choice(1.5 * SAME)]
    for surprises, new in ((0, True), (1, False), (2, False)):
        listed = shortlist(surprises)
        listed.add(found)
        assert (listed.best() is not None) == new
        assert (listed.farthest() is None) == new


def test_of_what_is_barred_the_farthest_is_left() -> None:
    listed = shortlist(2)
    listed.add([choice(0.5 * SAME), choice(3.0 * SAME, robustness=0.4), choice(1.5 * SAME)])
    left = listed.farthest()
    assert left is not None
    assert left.placements == choice(3.0 * SAME).placements


def test_what_has_failed_itself_is_not_even_left() -> None:
    listed = shortlist(2)
    listed.add([choice(0.5 * SAME)])
    assert listed.farthest() is None


def test_a_run_that_would_happen_again_is_not_listed_however_much_its_placement_differs() -> None:
    """The ball never comes near the upper corner; believing that it does helps nobody."""
    past = Persistence(LEVEL, lambda: make_solver("paper", LEVEL))
    empty = simulate(LEVEL, (), REAL)
    past.tell(empty)
    listed = Shortlist(Belief.prior(), past, Recorded(LEVEL, [empty]))
    away = Choice((Placement("AO6G", 400, 110),), np.zeros((1, 2)), 1.0, 0.0, ())
    listed.add([away])
    assert listed.best() is None
    assert listed.farthest() is None
    listed.add([choice(0)])
    assert listed.best() is not None


def test_robustness_counts_less_where_the_idea_has_failed() -> None:
    listed = shortlist(1)
    listed.add([choice(100.0, robustness=0.8)])
    assert listed.robustness == 0.4
    assert not listed.trusted
