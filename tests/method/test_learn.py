"""β from trials: what is seen is learnt, what is not seen keeps its prior."""

from __future__ import annotations

import dataclasses
from statistics import NormalDist

import numpy as np
import pytest

from bubbleball.files.packs import find
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics, parse_physics, random_physics
from bubbleball.game.placing import Placer
from bubbleball.game.residual import RESIDUAL_KEYS
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn, unexplained
from bubbleball.method.learn.replay import informative_motions
from bubbleball.model.belief import PRIORS, Belief

WORLDS = [PRESETS[n] for n in ("real", "moon", "bouncy", "dead", "rough")] + [
    random_physics(seed) for seed in range(4)
]


def evidence(belief: Belief) -> dict[str, int]:
    return dict(belief.evidence)


@pytest.mark.parametrize("physics", WORLDS, ids=str)
def test_one_bouncing_run_shows_gravity_bounce_and_friction(physics: Physics) -> None:
    level = Level(
        ball=Ball(60, 110),
        flag=Flag(20, 300),
        scenery=(Part("slope", Kind.GROUND, 160, 250, 360, 20, 25),),
    )
    belief = learn([simulate(level, (), physics)])
    assert belief.mean.gravity == pytest.approx(physics.gravity, rel=0.01)
    assert evidence(belief)["restitution"]
    assert belief.mean.restitution == pytest.approx(physics.restitution, abs=0.02)
    assert evidence(belief)["ball_friction"]
    assert belief.mean.ball_friction == pytest.approx(physics.ball_friction, abs=0.01)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(Kind.SPEEDUP_RIGHT, "speedup"), (Kind.SLOWDOWN, "slowdown"), (Kind.SPRING, "spring")],
)
def test_a_power_up_that_acted_is_known(kind: Kind, name: str) -> None:
    level = Level(
        ball=Ball(100, 110), flag=Flag(450, 300), scenery=(Part("button", kind, 100, 200),)
    )
    for seed in range(5):
        physics = random_physics(seed)
        belief = learn([simulate(level, (), physics)])
        assert getattr(belief.mean, name) == pytest.approx(getattr(physics, name), rel=0.01)


def test_what_was_never_seen_keeps_its_prior_and_its_band() -> None:
    level = Level(ball=Ball(240, 100), flag=Flag(20, 300))
    belief = learn([simulate(level, (), PRESETS["moon"])])
    assert belief.mean.gravity == pytest.approx(1.62, rel=0.01)
    for name in ("restitution", "spring", "speedup", "wood_density"):
        assert getattr(belief.mean, name) == PRIORS[name].mean
        assert dict(belief.sd)[name] == PRIORS[name].sd
        assert evidence(belief)[name] == 0


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_nonsense_leaves_beta_finite_and_within_its_bounds(count: int) -> None:
    trial = simulate(find("classic/2").level, (), REAL)
    spoilt = trial.ball.copy()
    spoilt[count * 10 :: 7] = np.nan
    for evil in (
        dataclasses.replace(trial, ball=spoilt),
        dataclasses.replace(trial, ball=trial.ball[:count], moves=trial.moves[:count], contacts=()),
        dataclasses.replace(trial, contacts=trial.contacts[:1]),
        dataclasses.replace(trial, ball=np.zeros_like(trial.ball)),
    ):
        belief = learn([evil])
        for estimate in belief.estimates():
            assert np.isfinite([estimate.mean, estimate.low, estimate.high]).all()
            key = RESIDUAL_KEYS.get(estimate.name) or PRIORS[estimate.name]
            assert key.low <= estimate.mean <= key.high


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_wood_at_no_position_leaves_beta_unchanged(value: float) -> None:
    document = find("classic/5")
    trial = simulate(document.level, document.solutions[0], PRESETS["oak"])
    moves = trial.moves.copy()
    moves[40] = value
    assert learn([dataclasses.replace(trial, moves=moves)]) == Belief.prior()


def test_a_mislabelled_event_does_not_upset_the_fit() -> None:
    level = find("classic/2").level
    trial = simulate(level, find("classic/2").solutions[0], PRESETS["bouncy"])
    wrong = dataclasses.replace(trial.contacts[0], frame=trial.contacts[0].frame - 5)
    belief = learn([dataclasses.replace(trial, contacts=(wrong, *trial.contacts[1:]))])
    assert belief.mean.restitution == pytest.approx(0.8, abs=0.04)


def test_after_learning_the_belief_explains_the_trial() -> None:
    level, solution = find("classic/2").level, find("classic/2").solutions[0]
    trial = simulate(level, solution, random_physics(1))
    before, after = Belief.prior(), learn([trial])
    assert unexplained(trial, after) < 0.1 * unexplained(trial, before)


def test_samples_stay_within_the_bounds_and_start_with_the_mean() -> None:
    belief = Belief.prior()
    worlds = belief.samples(np.random.default_rng(0), 200)
    assert worlds[0] == belief.mean
    for name, prior in PRIORS.items():
        values = [getattr(world, name) for world in worlds]
        assert prior.low <= min(values) <= max(values) <= prior.high


def test_few_samples_cover_a_distribution() -> None:
    """One draw from each quarter of it, so that the quartiles are met."""
    worlds = Belief.prior().samples(np.random.default_rng(3), 5)[1:]
    shares = sorted(NormalDist(9.8, 3.0).cdf(world.gravity) for world in worlds)
    assert [int(4 * share) for share in shares] == [0, 1, 2, 3]


def test_in_another_game_what_has_not_shown_itself_may_be_off_by_a_factor() -> None:
    rng, near = np.random.default_rng(0), Belief.prior()
    far = near.updated("gravity", 6.0, 0.001, 9)
    for name in ("speedup", "spring", "wood_density"):
        factors = [getattr(w, name) / PRIORS[name].mean for w in far.samples(rng, 41)[1:]]
        assert 0.5 <= min(factors) < 0.52
        assert 1.93 < max(factors) <= 2.0
    assert max(abs(world.gravity - 6.0) for world in far.samples(rng, 41)) < 0.3


@pytest.mark.parametrize(
    ("name", "value", "evidence", "another"),
    [
        ("gravity", 6.0, 9, True),
        ("gravity", PRIORS["gravity"].mean, 9, False),
        ("restitution", 0.7, 0, False),  # a guess without evidence
    ],
)
def test_a_constant_that_has_shown_itself_can_show_another_game(
    name: str, value: float, evidence: int, *, another: bool
) -> None:
    assert not Belief.prior().another_game
    assert Belief.prior().updated(name, value, 0.001, evidence).another_game is another


@pytest.mark.parametrize("number", [8, 11, 20])
def test_a_ball_that_sticks_bounds_friction_from_below(number: int) -> None:
    document = find(f"classic/{number}")
    runs = [simulate(document.level, p, PRESETS["sticky"]) for p in ((), document.solutions[0])]
    friction = next(e for e in learn(runs).estimates() if e.name == "ball_friction")
    assert friction.evidence
    assert 0.02 < friction.low < 0.6
    assert friction.high >= min(1.0, 2.5 * friction.low)


def test_a_ball_that_hardly_slips_leaves_high_friction_possible() -> None:
    """It falls on a slope of a third of a degree: any friction that is not tiny holds it."""
    slope = Part("slope", Kind.GROUND, 240, 250, 400, 20, 0.3)
    level = Level(ball=Ball(240, 120), flag=Flag(20, 300), scenery=(slope,))
    run = simulate(level, (), parse_physics("ball_friction=0.3"))
    friction = next(e for e in learn([run]).estimates() if e.name == "ball_friction")
    assert friction.evidence
    assert friction.high >= 1.9 * PRIORS["ball_friction"].sd


@pytest.mark.parametrize("friction", [0.06, 0.083, 0.15])
def test_a_ball_that_sticks_to_moving_wood_bounds_friction_from_below(friction: float) -> None:
    """It meets a loose plank once: more friction than is needed to stick changes nothing."""
    physics = dataclasses.replace(parse_physics("random:5"), ball_friction=friction)
    belief = learn([simulate(find("classic/12").level, (), physics)])
    found = next(e for e in belief.estimates() if e.name == "ball_friction")
    assert found.evidence
    assert found.low <= friction <= found.high
    assert belief.mean.ball_friction > 0.04  # what is below does not explain the run


def test_a_bound_that_is_believed_already_teaches_nothing() -> None:
    known = Belief.prior().updated("ball_friction", 0.08, 0.001, 5)
    assert known.sticking(0.05, 2) is known
    assert known.sticking(0.1, 2).mean.ball_friction == 0.2


def test_a_value_above_its_bound_is_not_taken_for_the_real_game() -> None:
    prior = Belief.prior()
    assert prior.updated("ball_friction", 0.06, 0.05, 1).mean.ball_friction == 0.0
    assert prior.updated("ball_friction", 0.06, 0.05, 1, least=0.03).mean.ball_friction == 0.06


def test_an_earlier_run_that_surprises_is_replayed_before_later_ones_that_do_not() -> None:
    document = find("classic/5")
    as_believed, odd = (
        simulate(document.level, document.solutions[0], physics)
        for physics in (REAL, dataclasses.replace(REAL, wood_friction=0.1))
    )
    motions = informative_motions([odd, as_believed, as_believed], REAL)
    assert any(motion.trial is odd for motion in motions)
    motions = informative_motions([as_believed, odd, odd, as_believed], REAL)
    assert all(motion.trial is odd for motion in motions)


def test_a_run_that_goes_as_believed_confirms_the_friction_of_wood() -> None:
    document = find("classic/5")
    belief = learn([simulate(document.level, document.solutions[0], REAL)])
    assert evidence(belief)["wood_friction"]
    assert belief.mean.wood_friction == REAL.wood_friction
    assert dict(belief.sd)["wood_friction"] < 0.1 * PRIORS["wood_friction"].sd


@pytest.mark.parametrize(
    ("name", "world", "draw"), [("classic/5", 15, 47), ("classic/6", 16, 19)], ids=str
)
def test_runs_that_are_not_fitted_together_are_fitted_one_by_one(
    name: str, world: int, draw: int
) -> None:
    belief, physics = after_random_plays(name, world, draw)
    assert evidence(belief)["wood_friction"]
    assert belief.mean.wood_friction == pytest.approx(physics.wood_friction, rel=0.02)


def test_wood_that_sticks_bounds_its_friction_from_below() -> None:
    belief, physics = after_random_plays("workshop/prop-3", 5, 79)
    found = next(e for e in belief.estimates() if e.name == "wood_friction")
    assert found.evidence
    assert found.low <= physics.wood_friction <= found.high


def after_random_plays(name: str, world: int, draw: int) -> tuple[Belief, Physics]:
    """What three random legal plays in a world teach, and the truth."""
    level, physics, rng = find(name).level, random_physics(world), np.random.default_rng((77, draw))
    placer = Placer(level)
    return learn([simulate(level, placer.draw(rng), physics) for _ in range(3)]), physics


@pytest.mark.parametrize("physics", [PRESETS["oak"], *map(random_physics, range(4))], ids=str)
def test_wood_that_slid_shows_its_friction(physics: Physics) -> None:
    document = find("classic/5")
    belief = learn([simulate(document.level, document.solutions[0], physics)])
    assert belief.mean.wood_friction == pytest.approx(physics.wood_friction, rel=0.05)


@pytest.mark.parametrize("seed", [2, 4, 6, 9])
def test_a_throw_shows_density_and_friction_of_wood_together(seed: int) -> None:
    document, physics = find("classic/21"), random_physics(seed)
    belief = learn([simulate(document.level, document.solutions[0], physics)])
    assert dict(belief.evidence)["wood_density"]
    assert belief.mean.wood_density == pytest.approx(physics.wood_density, rel=0.05)
    assert belief.mean.wood_friction == pytest.approx(physics.wood_friction, rel=0.05)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_strange_bounce_of_wood_is_not_taken_for_strange_wood(number: int) -> None:
    """The bounce of wood is not part of β."""
    document, physics = find(f"workshop/catapult-{number}"), parse_physics("wood_restitution=0.5")
    belief = learn([simulate(document.level, document.solutions[0], physics)])
    assert belief.mean.wood_friction == pytest.approx(physics.wood_friction, rel=0.05)
    assert belief.mean.wood_density == pytest.approx(physics.wood_density, rel=0.05)


@pytest.mark.parametrize("density", [0.25, 1.5])
def test_a_throw_shows_the_density_of_the_catapult(density: float) -> None:
    document = find("workshop/catapult-3")
    physics = dataclasses.replace(REAL, catapult_density=density)
    learnt = learn([simulate(document.level, document.solutions[0], physics)])
    assert dict(learnt.evidence)["catapult_density"]
    assert learnt.mean.catapult_density == pytest.approx(density, rel=0.05)


def test_a_second_surprise_in_a_run_is_learnt_from_too() -> None:
    """First the plank slides, which shows its friction; later it pushes the ball."""
    document, physics = find("classic/13"), PRESETS["balsa"]
    learnt = learn([simulate(document.level, document.solutions[0], physics)]).mean
    assert learnt.wood_density == pytest.approx(physics.wood_density, rel=0.01)
