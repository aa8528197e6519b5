"""Overlap and the play area in bulk against the rules' own geometry."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.game.geometry import moved, overlap
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Part
from bubbleball.model.clearance import clear, depth
from bubbleball.model.columns import SHAPE
from bubbleball.model.rows import shape_rows

PARTS = (
    Part("plank", Kind.METAL, 75, 20, 150, 25),
    Part("wedge", Kind.METAL, 75, 40, 75, 75, 0, Form.TRIANGLE),
    Part("wheel", Kind.METAL, 200, 40, 50, 50, 0, Form.CIRCLE),
    Part("lever", Kind.CATAPULT, 200, 40, 150, 50),
)


def test_overlap_in_bulk_agrees_with_geometry() -> None:
    rng = np.random.default_rng(3)
    deep = 0
    for _ in range(300):
        a, b = rng.choice(len(PARTS), 2)
        poses = rng.uniform((0, 0, 0), (120, 120, 360), (2, 3))
        rows = [
            shape_rows(PARTS[i], pose[None], static=True)
            for i, pose in zip((a, b), poses, strict=True)
        ]
        shapes = [moved(PARTS[i].outline, *pose) for i, pose in zip((a, b), poses, strict=True)]
        exact = overlap(shapes[0], shapes[1])
        assert max(0.0, depth(rows[0], 0, rows[1], 0)) == pytest.approx(exact, abs=1e-6)
        deep += exact > 1
    assert 50 < deep < 250


@pytest.mark.parametrize("part", PARTS[:3], ids=lambda part: part.id)
def test_a_piece_may_stand_twenty_px_beyond_the_edges_and_wholly_below_the_tray(part: Part) -> None:
    across, down = part.width / 2, part.height / 2
    edges = ((-20 + across, 200), (500 - across, 200), (240, 80 + down), (240, 340 - down))
    for (x, y), outwards in zip(edges, ((-1, 0), (1, 0), (0, -1), (0, 1)), strict=True):
        poses = np.array([[x, y, 0.0], [x + 0.1 * outwards[0], y + 0.1 * outwards[1], 0.0]])
        legal = np.ones(2, np.bool_)
        clear(shape_rows(part, poses, static=True), np.zeros((0, SHAPE)), 0.45, legal)
        assert legal.tolist() == [True, False]


def test_an_overlap_beyond_the_tolerance_is_not_clear() -> None:
    plank = PARTS[0]
    poses = np.array([[200.0, 200.0 + y, 0.0] for y in (24.4, 24.6, 30.0)])
    legal = np.ones(3, np.bool_)
    obstacle = shape_rows(plank, np.array([[200.0, 200.0, 0.0]]), static=True)
    clear(shape_rows(plank, poses, static=True), obstacle, 0.5, legal)
    assert legal.tolist() == [False, True, True]
