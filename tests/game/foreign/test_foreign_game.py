"""Every foreign world does what its line in the docs says: closed forms."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from bubbleball.errors import ArgumentError, PlacementError
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from scenes import DT, G, floor, scene

FALL = scene((240, 100))
SLOPE = scene((100, 150), Part("slope", Kind.GROUND, 240, 260, 600, 40, 20))
PLANK = Part("plank", Kind.METAL, 0, 0, 100, 20)


def play(world: str, level: Level = FALL) -> Trial:
    return ForeignGame(level, world).play()


@pytest.mark.parametrize(("changes", "seed"), [(None, 0), ("shaky", -1), ("shaky", "a")])
def test_nonsense_is_refused_before_any_trial(changes: str, seed: int) -> None:
    with pytest.raises(ArgumentError, match="ForeignGame"):
        ForeignGame(scene((100, 100)), changes, seed=seed)


def test_no_amount_at_all_is_the_game_itself() -> None:
    assert play("wind=0", SLOPE) == Game(SLOPE).play()


def test_drag_slows_the_ball_by_its_velocity() -> None:
    trial, k = play("drag=0.8"), 0.8
    v = np.array(
        list(
            itertools.accumulate(range(trial.steps), lambda v, _: v + DT * (G - k * v), initial=0.0)
        )
    )
    assert np.abs(trial.ball[:, 3] - v).max() < 0.01
    n = trial.steps
    assert trial.ball[-1, 3] == pytest.approx(G / k * (1 - math.exp(-k * DT * n)), rel=0.01)


def test_air_slows_the_ball_by_the_square_of_its_speed() -> None:
    trial, k = play("air=0.2"), 0.2 / 30  # 1/px
    terminal = math.sqrt(G / k)  # v = terminal x tanh(g t / terminal)
    t = DT * np.arange(trial.steps + 1)
    assert np.abs(trial.ball[:, 3] - terminal * np.tanh(G * t / terminal)).max() < 2.0


def test_wind_accelerates_the_ball_sideways() -> None:
    trial = play("wind=-2")
    n = np.arange(trial.steps + 1)
    assert np.abs(trial.ball[:, 2] + 60 * DT * n).max() < 2e-3
    assert np.abs(trial.ball[:, 3] - G * DT * n).max() < 2e-3


def test_a_rolling_disc_takes_two_thirds_of_the_slopes_acceleration() -> None:
    rolling, sliding = play("spin=2", SLOPE), Game(SLOPE).play()
    frames = slice(60, 80)  # on the slope, the bounces over
    speed = [np.hypot(*t.ball[frames, 2:].T) for t in (rolling, sliding)]
    gained = [np.diff(s).mean() for s in speed]
    assert gained[1] == pytest.approx(G * DT * math.sin(math.radians(20)), rel=0.02)
    assert gained[0] == pytest.approx(gained[1] * 2 / 3, rel=0.02)


def test_the_bounce_falls_with_the_speed() -> None:
    for height in (60, 120, 180):
        trial = play("bounce=0.2", scene((240, 250 - height), floor(270)))
        contact = trial.contacts[0]
        hit = G * DT * contact.frame
        kept = REAL.restitution / (1 + 0.2 * hit / 30)
        # A step may set the restitution before it adds its share of gravity to the speed.
        assert contact.velocity_after[1] == pytest.approx(-kept * hit, abs=0.2 * G * DT)


def test_a_shaky_ball_starts_elsewhere_in_each_trial_within_the_amount() -> None:
    game = ForeignGame(FALL, "shaky=3")
    starts = np.array([game.play().ball[0, :2] for _ in range(200)]) - (240, 100)
    assert np.abs(starts).max() <= 3
    assert np.abs(starts).max() > 2.8
    assert np.abs(starts.mean(axis=0)).max() < 0.5
    assert len({tuple(start) for start in starts.tolist()}) == 200


def test_pieces_land_off_in_an_imprecise_world_and_the_trial_does_not_say_so() -> None:
    wood = Part("wood", Kind.WOOD, 0, 0, 60, 20)
    level = scene((40, 100), floor(300), pieces=[wood])
    game, asked = ForeignGame(level, "imprecise=2"), Placement("wood", 240, 200)
    trials = [game.play([asked]) for _ in range(100)]
    assert {trial.placements for trial in trials} == {(asked,)}
    off = np.array([trial.moves[0, 0, :3] for trial in trials]) - (240, 200, 0)
    assert np.abs(off).max() <= 2
    assert (np.abs(off).max(axis=0) > 1.8).all()


def test_whole_numbers_are_reported_of_the_same_motion() -> None:
    exact, seen = Game(SLOPE).play(), play("whole", SLOPE)
    assert np.array_equal(seen.ball, np.round(exact.ball))
    assert [c.frame for c in seen.contacts] == [c.frame for c in exact.contacts]
    for contact in seen.contacts:
        angle = math.degrees(math.atan2(*contact.normal))
        assert angle == pytest.approx(round(angle), abs=1e-6)
    assert seen.outcome is exact.outcome


def test_a_fast_clock_falls_nearer_to_the_parabola() -> None:
    trial = play("fast-clock")
    n = np.arange(trial.steps + 1)
    half = DT / 2
    assert np.abs(trial.ball[:, 1] - 100 - G * half**2 * (2 * n) * (2 * n + 1) / 2).max() < 2e-3


def test_a_fast_clock_misses_no_bounce() -> None:
    level = scene((240, 100), floor(270))
    usual, fast = Game(level).play(), play("fast-clock", level)
    assert len(fast.contacts) == pytest.approx(len(usual.contacts), abs=1)
    turns = np.flatnonzero((fast.ball[:-1, 3] > 30) & (fast.ball[1:, 3] < 0))
    assert set((turns + 1).tolist()) <= {contact.frame for contact in fast.contacts}


@pytest.mark.parametrize("world", ["shaky", "imprecise,drag", "random:3"])
def test_seed_and_number_of_the_trial_give_the_same_trial(world: str) -> None:
    level = scene((40, 100), floor(300), pieces=[PLANK])
    placements = [Placement("plank", 240, 200, 30)]
    one, two = (ForeignGame(level, world, seed=5) for _ in range(2))
    trials = [one.play(placements) for _ in range(3)]
    assert [two.play(placements) for _ in range(3)] == trials
    assert ForeignGame(level, world, seed=5, trial=2).play(placements) == trials[2]


def test_an_illegal_placement_is_refused_and_not_counted() -> None:
    game = ForeignGame(scene((40, 100), pieces=[PLANK]), "wind")
    with pytest.raises(PlacementError):
        game.play([Placement("plank", 240, 10)])
    assert game.trials == 0
