"""Each reason for a trial to end, at the frame where it must."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.kinds import SCREEN_HEIGHT, Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.trial import Outcome
from bubbleball.game.world import World, simulate
from scenes import DT, SKIN, G, floor, run, scene


def test_the_flag_is_reached_when_the_ball_touches_its_sensor() -> None:
    trial = run((240, 100), flag=Flag(240, 250))  # the sensor's upper edge at 225
    n = np.arange(200)
    fall = 100 + G * DT**2 * n * (n + 1) / 2
    assert trial.outcome is Outcome.REACHED_FLAG
    assert trial.solved
    assert trial.steps == int(np.argmax(fall + 15 + SKIN >= 225))
    assert trial.reason.startswith("the ball touched the flag at (240, 21")


def test_the_flag_is_passed_by_at_the_edge_of_its_box() -> None:
    # The sensor's right edge is at 253; a ball's centre must come within 15.3 px of it.
    assert run((268.2, 100), flag=Flag(240, 250)).solved
    assert not run((268.5, 100), flag=Flag(240, 250)).solved


def test_a_turned_flag_has_a_turned_sensor() -> None:
    # On its side, the sensor is 50 wide and 26 high.
    assert run((240 + 25 + 15, 100), flag=Flag(240, 250, 90)).solved
    assert not run((240 + 25 + 16, 100), flag=Flag(240, 250, 90)).solved


@pytest.mark.parametrize(
    ("push", "start", "axis", "edge"),
    [
        (Kind.SPEEDUP_LEFT, (30, 200), 0, -60),
        (Kind.SPEEDUP_RIGHT, (450, 200), 0, 540),
        (Kind.SPEEDUP_DOWN, (240, 280), 1, 380),
    ],
)
def test_the_ball_is_gone_sixty_pixels_beyond_an_edge(
    push: Kind, start: tuple[float, float], axis: int, edge: float
) -> None:
    button = Part("push", push, *start)
    trial = run(start, button, physics=Physics(gravity=0))
    assert trial.outcome is Outcome.LEFT_SCREEN
    beyond = (trial.ball[:, axis] - edge) * np.sign(edge)
    assert beyond[-1] > 0
    assert (beyond[:-1] <= 0).all()
    assert "left the screen" in trial.reason


def test_the_ball_may_leave_at_the_top_while_gravity_points_down() -> None:
    spring = Part("spring", Kind.SPRING, 240, 200)
    trial = run((240, 180), spring, floor(300), physics=Physics(spring=600))
    assert trial.ball[:, 1].min() < -100
    assert trial.outcome is not Outcome.LEFT_SCREEN or trial.ball[-1, 1] > 380


def test_the_ball_is_gone_at_the_top_while_gravity_points_up() -> None:
    trial = run((240, 180), Part("lift", Kind.GRAVITY_UP, 240, 200))
    assert trial.outcome is Outcome.LEFT_SCREEN
    assert trial.ball[-1, 1] < -60
    assert (trial.ball[:-1, 1] >= -60).all()


def test_ten_seconds_are_six_hundred_steps() -> None:
    trial = run((240, 150), floor(250), physics=Physics(restitution=1))
    assert trial.outcome is Outcome.TIMED_OUT
    assert trial.steps == 600
    assert trial.seconds == pytest.approx(10)
    assert trial.reason.startswith("time ran out with the ball at (240, ")


def test_the_trial_ends_when_everything_is_asleep() -> None:
    trial = run((240, 200), floor(250))
    assert trial.outcome is Outcome.CAME_TO_REST
    assert (trial.ball[-1, 2:] == 0).all()
    # Box2D puts a body to sleep after half a second of stillness.
    still = np.abs(trial.ball[:, 3]) < 0.01 * 30
    assert still[-30:].all()
    assert "came to rest" in trial.reason


def test_a_resting_ball_waits_for_wood_that_still_moves() -> None:
    # The log lies on a long gentle slope that it slides down slowly; the ball rests at once.
    slope = Part("slope", Kind.GROUND, 330, 200, 300, 20, 27.5)
    log = Part("log", Kind.WOOD, 270, 148, 40, 20, 27.5, loose=True)
    ball = run((40, 284.8), floor(300))
    both = run((40, 284.8), floor(300), slope, log)
    assert ball.outcome is Outcome.CAME_TO_REST
    assert both.steps > ball.steps
    assert np.abs(both.moves[ball.steps, 0, 3:5]).max() > 1


def test_without_gravity_nothing_happens_and_the_trial_ends() -> None:
    trial = run((240, 200), physics=Physics(gravity=0))
    assert trial.outcome is Outcome.CAME_TO_REST
    assert (trial.ball[:, :2] == trial.ball[0, :2]).all()


def test_an_ended_world_stays_ended() -> None:
    world = World(scene((240, 200), floor(250)), (), REAL)
    outcome = world.advance()
    before = world.trial()
    assert world.advance() is outcome
    assert world.trial() == before


def test_the_reason_and_the_outcome_are_words() -> None:
    assert [str(outcome) for outcome in Outcome] == [
        "reached-flag",
        "left-screen",
        "timed-out",
        "came-to-rest",
    ]


def test_a_run_that_need_not_be_whole_ends_when_only_fallen_wood_moves() -> None:
    block = Part("block", Kind.WOOD, 100, 100, width=30, height=30, loose=True)
    level = scene((240, 184), block, Part("floor", Kind.METAL, 300, 210, width=200, height=20))
    whole, short = (simulate(level, (), REAL, whole=whole) for whole in (True, False))
    assert whole.outcome is short.outcome is Outcome.TIMED_OUT  # the block falls for ever
    assert short.steps < whole.steps / 4
    assert short.moves[-1, 0, 1] > SCREEN_HEIGHT
    assert (short.ball == whole.ball[: len(short.ball)]).all()
    assert (whole.ball[len(short.ball) :] == short.ball[-1]).all()


def test_a_run_goes_on_while_wood_may_still_strike_the_ball() -> None:
    block = Part("block", Kind.WOOD, 300, 40, width=30, height=30, loose=True)
    slope = Part("slope", Kind.METAL, 330, 150, width=120, height=10, angle=-20)
    ground = Part("floor", Kind.METAL, 240, 260, width=400, height=20)
    level = scene((240, 234), block, slope, ground)
    whole, short = (simulate(level, (), REAL, whole=whole) for whole in (True, False))
    assert any(contact.part == "block" for contact in whole.contacts)
    assert short.steps == whole.steps
