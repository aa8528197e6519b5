"""A sitting: a budget that holds, and a record like a solver's."""

from __future__ import annotations

import pytest

from bubbleball.errors import BudgetError
from bubbleball.files.packs import load_level
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome
from bubbleball.play.recorded_solve import SolveTask
from bubbleball.play.sitting import Sitting

SOLUTION = (Placement("AO6G", 217, 247.5),)


def sitting(max_trials: int) -> Sitting:
    return Sitting(SolveTask(load_level("classic/2"), "me", max_trials=max_trials))


def test_the_empty_run_is_not_a_trial() -> None:
    begun = sitting(3)
    assert begun.left == 3
    assert begun.record().trials == 0
    assert begun.record().plays == 1


def test_an_illegal_placement_costs_a_trial_and_places_nothing() -> None:
    begun = sitting(3)
    made = begun.attempt([Placement("AO6G", 217, 20)])
    assert "reaches 72.50 px into the tray" in made.refused
    assert made.trial.placements == ()
    assert (begun.left, begun.record().trials) == (2, 1)


def test_nobody_gets_more_trials_than_the_budget() -> None:
    begun = sitting(2)
    for _ in range(2):
        begun.attempt(())
    with pytest.raises(BudgetError, match="takes no further trial: its 2 trials are used"):
        begun.attempt(SOLUTION)
    assert not begun.record().solved


def test_a_solved_level_is_closed_and_recorded() -> None:
    begun = sitting(5)
    begun.attempt(())
    begun.attempt(SOLUTION)
    with pytest.raises(BudgetError, match="it is solved"):
        begun.attempt(SOLUTION)
    record = begun.record()
    assert (record.solved, record.trials, record.plays) == (True, 2, 3)
    assert record.outcome is Outcome.REACHED_FLAG
    assert record.placements == SOLUTION
    assert record.solver == "me"


def test_a_sitting_in_a_foreign_world_is_played_there() -> None:
    level = load_level("classic/2")
    here = Sitting(SolveTask(level, "me", world="drag"))
    assert here.record().world == "drag"
    assert here.empty == ForeignGame(level, "drag").play()
    assert here.empty != Game(level).play()
