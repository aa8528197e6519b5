"""Batches of event chains against single ones, and the Main Block in motion."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.contact_sampling import contact_poses
from bubbleball.method.legality import fitting
from bubbleball.model.beta import beta_vector
from bubbleball.model.events.predict import ANY, EventPredictor
from bubbleball.model.prediction import Forecasts
from scenes import scene

PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)
RAMP = Part("ramp", Kind.GROUND, 80, 180, 140, 20, 15)
LEVEL = scene((60, 120), RAMP, flag=Flag(430, 260), pieces=[PLANK])
AIM = (LEVEL.flag.x, LEVEL.flag.y)


def batch(count: int, bodies: int = ANY) -> tuple[PoseBatch, Forecasts]:
    path = EventPredictor(LEVEL).one((), REAL).path
    rng = np.random.default_rng(1)
    poses = contact_poses(PLANK, path, rng, count)
    candidates = fitting(LEVEL, (), PoseBatch((PLANK,), poses[:, None]))
    predictor = EventPredictor(LEVEL, AIM, bodies)
    return candidates, predictor.many((), (PLANK,), candidates.poses, beta_vector(REAL), path)


def test_a_batch_says_what_single_chains_say() -> None:
    candidates, results = batch(40)
    for row in range(len(candidates)):
        one = EventPredictor(LEVEL, AIM).one(candidates.placements(row), REAL)
        assert results.outcome[row] == one.outcome
        # Samples of the closest approach fall elsewhere on a flight that began elsewhere.
        assert results.value[row] == pytest.approx(one.value, abs=0.5)


def test_sampled_contacts_are_met() -> None:
    assert batch(300)[1].touched.mean() > 0.95


def test_a_limit_of_bodies_ends_a_chain_before_it_can_come_nearer() -> None:
    free, short = batch(300)[1], batch(300, bodies=1)[1]
    assert (short.value >= free.value).all()
    assert (short.value > free.value).any()


def test_a_limit_of_bodies_counts_from_the_main_block_on() -> None:
    ground = Part("ground", Kind.GROUND, 240, 300, 480, 20)
    level = scene((60, 120), RAMP, ground, pieces=[PLANK])
    seen = EventPredictor(level, bodies=1).one([Placement("plank", 200, 240, 15)], REAL, "plank")
    met = [event.part for event in seen.events]
    assert met[0] == "ramp"
    assert "plank" in met[:-1]
    assert met[-1] == "ground"


def test_the_same_batch_gives_the_same_bytes() -> None:
    assert [column.tobytes() for column in batch(200)[1]] == [
        column.tobytes() for column in batch(200)[1]
    ]


def missed(motion: tuple[float, float, float]) -> float:
    """Distance by which a ball that falls on a plank in motion misses a point high above it, px."""
    level = scene((280, 150), pieces=[PLANK])
    path = EventPredictor(level).one((), REAL).path
    results = EventPredictor(level, (280.0, 20.0)).many(
        (), (PLANK,), np.array([[[240.0, 200.0, 0.0]]]), beta_vector(REAL), path, np.array([motion])
    )
    assert results.touched.all()
    return float(results.value[0])


def test_a_main_block_that_rises_throws_the_ball_up() -> None:
    assert missed((0.0, 0.0, 0.0)) > 100
    assert missed((0.0, -200.0, 0.0)) < 10


def test_a_main_block_that_turns_throws_with_the_speed_of_its_surface() -> None:
    speed = 5.0 * (280 - 240)  # rad/s times the lever
    assert missed((0.0, 0.0, -5.0)) == pytest.approx(missed((0.0, -speed, 0.0)), abs=1.0)
    assert missed((0.0, 0.0, 5.0)) > 100


def test_a_main_block_that_shifts_without_friction_changes_nothing() -> None:
    assert missed((150.0, 0.0, 0.0)) == missed((0.0, 0.0, 0.0))
