"""Rows of planks: end to end, level, and standing."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.method.plank_rows import row
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
        for stood in row((), [*PLANKS, *LEGS], (240.0, side), rests, stands, rng):
            planks = [at for part, at in stood if part in PLANKS]
            if len(planks) == 2:
                found += 1
                assert abs(planks[1].x - planks[0].x) == pytest.approx(100.3, abs=0.1)
                assert side * (planks[0].x - 240) == pytest.approx(51.3, abs=1.3)
                assert settled(LEVEL, [at for _, at in stood], REAL) is not None
    assert found > 3


def test_without_a_plank_there_is_no_row() -> None:
    rng = np.random.default_rng(0)
    assert list(row((), LEGS, (240.0, 1.0), rests, stands, rng)) == []
