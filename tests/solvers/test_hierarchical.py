"""The default solver: what it promises, and what its settings switch off."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import PRESETS, parse_physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.generate import finishing
from bubbleball.generate.generator import generate
from bubbleball.method.beam import Effort
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.robust_choice import ChoiceSettings
from bubbleball.method.search_rounds import Round, RoundSearch
from bubbleball.method.search_settings import SearchSettings
from bubbleball.method.throws import ThrowEffort
from bubbleball.model.belief import Belief
from bubbleball.play.loop import solve
from bubbleball.solvers import make_solver
from bubbleball.solvers.hierarchical import Hierarchical, HierarchicalSettings
from repository import TESTS
from solving import Events, events, steps, thoughts

# A wall that cannot be passed: the flag's room is closed, and nothing carries the ball inside.
CLOSED = Level(
    ball=Ball(60, 120),
    flag=Flag(400, 250),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("wall", Kind.GROUND, 330, 200, 20, 240),
        Part("lid", Kind.GROUND, 405, 90, 150, 20),
    ),
    pieces=(Part("plank", Kind.METAL, 75, 20, 150, 25),),
)
SEARCH = SearchSettings(
    growth=1,
    effort=Effort(candidates=200, rests=20, props=10),
    throw_effort=ThrowEffort(seeds=10, children=5, generations=1),
)
SMALL = HierarchicalSettings(search=SEARCH)
SHALLOW = HierarchicalSettings(search=dataclasses.replace(SEARCH, depth=1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 5, 6, 9, 10, 11, 13, 16, 20])
def test_the_first_trial_solves(number: int) -> None:
    found = events(load_level(f"classic/{number}"), "hierarchical", seed=11)
    assert [step.trial.solved for step in steps(found)] == [False, True]


def test_a_hasty_solver_tries_throws_first_where_there_is_a_catapult() -> None:
    for name, first in (("classic/21", True), ("classic/12", False)):
        thoughts = list(make_solver("hierarchical", load_level(name), hasty=True).think())
        stages = [
            each.stage
            for each in thoughts
            if each.stage not in {MethodStage.LEARN, MethodStage.GUIDE}
        ]
        assert (MethodStage.REGION not in stages) is first


def test_a_hasty_solver_compares_no_sampled_worlds() -> None:
    level = load_level("classic/4")
    said = {
        hasty: " ".join(
            each.text for each in make_solver("hierarchical", level, hasty=hasty).think()
        )
        for hasty in (False, True)
    }
    assert "of the sampled worlds" in said[False]
    assert "of the sampled worlds" not in said[True]


@pytest.mark.slow
@pytest.mark.parametrize("physics", ["bouncy", "dead", "jupiter", "restitution=0.6,gravity=6"])
def test_it_learns_physics_that_it_does_not_know(physics: str) -> None:
    level = load_level("classic/2")
    found = events(level, "hierarchical", physics=parse_physics(physics), max_trials=6)
    assert steps(found)[-1].trial.solved


@pytest.mark.slow
def test_a_search_that_is_stuck_near_the_flag_avoids_that_place() -> None:
    """Unaided the ball ends on a shelf 34 px from the flag; no piece gets it away from there."""
    level = load_level(str(TESTS / "levels/hard/shelf-above-the-flag.json"))
    _, *trials = steps(events(level, "hierarchical"))
    assert [step.trial.solved for step in trials] == [True]


def test_all_trials_are_used_while_something_new_can_be_tried() -> None:
    found = events(CLOSED, "hierarchical", max_trials=3)
    _, *tried = steps(found)
    assert len({step.placements for step in tried}) == 3
    assert [t.text for t in thoughts(found) if "times the effort" in t.text]


def again(found: Events) -> list[str]:
    """What is said before each search that follows a barren one."""
    return [t.text for t in thoughts(found) if "I search again" in t.text]


def test_no_trial_is_spent_while_runs_agree_and_a_search_can_grow() -> None:
    found = events(CLOSED, Hierarchical(CLOSED, settings=SMALL), max_trials=1)
    said = again(found)
    assert ["2 times" in said[0], "4 times" in said[1], len(said)] == [True, True, 2]
    assert all("Every run so far goes as I believe" in text for text in said)


def test_a_belief_that_is_not_learnt_agrees_with_nothing() -> None:
    """Without learning nobody has compared the runs with it, so a trial may show it wrong."""
    off = dataclasses.replace(SMALL, learning=False)
    assert not again(events(CLOSED, Hierarchical(CLOSED, settings=off), max_trials=1))


class SmallFlag:
    """A game whose flag is smaller than the level says."""

    def __init__(self, level: Level) -> None:
        small = dataclasses.replace(level.flag, width=13.0, height=13.0)
        self.level, self._game = level, Game(dataclasses.replace(level, flag=small))

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        return dataclasses.replace(self._game.play(tuple(placements)), level=self.level)


def test_it_aims_deeper_into_a_flag_that_a_touch_does_not_win() -> None:
    level = load_level("classic/9")
    found = list(solve(SmallFlag(level), make_solver("hierarchical", level), max_trials=3))
    played = steps(found)
    assert played[1].trial.flag_gaps.min() < 0.0
    assert [step.trial.solved for step in played] == [False, False, True]
    assert "which did not count" in thoughts(found, MethodStage.LEARN)[-1].text


@pytest.mark.slow
def test_a_barren_first_search_costs_no_trial() -> None:
    """With seed 3 the first search of this level finds nothing that works in the world."""
    found = events(load_level("classic/3"), "hierarchical", seed=3)
    assert [step.trial.solved for step in steps(found)] == [False, True]


def test_a_level_without_a_passage_is_given_up_at_once() -> None:
    right = Part("right", Kind.GROUND, 490, 200, 20, 240)
    level = dataclasses.replace(CLOSED, scenery=(*CLOSED.scenery, right))
    empty, said = events(level, "hierarchical")
    assert not steps([empty])[0].trial.solved
    assert thoughts([said])[0].text == (
        "No gap in the scenery lets the ball through to the flag, and no piece is a teleport: I "
        "give up at once."
    )


def test_a_near_miss_is_the_candidate_with_the_least_cost() -> None:
    found = thoughts(events(CLOSED, "hierarchical", max_trials=1))
    costs = [
        thought.candidates[:, 2].min()
        for thought in found
        if thought.stage is MethodStage.FINE and thought.candidates is not None
    ]
    assert f"least cost-to-go, {min(costs):.0f}," in found[-1].text


def test_where_the_empty_run_wins_nothing_is_placed() -> None:
    level = dataclasses.replace(CLOSED, flag=Flag(60, 250))
    played = steps(events(level, "hierarchical"))
    assert [(step.number, step.placements) for step in played] == [(0, ()), (1, ())]
    assert played[-1].trial.solved


def test_a_level_without_pieces_is_given_up_at_once() -> None:
    found = events(dataclasses.replace(CLOSED, pieces=()), "hierarchical")
    assert len(steps(found)) == 1
    assert "I give up" in thoughts(found)[-1].text


def test_every_stage_of_a_solve_is_reported() -> None:
    found = events(load_level("classic/5"), "hierarchical")
    assert {thought.stage for thought in thoughts(found)} == set(MethodStage)
    chosen = thoughts(found, MethodStage.CHOOSE)[-1]
    assert chosen.main is not None
    assert chosen.predicted is not None
    assert chosen.events


def test_the_chosen_prediction_is_what_happens_under_the_prior() -> None:
    found = events(load_level("classic/3"), "hierarchical", seed=4)
    predicted = thoughts(found, MethodStage.CHOOSE)[-1].predicted
    trial = steps(found)[-1].trial
    assert predicted is not None
    assert abs(predicted[-1] - trial.ball[-1, :2]).max() < 1.0


def test_a_time_limit_ends_the_solve() -> None:
    level = load_level("classic/14")
    found = list(solve(Game(level), make_solver("hierarchical", level), time_limit=1e-6))
    assert "time limit" in thoughts(found)[-1].text


def test_asking_thinks_first_and_only_once() -> None:
    level = load_level("classic/2")
    one, two = Hierarchical(level), Hierarchical(level)
    for solver in (one, two):
        solver.tell(simulate(level, (), PRESETS["real"]))
    list(two.think())
    assert one.ask() == one.ask() == two.ask()


# --- what the settings switch off


def solved_by(settings: HierarchicalSettings, level: Level, physics: str = "real") -> Hierarchical:
    solver = Hierarchical(level, settings=settings)
    events(level, solver, physics=parse_physics(physics), max_trials=2)
    return solver


def test_without_learning_the_belief_stays_at_its_prior() -> None:
    level = load_level("classic/2")
    off = dataclasses.replace(SMALL, learning=False)
    assert solved_by(off, level, "moon").belief == Belief.prior()
    assert solved_by(SMALL, level, "moon").belief.mean.gravity == pytest.approx(1.62, rel=0.01)


def test_solutions_are_changed_for_robustness_only_where_the_game_is_another() -> None:
    """Level 9 needs pushes, whose strength the empty run does not show."""
    level = load_level("classic/9")
    choice = ChoiceSettings(hardened=False)
    off = HierarchicalSettings(search=dataclasses.replace(SearchSettings(), choice=choice))

    def first(settings: HierarchicalSettings, physics: str) -> object:
        solver = Hierarchical(level, settings=settings)
        solver.tell(simulate(level, (), parse_physics(physics)))
        return solver.ask()

    assert first(off, "real") == first(HierarchicalSettings(), "real")
    assert first(off, "light") != first(HierarchicalSettings(), "light")


@pytest.mark.parametrize(
    ("off", "gone"),
    [
        (
            lambda: HierarchicalSettings(search=dataclasses.replace(SHALLOW.search, throws=False)),
            "throws run",
        ),
        (lambda: dataclasses.replace(SHALLOW, learning=False), "The last run"),
    ],
)
def test_a_stage_that_is_switched_off_is_not_reported(
    off: Callable[[], HierarchicalSettings], gone: str
) -> None:
    level = load_level("classic/21")
    full = thoughts(events(level, Hierarchical(level, settings=SHALLOW), max_trials=1))
    less = thoughts(events(level, Hierarchical(level, settings=off()), max_trials=1))
    assert any(gone in thought.text for thought in full)
    assert not any(gone in thought.text for thought in less)


def test_without_the_check_the_stepping_model_is_trusted() -> None:
    level = load_level("classic/2")
    off = HierarchicalSettings(search=SearchSettings(check=False))
    found = events(level, Hierarchical(level, settings=off), max_trials=1)
    (checked, *_) = thoughts(found, MethodStage.CHECK)
    assert checked.text.endswith("the best one works in all sampled worlds.")


def test_depth_limits_the_pieces_that_are_added() -> None:
    level = load_level("classic/11")
    off = HierarchicalSettings(search=dataclasses.replace(SEARCH, depth=1, throws=False))
    found = thoughts(events(level, Hierarchical(level, settings=off), max_trials=1))
    assert all(len(t.placed) <= 1 for t in found if t.stage is MethodStage.FINE)


def test_later_sweeps_search_with_more_candidates() -> None:
    found = thoughts(events(CLOSED, "hierarchical", max_trials=1), MethodStage.FINE)
    first, second, third = (thought.candidate_count for thought in found[:5:2])
    assert first < second < third


# --- H-1 steers


def test_a_region_says_where_most_pieces_are_placed() -> None:
    """Every candidate that the chain rates lies near the part of the path in the region."""
    level = load_level("classic/2")
    found = thoughts(events(level, "hierarchical", seed=3))
    (region,) = [t.region for t in found if t.stage is MethodStage.REGION]
    (coarse,) = [t.candidates for t in found if t.stage is MethodStage.COARSE]
    assert region is not None
    assert coarse is not None
    reach = 75 + 15 + 4  # half the plank, the ball, and a little
    inside = (
        (coarse[:, 0] > region.left - reach)
        & (coarse[:, 0] < region.right + reach)
        & (coarse[:, 1] > region.top - reach)
        & (coarse[:, 1] < region.bottom + reach)
    )
    assert inside.mean() > 0.8


def stepped(level: Level, settings: HierarchicalSettings, seeds: Iterable[int]) -> list[int]:
    """How many candidates the stepping model rates, by seed."""
    found = [events(level, Hierarchical(level, seed=seed, settings=settings)) for seed in seeds]
    return [sum(t.candidate_count for t in thoughts(f, MethodStage.FINE)) for f in found]


@pytest.mark.slow
def test_without_guides_or_event_chains_the_stepper_looks_at_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On detours with a piece to spare that could lift the ball."""
    for most in ("RANDOM", "RARE"):
        monkeypatch.setattr(finishing, most, 100)  # their difficulty does not matter here
    levels = [generate("lure", seed, 0).level for seed in (32, 33)]
    full = HierarchicalSettings()
    looked, unguided, unsieved = (
        sum(sum(stepped(level, settings, (5, 6))) for level in levels)
        for settings in (
            full,
            dataclasses.replace(full, classes=0),
            dataclasses.replace(full, events=False),
        )
    )
    assert looked < unguided
    assert looked < unsieved


def test_guides_come_first_and_throws_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds: list[Round] = []

    def note(_search: RoundSearch, this: Round) -> Iterator[Thought]:
        rounds.append(this)
        yield from ()

    monkeypatch.setattr(RoundSearch, "run", note)  # no round finds anything
    solver = Hierarchical(load_level("classic/3"))
    list(solver.think())
    guided = [each.guide is not None for each in rounds]
    assert guided == [True] * (len(rounds) - 4) + [False, False, True, False]
    assert len(rounds) > 5
    assert [each.throws for each in rounds] == [not each for each in guided]
    assert [each.sweep for each in rounds if each.guide is None] == [0, 1, 2]


def test_without_local_regions_the_search_is_another() -> None:
    level, full = load_level("classic/14"), HierarchicalSettings()
    less = HierarchicalSettings(search=SearchSettings(effort=Effort(region=False)))
    assert stepped(level, full, (5, 6)) != stepped(level, less, (5, 6))


def test_another_planner_gives_another_search() -> None:
    level = load_level("classic/9")
    placed = {
        steps(events(level, Hierarchical(level, seed=5, planner=planner)))[-1].placements
        for planner in ("visibility", "prm")
    }
    assert len(placed) == 2
