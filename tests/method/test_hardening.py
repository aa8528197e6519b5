"""Solutions that are changed until they work in more worlds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.world import simulate
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.candidates import SOLVED, Candidate
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.hardening import Hardening
from bubbleball.method.legality import is_legal
from bubbleball.method.robust_choice import ChoiceSettings, RobustChooser
from bubbleball.model.belief import Belief

# The ball falls past the flag; a push to the right brings it there. Its strength is unknown.
PUSHED = Level(
    ball=Ball(60, 110),
    flag=Flag(160, 260),
    pieces=(Part("push", Kind.SPEEDUP_RIGHT, 180, 40), Part("wall", Kind.METAL, 300, 40, 100, 25)),
)
PUSH = Candidate((Placement("push", 60, 200),), 1, SOLVED, 160, 260)
FOREIGN = Belief.prior().updated("gravity", 9.0, 0.001, 9)  # the speed-up may be off by x 2
SETTINGS = ChoiceSettings(jitters=32)


def hardening(level: Level, belief: Belief, seed: int = 0) -> Hardening:
    rng, to_go = np.random.default_rng(seed), cost_to_go(level)
    beam = Beam(level, to_go, belief.mean, rng, Effort())
    return Hardening(beam, RobustChooser(level, beam.predictor, belief, rng, SETTINGS), rng)


def share(level: Level, placements: tuple[Placement, ...]) -> float:
    """Of many plausible worlds, none of which the search has seen, in the game's own engine."""
    worlds = FOREIGN.samples(np.random.default_rng(99), 41)[1:]
    return sum(simulate(level, placements, world).solved for world in worlds) / len(worlds)


def without_wall(level: Level) -> Level:
    return dataclasses.replace(level, pieces=level.pieces[:1])


def test_the_premise_holds() -> None:
    assert simulate(PUSHED, PUSH.placements, FOREIGN.mean).solved
    assert share(PUSHED, PUSH.placements) < 0.7


def test_a_moved_piece_works_in_more_worlds() -> None:
    level = without_wall(PUSHED)
    best = hardening(level, FOREIGN).search([PUSH])[0]
    assert [p.piece for p in best.placements] == ["push"]
    assert is_legal(level, best.placements)
    assert share(level, best.placements) > share(level, PUSH.placements)


def test_a_wall_helps_where_the_push_is_too_strong() -> None:
    alone = hardening(without_wall(PUSHED), FOREIGN).search([PUSH])[0]
    best = hardening(PUSHED, FOREIGN).search([PUSH])[0]
    assert {p.piece for p in best.placements} == {"push", "wall"}
    assert share(PUSHED, best.placements) > share(PUSHED, alone.placements)


@pytest.mark.parametrize("physics", [REAL, FOREIGN.mean])
def test_the_most_robust_comes_first_and_nothing_is_lost(physics: Physics) -> None:
    belief = dataclasses.replace(FOREIGN, mean=physics)
    hard = hardening(PUSHED, belief)
    found = hard.search([PUSH])
    shares = hard.chooser.shares(found)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] >= hard.chooser.shares([PUSH])[0]


def test_without_solutions_there_is_nothing_to_change() -> None:
    hard = hardening(PUSHED, FOREIGN)
    assert hard.search([]) == []
    assert hard.tried == 0
