"""β from one log of the real game, whose numbers are whole."""

from __future__ import annotations

import pytest

from bubbleball.files.levels import read_level
from bubbleball.files.original.log import parse_log
from bubbleball.files.original.log_trial import trial_from_log
from bubbleball.method.learn import learn
from reference import reference


def test_one_log_of_the_real_game_shows_gravity_bounce_and_friction() -> None:
    level = read_level(reference("2.json")).level
    run = trial_from_log(parse_log(reference("bb.log").read_bytes()), level)
    found = {estimate.name: estimate for estimate in learn([run.trial]).estimates()}
    gravity, bounce = found["gravity"], found["restitution"]
    assert gravity.mean == pytest.approx(9.8, rel=0.01)
    assert (gravity.low, gravity.high) == pytest.approx((9.8, 9.8), rel=0.01)
    assert bounce.mean == pytest.approx(0.40, abs=0.03)
    assert (bounce.low, bounce.high) == pytest.approx((0.4, 0.4), abs=0.03)
    assert found["ball_friction"].high < 0.02
    for name in ("gravity", "restitution", "ball_friction"):
        assert found[name].evidence > 10
        assert found[name].high > found[name].low
    assert found["wood_density"].evidence == 0  # no wood moved
