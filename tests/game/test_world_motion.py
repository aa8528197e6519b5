"""The ball's motion against closed forms: fall, bounce, slopes with and without friction."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import PRESETS, REAL, Physics
from bubbleball.game.trial import Trial
from scenes import DT, SKIN, G, floor, run


@pytest.mark.parametrize("preset", ["real", "moon", "jupiter"])
def test_free_fall_is_that_of_symplectic_euler(preset: str) -> None:
    physics = PRESETS[preset]
    trial = run((240, 100), physics=physics)
    n = np.arange(trial.steps + 1)
    g = physics.gravity * 30
    assert np.abs(trial.ball[:, 1] - (100 + g * DT**2 * n * (n + 1) / 2)).max() < 2e-3
    assert np.abs(trial.ball[:, 3] - g * DT * n).max() < 2e-3
    assert (trial.ball[:, 0] == 240).all()
    assert (trial.ball[:, 2] == 0).all()


def test_a_thrown_ball_flies_a_parabola() -> None:
    trial = run((100, 200), Part("push", Kind.SPEEDUP_RIGHT, 100, 200))
    n = np.arange(trial.steps)
    start = trial.ball[1]  # the push acts at the end of the first frame
    assert np.abs(trial.ball[1:, 0] - (start[0] + REAL.speedup_speed * DT * n)).max() < 1e-3
    fall = start[3] * DT * n + G * DT**2 * n * (n + 1) / 2
    assert np.abs(trial.ball[1:, 1] - (start[1] + fall)).max() < 1e-3


SURFACES = {
    "ground": Part("floor", Kind.GROUND, 240, 260, 400, 40),
    "metal": Part("floor", Kind.METAL, 240, 260, 400, 40),
    "fixed wood": Part("floor", Kind.WOOD, 240, 260, 400, 40),
    "metal triangle": Part("floor", Kind.METAL, 240, 260, 40, 40, 135, form=Form.TRIANGLE),
    "metal circle": Part("floor", Kind.METAL, 240, 260, 40, 40, form=Form.CIRCLE),
}


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("preset", ["real", "bouncy", "dead"])
def test_a_bounce_keeps_the_balls_share_of_the_normal_speed(surface: str, preset: str) -> None:
    physics = PRESETS[preset]
    trial = run((240, 120), SURFACES[surface], physics=physics)
    bounce = trial.contacts[0]
    # Free fall up to the frame before; the step of the contact first adds gravity.
    assert bounce.velocity_before == pytest.approx((0, G * DT * (bounce.frame - 1)), abs=1e-3)
    hit = G * DT * bounce.frame
    assert bounce.velocity_after == pytest.approx((0, -physics.restitution * hit), abs=0.02)
    assert bounce.normal == pytest.approx((0, -1), abs=1e-5)


@pytest.mark.parametrize(("falls", "bounces"), [(6, False), (7, True)])
def test_the_ball_does_not_bounce_below_one_metre_a_second(falls: int, bounces: bool) -> None:
    # After n steps of fall the speed is 4.9 n px/s: 29.4 after six, 34.3 after seven.
    gap = G * DT**2 * (falls - 1) * falls / 2  # fallen in the steps before the hit
    y = 200 - 15 - SKIN - gap + 0.05  # just within the skin then
    trial = run((240, y), floor(200))
    hit = trial.contacts[0]
    assert hit.frame == falls
    assert hit.velocity_after[1] == pytest.approx(-0.4 * 4.9 * falls if bounces else 0, abs=0.01)


def test_the_ball_keeps_its_speed_along_a_wall_that_it_strikes() -> None:
    # Without gravity, at 45 degrees: the normal part times -0.4, the other part kept.
    push = Part("push", Kind.SPEEDUP_RIGHT, 100, 200)
    wall = Part("wall", Kind.GROUND, 300, 200, 200, 20, 45)
    trial = run((100, 200), push, wall, physics=Physics(gravity=0))
    hit = trial.contacts[0]
    along = np.array([math.sqrt(0.5), math.sqrt(0.5)])
    normal = np.array([-math.sqrt(0.5), math.sqrt(0.5)])
    assert np.abs(hit.normal) == pytest.approx(np.abs(normal), abs=1e-5)
    after = np.array(hit.velocity_after)
    speed = REAL.speedup_speed
    assert abs(after @ along) == pytest.approx(speed * math.sqrt(0.5), abs=0.01)
    assert abs(after @ normal) == pytest.approx(0.4 * speed * math.sqrt(0.5), abs=0.01)


def slide(angle: float, physics: Physics, kind: Kind = Kind.GROUND) -> tuple[Trial, float]:
    """A ball released on a slope; the trial, and its acceleration along the slope, px/s²."""
    slope = Part("slope", kind, 240, 250, 440, 20, angle)
    turn = math.radians(angle)
    # From the middle of the slope's face 100 px uphill and a ball's radius off it.
    reach = 10 + 15 + SKIN - 0.01
    x = 240 - 100 * math.cos(turn) + reach * math.sin(turn)
    y = 250 - 100 * math.sin(turn) - reach * math.cos(turn)
    trial = run((x, y), slope, physics=physics)
    along = trial.ball[:, 2] * math.cos(turn) + trial.ball[:, 3] * math.sin(turn)
    frames = slice(10, 40)
    return trial, float(np.polyfit(np.arange(len(along))[frames] * DT, along[frames], 1)[0])


@pytest.mark.parametrize("angle", [5, 20, 40])
@pytest.mark.parametrize("kind", [Kind.GROUND, Kind.METAL])
def test_without_friction_a_slope_gives_g_times_its_sine(angle: float, kind: Kind) -> None:
    _, gain = slide(angle, REAL, kind)
    assert gain == pytest.approx(G * math.sin(math.radians(angle)), rel=2e-3)


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        (Kind.GROUND, "ground_friction"),
        (Kind.METAL, "metal_friction"),
        (Kind.WOOD, "wood_friction"),
    ],
)
@pytest.mark.parametrize(("ball", "surface"), [(0.1, 0.5), (0.2, 0.05), (0.3, 0.3)])
def test_friction_is_the_root_of_the_product_of_both(
    kind: Kind, other: str, ball: float, surface: float
) -> None:
    _, gain = slide(30, Physics(ball_friction=ball, **{other: surface}), kind)
    turn, mu = math.radians(30), math.sqrt(ball * surface)
    assert gain == pytest.approx(G * (math.sin(turn) - mu * math.cos(turn)), rel=3e-3)


def test_a_ball_stays_on_a_slope_gentler_than_its_friction() -> None:
    mu = math.sqrt(0.6 * 0.5)
    gentle, steep = math.degrees(math.atan(mu)) - 3, math.degrees(math.atan(mu)) + 3
    rest, _ = slide(gentle, PRESETS["sticky"])
    moving, _ = slide(steep, PRESETS["sticky"])
    assert np.hypot(*(rest.ball[:, :2] - rest.ball[0, :2]).T).max() < 1
    assert np.hypot(*(moving.ball[60, :2] - moving.ball[0, :2])) > 5


def test_the_ball_never_spins() -> None:
    # Rolling without slipping would give 5/7 g sin; sliding against mu = 0.3 gives less than g sin.
    _, gain = slide(30, Physics(ball_friction=0.18, ground_friction=0.5))
    mu, turn = 0.3, math.radians(30)
    assert gain == pytest.approx(G * (math.sin(turn) - mu * math.cos(turn)), rel=3e-3)


def test_a_ball_at_rest_lies_its_radius_and_the_skin_above_the_floor() -> None:
    trial = run((240, 150), floor(200))
    height = 200 - trial.ball[-1, 1]
    assert 15 + SKIN - 0.16 <= height <= 15 + SKIN


def test_a_fast_ball_does_not_pass_through_a_thin_wall() -> None:
    push = [Part(f"push{n}", Kind.SPEEDUP_RIGHT, 60 + 55.1 * n, 200) for n in range(5)]
    wall = Part("wall", Kind.GROUND, 400, 200, 3, 200)
    trial = run((60, 200), *push, wall, physics=Physics(gravity=0, speedup=10))
    assert trial.ball[:, 2].max() == pytest.approx(3600)  # 60 px a step, the engine's limit
    assert trial.contacts[0].part == "wall"
    assert trial.ball[:, 0].max() < 400
