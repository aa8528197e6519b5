"""The beam: what it adds, how it rates (eq. 17), and what it keeps."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches
from bubbleball.method.beam import APART, Beam, Effort
from bubbleball.method.candidates import SOLVED, Candidate, State
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.event_sieve import EventSieve
from bubbleball.method.guide_path import plan
from bubbleball.method.supporting_blocks import settled
from scenes import floor, scene

DOORS = (Part("in", Kind.TELEPORT, 250, 120), Part("out", Kind.TELEPORT, 320, 120))
EFFORT = Effort(candidates=600, rests=60, props=30, width=12, finer=8, shots=48)


def make(level: Level, effort: Effort = EFFORT, seed: int = 0) -> Beam:
    (guide, *_) = [*plan(level), None]
    events = EventSieve(level, REAL)
    rng = np.random.default_rng(seed)
    return Beam(level, cost_to_go(level), REAL, rng, effort, events, guide)


def at(cost: float, x: float, y: float, *pieces: str) -> Candidate:
    return Candidate(tuple(Placement(piece, x, y) for piece in pieces), 1, cost, x, y)


# --- what is added


def test_every_kind_of_piece_that_is_left_is_added_to_every_state() -> None:
    level = load_level("classic/11")
    beam = make(level)
    first = level.pieces[0]
    pose = Placer(level).pose(first, (), np.random.default_rng(1))
    assert pose is not None
    states = [beam.state(()), beam.state((pose,))]
    added: dict[int, set[str]] = {0: set(), 1: set()}
    for state, batch in beam.expansions(states):
        added[states.index(state)] |= {part.id for part in batch.parts}
    assert added[0] == {part.id for part in level.one_of_each(set())}
    assert added[1] == {part.id for part in level.one_of_each({first.id})}


def test_the_contacts_of_an_expansion_are_shared_among_states_and_kinds() -> None:
    level = load_level("classic/2")
    few, many = (
        sum(len(batch) for _, batch in beam.expansions([beam.state(())]))
        for beam in (make(level, Effort(candidates=200)), make(level, Effort(candidates=2000)))
    )
    assert 0 < few <= 200 < many <= 2000


@pytest.mark.parametrize("name", ["classic/2", "classic/5", "classic/10", "classic/16"])
def test_every_candidate_keeps_the_rules(name: str) -> None:
    level = load_level(name)
    beam = make(level)
    found = beam.rate(beam.expansions([beam.state(())]))
    found += beam.rate(beam.finer_expansions(beam.keep(found)))
    assert found
    legal = [not list(breaches(level, candidate.placements)) for candidate in found]
    # The two parts of a candidate are not compared with each other, so some pairs may overlap.
    assert all(ok for ok, candidate in zip(legal, found, strict=True) if candidate.added == 1)
    assert np.mean(legal) > 0.9


@pytest.mark.parametrize("name", ["classic/4", "classic/5", "classic/6"])
def test_nearly_all_wood_is_drawn_where_it_rests(name: str) -> None:
    level = load_level(name)
    beam = make(level)
    states = [beam.state(())]
    drawn = [*beam.expansions(states), *beam.constructions(states)]
    wooden = [batch for _, batch in drawn if batch.parts[-1].kind.wooden]
    rows = [batch.placements(row) for batch in wooden for row in range(0, len(batch), 3)]
    assert len(rows) > 15
    stays = [
        max(np.hypot(b.x - a.x, b.y - a.y) for a, b in zip(new, rested, strict=True)) < 1.0
        for new in rows
        if (rested := settled(level, new, REAL)) is not None
    ]
    assert sum(stays) >= 0.85 * len(rows)  # geometry draws; the engine confirms what is kept


def test_wood_that_falls_is_not_kept() -> None:
    level = load_level("classic/5")
    beam = make(level)
    piece = next(part for part in level.pieces if part.kind.wooden)
    (pose, *_) = [b for _, b in beam.expansions([beam.state(())]) if b.parts[0] is piece]
    stands = pose.placements(0)[0]
    falls = dataclasses.replace(stands, y=stands.y - 40)
    kept = beam.keep([Candidate((each,), 1, 1.0, 0, 0) for each in (falls, stands)])
    assert len(kept) == 2
    for candidate in kept:
        rested = settled(level, candidate.placements, REAL)
        assert rested is not None
        assert abs(rested[0].y - candidate.placements[0].y) < 1.0
    assert beam.spent.releases == 2


def test_without_settling_wood_touches_the_path_wherever_that_is() -> None:
    level = load_level("classic/5")
    beam = make(level, dataclasses.replace(EFFORT, settle=False))
    (batch, *_) = [b for _, b in beam.expansions([beam.state(())]) if b.parts[0].kind.wooden]
    moving = 0
    for row in range(0, len(batch), 10):
        rested = settled(level, batch.placements(row), REAL)
        moving += rested is None or abs(rested[0].y - batch.poses[row, 0, 1]) > 1.0
    assert moving > 0


def test_a_pair_of_teleports_is_placed_at_once_and_in_both_orders() -> None:
    level = scene((100, 110), floor(300), flag=Flag(360, 275), pieces=DOORS)
    beam = make(level)
    first, second = [batch for _, batch in beam.expansions([beam.state(())])][:2]
    path = beam.state(()).prediction.path[:, :2]
    for batch, entry in ((first, 0), (second, 1)):
        assert [part.id for part in batch.parts] == ["in", "out"]
        assert np.hypot(*(batch.poses[:, 0, :2] - batch.poses[:, 1, :2]).T).min() > APART
        reach = np.hypot(*np.moveaxis(batch.poses[:, entry, None, :2] - path, -1, 0)).min(axis=1)
        assert (reach < 27.5).all()  # the ball enters it on its path


def test_a_teleport_whose_partner_stands_is_tried_as_entry_and_as_exit() -> None:
    level = scene((100, 110), floor(300), DOORS[0], flag=Flag(360, 275), pieces=DOORS[1:])
    beam = make(level)
    ((_, batch),) = beam.expansions([beam.state(())])
    assert [part.id for part in batch.parts] == ["out"]
    path = beam.state(()).prediction.path[:, :2]
    entered = np.hypot(*np.moveaxis(batch.poses[:, 0, None, :2] - path, -1, 0)).min(axis=1) < 27.5
    assert 0.3 < entered.mean() < 0.9


def test_finer_candidates_are_small_changes_of_the_best() -> None:
    level = load_level("classic/2")
    beam = make(level)
    best = beam.keep(beam.rate(beam.expansions([beam.state(())])))[: EFFORT.finer]
    finer = beam.finer_expansions(best)
    assert len(finer) == len(best)
    for (state, batch), candidate in zip(finer, best, strict=True):
        assert state.placements == candidate.placements[:-1]
        centre = candidate.placements[-1]
        offsets = batch.poses[:, 0, :2] - [centre.x, centre.y]
        assert 0 < len(batch) <= EFFORT.shots
        assert np.abs(offsets).max() < 5 * 1.5 * 4.5  # 4.5 standard deviations of the largest


def test_power_ups_stay_upright_in_finer_gridding() -> None:
    level = load_level("classic/10")
    beam = make(level)
    best = beam.keep(beam.rate(beam.expansions([beam.state(())])))
    turns = [
        batch.poses[:, j, 2]
        for _, batch in beam.finer_expansions(best)
        for j, part in enumerate(batch.parts)
        if part.kind.upright
    ]
    assert turns
    assert not np.concatenate(turns).any()


# --- how it is rated


def test_the_cost_is_the_least_cost_to_go_along_the_predicted_path() -> None:
    level = load_level("classic/11")
    beam, to_go = make(level), cost_to_go(level)
    found = beam.rate(beam.expansions([beam.state(())]))
    unsolved = [candidate for candidate in found if not candidate.solved]
    assert len(unsolved) > 5
    for candidate in unsolved[::2]:
        path = beam.state(candidate.placements).prediction.path
        assert candidate.cost == pytest.approx(to_go.at(path[:, 0], path[:, 1]).min(), abs=1e-9)
        assert to_go.at(candidate.x, candidate.y) == candidate.cost


def test_exactly_those_that_reach_the_flag_are_solved() -> None:
    level = load_level("classic/2")
    beam = make(level)
    found = beam.rate(beam.expansions([beam.state(())]))
    found += beam.rate(beam.finer_expansions(beam.keep(found)))
    assert {candidate.solved for candidate in found} == {True, False}
    for candidate in found[::5]:
        assert beam.state(candidate.placements).prediction.solved == candidate.solved
        assert not candidate.solved or candidate.cost == SOLVED


def test_every_prediction_is_counted() -> None:
    level = load_level("classic/11")
    beam = make(level)
    expansions = beam.expansions([beam.state(())])
    beam.rate(expansions)
    assert beam.spent.steps == sum(len(batch) for _, batch in expansions)
    beam.sieve(expansions)
    assert beam.spent.chains == beam.spent.steps


def test_rating_keeps_everything_that_the_beam_could_keep() -> None:
    """With a beam as wide as there are candidates nothing is left out that `keep` would take."""
    level = load_level("classic/2")
    wide = dataclasses.replace(EFFORT, width=10_000, per_cell=10_000)
    every = make(level, wide)
    all_rated = every.rate(every.expansions([every.state(())]))
    beam = make(level)
    some = beam.rate(beam.expansions([beam.state(())]))
    assert len(some) < len(all_rated)
    assert beam.keep(some) == beam.keep(all_rated)


# --- what is kept


def test_the_best_are_kept_in_order() -> None:
    beam = make(load_level("classic/2"), Effort(width=3))
    found = [at(cost, 100 * n, 100, "a") for n, cost in enumerate([50, 10, 40, 20, 30])]
    assert [candidate.cost for candidate in beam.keep(found)] == [10, 20, 30]


def test_few_of_one_cell_and_one_set_of_pieces_are_kept() -> None:
    beam = make(load_level("classic/2"), Effort(width=9, per_cell=2))
    crowd = [at(cost, 100 + cost, 100, "a") for cost in (1, 2, 3, 4)]
    other_pieces, other_cell = at(5, 101, 100, "b"), at(6, 400, 100, "a")
    kept = beam.keep([*crowd, other_pieces, other_cell])
    assert [candidate.cost for candidate in kept] == [1, 2, 5, 6]


def test_of_real_candidates_only_crowded_ones_are_passed_over() -> None:
    level = load_level("classic/11")
    beam = make(level)
    found = beam.rate(beam.expansions([beam.state(())]))
    kept = beam.keep(found)
    assert 1 < len(kept) <= EFFORT.width
    cells = Counter(candidate.cell for candidate in kept)
    assert max(cells.values()) <= EFFORT.per_cell
    for candidate in found:
        if candidate not in kept and candidate.cost < kept[-1].cost:
            assert cells[candidate.cell] == EFFORT.per_cell


def test_the_same_seed_gives_the_same_beam() -> None:
    level = load_level("classic/5")

    def run(seed: int) -> list[Candidate]:
        beam = make(level, seed=seed)
        states: list[State] = [beam.state(())]
        return beam.keep(beam.rate(beam.expansions(states)))

    assert run(3) == run(3)
    assert run(3) != run(4)
