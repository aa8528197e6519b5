"""H-3 of the paper's method: β by regression over event transitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import Physics
from bubbleball.method.event_states import ContactType
from bubbleball.method.learn.event_models import learn_events, robust_slope, transitions
from bubbleball.model.belief import Belief
from bubbleball.model.columns import CORNER_BOUNCE
from scenes import floor, run

RAMP = Part("ramp", Kind.GROUND, 240, 230, 300, 20, angle=12)


@given(
    slope=st.floats(-5, 5),
    noise=st.lists(st.floats(-0.01, 0.01), min_size=12, max_size=12),
)
def test_the_slope_of_a_line_is_found_though_one_point_in_six_lies_elsewhere(
    slope: float, noise: list[float]
) -> None:
    x = np.linspace(1, 3, 12)
    y = slope * x + noise
    y[[3, 9]] += 50.0
    found, deviation = robust_slope(x, y)
    assert found == pytest.approx(slope, abs=0.05)
    assert deviation >= 0


@given(gravity=st.floats(4, 20), restitution=st.floats(0.15, 0.85))
def test_gravity_and_bounce_are_read_off_one_run(gravity: float, restitution: float) -> None:
    physics = Physics(gravity=gravity, restitution=restitution)
    trial = run((100, 100), floor(300), physics=physics)
    belief = learn_events([trial], Belief.prior()).belief
    assert belief.mean.gravity == pytest.approx(gravity, rel=0.005)
    assert belief.mean.restitution == pytest.approx(restitution, abs=0.01)


@pytest.mark.parametrize("friction", [0.0, 0.02, 0.05])
def test_friction_is_read_off_a_ball_that_rolls_down_a_ramp(friction: float) -> None:
    trial = run((140, 150), RAMP, physics=Physics(ball_friction=friction))
    belief = learn_events([trial], Belief.prior()).belief
    assert belief.mean.ball_friction == pytest.approx(friction, abs=0.01)


def test_power_ups_give_their_strengths() -> None:
    push = Part("push", Kind.SPEEDUP_RIGHT, 100, 200)
    trial = run((100, 120), push, physics=Physics(speedup=1.7))
    learnt = learn_events([trial], Belief.prior())
    belief, seen = learnt.belief, learnt.transitions
    assert belief.mean.speedup == pytest.approx(1.7, rel=0.01)
    assert ContactType.SPEED_UP in {row.contact for row in seen}


@pytest.mark.parametrize("restitution", [0.2, 0.4, 0.7])
def test_a_corner_and_a_circle_have_a_restitution_of_their_own(restitution: float) -> None:
    tip = Part("tip", Kind.GROUND, 100, 250, 60, 60, angle=45)
    ball = Part("round", Kind.METAL, 100, 250, 60, 60, form=Form.CIRCLE)
    for part in (tip, ball):
        trial = run((103, 120), part, physics=Physics(restitution=restitution))
        learnt = learn_events([trial], Belief.prior())
        rows = [row for row in learnt.transitions if row.contact is ContactType.CORNER]
        assert [row.y / row.x for row in rows[:1]] == pytest.approx([restitution], abs=0.01)
        assert learnt.belief.mean.restitution == 0.4  # no line has been met
        assert learnt.corner_restitution == pytest.approx(restitution, abs=0.02)
        assert learnt.beta.vector()[CORNER_BOUNCE] == learnt.corner_restitution


def test_a_corner_follows_the_line_until_one_is_met() -> None:
    learnt = learn_events(
        [run((100, 100), floor(300), physics=Physics(restitution=0.65))], Belief.prior()
    )
    assert (
        learnt.corner_restitution == learnt.belief.mean.restitution == pytest.approx(0.65, abs=0.01)
    )


def test_what_was_learnt_reads_as_a_list_of_contact_types() -> None:
    text = str(learn_events([run((100, 100), floor(300))], Belief.prior()))
    assert text.startswith("flight: gravity 9.8 from ")
    assert "line: ball bounce 0.4 from " in text


def test_without_trials_the_prior_stands() -> None:
    assert learn_events([], Belief.prior()).belief == Belief.prior()


def test_a_ball_that_lies_still_tells_nothing() -> None:
    trial = run((100, 280), floor(296))
    assert not [row for row in transitions(trial, Physics()) if row.parameter == "restitution"]
