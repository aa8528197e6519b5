"""H-3 in worlds that no constant expresses, and from observations that are not exact."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.files.packs import find
from bubbleball.game.foreign.foreign_game import ForeignGame, rounded
from bubbleball.game.level import Ball, Flag, Level
from bubbleball.game.physics import (
    PIXELS_PER_METRE,
    REAL,
    SECONDS_PER_STEP,
    Physics,
    changed_physics,
    residual_of,
)
from bubbleball.game.residual import NOTHING, RESIDUAL_KEYS, Residual
from bubbleball.game.trial import Outcome, Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn, unexplained
from bubbleball.method.learn.noise import observation_noise
from bubbleball.model.belief import Belief


def runs(world: str, name: str = "classic/11", physics: Physics = REAL) -> list[Trial]:
    """The empty run and a stored solution."""
    document = find(name)
    game = ForeignGame(document.level, world, physics)
    return [game.play(), game.play(document.solutions[0])]


def terms(belief: Belief) -> dict[str, float]:
    return {e.name: e.mean for e in belief.estimates() if e.name in {t[0] for t in belief.terms}}


@pytest.mark.parametrize(
    ("world", "truth"),
    [
        ("drag=0.8", {"drag": 0.8}),
        ("air=0.03", {"air": 0.03}),
        ("wind=-2.5", {"push_x": -2.5}),
        ("wind=1,drag=0.4", {"push_x": 1.0, "drag": 0.4}),
        ("whole,wind=2", {"push_x": 2.0}),
        ("whole,drag=0.6", {"drag": 0.6}),
        ("bounce=0.2", {"fade": 0.2}),
        ("spin=0.5", {"turns": 1.0}),
        ("spin=0.5,wind=1.2", {"push_x": 1.2, "turns": 1.0}),
    ],
)
def test_a_term_is_found_with_its_value_and_no_other(world: str, truth: dict[str, float]) -> None:
    trials = runs(world)
    belief = learn(trials)
    assert terms(belief) == pytest.approx(truth, rel=0.08)
    assert belief.mean.gravity == pytest.approx(REAL.gravity, rel=0.01)
    assert max(unexplained(trial, belief) for trial in trials) < 5.0
    assert belief.doubt == 0.0


@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("classic/11", {"push_x_by_y": 0.4}),
        ("classic/11", {"push_y_by_y": 0.5}),
        ("classic/11", {"push_x": 0.8, "push_x_by_x": -0.3}),
        ("classic/9", {"fade": -0.05}),
        ("classic/2", {"metal_bounce": 0.3}),
        ("classic/17", {"metal_bounce": -0.3}),
        ("classic/20", {"late": 6.0}),
    ],
)
def test_a_law_of_place_speed_material_or_delay_is_found(
    name: str, truth: dict[str, float]
) -> None:
    residual = Residual(**truth)  # type: ignore[arg-type]  # numbers by name; `turns` is none
    document, physics = find(name), changed_physics(REAL, residual)
    trials = [simulate(document.level, p, physics) for p in ((), document.solutions[0])]
    belief = learn(trials)
    assert terms(belief) == pytest.approx(truth, rel=0.08)
    assert max(unexplained(trial, belief) for trial in trials) < 5.0


@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("classic/9", {"zone_left": 8.0, "zone_push_x": 2.5}),
        ("classic/11", {"zone_left": 6.0, "zone_drag": 1.5}),
        ("classic/9", {"zone_top": 4.0, "zone_bottom": 7.0, "zone_push_x": -3.0}),
        ("classic/11", {"zone_right": 9.0, "zone_push_y": -4.0}),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_a_zone_is_found_with_its_sides(name: str, truth: dict[str, float], whole: bool) -> None:
    residual = Residual(**truth)  # type: ignore[arg-type]  # numbers by name; `turns` is none
    document, physics = find(name), changed_physics(REAL, residual)
    trials = [simulate(document.level, p, physics) for p in ((), document.solutions[0])]
    if whole:
        trials = [rounded(trial, 1.0) for trial in trials]
    found = terms(learn(trials))
    assert found == pytest.approx(truth, rel=0.08)


@pytest.mark.parametrize("world", ["fast-clock", "chipmunk", "spin=0.5", "bounce=0.2", "whole"])
@pytest.mark.parametrize("name", ["classic/4", "classic/9", "classic/20"])
def test_other_causes_are_not_taken_for_a_zone(world: str, name: str) -> None:
    assert not [term for term in terms(learn(runs(world, name))) if term.startswith("zone")]


def test_a_term_beyond_its_bounds_is_refused_and_not_cut_to_them() -> None:
    """A speed limit looks like a zone with a push of 470 m/s² and a drag of 60 per second."""
    speeds = np.minimum(REAL.gravity * PIXELS_PER_METRE * SECONDS_PER_STEP * np.arange(95), 240.0)
    ball = np.zeros((len(speeds), 4))
    ball[:, 0], ball[:, 1] = 60.0, 100.0 + SECONDS_PER_STEP * np.cumsum(speeds)
    ball[:, 3] = speeds
    still = np.zeros((len(speeds), 0, 6))
    level = Level(Ball(60, 100), Flag(440, 280))
    trial = Trial(level, (), Outcome.LEFT_SCREEN, ball, (), still, (), ())
    belief = learn([trial])
    for name, value in terms(belief).items():
        key = RESIDUAL_KEYS[name]
        assert key.low < value < key.high
    assert unexplained(trial, belief) < 1.0


@pytest.mark.parametrize("name", ["classic/2", "classic/9", "classic/11"])
def test_without_evidence_there_is_no_residual_and_no_doubt(name: str) -> None:
    document = find(name)
    trials = [simulate(document.level, p, REAL) for p in ((), document.solutions[0])]
    belief = learn(trials)
    assert belief.mean == REAL
    assert (belief.terms, belief.doubt) == ((), 0.0)


def test_the_belief_goes_as_far_as_the_games_physics() -> None:
    for gravity in (0.0, 0.2, 60.0):
        document = find("classic/12")
        physics = Physics(gravity=gravity)
        trial = simulate(document.level, document.solutions[0], physics)
        assert learn([trial]).mean.gravity == pytest.approx(gravity, abs=1e-3)


def test_noise_is_estimated_and_not_assumed() -> None:
    level = find("classic/2").level
    trial = simulate(level, (), Physics(gravity=8.13))
    assert observation_noise([trial]).exact
    rng = np.random.default_rng(0)
    for sd in (0.2, 1.0):
        noisy = trial.ball + rng.normal(0, sd, trial.ball.shape)
        noise = observation_noise([dataclasses.replace(trial, ball=noisy)])
        assert noise.velocity == pytest.approx(sd, rel=0.35)
        assert noise.position == pytest.approx(sd, rel=0.35)
        assert not noise.exact


@pytest.mark.parametrize("seed", range(3))
def test_whole_numbers_show_gravity_bounce_and_friction(seed: int) -> None:
    rng = np.random.default_rng(seed)
    physics = Physics(
        gravity=float(rng.uniform(5, 15)),
        restitution=float(rng.uniform(0.1, 0.7)),
        ball_friction=float(rng.uniform(0, 0.1)),
    )
    belief = learn(runs("whole", "classic/2", physics)).mean
    assert belief.gravity == pytest.approx(physics.gravity, rel=0.01)
    assert belief.restitution == pytest.approx(physics.restitution, abs=0.03)
    assert belief.ball_friction == pytest.approx(physics.ball_friction, abs=0.05)


def test_what_stays_unexplained_widens_what_is_plausible() -> None:
    certain = learn([simulate(find("classic/2").level, (), REAL)])
    doubting = dataclasses.replace(certain, doubt=0.5)
    rng = np.random.default_rng(0)
    pushes = [residual_of(world).push_x for world in doubting.samples(rng, 200)[1:]]
    assert np.std(pushes) == pytest.approx(0.5, rel=0.2)
    assert {residual_of(world).push_x for world in certain.samples(rng, 20)} == {0.0}


def test_a_run_that_no_term_explains_leaves_doubt() -> None:
    document = find("classic/11")
    trial = simulate(document.level, document.solutions[0], REAL)
    bent = trial.ball.copy()
    bent[40:, 0] += 0.05 * np.arange(len(bent) - 40) ** 1.5  # positions that no velocity explains
    assert learn([dataclasses.replace(trial, ball=bent)]).doubt > 0.0


def test_without_a_residual_the_rest_is_doubt() -> None:
    belief = learn(runs("wind=-2.5"), residual=False)
    assert belief.terms == ()
    assert residual_of(belief.mean) == NOTHING
    assert belief.doubt > 0
