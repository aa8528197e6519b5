"""The baselines: legal, repeatable, and good enough for an easy level."""

from __future__ import annotations

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.world import simulate
from bubbleball.play.loop import solve
from bubbleball.play.record import SolveRecord
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.solvers import make_solver
from levels_in_python import GAP, POWERS
from solving import events, steps, thoughts

BASELINES = ("random", "refine", "cmaes")


def _asked(name: str, level: Level, seed: int, trials: int) -> list[tuple[Placement, ...]]:
    """What a solver asks for; the game itself refuses anything illegal."""
    events = solve(Game(level), make_solver(name, level, seed=seed), max_trials=trials)
    return [event.placements for event in events if isinstance(event, Step)]


@pytest.mark.parametrize("level", [GAP, POWERS], ids=lambda level: level.name)
@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_never_asks_for_an_illegal_placement(name: str, level: Level) -> None:
    asked = [placements for seed in range(3) for placements in _asked(name, level, seed, 40)]
    assert len(asked) > 6
    for placements in asked:
        check_placements(level, placements)


@pytest.mark.parametrize("name", BASELINES)
def test_a_seed_repeats_a_baseline_exactly_and_another_seed_does_not(name: str) -> None:
    assert _asked(name, POWERS, 7, 15) == _asked(name, POWERS, 7, 15)
    assert _asked(name, POWERS, 7, 15) != _asked(name, POWERS, 8, 15)


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_places_at_least_one_piece(name: str) -> None:
    assert all(_asked(name, POWERS, 1, 15)[1:])


@pytest.mark.parametrize("name", BASELINES)
def test_asking_without_thinking_works_too(name: str) -> None:
    placements = make_solver(name, GAP, seed=1).ask()
    assert placements is not None
    check_placements(GAP, placements)


@pytest.mark.parametrize("name", BASELINES)
def test_a_level_without_pieces_ends_without_a_solution(name: str) -> None:
    bare = Level(ball=GAP.ball, flag=GAP.flag, scenery=GAP.scenery, name="test/bare")
    record = _record(name, bare, 0, 5)
    assert not record.solved


def _record(name: str, level: Level, seed: int, trials: int) -> SolveRecord:
    return solve_and_record(SolveTask(level, name, seed, max_trials=trials)).record


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_solves_an_easy_level_within_a_hundred_trials(name: str) -> None:
    assert any(_record(name, POWERS, seed, 100).solved for seed in range(3))


def test_refine_changes_the_best_so_far() -> None:
    """After exploring, most placements share all but one pose with an earlier one."""
    asked = _asked("refine", GAP, 4, 40)
    near = sum(
        any(len(set(new) ^ set(old)) <= 2 for old in asked[:number] if old)
        for number, new in enumerate(asked)
    )
    assert near > 20


def test_a_search_in_a_private_copy_proposes_what_solves_the_level_there() -> None:
    level = load_level("classic/1")
    found = events(level, "copysearch", max_trials=1)
    assert steps(found)[-1].trial.solved
    runs = sum(thought.candidate_count for thought in thoughts(found))
    assert f"{runs % 100 or 100} random placements run" in thoughts(found)[-1].text


def test_a_search_in_a_private_copy_never_tries_the_same_twice() -> None:
    level = load_level("classic/21")
    solver = make_solver("copysearch", level, seed=1)
    solver.tell(simulate(level, (), REAL))
    tried = []
    for _ in range(2):
        next(iter(solver.think()))
        placements = solver.ask()
        assert placements
        tried.append(placements)
        solver.tell(simulate(level, placements, REAL))
    assert tried[0] != tried[1]
