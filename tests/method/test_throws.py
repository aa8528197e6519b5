"""The search for throws (eq. 18): every candidate is a run in the believed world."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.world import simulate
from bubbleball.method.candidates import SOLVED, Candidate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.throws import PROGRESS, STALE, ThrowEffort, Throws

LEVEL = "workshop/catapult-3"
EFFORT = ThrowEffort(seeds=120, children=60, generations=4)
QUICK = ThrowEffort(seeds=30, kept=12, children=10, generations=2)


def throws(level: Level, effort: ThrowEffort, seed: int = 1) -> Throws:
    return Throws(level, cost_to_go(level), REAL, np.random.default_rng(seed), effort)


@pytest.fixture(scope="module")
def found() -> list[Candidate]:
    return throws(load_level(LEVEL), EFFORT).search()


def test_a_throw_that_is_said_to_solve_solves(found: list[Candidate]) -> None:
    solved = [candidate for candidate in found if candidate.solved]
    assert solved
    for candidate in solved[:5]:
        assert candidate.cost == SOLVED
        assert simulate(load_level(LEVEL), candidate.placements, REAL).solved


def test_the_cost_is_the_least_cost_to_go_of_the_run(found: list[Candidate]) -> None:
    level = load_level(LEVEL)
    to_go = cost_to_go(level)
    missed = [candidate for candidate in found if not candidate.solved]
    for candidate in missed[:: max(1, len(missed) // 10)]:
        ball = simulate(level, candidate.placements, REAL).ball
        costs = to_go.at(ball[:, 0], ball[:, 1])
        assert candidate.cost == costs.min()
        nearest = ball[costs.argmin()]
        assert (candidate.x, candidate.y) == (nearest[0], nearest[1])


def test_the_best_come_first_and_all_are_legal(found: list[Candidate]) -> None:
    costs = [candidate.cost for candidate in found]
    assert costs == sorted(costs)
    level = load_level(LEVEL)
    for candidate in found[::5]:
        check_placements(level, candidate.placements)


def test_breeding_improves_on_the_seeds() -> None:
    level = load_level("classic/21")
    effort = ThrowEffort(seeds=40, kept=6, children=30, generations=4)
    seeds_only = ThrowEffort(seeds=40, generations=0)
    bred = throws(level, effort).search()
    sown = throws(level, seeds_only).search()
    assert min(c.cost for c in bred) < min(c.cost for c in sown)


def test_most_seeds_are_levers_under_the_ball_with_a_hammer_above() -> None:
    level = load_level(LEVEL)
    sown = throws(level, ThrowEffort(seeds=60, generations=0)).search()
    lever = next(part for part in level.pieces if part.kind is Kind.CATAPULT)
    hammered = 0
    for candidate in sown:
        poses = {placement.piece: placement for placement in candidate.placements}
        beam = poses.get(lever.id)
        if beam is not None and len(poses) > 1:
            others = [pose for piece, pose in poses.items() if piece != lever.id]
            hammered += any(pose.y < beam.y for pose in others)
    assert hammered > 0.2 * len(sown)


def test_the_number_of_runs_is_bounded_and_counted() -> None:
    level = load_level("classic/21")
    search = throws(level, QUICK)
    found = search.search()
    assert search.tried == len(found)
    assert search.tried <= QUICK.seeds + QUICK.generations * QUICK.children


def test_the_search_ends_when_enough_throws_solve() -> None:
    """Above its flag the ball reaches it whatever the wood does: no generation is bred."""
    level = Level(
        ball=Ball(240, 110),
        flag=Flag(240, 200),
        scenery=(Part("floor", Kind.GROUND, 240, 310, 480, 20),),
        pieces=(Part("log", Kind.WOOD, 100, 40, 100, 25),),
    )
    search = throws(level, QUICK)
    found = search.search()
    assert sum(candidate.solved for candidate in found) >= QUICK.kept
    assert search.tried <= QUICK.seeds


def test_a_search_that_gets_no_nearer_to_the_flag_ends_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After some runs without progress; whenever one gets nearer it has as many more."""
    each = 100
    long = ThrowEffort(seeds=1, kept=1, enough=1, children=each, generations=50)
    stale = -(-STALE // each)  # generations

    def generations(costs: list[float]) -> int:
        made = throws(load_level(LEVEL), long)
        left = iter([*costs, *[costs[-1]] * 50])
        rated: list[Candidate] = []
        lying = (Placement(made.level.pieces[0].id, 240, 200),)

        def rate(seeds: object) -> list[Candidate]:
            rated.append(Candidate(lying, 1, next(left), 0, 0))
            return rated[-1:]

        monkeypatch.setattr(made, "_rate", rate)
        made.search()
        return len(rated) - 1

    assert generations([90.0]) == stale
    assert generations([90.0, 60.0, 30.0]) == 2 + stale
    assert generations([90.0, 90.0 * PROGRESS]) == stale  # hardly any progress is none
    assert generations([90.0, 90.0, SOLVED]) == 2


def test_given_seeds_are_run_too() -> None:
    level = load_level("classic/21")
    seed = (Placement(level.pieces[0].id, 240.0, 120.0),)
    check_placements(level, seed)
    search = throws(level, ThrowEffort(seeds=0, generations=0))
    assert [candidate.placements for candidate in search.search([seed])] == [seed]


def test_without_wood_nothing_can_be_thrown() -> None:
    assert not throws(load_level("classic/2"), QUICK).possible
    assert throws(load_level("classic/21"), QUICK).possible


def test_the_same_seed_gives_the_same_throws() -> None:
    level, few = load_level("classic/21"), ThrowEffort(seeds=10, children=5, generations=1)
    one, same, other = (throws(level, few, seed).search() for seed in (1, 1, 2))
    assert one == same
    assert one != other
