"""The decision (eq. 19), with a belief of two worlds: one in which a push works and one without."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL, SECONDS_PER_STEP, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.candidates import SOLVED, Candidate, Choice
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.decision import FRAGILE, best_of
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.robust_choice import ChoiceSettings, RobustChooser, wary
from bubbleball.model.belief import Belief, Scatter
from bubbleball.model.stepper.predict import StepPredictor

# The ball falls past the flag. A push to the right brings it there if it is strong enough; a pair
# of teleports does in any world.
LEVEL = Level(
    ball=Ball(60, 110),
    flag=Flag(160, 260),
    pieces=(
        Part("in", Kind.TELEPORT, 100, 40),
        Part("out", Kind.TELEPORT, 140, 40),
        Part("push", Kind.SPEEDUP_RIGHT, 180, 40),
        Part("plank", Kind.METAL, 300, 40, 150, 25),
    ),
)
NONE = Scatter()
WEAK = dataclasses.replace(REAL, speedup=0.5)
PUSH = (Placement("push", 60, 180),)
LOW_PUSH = (Placement("push", 60, 195),)
TELEPORTS = (Placement("in", 60, 180), Placement("out", 160, 180))
WITH_PLANK = (Placement("plank", 350, 200), *TELEPORTS)
NOTHING = (Placement("plank", 350, 200),)
ILLEGAL = (Placement("push", 60, 110),)  # over the ball


@dataclass(frozen=True)
class Worlds(Belief):
    """A belief whose samples are given worlds, repeated."""

    worlds: tuple[Physics, ...] = ()

    def samples(self, rng: np.random.Generator, count: int) -> tuple[Physics, ...]:
        return tuple(self.worlds[number % len(self.worlds)] for number in range(count))


def chooser(
    *worlds: Physics,
    recorded: Recorded | None = None,
    scatter: Scatter = NONE,
    **settings: float,
) -> RobustChooser:
    prior = Belief.prior()
    return RobustChooser(
        LEVEL,
        StepPredictor(LEVEL, cost_to_go(LEVEL).layers),
        Worlds(worlds[0], prior.sd, prior.evidence, worlds, scatter=scatter),
        np.random.default_rng(0),
        dataclasses.replace(ChoiceSettings(), **settings),  # type: ignore[arg-type]  # any of them
        recorded,
    )


def solution(*placements: Placement) -> Candidate:
    """A candidate that claims to solve the level."""
    return Candidate(placements, len(placements), SOLVED, 160, 260)


def choice(robustness: float, spread: float) -> Choice:
    return Choice(NOTHING, np.zeros((1, 2)), robustness, spread, ())


def solved_in(physics: Physics, placements: tuple[Placement, ...]) -> bool:
    return simulate(LEVEL, placements, physics).solved


def test_the_premises_hold() -> None:
    for fragile in (PUSH, LOW_PUSH):
        assert [solved_in(world, fragile) for world in (REAL, WEAK)] == [True, False]
    for robust in (TELEPORTS, WITH_PLANK):
        assert [solved_in(world, robust) for world in (REAL, WEAK)] == [True, True]
    assert not solved_in(REAL, NOTHING)


def test_the_share_is_of_the_jitters() -> None:
    assert chooser(REAL, WEAK, WEAK, WEAK).shares([solution(*PUSH)]) == [1 / 4]
    several = [solution(*PUSH), solution(*TELEPORTS), solution(*LOW_PUSH), solution(*NOTHING)]
    assert chooser(REAL, WEAK).shares(several) == [1 / 2, 1, 1 / 2, 0]


def test_only_the_new_pieces_are_jittered() -> None:
    """With the teleports as base and the plank as the new piece nothing depends on the jitter."""
    late = Candidate((*TELEPORTS, *NOTHING), 1, SOLVED, 160, 260)
    assert chooser(REAL).shares([late]) == [1.0]


def test_the_robust_solution_is_ranked_before_one_with_fewer_pieces() -> None:
    ranked = chooser(REAL, WEAK).rank([solution(*PUSH), solution(*TELEPORTS)])
    assert [c.placements for c in ranked] == [TELEPORTS, PUSH]


def test_among_equally_robust_ones_the_fewest_pieces_come_first() -> None:
    ranked = chooser(REAL, WEAK).rank([solution(*WITH_PLANK), solution(*TELEPORTS)])
    assert [len(c.placements) for c in ranked] == [2, 3]


def test_what_misses_the_flag_is_not_ranked() -> None:
    miss = Candidate(NOTHING, 1, 80.0, 100, 200)
    assert chooser(REAL).rank([miss]) == []


def test_a_random_sample_of_many_solutions_is_ranked() -> None:
    many = [solution(Placement("push", 60, 175 + 0.5 * n)) for n in range(30)]
    ranked = chooser(REAL, rated=7, jitters=2).rank(many)
    assert len(ranked) == len(set(ranked)) == 7
    assert set(ranked) < set(many)


def test_the_robustness_is_the_share_of_the_sampled_worlds() -> None:
    (push,) = chooser(REAL, WEAK, worlds=10).check([solution(*PUSH)])
    assert push.robustness == 1 / 2
    (push,) = chooser(REAL, WEAK, WEAK, WEAK, WEAK, worlds=10).check([solution(*PUSH)])
    assert push.robustness == 2 / 10
    (teleports,) = chooser(REAL, WEAK).check([solution(*TELEPORTS)])
    assert teleports.robustness == 1.0


def test_robust_beats_nominal() -> None:
    """Under the mean belief both solve the level, and the push needs one piece less."""
    choices = chooser(REAL, WEAK).check([solution(*PUSH), solution(*TELEPORTS)])
    assert [c.placements for c in choices] == [PUSH, TELEPORTS]
    best = best_of(choices)
    assert best is not None
    assert best.placements == TELEPORTS


def test_what_the_believed_world_refutes_is_no_choice() -> None:
    found = chooser(REAL).check([solution(*NOTHING), solution(*ILLEGAL), solution(*PUSH)])
    assert [c.placements for c in found] == [PUSH]
    assert chooser(WEAK).check([solution(*PUSH)]) == []


def test_every_choice_has_poses_that_can_be_printed() -> None:
    """What was run is what is printed, even where fewer digits would cost robustness."""
    turned = Placement("plank", 350 + 1 / 3, 200 + 1e-9, 343.1234567891)
    candidate, real = solution(*PUSH, turned), chooser(REAL)
    for found in (real.check([candidate]), real.trust(real.rank([candidate]))):
        assert found[0].placements == (*PUSH, Placement("plank", 350.333333, 200, -16.876543))


def test_a_sure_solution_ends_the_check() -> None:
    found = chooser(REAL, WEAK).check([solution(*TELEPORTS), solution(*PUSH)])
    assert [c.placements for c in found] == [TELEPORTS]


def test_enough_confirmed_solutions_end_the_check() -> None:
    pushes = [solution(Placement("push", 60, 175 + n)) for n in range(8)]
    assert len(chooser(REAL, WEAK).check(pushes)) == 4
    assert len(chooser(REAL, WEAK).check(pushes, confirmed=6)) == 6
    assert len(chooser(REAL, WEAK, checked=3).check(pushes)) == 3


def test_worlds_are_left_when_the_best_so_far_cannot_be_beaten() -> None:
    pushes = [solution(*PUSH), solution(Placement("push", 60, 181))]
    compared = chooser(REAL, WEAK, worlds=10)
    first, second = compared.check(pushes)
    assert (first.robustness, second.robustness) == (1 / 2, 1 / 10)
    assert compared.take_runs() == 10 + 6  # the second one is run first where the first one fails
    assert compared.take_runs() == 0
    worse = chooser(REAL, WEAK, WEAK, WEAK, worlds=12)
    assert worse.confirm(PUSH, better_than=0.8) is not None
    assert worse.take_runs() == 4


def test_the_spread_is_the_mean_distance_between_the_paths() -> None:
    """Above its flag the ball falls there under any gravity: y = y0 + g h² k (k + 1) / 2."""
    level = dataclasses.replace(LEVEL, flag=Flag(60, 260))
    light = dataclasses.replace(REAL, gravity=4.9)
    prior = Belief.prior()
    two = RobustChooser(
        level,
        StepPredictor(level, cost_to_go(level).layers),
        Worlds(REAL, prior.sd, prior.evidence, (REAL, light)),
        np.random.default_rng(0),
        ChoiceSettings(worlds=2),
    )
    (found,) = two.check([solution(*NOTHING)])
    frames = np.arange(len(found.path))
    apart = (9.8 - 4.9) * 30 * SECONDS_PER_STEP**2 * frames * (frames + 1) / 2
    assert found.spread == pytest.approx(apart.mean(), rel=1e-4)


def test_the_choice_tells_what_the_ball_meets() -> None:
    (found,) = chooser(REAL).check([solution(*WITH_PLANK)])
    assert [event.part for event in found.events] == ["in"]
    assert found.main.piece == "in"
    trial = simulate(LEVEL, WITH_PLANK, REAL)
    assert np.array_equal(found.path, trial.ball[:, :2])


def test_the_most_robust_choice_is_taken() -> None:
    choices = [choice(0.6, 90.0), choice(0.8, 5.0), choice(0.7, 50.0)]
    assert best_of(choices) is choices[1]


def test_where_nothing_is_robust_the_most_informative_is_taken() -> None:
    choices = [choice(FRAGILE - 0.01, 5.0), choice(0.1, 40.0), choice(0.2, 30.0)]
    assert best_of(choices) is choices[1]
    choices[0] = choice(FRAGILE, 5.0)
    assert best_of(choices) is choices[0]


def test_a_fragile_pair_of_solutions_is_told_apart_by_what_it_teaches() -> None:
    worlds = (REAL, *[WEAK] * 9)
    choices = chooser(*worlds).check([solution(*PUSH), solution(*LOW_PUSH)])
    assert [c.robustness for c in choices] == [0.1, 0.1]
    assert best_of(choices) is max(choices, key=lambda c: c.spread)
    assert choices[0].spread != choices[1].spread


def test_nothing_is_chosen_from_nothing() -> None:
    assert best_of([]) is None


def test_a_trusted_candidate_is_the_first_legal_one() -> None:
    (found,) = chooser(REAL).trust([solution(*ILLEGAL), solution(*PUSH), solution(*TELEPORTS)])
    assert found.placements == PUSH
    assert chooser(REAL).trust([solution(*ILLEGAL)]) == []


def test_wary_settings_look_beyond_a_choice_that_fails_in_some_world() -> None:
    """The push fails in one world of ten, the teleports in none."""
    ten = (REAL,) * 9 + (WEAK,)
    both = [solution(*PUSH), solution(*TELEPORTS)]
    assert [found.robustness for found in chooser(*ten).check(both)] == [0.9]
    closely = chooser(*ten)
    closely.settings = wary(ChoiceSettings())
    assert [found.robustness for found in closely.check(both)] == [0.9, 1.0]


def test_the_same_jitter_meets_every_candidate() -> None:
    """Twice the same candidate is rated the same, alone or in company."""
    one = chooser(REAL, WEAK, jitters=64)
    edge = solution(Placement("push", 60, 213))
    first, second, third = one.shares([edge, solution(*TELEPORTS), edge])
    assert 0 < first < 1
    assert first == third == one.shares([edge])[0]
    assert second == 1


def test_the_failing_worlds_of_a_candidate_are_those_where_it_misses() -> None:
    assert chooser(REAL, WEAK, jitters=4).failing(solution(*PUSH)) == [WEAK, WEAK]
    assert chooser(REAL, WEAK, jitters=4).failing(solution(*TELEPORTS)) == []


def test_where_the_ball_starts_anywhere_the_worlds_differ_in_that_too() -> None:
    """A narrow pair of teleports in the exact world is missed by a ball that starts beside it."""
    ball = dataclasses.replace(LEVEL.ball, x=LEVEL.ball.x + 20)
    shaken = simulate(dataclasses.replace(LEVEL, ball=ball), (), REAL)
    trial = dataclasses.replace(shaken, level=LEVEL)
    sure = chooser(REAL, recorded=Recorded(LEVEL, [simulate(LEVEL, (), REAL)]))
    unsure = chooser(REAL, recorded=Recorded(LEVEL, [trial]), worlds=40)
    found = [each.confirm(TELEPORTS) for each in (sure, unsure)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].robustness == 1.0
    assert 0.1 <= found[1].robustness < 1.0


def test_the_believed_worlds_move_the_pieces_as_far_as_they_land_off() -> None:
    steady, careless = chooser(REAL, worlds=31), chooser(REAL, worlds=31, scatter=Scatter(60.0))
    found = [each.confirm(TELEPORTS) for each in (steady, careless)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].robustness == 1.0  # a pair of teleports allows for a px
    assert found[1].robustness < 0.9


def test_without_evidence_one_world_in_three_moves_the_pieces_a_little() -> None:
    worlds = chooser(REAL, worlds=10)._others
    moved = [world.errors is not None for world in worlds]
    assert moved == [True, False, False] * 3
    assert max(float(np.abs(w.errors).max()) for w in worlds if w.errors is not None) < 4.0


def test_upright_pieces_stay_upright_where_pieces_land_off() -> None:
    [world, *_] = chooser(REAL, worlds=2, scatter=Scatter(2.0, 5.0))._others
    assert world.errors is not None
    teleport, plank = (world._landed(p) for p in (TELEPORTS[0], NOTHING[0]))
    assert teleport.angle == 0.0 != plank.angle
    assert teleport.x != TELEPORTS[0].x
