"""The default solver: what it promises, and what its settings switch off."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, parse_physics
from bubbleball.game.world import simulate
from bubbleball.method.beam import Effort
from bubbleball.method.explanation import MethodStage
from bubbleball.method.persistence import HOPELESS
from bubbleball.method.throws import ThrowEffort
from bubbleball.model.belief import Belief
from bubbleball.play.loop import solve
from bubbleball.solvers import make_solver
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings
from repository import TESTS
from solving import events, steps, thoughts

# A wall that cannot be passed: the flag's room is closed, and nothing carries the ball inside.
CLOSED = Level(
    ball=Ball(60, 120),
    flag=Flag(400, 250),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("wall", Kind.GROUND, 330, 200, 20, 240),
        Part("lid", Kind.GROUND, 405, 90, 150, 20),
    ),
    pieces=(Part("plank", Kind.METAL, 75, 20, 150, 25),),
)
SMALL = HierarchicalSettings(
    rounds=1,
    effort=Effort(candidates=200, props=10),
    throw_effort=ThrowEffort(seeds=10, children=5, generations=1),
)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 9, 10, 11, 13, 16, 20])
def test_the_first_trial_solves(number: int) -> None:
    found = events(load_level(f"classic/{number}"), "hierarchical", seed=11)
    assert [step.trial.solved for step in steps(found)] == [False, True]


@pytest.mark.slow
@pytest.mark.parametrize("physics", ["bouncy", "dead", "jupiter", "restitution=0.6,gravity=6"])
def test_it_learns_physics_that_it_does_not_know(physics: str) -> None:
    level = load_level("classic/2")
    found = events(level, "hierarchical", physics=parse_physics(physics), max_trials=6)
    assert steps(found)[-1].trial.solved


@pytest.mark.slow
def test_a_search_that_is_stuck_near_the_flag_avoids_that_place() -> None:
    """Unaided the ball ends on a shelf 34 px from the flag; no piece gets it away from there."""
    level = load_level(str(TESTS / "levels/hard/shelf-above-the-flag.json"))
    _, *trials = steps(events(level, "hierarchical"))
    assert [step.trial.solved for step in trials] == [True]


def test_all_trials_are_used_while_something_new_can_be_tried() -> None:
    found = events(CLOSED, "hierarchical", max_trials=3)
    _, *tried = steps(found)
    assert len({step.placements for step in tried}) == 3
    assert [t.text for t in thoughts(found) if "times the effort" in t.text]


def test_a_level_without_a_passage_ends_with_near_misses_and_the_reason() -> None:
    right = Part("right", Kind.GROUND, 490, 200, 20, 240)
    level = dataclasses.replace(CLOSED, scenery=(*CLOSED.scenery, right))
    found = events(level, "hierarchical")
    played = steps(found)
    assert len(played) - 1 == HOPELESS
    assert not any(step.trial.solved for step in played)
    *tried, last = thoughts(found, MethodStage.CHOOSE)
    assert any("find no solution" in thought.text for thought in tried)
    assert last is found[-1]
    assert last.text == (
        "12 rounds of search found no placement that reaches the flag, and nothing new is left to "
        "try: I give up."
    )


def test_a_near_miss_is_the_candidate_with_the_least_cost() -> None:
    found = thoughts(events(CLOSED, "hierarchical", max_trials=1))
    costs = [thought.candidates[:, 2].min() for thought in found if thought.candidates is not None]
    assert f"least cost-to-go, {min(costs):.0f}," in found[-1].text


def test_where_the_empty_run_wins_nothing_is_placed() -> None:
    level = dataclasses.replace(CLOSED, flag=Flag(60, 250))
    played = steps(events(level, "hierarchical"))
    assert [(step.number, step.placements) for step in played] == [(0, ()), (1, ())]
    assert played[-1].trial.solved


def test_a_level_without_pieces_is_given_up_at_once() -> None:
    found = events(dataclasses.replace(CLOSED, pieces=()), "hierarchical")
    assert len(steps(found)) == 1
    assert "I give up" in thoughts(found)[-1].text


def test_every_stage_of_a_solve_is_reported() -> None:
    found = events(load_level("classic/5"), "hierarchical")
    assert {thought.stage for thought in thoughts(found)} == set(MethodStage)
    chosen = thoughts(found, MethodStage.CHOOSE)[-1]
    assert chosen.main is not None
    assert chosen.predicted is not None
    assert chosen.events


def test_the_chosen_prediction_is_what_happens_under_the_prior() -> None:
    found = events(load_level("classic/3"), "hierarchical", seed=4)
    predicted = thoughts(found, MethodStage.CHOOSE)[-1].predicted
    trial = steps(found)[-1].trial
    assert predicted is not None
    assert abs(predicted[-1] - trial.ball[-1, :2]).max() < 1.0


def test_a_time_limit_ends_the_solve() -> None:
    level = load_level("classic/14")
    found = list(solve(Game(level), make_solver("hierarchical", level), time_limit=1e-6))
    assert "time limit" in thoughts(found)[-1].text


def test_asking_thinks_first_and_only_once() -> None:
    level = load_level("classic/2")
    one, two = Hierarchical(level), Hierarchical(level)
    for solver in (one, two):
        solver.tell(simulate(level, (), PRESETS["real"]))
    list(two.think())
    assert one.ask() == one.ask() == two.ask()


# --- what the settings switch off


def solved_by(settings: HierarchicalSettings, level: Level, physics: str = "real") -> Hierarchical:
    solver = Hierarchical(level, settings=settings)
    events(level, solver, physics=parse_physics(physics), max_trials=2)
    return solver


def test_without_learning_the_belief_stays_at_its_prior() -> None:
    level = load_level("classic/2")
    off = dataclasses.replace(SMALL, learning=False)
    assert solved_by(off, level, "moon").belief == Belief.prior()
    assert solved_by(SMALL, level, "moon").belief.mean.gravity == pytest.approx(1.62, rel=0.01)


@pytest.mark.parametrize(
    ("off", "gone"),
    [
        (lambda: dataclasses.replace(SMALL, throws=False), "throws run"),
        (lambda: dataclasses.replace(SMALL, learning=False), "The last run"),
    ],
)
def test_a_stage_that_is_switched_off_is_not_reported(
    off: Callable[[], HierarchicalSettings], gone: str
) -> None:
    level = load_level("classic/21")
    full = thoughts(events(level, Hierarchical(level, settings=SMALL), max_trials=1))
    less = thoughts(events(level, Hierarchical(level, settings=off()), max_trials=1))
    assert any(gone in thought.text for thought in full)
    assert not any(gone in thought.text for thought in less)


def test_without_the_check_the_stepping_model_is_trusted() -> None:
    level = load_level("classic/2")
    off = dataclasses.replace(HierarchicalSettings(), check=False)
    found = events(level, Hierarchical(level, settings=off), max_trials=1)
    (checked, *_) = thoughts(found, MethodStage.CHECK)
    assert checked.text.endswith("the best one works in all sampled worlds.")


def test_depth_limits_the_pieces_that_are_added() -> None:
    level = load_level("classic/11")
    off = dataclasses.replace(SMALL, depth=1, throws=False)
    found = events(level, Hierarchical(level, settings=off), max_trials=1)
    assert len(thoughts(found, MethodStage.REGION)) == 1


def test_later_rounds_search_with_more_candidates() -> None:
    found = thoughts(events(CLOSED, "hierarchical", max_trials=1), MethodStage.COARSE)
    first, second, third, fourth = (thought.candidate_count for thought in found[:4])
    assert 3 * first < second < 5 * first
    assert 3 * second < third
    assert third == pytest.approx(fourth, rel=0.2)
