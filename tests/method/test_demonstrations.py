"""Trials of others: believed if a ball could move like that, and used for β and as a start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.arrays import Array
from bubbleball.game.game import Game
from bubbleball.game.physics import PRESETS, REAL, random_physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.demonstrations import doubt, known_solution
from bubbleball.model.belief import Belief
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.solvers import SOLVERS

LEVEL = load_level("classic/2")
SOLUTION = (Placement("AO6G", 217, 247.5),)
TRIAL = Game(LEVEL).play(SOLUTION)
RNG = np.random.default_rng(0)


@pytest.mark.parametrize("name", [f"classic/{number}" for number in (1, 2, 4, 7, 10, 16, 21)])
def test_whatever_a_game_plays_is_believed_in_any_physics_and_in_whole_numbers(name: str) -> None:
    level, rng = load_level(name), np.random.default_rng(5)
    worlds = [REAL, PRESETS["moon"], *map(random_physics, range(4))]
    for physics in worlds:
        trial = simulate(level, Placer(level).draw(rng), physics)
        assert doubt(trial) in (None, "it shows no free flight")
        whole = dataclasses.replace(trial, ball=np.round(trial.ball), moves=np.round(trial.moves))
        assert doubt(whole) in (None, "it shows no free flight")


def changed(change: Callable[[Trial], Array]) -> Trial:
    return dataclasses.replace(TRIAL, ball=change(TRIAL))


def walk(trial: Trial) -> Array:
    """A drunken walk whose velocity fits its steps."""
    v = np.cumsum(RNG.normal(0, 8, (len(trial.ball), 2)), axis=0)
    v[0] = 0
    return np.hstack([trial.ball[0, :2] + np.cumsum(v, axis=0) / 60, v])


NONSENSE = {
    "too few frames": changed(lambda t: t.ball[:3]),
    "not finite": changed(lambda t: t.ball * np.nan),
    "does not start": changed(lambda t: t.ball[::-1]),
    "start at rest": changed(lambda t: t.ball + 50),
    "as its velocity says": changed(lambda t: t.ball * (1, 1, 3, 3)),
    "move as its velocity": changed(
        lambda t: t.ball + np.vstack([np.zeros(4), RNG.normal(0, 60, (len(t.ball) - 1, 4))])
    ),
    "fall alike": changed(walk),
    "falls by 0.0": changed(lambda t: np.repeat(t.ball[:1], 60, axis=0)),
    "passes through": dataclasses.replace(
        simulate(dataclasses.replace(LEVEL, scenery=()), (), REAL), level=LEVEL
    ),
}


@pytest.mark.parametrize("why", NONSENSE)
def test_nonsense_is_doubted_for_a_reason(why: str) -> None:
    assert why in (doubt(NONSENSE[why]) or "believed")


def test_nonsense_changes_nothing() -> None:
    plain = solve_and_record(SolveTask(LEVEL))
    shown = solve_and_record(SolveTask(LEVEL, watched=tuple(NONSENSE.values())))
    assert shown.record.without_times() == plain.record.without_times()
    assert shown.belief == plain.belief
    texts = [event.text for event in shown.events if not isinstance(event, Step)]
    assert sum(text.startswith("Left out demonstration") for text in texts) == len(NONSENSE)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_may_be_shown_demonstrations(solver: str) -> None:
    task = SolveTask(LEVEL, solver, max_trials=1, watched=(TRIAL,))
    done = solve_and_record(task)
    assert done.record.error is None
    if solver in ("hierarchical", "paper"):  # they start from what they were shown
        assert done.record.placements == SOLUTION


def test_a_solution_of_another_level_or_of_forbidden_poses_is_not_copied() -> None:
    empty = simulate(LEVEL, (), REAL)
    assert known_solution(LEVEL, [empty], [TRIAL]) == SOLUTION
    assert known_solution(load_level("classic/1"), [empty], [TRIAL]) is None
    inside = dataclasses.replace(TRIAL, placements=(Placement("AO6G", 217, 40),))
    assert known_solution(LEVEL, [empty], [inside]) is None
    assert known_solution(LEVEL, [empty, empty], [TRIAL]) is None  # it has been tried
    assert known_solution(LEVEL, [TRIAL], []) == SOLUTION


def test_what_the_empty_run_does_not_show_is_learnt_from_others() -> None:
    physics = dataclasses.replace(REAL, restitution=0.7, ball_friction=0.08)
    level = load_level("classic/10")  # the ball rests: its own run shows no bounce
    other = Game(LEVEL, physics).play()
    task = SolveTask(level, physics=physics, max_trials=1, watched=(other,))
    belief = solve_and_record(task).belief
    assert isinstance(belief, Belief)
    assert belief.mean.restitution == pytest.approx(0.7, abs=0.05)
