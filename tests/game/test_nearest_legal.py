"""The nearest legal placement to one that breaks the rules."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.placement import Placement, check_placements
from bubbleball.game.placing import Placer, nearest_legal
from levels_in_python import GAP, POWERS

COORDINATES = st.floats(-2000, 2000)


@given(st.lists(st.tuples(COORDINATES, COORDINATES, COORDINATES), min_size=2, max_size=2))
def test_a_repaired_placement_is_legal(poses: list[tuple[float, float, float]]) -> None:
    wished = [Placement(piece.id, *pose) for piece, pose in zip(GAP.pieces, poses, strict=True)]
    check_placements(GAP, nearest_legal(Placer(GAP), wished))


def test_a_legal_placement_is_not_repaired() -> None:
    for seed in range(20):
        placements = Placer(POWERS).draw(np.random.default_rng(seed))
        assert nearest_legal(Placer(POWERS), placements) == placements


def test_a_piece_off_the_screen_is_brought_to_its_edge() -> None:
    (placement,) = nearest_legal(Placer(GAP), [Placement("plank", 900, 150, 0)])
    assert (placement.x, placement.y) == (480 + 20 - 75, 150)


def test_a_repair_forgets_what_the_level_does_not_have() -> None:
    wished = [Placement("rock", 1, 1), Placement("log", 240, 150), Placement("log", 300, 150)]
    assert nearest_legal(Placer(GAP), wished) == (wished[1],)


def test_an_upright_piece_is_set_upright() -> None:
    (placement,) = nearest_legal(Placer(POWERS), [Placement("push", 240, 150, 30)])
    assert math.remainder(placement.angle, 360) == 0
