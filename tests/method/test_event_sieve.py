"""The sieve of event chains: what it rates by, and how much it passes on."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.candidates import SOLVED, PoseBatch, Sieved, State
from bubbleball.method.cost_to_go import CostToGo, cost_to_go
from bubbleball.method.event_sieve import FEW, LEAST, MOST, EventSieve
from bubbleball.method.guide_path import plan

LEVELS = ("classic/2", "classic/10", "classic/14")


def sieved(name: str, radius: float | None = None, *, guided: bool = True) -> tuple[Sieved, int]:
    """The first batch of a level as the sieve leaves it, and how many there were."""
    level = load_level(name)
    to_go = cost_to_go(level)
    state, batch = first_batch(level, to_go, guided=guided)
    if radius is not None:
        assert state.local is not None
        region = dataclasses.replace(state.local.region, target_radius=radius)
        state = dataclasses.replace(state, local=dataclasses.replace(state.local, region=region))
    return EventSieve(level, REAL)(state, batch, to_go), len(batch)


def first_batch(level: Level, to_go: CostToGo, *, guided: bool) -> tuple[State, PoseBatch]:
    guide = next(iter(plan(level))) if guided else None
    rng = np.random.default_rng(3)
    beam = Beam(level, to_go, REAL, rng, Effort(candidates=900), None, guide)
    state = beam.state(())
    assert (state.local is not None) == guided
    return state, beam.expansions([state])[0][1]


@pytest.mark.parametrize("name", LEVELS)
def test_the_best_pass_in_order(name: str) -> None:
    found, drawn = sieved(name)
    assert 0 < len(found.batch) <= len(found.rated) <= drawn
    assert (np.diff(found.rated[:, 2]) >= 0).all()
    assert np.array_equal(found.batch.poses[:, -1, :2], found.rated[: len(found.batch), :2])


@pytest.mark.parametrize("name", LEVELS)
def test_those_pass_whose_ball_gets_to_the_local_target_set(name: str) -> None:
    """The larger the set, the more pass; all that reach it do, unless they are too many."""
    least, most = sieved(name, -1e6), sieved(name, 1e6)
    drawn = least[1]
    assert len(least[0].batch) == max(FEW, int(LEAST * drawn))
    assert len(most[0].batch) == min(len(most[0].rated), max(FEW, int(MOST * drawn)))
    level = load_level(name)
    to_go = cost_to_go(level)
    state, _ = first_batch(level, to_go, guided=True)
    assert state.local is not None
    target = state.local.region
    at_target = float(to_go.at(target.target_x, target.target_y))
    between = float(np.mean(least[0].rated[int(0.2 * drawn) : int(0.2 * drawn) + 2, 2]))
    some = sieved(name, between - at_target)[0]
    assert len(some.batch) == np.count_nonzero(some.rated[:, 2] <= between)


def test_without_a_local_region_the_better_half_passes() -> None:
    found, drawn = sieved("classic/2", guided=False)
    assert len(found.batch) == int(MOST * drawn)


@pytest.mark.parametrize("name", LEVELS)
def test_the_chain_rates_as_the_stepper_does(name: str) -> None:
    """The same cost, of a path that is a little less exact: the order is much the same."""
    level = load_level(name)
    to_go = cost_to_go(level)
    state, batch = first_batch(level, to_go, guided=True)
    found = EventSieve(level, REAL)(state, batch, to_go)
    chain, stepped = [], []
    beam = Beam(level, to_go, REAL, np.random.default_rng(0), Effort(), None, None)
    for row in range(len(found.batch)):
        ends = beam.state((*state.placements, *found.batch.placements(row))).prediction
        chain.append(found.rated[row, 2])
        stepped.append(SOLVED if ends.solved else to_go.at(*ends.path[:, :2].T).min())
    apart = np.abs(np.subtract(chain, stepped))
    assert np.median(apart) < 25
