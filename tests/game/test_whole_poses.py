"""Whole poses: legal, near, and what the real game's file can say."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.original.log import Setup
from bubbleball.files.packs import load_level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.whole_poses import WholePoses

NAMES = ["classic/2", "classic/5", "classic/10", "classic/21"]


@pytest.mark.parametrize("name", NAMES)
def test_whole_poses_are_legal_near_and_survive_the_file(name: str) -> None:
    level = load_level(name)
    placer, poses, rng = Placer(level), WholePoses(level), np.random.default_rng(1)
    pieces = {piece.id: piece for piece in level.pieces}
    found = 0
    for _ in range(20):
        placements = placer.draw(rng)
        whole = poses.nearest(placements)
        if whole is None:
            continue
        found += 1
        assert placer.legal(whole)
        for one, other in zip(placements, whole, strict=True):
            piece = pieces[other.piece]
            assert max(abs(one.x - other.x), abs(one.y - other.y)) <= 1.5
            assert abs(one.angle - other.angle) <= 1.5
            assert Setup.of(other, piece).placement(piece) == other
        assert poses.nearest(whole) == whole
    assert found > 10


def test_a_piece_that_rounding_would_push_into_another_is_moved_by_a_pixel() -> None:
    level = load_level("classic/5")
    placer, poses = Placer(level), WholePoses(level)
    lowered = placer.lowered(Placement("GF7I", 120.4, 150.3), [])
    assert placer.legal([lowered])
    (whole,) = poses.nearest([lowered]) or ()
    assert placer.legal([whole])
    assert (whole.x % 1, whole.y % 1) == (0.0, 0.5)  # 200 x 25: the corner is whole
