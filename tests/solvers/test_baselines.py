from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import UnknownNameError
from bubbleball.game.game import Game
from bubbleball.game.geometry import signed_distance
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement, check_placements
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.play.loop import Step, solve
from bubbleball.play.record import SolveRecord
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.solvers import make_solver
from levels_in_python import GAP, POWERS

BASELINES = ("random", "refine", "cmaes")
COORDINATES = st.floats(-2000, 2000)


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


def test_the_gap_to_the_flag_is_that_of_the_general_geometry() -> None:
    for level in (GAP, POWERS):
        trial = Game(level).play()
        expected = [
            signed_distance(x, y, level.flag.sensor) - BALL_RADIUS for x, y in trial.ball[:, :2]
        ]
        assert np.allclose(trial.flag_gaps, expected, atol=1e-9)


def test_a_solved_trial_came_to_a_gap_of_nothing() -> None:
    trial = Game(GAP).play([Placement("plank", 235, 245)])
    assert trial.solved
    assert trial.closest_approach == pytest.approx(0.0, abs=0.31)  # the sensor's skin


@given(st.lists(st.tuples(COORDINATES, COORDINATES, COORDINATES), min_size=2, max_size=2))
def test_a_repaired_placement_is_legal(poses: list[tuple[float, float, float]]) -> None:
    wished = [Placement(piece.id, *pose) for piece, pose in zip(GAP.pieces, poses, strict=True)]
    check_placements(GAP, nearest_legal(Placer(GAP), wished))


def test_a_legal_placement_is_not_repaired() -> None:
    for seed in range(20):
        placements = Placer(POWERS).draw(np.random.default_rng(seed))
        assert nearest_legal(Placer(POWERS), placements) == placements


def test_a_piece_off_the_screen_is_brought_to_its_edge() -> None:
    (placement,) = nearest_legal(Placer(GAP), [Placement("plank", 900, 150, 0)])
    assert (placement.x, placement.y) == (480 + 20 - 75, 150)


def test_a_repair_forgets_what_the_level_does_not_have() -> None:
    wished = [Placement("rock", 1, 1), Placement("log", 240, 150), Placement("log", 300, 150)]
    assert nearest_legal(Placer(GAP), wished) == (wished[1],)


def test_an_upright_piece_is_set_upright() -> None:
    (placement,) = nearest_legal(Placer(POWERS), [Placement("push", 240, 150, 30)])
    assert math.remainder(placement.angle, 360) == 0


def test_a_solver_of_your_own_is_found_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from bubbleball.solvers.random import RandomLegal as Mine\n")
    assert (
        make_solver(f"{file}:Mine", GAP, seed=3).ask() == make_solver("random", GAP, seed=3).ask()
    )
    assert make_solver("bubbleball.solvers.refine:Refine", GAP).ask()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randm", "no solver named 'randm'; did you mean 'random'? known: FILE.py:CLASS"),
        ("nowhere.py:Mine", "solver 'nowhere.py:Mine': cannot import 'nowhere.py'"),
        ("nowhere:Mine", "solver 'nowhere:Mine': cannot import 'nowhere'"),
        ("math:Mine", "solver 'math:Mine': math has no class 'Mine'"),
        (":", "solver ':': cannot import ''"),
    ],
)
def test_a_solver_that_is_not_there_is_told_by_name(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        make_solver(name, GAP)
    assert message in str(raised.value)
