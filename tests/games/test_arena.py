"""Scenes in the engine: verdicts, exits, trajectories and contacts."""

from __future__ import annotations

import numpy as np

from bubbleball.games.arena import Arena
from bubbleball.games.scene import HOLD, Constants, PlacedBall
from bubbleball.games.trial import Meeting
from other_games import two_balls

PUSH = PlacedBall(100, 120, 20)  # falls onto the left ball and drives it to the right


def test_balls_at_rest_do_not_solve_and_the_run_ends_when_everything_sleeps() -> None:
    trial = Arena(two_balls()).run()
    assert not trial.solved
    assert trial.held == 0
    assert trial.steps < 100


def test_balls_that_touch_at_rest_are_a_solution() -> None:
    trial = Arena(two_balls(apart=0.05)).run()
    assert trial.solved
    assert trial.held == HOLD


def test_the_trial_has_the_path_of_every_moving_body_and_of_the_placed_ball() -> None:
    trial = Arena(two_balls()).run([PUSH], stride=1)
    assert trial.names == ("subject", "target", "ball 1")
    assert trial.states.shape == (trial.steps + 1, 3, 3)
    assert np.allclose(trial.path("ball 1")[0], (100, 120, 0))
    assert trial.path("subject")[-1, 0] != trial.path("subject")[0, 0]


def test_free_fall_is_the_engines() -> None:
    fall = Arena(two_balls(), Constants(gravity=6.0)).run([PlacedBall(30, 200, 5)], stride=1)
    steps = np.arange(30)
    expected = 200 - 6.0 * 6.0 * steps * (steps + 1) / 2 / 3600
    assert np.allclose(fall.path("ball 1")[:30, 1], expected, atol=1e-3)


def test_contacts_have_names_and_steps() -> None:
    trial = Arena(two_balls()).run([PUSH], meetings=True)
    first = next(met for met in trial.meetings if "ball 1" in (met.first, met.second))
    assert first == Meeting("ball 1", "subject", first.step, first.until)
    assert first.step > 10


def test_the_same_run_gives_the_same_bits() -> None:
    arena = Arena(two_balls())
    one, two = arena.run([PUSH], stride=1), arena.run([PUSH], stride=1)
    assert np.array_equal(one.states, two.states)
    assert arena.runs == 2
