"""The paper's method as a solver: what it finds, what it reports, that it repeats."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import solving
from bubbleball.errors import GenerateError
from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import PRESETS, REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.world import World, simulate
from bubbleball.generate.generator import generate_many, orders
from bubbleball.method.event_states import ContactType
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.failure import Reason
from bubbleball.method.learn.event_models import learn_events
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.region_plan import PaperSettings
from bubbleball.method.tried import TriedBlocks
from bubbleball.model.belief import Belief
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.solvers.paper import Paper
from scenes import scene

PLANK = Part("plank", Kind.METAL, 100, 40, 150, 25)


def run(
    level: Level, *, seed: int = 0, physics: Physics = REAL, max_trials: int = 10
) -> tuple[list[Step], list[Thought]]:
    found = solving.events(level, "paper", seed=seed, physics=physics, max_trials=max_trials)
    return solving.steps(found), solving.thoughts(found)


@pytest.mark.parametrize("name", ["classic/1", "classic/2", "classic/11"])
def test_the_papers_metal_levels_are_solved_within_its_number_of_trials(name: str) -> None:
    steps, _ = run(load_level(name))
    assert steps[-1].trial.solved
    assert steps[-1].number <= {"classic/1": 1, "classic/2": 1, "classic/11": 4}[name]


@pytest.mark.slow
def test_wood_is_placed_where_it_rests() -> None:
    steps, thoughts = run(load_level("classic/4"), max_trials=2)
    assert thoughts[-1].supports
    trial = steps[1].trial
    for mover, start in zip(trial.movers, trial.moves[0], strict=True):
        # until the ball arrives nothing moves by more than the settling of a resting contact
        first = next(c.frame for c in trial.contacts if c.part in trial.movers)
        moved = np.abs(trial.moves[first - 1, trial.movers.index(mover), :3] - start[:3])
        assert moved.max() < 1.0


def test_every_stage_is_reported_in_order_with_its_time() -> None:
    _, thoughts = run(load_level("classic/2"), max_trials=1)
    stages = [thought.stage for thought in thoughts]
    assert stages == [
        MethodStage.LEARN,
        MethodStage.GUIDE,
        MethodStage.REGION,
        MethodStage.COARSE,
        MethodStage.FINE,
        MethodStage.REGION,
        MethodStage.CHOOSE,
    ]
    assert all(thought.text.endswith(".") for thought in thoughts)
    assert all(thought.seconds >= 0 for thought in thoughts)
    assert thoughts[1].guides
    assert thoughts[5].region is not None
    assert thoughts[3].candidate_count > 1000
    assert thoughts[-1].main is not None
    assert thoughts[-1].predicted is not None
    assert [line.split()[0] for line in thoughts[-1].details] == ["e1", "e2", "e3", "e4"]


def test_the_prediction_is_what_the_game_then_does() -> None:
    steps, thoughts = run(load_level("classic/2"), max_trials=1)
    predicted, trial = thoughts[-1].predicted, steps[-1].trial
    assert predicted is not None
    frames = min(len(predicted), len(trial.ball), 120)
    assert np.hypot(*(predicted[:frames] - trial.ball[:frames, :2]).T).max() < 1.0


def test_the_event_models_are_fitted_to_the_transitions_of_a_trial() -> None:
    floor = Part("floor", Kind.GROUND, 240, 290, 480, 20)
    trial = simulate(scene((100, 100), floor), (), PRESETS["bouncy"])
    learnt = learn_events([trial], Belief.prior())
    belief, seen = learnt.belief, learnt.transitions
    assert belief.mean.restitution == pytest.approx(0.8, abs=0.005)
    assert belief.mean.gravity == pytest.approx(9.8, rel=0.001)
    assert {row.contact for row in seen} == {ContactType.FLIGHT, ContactType.LINE}


def test_the_same_seed_gives_the_same_trials_and_words() -> None:
    level = load_level("classic/9")
    (first, said), (again, said_again) = (run(level, seed=3, max_trials=3) for _ in range(2))
    assert [step.trial for step in first] == [step.trial for step in again]
    assert [thought.text for thought in said] == [thought.text for thought in said_again]


@pytest.mark.parametrize("name", ["classic/9", "classic/8"])
def test_no_placement_is_illegal(name: str) -> None:
    level = load_level(name)
    steps, _ = run(level, seed=1, max_trials=4)
    assert any(step.placements for step in steps)
    for step in steps:
        check_placements(level, step.placements)


def test_without_a_free_path_it_gives_up_and_says_so() -> None:
    wall = Part("wall", Kind.GROUND, 240, 150, 20, 500)
    level = scene((60, 200), wall, flag=Flag(400, 200), pieces=[PLANK])
    steps, thoughts = run(level)
    assert len(steps) == 1
    assert "No path" in thoughts[1].text
    assert "no further placement" in thoughts[-1].text


def test_without_pieces_it_gives_up() -> None:
    steps, _ = run(scene((60, 150), flag=Flag(400, 200)))
    assert len(steps) == 1


def test_a_ball_that_reaches_the_flag_unaided_needs_nothing() -> None:
    level = scene((100, 150), flag=Flag(100, 250), pieces=[PLANK])
    steps, _ = run(level)
    assert [step.placements for step in steps] == [(), ()]
    assert steps[-1].trial.solved


def test_it_waits_for_the_empty_run() -> None:
    solver = Paper(load_level("classic/1"))
    assert solver.ask() is None
    assert [thought.stage for thought in solver.think()] == [MethodStage.CHOOSE]


# --- the catapult


@pytest.mark.slow
def test_level_21_is_solved_by_a_main_block_in_motion() -> None:
    steps, thoughts = run(load_level("classic/21"))
    assert steps[-1].trial.solved
    chosen = [thought for thought in thoughts if thought.stage is MethodStage.CHOOSE][-1]
    assert "in motion" in chosen.text
    assert chosen.main is not None
    trial = steps[-1].trial
    column = trial.movers.index(chosen.main.piece)
    contact = next(c for c in trial.contacts if c.part == chosen.main.piece)
    turning = np.abs(trial.moves[contact.frame - 2 : contact.frame + 1, column, 5]).max()
    assert turning > 30.0  # degrees a second: the lever swings as it meets the ball


@pytest.mark.parametrize("name", ["classic/3", "classic/9"])
def test_with_one_region_a_trial_every_trial_adds_one_main_block(name: str) -> None:
    level = load_level(name)
    solver = Paper(level, settings=PaperSettings(regions_per_trial=1))
    for before, after in pairwise(solving.steps(solving.events(level, solver, max_trials=4))):
        assert len(after.placements) <= len(before.placements) + 1


def test_a_failed_trial_is_explained_in_the_papers_terms() -> None:
    level = load_level("classic/2")
    solver = Paper(level)
    heavy = REAL.__class__(gravity=30.0)
    solving.events(level, solver, physics=heavy, max_trials=2)
    assert all(isinstance(failure.reason, Reason) for failure in solver.failures)


def test_the_record_keeps_why_each_trial_failed() -> None:
    task = SolveTask(load_level("classic/9"), "paper", physics=Physics(gravity=14), max_trials=2)
    done = solve_and_record(task)
    failed = done.record.trials - done.record.solved
    assert "No believed Box2D world" in done.record.notes[0]
    assert len(done.record.notes) == 1 + failed
    for number, note in enumerate(done.record.notes[1:], 1):
        assert note.startswith(f"Trial {number} failed: ")
        assert any(reason in note for reason in Reason)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic/4", "classic/8", "classic/21"])
def test_a_believed_world_is_used_for_blocks_in_motion_and_nowhere_else(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, bool]] = []
    plain = World.__init__

    def watched(world: World, *given: Any, **named: Any) -> None:
        made.append((sys._getframe(1).f_globals["__name__"], named.get("ball", True)))
        plain(world, *given, **named)

    monkeypatch.setattr(World, "__init__", watched)
    done = solve_and_record(SolveTask(load_level(name), "paper", max_trials=2))
    assert made.count(("bubbleball.game.world", True)) == done.record.plays  # the game itself
    believed = [use for use in made if use != ("bubbleball.game.world", True)]
    assert set(believed) <= {("bubbleball.method.moving_block", False)}
    assert bool(believed) == (name == "classic/21") == ("motion of blocks" in done.record.notes[0])


def test_a_main_block_that_failed_is_not_tried_again_beside_nearly_the_same_blocks() -> None:
    tried = TriedBlocks()
    tried.add((Placement("a", 100, 100), Placement("b", 200, 100)), Placement("c", 50, 50, 10))
    beside = (Placement("b", 203, 104, 358), Placement("a", 97, 100, 3))
    assert [main.piece for main in tried.beside(beside)] == ["c"]
    assert not tried.beside(beside[:1])
    assert not tried.beside((Placement("b", 230, 104), Placement("a", 97, 100)))


@pytest.mark.parametrize(
    ("name", "physics"),
    [("classic/5", Physics(restitution=0.65)), ("classic/5", Physics(gravity=13, restitution=0.6))],
)
def test_changed_physics_is_learnt_and_the_level_solved(name: str, physics: Physics) -> None:
    steps, _ = run(load_level(name), physics=physics, max_trials=3)
    assert steps[-1].trial.solved


@pytest.mark.slow
@pytest.mark.parametrize("family", ["catapult", "spring", "speed-up"])
def test_levels_nobody_has_seen_are_played_to_the_end_and_explained(family: str) -> None:
    ((_, made),) = generate_many(orders((family,), 1, 7), workers=1)
    assert not isinstance(made, GenerateError)
    record = solve_and_record(SolveTask(made.level, "paper", max_trials=2)).record
    assert record.error is None
    assert len(record.notes) == 1 + record.trials - record.solved
    assert record.ended


def test_a_recorded_path_carries_gravity_and_effects() -> None:
    turn = Part("turn", Kind.GRAVITY_UP, 100, 200)
    trial = simulate(scene((100, 120), turn), (), REAL)
    path = recorded_path(trial)
    (effect,) = trial.effects
    assert path[effect.frame - 1, 4] == 0.0
    assert (path[effect.frame :, 4] == 1.0).all()
