"""One suite over every registered solver."""

from __future__ import annotations

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.physics import PRESETS
from bubbleball.game.rules import breaches
from bubbleball.game.world import simulate
from bubbleball.solvers import SOLVERS, make_solver
from solving import events, steps, thoughts


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", ["classic/1", "classic/4", "classic/10"])
def test_a_solver_keeps_the_rules_and_its_budget(solver: str, name: str) -> None:
    level = load_level(name)
    played = steps(events(level, solver, max_trials=3))
    assert played[0].number == 0
    assert played[0].placements == ()
    assert [step.number for step in played] == list(range(len(played)))
    assert len(played) <= 4
    for step in played:
        assert not list(breaches(level, step.placements))


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_seed_gives_the_same_trials(solver: str) -> None:
    level = load_level("classic/2")
    first, second = (steps(events(level, solver, seed=3, max_trials=2)) for _ in range(2))
    assert [s.placements for s in first] == [s.placements for s in second]
    assert [s.trial.ball.tobytes() for s in first] == [s.trial.ball.tobytes() for s in second]


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_solver_learns_of_the_physics_only_from_trials(solver: str) -> None:
    """Given the same runs, a solver that has no game asks for the same placements."""
    level, moon = load_level("classic/2"), PRESETS["moon"]
    played = steps(events(level, solver, seed=3, physics=moon, max_trials=2))
    alone = make_solver(solver, level, seed=3)
    for step in played[:-1]:
        alone.tell(simulate(level, step.placements, moon))
        list(alone.think())
        assert alone.ask() == played[step.number + 1].placements


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_a_solver_says_is_a_sentence(solver: str) -> None:
    said = thoughts(events(load_level("classic/1"), solver, max_trials=2))
    assert said
    for thought in said:
        assert thought.text[0].isupper() or thought.text[0].isdigit()
        assert thought.text.endswith(".")
        assert thought.seconds >= 0
