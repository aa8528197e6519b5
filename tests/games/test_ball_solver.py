"""The solver of the other games, on a scene of our own."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import SolverError
from bubbleball.game.geometry import Disc, Hull, rectangle, signed_distance
from bubbleball.games.arena import Arena
from bubbleball.games.legal import check_clear
from bubbleball.games.play import Attempt, solve
from bubbleball.games.scene import TRUE, BodyRole, Constants, PlacedBall, Scene, SceneBody
from bubbleball.games.solver.aiming import Aim, Room
from bubbleball.games.solver.belief import PuzzleBelief, unknown
from bubbleball.games.solver.learning import fallen, learn
from bubbleball.games.solver.outlines import Outlines
from bubbleball.games.solver.progress import Progress
from bubbleball.games.solver.screen import Screen
from bubbleball.games.solver.search import Search
from bubbleball.games.solver.solver import BallSolver, Budget
from bubbleball.games.trial import PuzzleTrial
from other_games import two_balls


@given(st.floats(-30, 30), st.floats(-30, 30))
def test_distances_of_many_points_are_those_of_the_geometry(x: float, y: float) -> None:
    shapes = (rectangle(20, 6), Disc(12, 3, 4))
    ours = Outlines(shapes).distance(np.array([[x, y]]))[0]
    assert ours == pytest.approx(min(signed_distance(x, y, shape) for shape in shapes), abs=1e-9)


@pytest.mark.parametrize("tier", ["ball", "two_balls"])
def test_the_solver_solves_at_the_first_attempt(tier: str) -> None:
    solver = BallSolver(two_balls(tier=tier), seed=3)
    attempts = [step for step in solve(solver) if isinstance(step, Attempt)]
    assert [attempt.trial.solved for attempt in attempts] == [True]
    assert attempts[0].simulations < 500
    check_clear(solver.scene, attempts[0].trial.balls)


def test_a_second_solution_is_looked_for_with_the_extra_runs_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt, solved = Search.attempt, []

    def solves_once(search: Search, balls: tuple[PlacedBall, ...]) -> PuzzleTrial | None:
        trial = attempt(search, balls)
        if trial is not None and trial.solved:
            solved.append(search.arena.runs)
            return trial if len(solved) == 1 else None
        return trial

    monkeypatch.setattr(Search, "attempt", solves_once)
    solver = BallSolver(two_balls(), budget=Budget(first=4000, extra=20, worlds=1, enough=2.0))
    assert solver.ask() is not None
    assert solved[0] < solver.simulations <= solved[0] + 25


def test_the_same_seed_asks_for_the_same_balls() -> None:
    scene = two_balls()
    assert BallSolver(scene, seed=5).ask() == BallSolver(scene, seed=5).ask()


def test_aimed_balls_are_legal_and_most_of_them_touch_something_that_moves() -> None:
    scene = two_balls()
    arena = Arena(scene)
    aim = Aim(Room(scene), TRUE, arena.run(), np.random.default_rng(0))
    hits = 0
    for ball in [aim.draw() for _ in range(40)]:
        check_clear(scene, [ball])
        met = arena.run([ball], meetings=True).meetings
        hits += any({one.first, one.second} & {"subject", "target"} for one in met)
    assert hits >= 20


def test_what_rests_is_hit_from_high_above_too() -> None:
    scene = two_balls()
    aim = Aim(Room(scene), TRUE, Arena(scene).run(), np.random.default_rng(0))
    balls = [aim.draw() for _ in range(200)]
    high = [ball for ball in balls if ball.y > 195 and abs(ball.x - 128) < 75]
    assert len(high) > 12
    assert any(ball.y + ball.radius > 250 for ball in high)  # at the ceiling


def test_a_body_that_is_hard_to_get_at_is_aimed_at_as_often() -> None:
    scene = two_balls(apart=120)
    walls = [
        SceneBody(f"wall {x}", x, 138, 0.0, (rectangle(4, 236),), False, BodyRole.STATIC)
        for x in (44, 76)
    ]
    scene = dataclasses.replace(scene, bodies=(*scene.bodies, *walls))
    aim = Aim(Room(scene), TRUE, Arena(scene).run(), np.random.default_rng(0))
    balls = [aim.draw() for _ in range(300)]
    in_the_shaft = [ball for ball in balls if 44 < ball.x < 76]
    assert len(in_the_shaft) > 100


def test_where_no_ball_can_meet_what_moves_balls_are_put_anywhere() -> None:
    scene = two_balls()
    lid = SceneBody("lid", 128, 48, 0.0, (rectangle(256, 10),), False, BodyRole.STATIC)
    lid = dataclasses.replace(lid, keep_out=(Hull(((0, 0), (256, 0), (256, 53), (0, 53))),))
    scene = dataclasses.replace(scene, bodies=(*scene.bodies, lid))
    aim = Aim(Room(scene), TRUE, Arena(scene).run(), np.random.default_rng(0))
    for ball in [aim.draw() for _ in range(20)]:
        assert ball.y - ball.radius >= 53


def test_balls_beside_those_that_changed_nothing_are_hopeless() -> None:
    screen = Screen(256)
    assert not screen.hopeless([PlacedBall(30, 200, 15)])
    screen.note([PlacedBall(30, 200, 15)], changed=False)
    assert screen.hopeless([PlacedBall(40, 190, 12)])
    assert screen.hopeless([PlacedBall(30, 140, 15)])  # it falls on the same spot
    assert not screen.hopeless([PlacedBall(90, 200, 15)])
    screen.note([PlacedBall(45, 190, 12)], changed=True)
    assert not screen.hopeless([PlacedBall(42, 190, 12)])
    assert screen.hopeless([PlacedBall(32, 200, 15)])


def test_a_screen_has_room_for_any_number_of_balls() -> None:
    screen = Screen(256)
    for x in range(1000):
        screen.note([PlacedBall(100.0 * x, 0, 5)], changed=bool(x % 2))
    assert screen.hopeless([PlacedBall(99_800, 0, 5)])
    assert not screen.hopeless([PlacedBall(99_900, 0, 5)])


def test_a_search_makes_few_runs_that_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, note = two_balls(), Screen.note

    def wasted() -> int:
        notes: list[bool] = []

        def count(screen: Screen, balls: Sequence[PlacedBall], *, changed: bool) -> None:
            notes.append(changed)
            note(screen, balls, changed=changed)

        with monkeypatch.context() as patch:
            patch.setattr(Screen, "note", count)
            search = Search(Arena(scene), np.random.default_rng(0), Room(scene), Progress(scene))
            while search.solution(150) is not None:
                pass
        return notes.count(False)

    with_screen = wasted()
    monkeypatch.setattr(Screen, "hopeless", lambda *_: False)
    assert with_screen < 0.6 * wasted()


def test_progress_grows_as_the_balls_come_nearer() -> None:
    near, far = two_balls(apart=10), two_balls(apart=60)
    assert Progress(near).rate(Arena(near).run()) > Progress(far).rate(Arena(far).run())
    assert Progress(far).gaps(Arena(far).run())[0] == pytest.approx(60, abs=0.1)


def test_gravity_is_read_off_a_falling_ball() -> None:
    trial = Arena(two_balls(), Constants(gravity=7.5)).run([PlacedBall(40, 200, 8)])
    assert fallen(trial) == pytest.approx(7.5, rel=1e-3)


def on_a_ramp() -> Scene:
    scene = two_balls()
    ramp = SceneBody("ramp", 50, 100, -0.9, (rectangle(90, 8),), False, BodyRole.STATIC)
    return dataclasses.replace(scene, bodies=(*scene.bodies, ramp))


@pytest.mark.parametrize("off", [*itertools.product((-0.9, 0.3, 0.9), repeat=2)])
def test_learning_finds_the_constants_of_an_attempt_that_bounced_and_slid(
    off: tuple[float, float],
) -> None:
    scene = on_a_ramp()
    truth = Constants(gravity=9.8, friction=0.3, restitution=0.25)
    attempt = Arena(scene, truth).run([PlacedBall(40, 220, 15)])
    friction, restitution = 0.3 * 2.0 ** off[0], 0.25 * 2.0 ** off[1]
    wrong = PuzzleBelief(Constants(14.0, friction, restitution), 1.0, 1.0, 1.0)
    learnt = learn(wrong, [attempt], lambda constants: Arena(scene, constants))
    assert learnt.mean.gravity == pytest.approx(9.8, rel=1e-3)
    assert learnt.mean.friction == pytest.approx(0.3, rel=0.01)
    assert learnt.mean.restitution == pytest.approx(0.25, rel=0.01)
    assert learnt.gravity == 0.0
    assert max(learnt.friction, learnt.restitution) < 0.1


def test_what_an_attempt_does_not_tell_stays_in_doubt() -> None:
    scene = two_balls()
    attempt = Arena(scene).run([PlacedBall(30, 200, 15)])
    wrong = PuzzleBelief(Constants(14.0, 0.3, 0.35), 1.0, 1.0, 1.0)
    learnt = learn(wrong, [attempt], lambda constants: Arena(scene, constants))
    assert learnt.mean.restitution == pytest.approx(TRUE.restitution, rel=0.01)
    assert learnt.restitution < 0.1
    assert learnt.friction == 1.0  # nothing slid


def test_gravity_is_learnt_from_other_bodies_where_no_placed_ball_falls() -> None:
    scene = two_balls()
    ball = dataclasses.replace(scene.bodies[scene.goal.first], y=200)
    bodies = [ball if n == scene.goal.first else b for n, b in enumerate(scene.bodies)]
    scene = dataclasses.replace(scene, bodies=tuple(bodies))
    attempt = Arena(scene).run([PlacedBall(30, 35, 15)])
    assert fallen(attempt) is None
    wrong = PuzzleBelief(Constants(14.0, TRUE.friction, TRUE.restitution), 1.0, 1.0, 1.0)
    learnt = learn(wrong, [attempt], lambda constants: Arena(scene, constants))
    assert learnt.mean.gravity == pytest.approx(TRUE.gravity, rel=1e-2)


def test_sampled_constants_cover_what_is_in_doubt_evenly() -> None:
    belief = PuzzleBelief(TRUE, gravity=0.0, friction=1.0, restitution=0.5)
    worlds = belief.samples(np.random.default_rng(2), 4)
    assert {world.gravity for world in worlds} == {TRUE.gravity}
    octaves = sorted(np.log2([world.friction / TRUE.friction for world in worlds]))
    assert [int(np.floor(2 * octave)) for octave in octaves] == [-2, -1, 0, 1]
    assert max(abs(np.log2([w.restitution / TRUE.restitution for w in worlds]))) <= 0.5


def test_a_solution_is_dropped_once_it_cannot_be_the_most_robust(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = BallSolver(two_balls(), belief=unknown(np.random.default_rng(1)), seed=1)
    lost = Arena(solver.scene).run([PlacedBall(30, 200, 15)])
    found = dataclasses.replace(lost, solved=True)
    played: list[PuzzleTrial] = []

    def fail(*_: object) -> PuzzleTrial:
        played.append(lost)
        return lost

    monkeypatch.setattr(Arena, "run", fail)
    worlds = solver.budget.worlds
    for best, runs in ((-1.0, worlds), (0.5, math.ceil(worlds / 2)), (0.9, 1)):
        played.clear()
        assert solver._checked(found, best).robustness <= max(best, 0.0)
        assert len(played) == runs


def test_solutions_are_checked_first_in_the_worlds_where_others_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solver = BallSolver(two_balls(), belief=unknown(np.random.default_rng(1)), seed=1)
    lost = Arena(solver.scene).run([PlacedBall(30, 200, 15)])
    played: list[Arena] = []

    def fail_in_two(arena: Arena, *_: object) -> PuzzleTrial:
        played.append(arena)
        return dataclasses.replace(lost, solved=arena not in hard)

    hard: list[Arena] = []
    monkeypatch.setattr(Arena, "run", fail_in_two)
    list(solver._varied(lost.balls))
    hard += [played[3], played[7]]
    list(solver._varied(lost.balls))
    played.clear()
    list(solver._varied(lost.balls))
    assert played[:2] == hard
    assert len(set(played)) == solver.budget.worlds


def test_a_belief_allows_what_is_within_its_doubt() -> None:
    belief = PuzzleBelief(TRUE, friction=0.1, restitution=0.5)
    assert belief.allows(TRUE)
    assert belief.allows(Constants(TRUE.gravity, TRUE.friction * 1.05, TRUE.restitution / 1.4))
    assert not belief.allows(Constants(TRUE.gravity * 1.01, TRUE.friction, TRUE.restitution))
    assert not belief.allows(Constants(TRUE.gravity, TRUE.friction * 1.1, TRUE.restitution))


def test_a_search_goes_on_where_a_failure_changed_the_belief_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = two_balls()
    solver = BallSolver(scene, belief=PuzzleBelief(TRUE, 0.0, 0.5, 0.5), seed=1)
    before = solver._search
    failed = Arena(scene).run([PlacedBall(30, 200, 15)])
    near = PuzzleBelief(Constants(friction=TRUE.friction * 1.05), 0.0, 0.1, 0.1)
    monkeypatch.setattr("bubbleball.games.solver.solver.learn", lambda *_: near)
    solver.tell(failed)
    assert solver._search is before
    far = PuzzleBelief(Constants(friction=TRUE.friction * 1.5), 0.0, 0.1, 0.1)
    monkeypatch.setattr("bubbleball.games.solver.solver.learn", lambda *_: far)
    solver.tell(failed)
    assert solver._search is not before


def test_an_unknown_belief_is_within_a_factor_of_two() -> None:
    for seed in range(20):
        mean = unknown(np.random.default_rng(seed)).mean
        assert 0.5 <= mean.gravity / TRUE.gravity <= 2.0
        assert 0.5 <= mean.friction / TRUE.friction <= 2.0
        assert 0.5 <= mean.restitution / TRUE.restitution <= 2.0


def test_a_solver_refuses_the_trial_of_another_scene() -> None:
    with pytest.raises(SolverError, match="the trial is of ours"):
        BallSolver(two_balls()).tell(Arena(two_balls()).run())


def test_a_solver_that_has_spent_its_budget_gives_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "solution", lambda search, last: search.arena.run() and None)
    solver = BallSolver(two_balls(), budget=Budget(first=2, total=5))
    assert solver.ask() is None
    spent = solver.simulations
    assert spent <= 6
    assert solver.ask() is None
    assert solver.simulations == spent


def test_one_ball_that_is_not_found_costs_fewer_runs_than_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[int] = []
    monkeypatch.setattr(Search, "solution", lambda _, last: limits.append(last))
    for tier in ("ball", "two_balls"):
        BallSolver(two_balls(tier=tier))._find()
    assert limits[0] == 3000
    assert limits[0] < limits[1]


def test_a_solver_that_does_not_know_the_constants_goes_on_with_attempts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt = Search.attempt

    def fails(search: Search, balls: tuple[PlacedBall, ...]) -> PuzzleTrial | None:
        trial = attempt(search, balls)
        return trial and dataclasses.replace(trial, solved=False)

    monkeypatch.setattr(Search, "attempt", fails)
    budget = Budget(first=30, more=30, total=60, late=2)
    solver = BallSolver(two_balls(), belief=unknown(np.random.default_rng(1)), budget=budget)
    arena = Arena(solver.scene)
    asked, spent = [], []
    for _ in range(12):
        balls = solver.ask()
        assert balls is not None
        asked.append(balls)
        spent.append(solver.simulations)
        solver.tell(dataclasses.replace(arena.run(balls), solved=False))
    assert len(set(asked)) == 12  # nothing is attempted twice
    late = np.diff([runs for runs in spent if runs >= budget.total])
    assert len(late) >= 8
    assert np.median(late) == budget.late


def test_a_ball_that_hits_what_has_gone_to_sleep_is_kept() -> None:
    scene = two_balls()
    search = Search(Arena(scene), np.random.default_rng(0), Room(scene), Progress(scene))
    hit = search.attempt((PlacedBall(90, 200, 15),))
    missed = search.attempt((PlacedBall(30, 200, 15),))
    assert hit is not None
    assert missed is not None
    assert len(search.paths.states) < len(hit.states)
    assert [one.trial for one in search.pool] == [hit]


def test_an_attempt_takes_the_place_of_what_was_believed_of_its_balls() -> None:
    scene = two_balls()
    search = Search(Arena(scene), np.random.default_rng(0), Room(scene), Progress(scene))
    search.attempt((PlacedBall(90, 200, 15),))
    first = search.pool[0].trial
    seen = Arena(scene, Constants(gravity=5.0)).run(first.balls)
    search.note(seen)
    same = [one for one in search.pool if one.trial.balls == first.balls]
    assert [one.trial for one in same] == [seen]
    assert same[0].score == Progress(scene).rate(seen)
