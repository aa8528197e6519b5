"""Candidates touch the ball, keep the rules, and wood rests where it is put."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import find
from bubbleball.game.physics import REAL
from bubbleball.game.placement import breaches
from bubbleball.game.world import simulate
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.contact_sampling import button_poses, contact_poses
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.legality import is_legal, legal
from bubbleball.method.supporting_blocks import resting, settled
from bubbleball.method.throws import ThrowEffort, Throws
from bubbleball.model.columns import beta_vector
from bubbleball.model.stepper.predict import MET, Predictor


def predictor(name: str) -> Predictor:
    level = find(name).level
    return Predictor(level, cost_to_go(level).layers)


@pytest.mark.parametrize("name", ["classic/2", "classic/11"])
def test_nearly_every_sampled_contact_meets_the_ball(name: str) -> None:
    model = predictor(name)
    path, part = model.one((), REAL).path, model.level.pieces[0]
    rng = np.random.default_rng(0)
    move = PoseBatch((part,), contact_poses(part, path, rng, 500)[:, None])
    move = move.where(legal(model.level, (), move))
    met = model.many((), move.parts, move.poses, beta_vector(REAL), path)[:, MET] >= 0
    assert len(met) > 50
    assert met.mean() > 0.9


def test_nearly_every_sampled_power_up_is_entered() -> None:
    model = predictor("classic/10")
    path, part = model.one((), REAL).path, model.level.pieces[0]
    rng = np.random.default_rng(0)
    move = PoseBatch((part,), button_poses(part, path, rng, 300)[:, None])
    move = move.where(legal(model.level, (), move))
    met = model.many((), move.parts, move.poses, beta_vector(REAL), path)[:, MET] >= 0
    assert met.mean() > 0.9


def test_what_the_sweep_calls_legal_keeps_the_rules() -> None:
    level = find("classic/6").level
    rng = np.random.default_rng(1)
    for part in level.pieces:
        poses = rng.uniform((0, 80, 0), (480, 320, 360), (200, 3))
        move = PoseBatch((part,), poses[:, None])
        for row in np.flatnonzero(legal(level, (), move)):
            assert not list(breaches(level, move.placements(int(row))))


def test_wood_stays_where_it_is_said_to_rest() -> None:
    level = find("classic/6").level
    part = level.pieces[0]
    path = predictor("classic/6").one((), REAL).path
    move = resting(level, (), part, path, REAL, np.random.default_rng(0), 30)
    assert len(move.poses) >= 5
    for row in range(len(move.poses)):
        placed = move.placements(row)
        assert is_legal(level, placed)
        rested = settled(level, placed, REAL)
        assert rested is not None
        assert abs(rested[0].x - placed[0].x) < 1.0
        assert abs(rested[0].y - placed[0].y) < 1.0


def test_the_beam_keeps_states_that_differ() -> None:
    model = predictor("classic/11")
    beam = Beam(
        model.level, cost_to_go(model.level), REAL, np.random.default_rng(0), Effort(candidates=600)
    )
    found = beam.rate(beam.expansions([beam.state(())]))
    kept = beam.keep(found)
    cells = [(c.x // 24, c.y // 24, {p.piece for p in c.placements} != set()) for c in kept]
    assert 1 < len(kept) <= Effort().width
    assert max(cells.count(cell) for cell in cells) <= Effort().per_cell
    assert [c.cost for c in kept] == sorted(c.cost for c in kept)


def test_a_throw_that_is_said_to_solve_solves() -> None:
    level = find("workshop/catapult-3").level
    effort = ThrowEffort(seeds=120, children=60, generations=4)
    throws = Throws(level, cost_to_go(level), REAL, np.random.default_rng(1), effort)
    found = throws.search()
    solved = [candidate for candidate in found if candidate.solved]
    assert solved
    assert simulate(level, solved[0].placements, REAL).solved
    assert [c.cost for c in found] == sorted(c.cost for c in found)
