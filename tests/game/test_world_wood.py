"""Wood and the catapult: masses, levers, falling, resting, friction; who moves and who does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from scenes import DT, G, floor, run, scene

WEIGHTLESS = Physics(gravity=0)
BALL = REAL.ball_mass
SPEED = REAL.speedup_speed
BOUNCE = 0.4  # the greater of the ball's and the wood's


def strike(target: Part, offset: float = 0.0, physics: Physics = WEIGHTLESS) -> Trial:
    """Without gravity, push the ball to the right, at y = 200 - offset, against `target`."""
    push = Part("push", Kind.SPEEDUP_RIGHT, 60, 200 - offset)
    piece = Part(target.id, target.kind, 75, 20, target.width, target.height, form=target.form)
    placement = Placement(target.id, target.x, target.y, target.angle)
    return run((60, 200 - offset), push, pieces=[piece], placements=[placement], physics=physics)


def after_the_hit(trial: Trial) -> tuple[float, float, float]:
    """The ball's velocity x, and the mover's velocity x and spin (rad/s), once they are apart."""
    hit = trial.contacts[0]
    assert hit.until is not None
    _, _, _, vx, _, spin = trial.moves[hit.until, 0]
    return float(trial.ball[hit.until, 2]), float(vx), math.radians(spin)


MASSES = {
    "block": (Part("w", Kind.WOOD, 265, 200, 50, 50), 1.5 * 50 * 50 / 900),
    "plank": (Part("w", Kind.WOOD, 265, 200, 50, 150), 1.5 * 50 * 150 / 900),
    "disc": (Part("w", Kind.WOOD, 265, 200, 50, 50, form=Form.CIRCLE), 1.5 * math.pi * 25**2 / 900),
    # The centre of mass of a right triangle lies a sixth of its sides from the box's centre.
    "triangle": (
        Part("w", Kind.WOOD, 265, 200 - 75 / 6, 75, 75, form=Form.TRIANGLE),
        1.5 * 75 * 75 / 2 / 900,
    ),
    # Standing on end: turned by 90 degrees, the beam fills the left 15 of 25.
    "catapult": (Part("w", Kind.CATAPULT, 265, 200, 125, 25, 90), 0.5 * 125 * 15 / 900),
}


@pytest.mark.parametrize("name", MASSES)
def test_a_central_hit_shares_momentum_by_mass(name: str) -> None:
    target, mass = MASSES[name]
    ball, wood, spin = after_the_hit(strike(target))
    assert wood == pytest.approx((1 + BOUNCE) * BALL / (BALL + mass) * SPEED, rel=2e-3)
    assert ball == pytest.approx((BALL - BOUNCE * mass) / (BALL + mass) * SPEED, rel=2e-3)
    assert BALL * ball + mass * wood == pytest.approx(BALL * SPEED, rel=1e-4)
    assert spin == pytest.approx(0, abs=2e-3)


@pytest.mark.parametrize(
    ("width", "height", "offset"), [(50, 50, 15), (25, 150, 40), (25, 100, -30)]
)
def test_an_off_centre_hit_turns_wood_by_its_moment_of_inertia(
    width: float, height: float, offset: float
) -> None:
    block = Part("w", Kind.WOOD, 240 + width / 2, 200, width, height)
    ball, wood, spin = after_the_hit(strike(block, offset))
    mass = 1.5 * width * height / 900
    inertia = mass * (width**2 + height**2) / 12 / 900
    arm = offset / 30  # m
    speed = SPEED / 30
    impulse = (1 + BOUNCE) * speed / (1 / BALL + 1 / mass + arm**2 / inertia)
    assert wood / 30 == pytest.approx(impulse / mass, rel=5e-3)
    assert spin == pytest.approx(impulse * arm / inertia, rel=5e-3)
    assert ball / 30 == pytest.approx(speed - impulse / BALL, abs=5e-3 * speed)


@pytest.mark.parametrize("offset", [20.0, 55.0, -50.0])
def test_a_catapult_turns_about_the_middle_of_its_beam(offset: float) -> None:
    beam = Part("w", Kind.CATAPULT, 265, 200, 125, 25, 90)
    ball, _, spin = after_the_hit(strike(beam, offset))
    mass = 0.5 * 125 * 15 / 900
    inertia = mass * (125**2 + 15**2) / 12 / 900
    arm, speed = offset / 30, SPEED / 30
    impulse = (1 + BOUNCE) * speed / (1 / BALL + 1 / mass + arm**2 / inertia)
    assert spin == pytest.approx(impulse * arm / inertia, rel=5e-3)
    assert ball / 30 == pytest.approx(speed - impulse / BALL, abs=5e-3 * speed)


def test_the_rates_of_a_mover_are_the_rates_of_change_of_its_pose() -> None:
    for part in (
        Part("w", Kind.CATAPULT, 265, 200, 125, 25, 90),
        Part("w", Kind.WOOD, 277, 200, 75, 75, form=Form.TRIANGLE),
        Part("w", Kind.WOOD, 265, 200, 50, 50),
    ):
        trial = strike(part, 25)
        hit = trial.contacts[0]
        assert hit.until is not None
        free = trial.moves[hit.until : hit.until + 40, 0]
        change = (free[2:, :3] - free[:-2, :3]) / (2 * DT)  # of the middle one of three frames
        assert np.abs(free[1:-1, 3:] - change).max() < 0.5, part.kind


@pytest.mark.parametrize(
    ("right", "stays"),
    [
        (50.0, True),  # 2 m at 25 px against m at 50 px: the law of the lever
        (30.0, False),
        (58.0, True),  # the centre of mass is still above the post
    ],
)
def test_a_loaded_catapult_keeps_the_law_of_the_lever(right: float, stays: bool) -> None:
    post = Part("post", Kind.METAL, 240, 250, 8, 60)  # top at 220
    pieces = (
        Part("beam", Kind.CATAPULT, 75, 20, 125, 25),
        Part("big", Kind.WOOD, 75, 20, 40, 40),
        Part("small", Kind.WOOD, 75, 20, 20, 40),
    )
    gap = 0.5  # px, between the skins' contact at 0.6 and the slop
    top = 220 - gap - 15
    placements = (
        Placement("beam", 240, 220 - gap - 12.5),
        Placement("big", 240 - 25, top - gap - 20),
        Placement("small", 240 + right, top - gap - 20),
    )
    masses = np.array([0.5 * 125 * 15, 1.5 * 40 * 40, 1.5 * 20 * 40])
    middle = masses @ np.array([0, -25, right]) / masses.sum()
    assert (abs(middle) < 4) == stays  # the scene is what it says
    trial = run((20, 300), floor(320), post, pieces=pieces, placements=placements, physics=REAL)
    tilt = np.abs(trial.moves[:, 0, 2]).max()
    assert (tilt < 2) == stays
    if not stays:
        assert trial.moves[-1, 0, 2] < -5  # down on the heavy side


def test_wood_falls_freely_and_rests_on_the_floor() -> None:
    log = Part("log", Kind.WOOD, 75, 20, 100, 25)
    trial = run((20, 284.8), floor(300), pieces=[log], placements=[Placement("log", 240, 150)])
    n = np.arange(20)
    fall = 150 + G * DT**2 * n * (n + 1) / 2
    assert np.abs(trial.moves[:20, 0, 1] - fall).max() < 1e-3
    x, y, angle = trial.moves[-1, 0, :3]
    assert (x, angle) == pytest.approx((240, 0), abs=0.01)
    assert 0.44 <= (300 - 12.5) - y <= 0.61  # two skins less the slop
    assert (trial.moves[-1, 0, 3:] == 0).all()


def test_wood_does_not_bounce() -> None:
    log = Part("log", Kind.WOOD, 75, 20, 100, 25)
    trial = run((20, 284.8), floor(300), pieces=[log], placements=[Placement("log", 240, 150)])
    landed = int(np.argmax(trial.moves[:, 0, 4]))
    assert trial.moves[landed + 1 :, 0, 4].min() > -1


@pytest.mark.parametrize("angle", [20, 35])
def test_wood_holds_on_a_slope_up_to_its_friction_and_then_slides(angle: float) -> None:
    turn = math.radians(angle)
    slope = Part("slope", Kind.GROUND, 240, 250, 400, 20, angle)
    off = 10 + 10 + 0.5
    log = Placement(
        "log",
        240 - 60 * math.cos(turn) + off * math.sin(turn),
        250 - 60 * math.sin(turn) - off * math.cos(turn),
        angle,
    )
    trial = run(
        (460, 90),
        slope,
        Part("shelf", Kind.GROUND, 460, 115, 30, 19),
        pieces=[Part("log", Kind.WOOD, 75, 20, 80, 20)],
        placements=[log],
    )
    along = trial.moves[:, 0, 3] * math.cos(turn) + trial.moves[:, 0, 4] * math.sin(turn)
    expected = max(0.0, G * (math.sin(turn) - 0.5 * math.cos(turn)))  # mu = sqrt(0.5 * 0.5)
    frames = slice(5, 30)
    gain = np.polyfit(np.arange(len(along))[frames] * DT, along[frames], 1)[0]
    assert gain == pytest.approx(expected, rel=0.02, abs=0.2)


def test_scenery_stands_fixed_unless_it_is_loose() -> None:
    fixed = Part("block", Kind.WOOD, 240, 150, 50, 50)
    loose = Part("block", Kind.WOOD, 240, 150, 50, 50, loose=True)
    still = run((240, 100), fixed)
    moving = run((240, 100), loose, floor(300))
    assert still.movers == ()
    assert still.contacts[0].velocity_after[1] < 0
    assert moving.movers == ("block",)
    assert moving.moves[-1, 0, 1] > 270


def test_placed_metal_hovers_and_placed_wood_falls() -> None:
    pieces = [Part("bar", Kind.METAL, 75, 20, 100, 25), Part("log", Kind.WOOD, 75, 50, 100, 25)]
    poses = [Placement("bar", 150, 150), Placement("log", 300, 150)]
    trial = run((150, 100), pieces=pieces, placements=poses)
    assert trial.movers == ("log",)
    assert trial.contacts[0].part == "bar"
    assert trial.contacts[0].point[1] == pytest.approx(137.5, abs=0.6)
    assert trial.moves[-1, 0, 1] > 200


def test_pieces_left_in_the_tray_take_no_part() -> None:
    # With gravity up the ball flies through the tray, where all the pieces lie.
    lift = Part("lift", Kind.GRAVITY_UP, 240, 200)
    pieces = [
        Part("bar", Kind.METAL, 240, 20, 150, 25),
        Part("log", Kind.WOOD, 240, 50, 150, 25),
        Part("slow", Kind.SLOWDOWN, 240, 65),
    ]
    alone = run((240, 195), lift)
    with_tray = run((240, 195), lift, pieces=pieces)
    assert np.array_equal(alone.ball, with_tray.ball)
    assert with_tray.contacts == ()
    assert [effect.part for effect in with_tray.effects] == ["lift"]
    assert with_tray.movers == ()


def test_the_order_of_placements_does_not_matter() -> None:
    level = scene(
        (240, 100),
        floor(300),
        pieces=[Part("a", Kind.WOOD, 75, 20, 60, 25), Part("b", Kind.WOOD, 75, 50, 60, 25)],
    )
    one, two = Placement("a", 240, 200, 10), Placement("b", 250, 250)
    forth, back = simulate(level, (one, two), REAL), simulate(level, (two, one), REAL)
    assert np.array_equal(forth.ball, back.ball)
    assert np.array_equal(forth.moves, back.moves)
    assert forth.movers == back.movers == ("a", "b")
