"""The same trial gives the same bytes: again, stepped, in another process; energy only falls."""

from __future__ import annotations

import hashlib
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

from bubbleball.game.geometry import area
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import World, simulate
from scenes import DT, G, floor, run, scene
from strategies import games, physics

Game = tuple[Level, tuple[Placement, ...]]

# Every kind of thing happens here: bounces, a toppling pile, a push, gravity, a teleport.
BUSY = scene(
    (60, 100),
    floor(300),
    Part("ramp", Kind.GROUND, 100, 180, 160, 15, 25),
    Part("push", Kind.SPEEDUP_RIGHT, 190, 200),
    Part("slow", Kind.SLOWDOWN, 300, 250),
    Part("in", Kind.TELEPORT, 420, 280),
    Part("out", Kind.TELEPORT, 60, 240),
    *(Part(f"box{n}", Kind.WOOD, 240 + 3 * n, 285 - 26 * n, 25, 25, loose=True) for n in range(4)),
    pieces=[
        Part("log", Kind.WOOD, 75, 20, 60, 20),
        Part("wheel", Kind.WOOD, 75, 50, 40, 40, 0, Form.CIRCLE),
    ],
)
PLACED = (Placement("log", 350, 150, 20), Placement("wheel", 400, 200))


def fingerprint(trial: Trial) -> str:
    """A hash of every bit of the trial."""
    events = repr((trial.outcome, trial.movers, trial.contacts, trial.effects)).encode()
    return hashlib.sha256(trial.ball.tobytes() + trial.moves.tobytes() + events).hexdigest()


def test_the_busy_scene_is_busy() -> None:
    trial = simulate(BUSY, PLACED, REAL)
    assert {contact.part for contact in trial.contacts} >= {"ramp", "floor", "box3"}
    assert trial.effects
    assert np.ptp(trial.moves[:, :, 0], axis=0).max() > 20


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_trial_twice_is_equal_bit_for_bit(preset: str) -> None:
    first, second = (simulate(BUSY, PLACED, PRESETS[preset]) for _ in range(2))
    assert first == second
    assert fingerprint(first) == fingerprint(second)


def test_nothing_survives_from_one_trial_to_the_next() -> None:
    alone = simulate(BUSY, PLACED, REAL)
    simulate(BUSY, (), PRESETS["moon"])
    simulate(BUSY, PLACED[:1], PRESETS["bouncy"])
    assert simulate(BUSY, PLACED, REAL) == alone


@pytest.mark.parametrize("stride", [1, 7, 100])
@pytest.mark.parametrize("placements", [(), PLACED], ids=["empty", "placed"])
@pytest.mark.parametrize("preset", ["real", "moon", "bouncy"])
def test_stepped_and_run_in_one_go_are_equal_bit_for_bit(
    stride: int, placements: tuple[Placement, ...], preset: str
) -> None:
    world = World(BUSY, placements, PRESETS[preset])
    while world.advance(stride) is None:
        pass
    whole = simulate(BUSY, placements, PRESETS[preset])
    assert fingerprint(world.trial()) == fingerprint(whole)


@settings(max_examples=30)
@given(games(), physics)
def test_any_game_stepped_is_the_same_as_in_one_go(game: Game, table: Physics) -> None:
    world = World(*game, table)
    while world.advance(1) is None:
        pass
    assert fingerprint(world.trial()) == fingerprint(simulate(*game, table))


def test_two_worlds_under_way_do_not_disturb_each_other() -> None:
    one, two = World(BUSY, PLACED, REAL), World(BUSY, (), PRESETS["moon"])
    while None in (one.advance(1), two.advance(1)):
        pass
    assert one.trial() == simulate(BUSY, PLACED, REAL)
    assert two.trial() == simulate(BUSY, (), PRESETS["moon"])


CHILD = """
import hashlib, pickle, sys
from bubbleball.game.world import simulate
level, placements, physics = pickle.load(sys.stdin.buffer)
trial = simulate(level, placements, physics)
events = repr((trial.outcome, trial.movers, trial.contacts, trial.effects)).encode()
print(hashlib.sha256(trial.ball.tobytes() + trial.moves.tobytes() + events).hexdigest())
"""


def test_another_process_gives_the_same_bits() -> None:
    here = fingerprint(simulate(BUSY, PLACED, REAL))
    for _ in range(2):
        there = subprocess.run(
            [sys.executable, "-c", CHILD],
            input=pickle.dumps((BUSY, PLACED, REAL)),
            capture_output=True,
            check=True,
        )
        assert there.stdout.decode().strip() == here


def energies(trial: Trial, table: Physics) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Kinetic and potential energy of ball and movers in every frame; kg px²/s²."""
    g = table.gravity * 30
    total: np.ndarray[tuple[int], np.dtype[np.float64]] = table.ball_mass * (
        (trial.ball[:, 2] ** 2 + trial.ball[:, 3] ** 2) / 2 - g * trial.ball[:, 1]
    )
    parts = {part.id: part for part in trial.level.parts}
    for number, name in enumerate(trial.movers):
        part = parts[name]
        mass = table.wood_density * area(part.outline) / 900
        _, y, _, vx, vy, spin = trial.moves[:, number].T
        round_ = part.form is Form.CIRCLE
        inertia = mass * (part.width**2 / 8 if round_ else (part.width**2 + part.height**2) / 12)
        total += mass * ((vx**2 + vy**2) / 2 - g * y) + inertia * np.radians(spin) ** 2 / 2
    return total


def test_in_free_fall_each_step_loses_half_of_g_dt_squared() -> None:
    # Symplectic Euler: half ((v + g dt)² - v²) - g dt (v + g dt) = -(g dt)²/2 a kilogram.
    energy = energies(run((240, 100)), REAL)
    assert np.diff(energy) == pytest.approx(-REAL.ball_mass * (G * DT) ** 2 / 2, abs=0.05)


@pytest.mark.parametrize("preset", ["real", "moon", "jupiter", "dead", "sticky", "oak", "balsa"])
def test_energy_never_rises_without_a_power_up(preset: str) -> None:
    table = PRESETS[preset]
    solid = [part for part in BUSY.scenery if part.kind.solid]
    level = scene((60, 100), *solid, pieces=BUSY.pieces)
    energy = energies(simulate(level, PLACED, table), table)
    # Box2D lifts bodies out of each other by at most what they sank in, some tenths of a pixel.
    masses = table.ball_mass + 6 * table.wood_density * 40 * 40 / 900
    lift = 0.3 * masses * table.gravity * 30
    assert (energy - np.minimum.accumulate(energy)).max() < lift
    assert energy[-1] < energy[0] - lift


def test_a_pile_keeps_its_momentum_without_gravity_and_walls() -> None:
    push = Part("push", Kind.SPEEDUP_RIGHT, 60, 200)
    boxes = [
        Part(f"b{n}", Kind.WOOD, 200 + 30 * n, 205 - 9 * n, 25, 25, loose=True) for n in range(3)
    ]
    trial = run((60, 200), push, *boxes, physics=Physics(gravity=0))
    first = trial.effects[0].frame
    last = next((e.frame for e in trial.effects[1:]), trial.steps)
    mass = 1.5 * 25 * 25 / 900
    momentum = REAL.ball_mass * trial.ball[:, 2:] + mass * trial.moves[:, :, 3:5].sum(axis=1)
    expected = (REAL.ball_mass * REAL.speedup_speed, 0)
    assert momentum[first + 1 : last + 1] == pytest.approx(
        np.tile(expected, (last - first, 1)), abs=0.01
    )
    assert math.hypot(*trial.moves[-1, 0, 3:5]) > 1  # something was hit


@settings(max_examples=150)
@given(games(), physics)
def test_any_legal_game_comes_to_a_finite_end_in_time(game: Game, table: Physics) -> None:
    level, placements = game
    trial = simulate(level, placements, table)
    assert 1 <= trial.steps <= 600
    assert np.isfinite(trial.ball).all()
    assert np.isfinite(trial.moves).all()
    assert trial.ball.shape == (trial.steps + 1, 4)
    assert trial.moves.shape == (trial.steps + 1, len(trial.movers), 6)
    for contact in trial.contacts:
        assert 1 <= contact.frame <= trial.steps
        assert contact.until is None or contact.frame < contact.until <= trial.steps
        assert math.hypot(*contact.normal) == pytest.approx(1, abs=1e-4)
    for effect in trial.effects:
        assert 1 <= effect.frame <= trial.steps
    assert trial.reason
