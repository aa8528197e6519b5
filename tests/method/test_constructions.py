"""Constructions stand in the engine as geometry says, and those with a purpose are found."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.constructions import Constructions
from bubbleball.method.legality import is_legal
from bubbleball.method.supporting_blocks import released_beside, settled
from scenes import floor, scene

PLANK = Part("plank", Kind.WOOD, 100, 40, 150, 25)
SECOND = Part("second", Kind.WOOD, 100, 40, 100, 25)
BLOCKS = tuple(Part(f"block-{n}", Kind.WOOD, 300, 40, 40, 40) for n in range(3))
DISC = Part("disc", Kind.WOOD, 400, 40, 40, 40, form=Form.CIRCLE)
TOP = 300.0  # of the floor
LEVEL = scene((60, 100), floor(TOP), flag=Flag(440, 270), pieces=[PLANK, SECOND, *BLOCKS, DISC])
PATH = np.array([[240.0, 200.0, 0.0, 100.0, 0.0]] * 30)


def stays(level: Level, placements: tuple[Placement, ...]) -> bool:
    rested = settled(level, placements, REAL)
    return rested is not None and all(
        max(abs(a.x - b.x), abs(a.y - b.y)) < 1.0 for a, b in zip(rested, placements, strict=True)
    )


def drawn(level: Level, main: Part, free: tuple[Part, ...], seed: int = 0) -> list[PoseBatch]:
    made = Constructions(level, REAL, np.random.default_rng(seed))
    return made.around((), main, free, PATH, 60)


@pytest.mark.parametrize("name", ["classic/5", "classic/6", "classic/21"])
def test_wood_stays_where_geometry_says_that_it_rests(name: str) -> None:
    level = load_level(name)
    wooden = [part for part in level.one_of_each() if part.kind.wooden]
    assert wooden
    for part in wooden:
        found = Constructions(level, REAL, np.random.default_rng(0)).alone((), part)
        assert len(found) > 10
        rows = range(0, len(found), 9)
        assert all(is_legal(level, found.placements(row)) for row in rows)
        assert np.mean([stays(level, found.placements(row)) for row in rows]) > 0.95


def test_a_plank_lies_on_one_leg_and_on_two() -> None:
    batches = drawn(LEVEL, PLANK, BLOCKS)
    sizes = {len(batch.parts) for batch in batches}
    assert {2, 3} <= sizes
    assert all(batch.parts[-1] is PLANK for batch in batches)
    for batch in batches:
        assert (batch.poses[:, -1, 1] < TOP - 12.5 - 2).all()  # higher than on the floor


def test_most_constructions_stand_in_the_engine() -> None:
    everything = [
        batch.placements(row)
        for batch in drawn(LEVEL, PLANK, (*BLOCKS, SECOND))
        for row in range(len(batch))
    ]
    legal = [new for new in everything if is_legal(LEVEL, new)]
    assert len(legal) > 0.8 * len(everything)
    assert np.mean([released_beside(LEVEL, (), new, REAL) is not None for new in legal]) > 0.8


def test_blocks_stand_on_blocks() -> None:
    tops = [
        placements
        for batch in drawn(LEVEL, PLANK, BLOCKS, seed=1)
        for placements in map(batch.placements, range(len(batch)))
        if any(p.y < TOP - 55 for p in placements[:-1])
    ]
    assert tops


def test_a_counterweight_holds_a_plank_over_an_edge() -> None:
    """Its centre of mass lies beyond the edge, so that it falls without the weight."""
    ledge = Part("ledge", Kind.GROUND, 100, 250, 200, 20)  # ends at x = 200
    level = Level(ball=LEVEL.ball, flag=Flag(440, 300), scenery=(ledge,), pieces=(PLANK, BLOCKS[0]))
    held = [
        batch.placements(row)
        for batch in drawn(level, PLANK, BLOCKS[:1])
        for row in range(len(batch))
        if batch.poses[row, -1, 0] > 202 and batch.poses[row, -1, 1] > 226
    ]
    assert held
    assert np.mean([stays(level, new) for new in held]) == 1.0
    assert not any(stays(level, new[-1:]) for new in held)


def test_a_construction_moves_as_a_whole() -> None:
    made = Constructions(LEVEL, REAL, np.random.default_rng(0))
    stands = [(BLOCKS[0], Placement("block-0", 200, TOP - 20.45)),
              (BLOCKS[1], Placement("block-1", 300, TOP - 20.45)),
              (PLANK, Placement("plank", 250, TOP - 53.4))]  # fmt: skip
    for _ in range(10):
        new = made.near((), stands, 5.0)
        assert new is not None
        assert stays(LEVEL, new)
        assert new[2].y == pytest.approx(TOP - 53.4, abs=0.5)


def test_a_circle_is_found_in_a_notch_that_the_grid_misses() -> None:
    """Two bumps leave it no more than 3 px to roll; the middle of the notch is at 187.5."""
    reach = 21.5  # px from the middle to each bump; at its height the circle is 40 px wide
    bumps = [
        Part(f"bump-{n}", Kind.GROUND, 187.5 + side * (reach + 4.5), TOP - 5, 9, 10)
        for n, side in enumerate((-1, 1))
    ]
    wheel = Part("wheel", Kind.WOOD, 400, 40, 50, 50, form=Form.CIRCLE)
    level = scene((60, 100), floor(TOP), *bumps, flag=Flag(440, 270), pieces=[wheel])
    found = Constructions(level, REAL, np.random.default_rng(0)).alone((), wheel)
    held = found.poses[np.abs(found.poses[:, 0, 0] - 187.5) < 1.5, 0]
    assert len(held)
    assert held[:, 1] == pytest.approx(TOP - 25, abs=0.7)


@pytest.mark.parametrize("seed", range(4))
def test_a_stack_ends_level_with_the_edge_that_the_ball_rolls_over(seed: int) -> None:
    ledge = Part("ledge", Kind.GROUND, 50, 165, 100, 10)  # its top at 160 px, its end at 100 px
    shelf = Part("shelf", Kind.GROUND, 150, 281, 90, 10)
    blocks = [Part(f"block-{h}", Kind.WOOD, 300, 40, 50, h) for h in (50, 25, 30, 60, 40)]
    level = scene((30, 140), ledge, shelf, flag=Flag(440, 270), pieces=blocks)
    path = np.array([[float(x), 145.0, 0.0, 100.0, 0.0] for x in range(60, 100)])
    made = Constructions(level, REAL, np.random.default_rng(seed))
    *lower, top = blocks
    stacks = [
        placements
        for batch in made.around((), top, lower, path, 60)
        for placements in map(batch.placements, range(len(batch)))
        if abs(placements[-1].y - top.height / 2 - 160.0) < 5.0
    ]
    assert len({tuple(p.piece for p in stack) for stack in stacks}) >= 3  # of different blocks
    assert np.mean([released_beside(level, (), stack, REAL) is not None for stack in stacks]) > 0.8
