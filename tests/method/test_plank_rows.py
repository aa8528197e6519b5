"""Rows of planks: end to end, level, and standing."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.plank_rows import Begin, gaps, row
from bubbleball.method.resting import Resting
from bubbleball.method.supporting_blocks import settled
from scenes import floor, scene

PLANKS = tuple(Part(f"plank-{n}", Kind.WOOD, 100, 40, 100, 25) for n in range(2))
LEGS = tuple(Part(f"leg-{n}", Kind.WOOD, 300, 40, 40, 40) for n in range(3))
TOP = 300.0
LEVEL: Level = scene((60, 100), floor(TOP), flag=Flag(440, 270), pieces=[*PLANKS, *LEGS])


def rests(base: tuple[Placement, ...]) -> Resting:
    return Resting(LEVEL, base, REAL)


def stands(part: Part) -> Array:
    return rests(()).alone(part)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_row_is_level_and_its_planks_lie_end_to_end(side: float) -> None:
    found = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        for stood in row((), [*PLANKS, *LEGS], Begin(240.0, side), rests, stands, rng):
            planks = [at for part, at in stood if part in PLANKS]
            if len(planks) == 2:
                found += 1
                assert abs(planks[1].x - planks[0].x) == pytest.approx(100.3, abs=0.1)
                assert side * (planks[0].x - 240) == pytest.approx(51.3, abs=1.3)
                assert settled(LEVEL, [at for _, at in stood], REAL) is not None
    assert found > 3


def test_without_a_plank_there_is_no_row() -> None:
    rng = np.random.default_rng(0)
    assert list(row((), LEGS, Begin(240.0, 1.0), rests, stands, rng)) == []


def test_a_gap_is_filled_by_the_planks_that_fit_on_the_legs_that_are_high_enough() -> None:
    rim, left, right = 150.0, 100.0, 356.0  # px; 256 wide, for a plank of 100 and one of 150
    heights = {120.0: 50.0, 202.0: 100.0, 335.0: 40.0}  # of the leg at each place
    grounds = [Part("near", Kind.GROUND, left - 30, rim + 10, 60, 20)]
    grounds += [Part("far", Kind.GROUND, right + 30, rim + 10, 60, 20)]
    grounds += [
        Part(f"pillar-{n}", Kind.GROUND, x, rim + 25 + high + 20, 40, 40)
        for n, (x, high) in enumerate(heights.items())
    ]
    lengths = (100, 100, 150)
    pieces = [Part(f"plank-{n}", Kind.WOOD, 100, 40, w, 25) for n, w in enumerate(lengths)]
    pieces += [Part(f"leg-{size}", Kind.WOOD, 100, 40, size, size) for size in (40, 50)]
    level = scene((60, 100), *grounds, flag=Flag(440, 120), pieces=pieces)
    begin = next(b for b in gaps([(left, rim, 1.0), (right, rim, -1.0)], 25.0) if b.side > 0)
    assert begin == Begin(left, 1.0, rim + 25, right - left)
    standing = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        drawn = row(
            (),
            pieces,
            begin,
            lambda base: Resting(level, base, REAL),
            lambda part: Resting(level, (), REAL).alone(part),
            rng,
        )
        for stood in drawn:
            assert sum(part.width for part, _ in stood[-2:]) == 250.0
            rested = settled(level, [at for _, at in stood], REAL)
            if len(stood) == 5 and rested is not None:
                standing += all(abs(at.y - (rim + 12.5)) < 3.0 for at in rested[-2:])
    assert standing >= 3


def test_metal_is_a_leg_where_nothing_can_stand() -> None:
    edges = [(100.0, 150.0, 1.0), (306.0, 150.0, -1.0)]
    shelves = [Part(f"shelf-{x}", Kind.GROUND, x, 180, 20, 10) for x in (105, 301)]
    leg = Part("metal", Kind.METAL, 100, 40, 50, 50)
    level = scene((60, 100), *shelves, flag=Flag(440, 120), pieces=[*PLANKS, leg])
    begin = next(b for b in gaps(edges, 25.0) if b.side > 0)
    legs = [
        stood[0]
        for seed in range(10)
        for stood in row(
            (),
            [*PLANKS, leg],
            begin,
            lambda base: Resting(level, base, REAL),
            lambda part: Resting(level, (), REAL).alone(part),
            np.random.default_rng(seed),
        )
        if len(stood) == 3
    ]
    assert legs
    assert all(part is leg and at.y == pytest.approx(200.0, abs=0.5) for part, at in legs)
