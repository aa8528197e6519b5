"""Every power-up against its closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.power_ups import Buttons
from scenes import DT, G, floor, run

IMPULSE = 1.0 / (0.2 * math.pi * 0.5**2) * 30  # px/s that 1 N·s gives to the ball

PUSHES = {
    Kind.SPEEDUP_UP: (0, -1),
    Kind.SPEEDUP_DOWN: (0, 1),
    Kind.SPEEDUP_LEFT: (-1, 0),
    Kind.SPEEDUP_RIGHT: (1, 0),
}


def button(kind: Kind, x: float, y: float, angle: float = 0, name: str = "") -> Part:
    return Part(name or str(kind), kind, x, y, angle=angle)


@pytest.mark.parametrize("kind", PUSHES)
def test_a_speed_up_adds_191_px_a_second_in_its_direction(kind: Kind) -> None:
    trial = run((240, 150), button(kind, 245, 200))
    effect = trial.effects[0]
    assert effect.velocity_before == tuple(trial.ball[effect.frame, 2:])
    gained = np.subtract(effect.velocity_after, effect.velocity_before)
    assert gained == pytest.approx(np.multiply(PUSHES[kind], IMPULSE), abs=1e-3)
    # and from there the ball flies on with it
    expected = np.add(effect.velocity_after, (0, G * DT))
    assert trial.ball[effect.frame + 1, 2:] == pytest.approx(expected, abs=1e-3)


def test_the_impulse_is_shared_out_by_mass() -> None:
    heavy = Physics(ball_density=0.8, speedup=2)
    trial = run((240, 150), button(Kind.SPEEDUP_RIGHT, 240, 200), physics=heavy)
    assert trial.effects[0].velocity_after[0] == pytest.approx(IMPULSE / 2, abs=1e-3)


def test_a_power_up_acts_when_the_discs_begin_to_overlap() -> None:
    trial = run((240, 100), button(Kind.SLOWDOWN, 250, 220))
    distance = np.hypot(trial.ball[:, 0] - 250, trial.ball[:, 1] - 220)
    assert trial.effects[0].frame == int(np.argmax(distance < 27.5))


def test_a_power_up_acts_once_until_the_ball_has_left_it() -> None:
    # Thrown up from it, the ball falls back: it acts on every entry and never in between.
    trial = run((240, 200), button(Kind.SPEEDUP_UP, 240, 250))
    assert len(trial.effects) >= 2
    inside = np.hypot(trial.ball[:, 0] - 240, trial.ball[:, 1] - 250) < 27.5
    entries = 1 + np.flatnonzero(inside[1:] & ~inside[:-1])
    assert [effect.frame for effect in trial.effects] == list(entries)
    for effect in trial.effects:
        gained = effect.velocity_after[1] - effect.velocity_before[1]
        assert gained == pytest.approx(-IMPULSE, abs=1e-3)


@pytest.mark.parametrize("factor", [0.1, 0.5, 0.0, 2.0])
def test_a_slow_down_multiplies_the_velocity(factor: float) -> None:
    push, slow = button(Kind.SPEEDUP_RIGHT, 100, 150), button(Kind.SLOWDOWN, 200, 180)
    trial = run((100, 145), push, slow, physics=Physics(slowdown=factor))
    effect = trial.effects[1]
    assert effect.part == "slowdown"
    assert effect.velocity_before[0] == pytest.approx(IMPULSE, abs=1e-3)
    expected = np.multiply(effect.velocity_before, factor)
    assert effect.velocity_after == pytest.approx(expected, abs=1e-3)


def test_gravity_points_up_from_then_on_and_down_again() -> None:
    up, down = button(Kind.GRAVITY_UP, 240, 200), button(Kind.GRAVITY_DOWN, 240, 120)
    trial = run((240, 165), up, down)
    flips = {effect.part: effect for effect in trial.effects[:2]}
    rise = flips["gravity-up"].frame
    fall = flips["gravity-down"].frame
    assert flips["gravity-up"].gravity_up
    assert not flips["gravity-down"].gravity_up
    gains = np.diff(trial.ball[:, 3])
    assert gains[:rise] == pytest.approx(G * DT, abs=1e-3)
    assert gains[rise:fall] == pytest.approx(-G * DT, abs=1e-3)
    assert gains[fall : fall + 10] == pytest.approx(G * DT, abs=1e-3)
    # the button itself leaves the velocity alone
    assert flips["gravity-up"].velocity_before == flips["gravity-up"].velocity_after


def test_gravity_turns_for_everything_and_wakes_what_slept() -> None:
    log = Part("log", Kind.WOOD, 400, 287, 60, 25, loose=True)
    lift = button(Kind.GRAVITY_UP, 135, 220)
    # The ball takes its time on a shelf that it slides off slowly; the log has come to rest.
    shelf = Part("shelf", Kind.GROUND, 60, 130, 100, 10, 1)
    trial = run((60, 100), shelf, lift, floor(300), log)
    flip = next(effect for effect in trial.effects if effect.gravity_up)
    assert (trial.moves[flip.frame, 0, 3:] == 0).all()
    lifted = trial.moves[flip.frame + 30, 0]
    assert lifted[4] == pytest.approx(-30 * G * DT, rel=0.02)


@pytest.mark.parametrize("angle", [0, 30, 90, -60, 180, 45])
@pytest.mark.parametrize("speed", [300.0, 120.0])
def test_a_spring_throws_along_its_axis_and_keeps_the_tangential_speed(
    angle: float, speed: float
) -> None:
    push, spring = button(Kind.SPEEDUP_RIGHT, 100, 150), button(Kind.SPRING, 200, 180, angle)
    trial = run((100, 145), push, spring, physics=Physics(spring=speed))
    effect = trial.effects[1]
    axis = np.array([math.sin(math.radians(angle)), -math.cos(math.radians(angle))])
    across = np.array([-axis[1], axis[0]])
    assert effect.velocity_after @ axis == pytest.approx(speed, abs=1e-3)
    assert effect.velocity_after @ across == pytest.approx(
        effect.velocity_before @ across, abs=1e-3
    )


def test_a_placed_spring_is_turned_by_its_placement() -> None:
    spring = Part("spring", Kind.SPRING, 20, 20)
    trial = run((240, 150), pieces=[spring], placements=[Placement("spring", 240, 200, 90)])
    vx, vy = trial.effects[0].velocity_after
    assert vx == pytest.approx(300, abs=1e-3)
    assert vy == pytest.approx(trial.effects[0].velocity_before[1], abs=1e-3)


def test_a_teleport_carries_the_ball_to_its_partners_centre_with_its_velocity() -> None:
    ends = button(Kind.TELEPORT, 100, 200, name="a"), button(Kind.TELEPORT, 400, 120, name="b")
    trial = run((100, 100), *ends)
    effect = trial.effects[0]
    assert effect.part == "a"
    assert effect.position_before == tuple(trial.ball[effect.frame, :2])
    assert effect.position_after == pytest.approx((400, 120), abs=1e-3)
    assert effect.velocity_after == effect.velocity_before
    vy = effect.velocity_before[1]
    after = trial.ball[effect.frame + 1]
    assert after == pytest.approx((400, 120 + (vy + G * DT) * DT, 0, vy + G * DT), abs=1e-3)


def test_the_end_of_a_teleport_does_not_act_until_the_ball_has_left_it() -> None:
    ends = button(Kind.TELEPORT, 100, 200, name="a"), button(Kind.TELEPORT, 400, 120, name="b")
    trial = run((100, 100), *ends)
    # Out of b it falls away and never meets a teleport again.
    assert [effect.part for effect in trial.effects] == ["a"]


def test_a_teleport_acts_again_when_the_ball_comes_back() -> None:
    # Below b a spring throws the ball up into b again, which brings it back to a.
    a, b = button(Kind.TELEPORT, 100, 200, name="a"), button(Kind.TELEPORT, 400, 150, name="b")
    spring = button(Kind.SPRING, 400, 290)
    trial = run((100, 130), a, b, spring)
    assert [effect.part for effect in trial.effects[:3]] == ["a", "spring", "b"]
    assert trial.effects[2].position_after == pytest.approx((100, 200), abs=1e-3)


def test_teleports_work_both_ways_whatever_their_order() -> None:
    ends = button(Kind.TELEPORT, 400, 120, name="b"), button(Kind.TELEPORT, 100, 200, name="a")
    trial = run((100, 100), *ends)
    assert [effect.part for effect in trial.effects] == ["a"]
    assert trial.effects[0].position_after == pytest.approx((400, 120), abs=1e-3)


def test_the_third_teleport_leads_to_the_fourth() -> None:
    ends = [
        button(Kind.TELEPORT, 300, 300, name="a"),
        button(Kind.TELEPORT, 350, 300, name="b"),
        button(Kind.TELEPORT, 100, 200, name="c"),
        button(Kind.TELEPORT, 450, 100, name="d"),
    ]
    trial = run((100, 100), *ends)
    assert trial.effects[0].part == "c"
    assert trial.effects[0].position_after == pytest.approx((450, 100), abs=1e-3)


def test_a_lone_teleport_does_nothing() -> None:
    with_it = run((100, 100), button(Kind.TELEPORT, 100, 200))
    assert np.array_equal(with_it.ball, run((100, 100)).ball)


def test_a_teleport_whose_partner_lies_in_the_tray_does_nothing() -> None:
    pieces = [button(Kind.TELEPORT, 20, 20, name="a"), button(Kind.TELEPORT, 60, 20, name="b")]
    trial = run((100, 100), pieces=pieces, placements=[Placement("a", 100, 200)])
    assert np.array_equal(trial.ball, run((100, 100)).ball)


def test_power_ups_stay_where_they_are_and_do_not_touch_wood() -> None:
    log = Part("log", Kind.WOOD, 240, 150, 60, 25, loose=True)
    buttons = [button(kind, 240, 200) for kind in (Kind.SPEEDUP_RIGHT,)]
    plain = run((20, 284.8), floor(300), log)
    with_it = run((20, 284.8), floor(300), log, *buttons)
    assert np.array_equal(plain.moves, with_it.moves)
    assert with_it.effects == ()


def test_a_stronger_table_is_used_throughout() -> None:
    strong = Physics(speedup=3)
    trial = run((240, 150), button(Kind.SPEEDUP_LEFT, 240, 200), physics=strong)
    assert trial.effects[0].velocity_after[0] == pytest.approx(-3 * REAL.speedup_speed, abs=1e-3)


@given(st.floats(-60, 540), st.floats(-60, 380))
def test_the_quick_look_at_power_ups_misses_none(x: float, y: float) -> None:
    buttons = Buttons()
    for place in ((100, 100), (130, 120), (300, 200)):
        part = button(Kind.SPEEDUP_UP, *place, name=str(place))
        buttons.placed.append((part, part))
    concerned = buttons.concerned(x, y)
    acting = list(buttons.acting(lambda: (x, y), 0))
    assert concerned or not acting
