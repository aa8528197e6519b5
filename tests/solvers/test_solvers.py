"""One suite over every registered solver, and what the default one promises."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from bubbleball.files.packs import find
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics, parse_physics
from bubbleball.game.placement import breaches
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.loop import Step, solve
from bubbleball.solvers import SOLVERS, make_solver
from golden import golden_record
from repository import TESTS

GOLDEN = TESTS / "golden"

# A wall without a way round: the flag's room is closed, and nothing carries the ball inside.
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


def events(
    level: Level, solver: str, *, seed: int = 0, physics: Physics = REAL, max_trials: int = 5
) -> list[Thought | Step]:
    game = Game(level, physics)
    return list(solve(game, make_solver(solver, level, seed=seed), max_trials=max_trials))


def steps(found: list[Thought | Step]) -> list[Step]:
    return [event for event in found if isinstance(event, Step)]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("level", ["classic/1", "classic/4", "classic/10"])
def test_a_solver_keeps_the_rules_and_its_budget(solver: str, level: str) -> None:
    puzzle = find(level).level
    played = steps(events(puzzle, solver, max_trials=3))
    assert played[0].number == 0
    assert played[0].placements == ()
    assert [step.number for step in played] == list(range(len(played)))
    assert len(played) <= 4
    for step in played:
        assert not list(breaches(puzzle, step.placements))


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_seed_gives_the_same_trials(solver: str) -> None:
    puzzle = find("classic/2").level
    first, second = (steps(events(puzzle, solver, seed=3, max_trials=2)) for _ in range(2))
    assert [s.placements for s in first] == [s.placements for s in second]
    assert [s.trial.ball.tobytes() for s in first] == [s.trial.ball.tobytes() for s in second]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 9, 10, 11, 13, 16, 20])
def test_the_first_trial_solves(number: int) -> None:
    found = events(find(f"classic/{number}").level, "hierarchical", seed=11)
    assert [step.trial.solved for step in steps(found)] == [False, True]


@pytest.mark.slow
@pytest.mark.parametrize("physics", ["bouncy", "dead", "jupiter", "restitution=0.6,gravity=6"])
def test_it_learns_what_it_was_not_told(physics: str) -> None:
    found = events(
        find("classic/2").level, "hierarchical", physics=parse_physics(physics), max_trials=6
    )
    assert steps(found)[-1].trial.solved


@pytest.mark.slow
def test_a_search_that_is_stuck_near_the_flag_goes_another_way() -> None:
    """By itself the ball ends on a shelf 34 px from the flag; nothing gets it away from there."""
    level = find(str(TESTS / "levels/hard/shelf-above-the-flag.json")).level
    trials = [e.trial for e in events(level, "hierarchical") if isinstance(e, Step) and e.number]
    assert [trial.solved for trial in trials] == [True]


def test_an_unsolvable_level_ends_with_its_best_attempt_and_the_reason() -> None:
    found = events(CLOSED, "hierarchical")
    played, last = steps(found), found[-1]
    assert 1 <= len(played) - 1 <= 5
    assert not any(step.trial.solved for step in played)
    assert isinstance(last, Thought)
    assert "give up" in last.text


def test_where_doing_nothing_wins_nothing_is_placed() -> None:
    level = dataclasses.replace(CLOSED, flag=Flag(60, 250))
    played = steps(events(level, "hierarchical"))
    assert [(step.number, step.placements) for step in played] == [(0, ()), (1, ())]
    assert played[-1].trial.solved


def test_every_stage_of_a_solve_is_told() -> None:
    found = events(find("classic/5").level, "hierarchical")
    stages = {event.stage for event in found if isinstance(event, Thought)}
    wanted = {
        MethodStage.LEARN,
        MethodStage.GUIDE,
        MethodStage.REGION,
        MethodStage.SUPPORT,
        MethodStage.COARSE,
        MethodStage.FINE,
    }
    assert stages >= wanted | {MethodStage.CHECK, MethodStage.CHOOSE}
    chosen = [e for e in found if isinstance(e, Thought) and e.stage is MethodStage.CHOOSE][-1]
    assert chosen.main is not None
    assert chosen.predicted is not None
    assert chosen.events


def test_the_chosen_prediction_is_what_happens_under_the_prior() -> None:
    found = events(find("classic/3").level, "hierarchical", seed=4)
    chosen = [e for e in found if isinstance(e, Thought) and e.stage is MethodStage.CHOOSE][-1]
    trial = steps(found)[-1].trial
    assert chosen.predicted is not None
    assert abs(chosen.predicted[-1] - trial.ball[-1, :2]).max() < 1.0


def test_a_time_limit_ends_the_solve() -> None:
    level = find("classic/14").level
    found = list(solve(Game(level), make_solver("hierarchical", level), time_limit=1e-6))
    assert isinstance(found[-1], Thought)
    assert "time limit" in found[-1].text


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda p: p.stem)
def test_a_golden_solve_is_repeated(path: Path) -> None:
    """Poses may differ in the last bits between processors, so they are compared to 0.05."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    record = golden_record(**kept["settings"])
    assert record.solved == kept["solved"]
    assert record.trials == kept["trials"]
    assert [p.piece for p in record.placements] == [p["piece"] for p in kept["placements"]]
    for found, wanted in zip(record.placements, kept["placements"], strict=True):
        assert (found.x, found.y, found.angle) == pytest.approx(
            (wanted["x"], wanted["y"], wanted["angle"]), abs=0.05
        )


def test_presets_are_not_told_to_the_solver() -> None:
    solver = make_solver("hierarchical", find("classic/2").level)
    assert PRESETS["moon"] not in vars(solver).values()
