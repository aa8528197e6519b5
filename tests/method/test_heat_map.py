"""Where a piece would solve the level."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.errors import PlacementError
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.method.heat_map import heat_map


def agreement(name: str, piece: str, angle: float, every: int) -> float:
    """The share of points at which the game agrees."""
    level = load_level(name)
    found = heat_map(level, (), piece, angle, REAL)
    assert found.solved.any()
    assert not found.solved.all()
    same = [
        Game(level).play([Placement(piece, x, y, angle)]).solved == solved
        for (x, y), solved in list(zip(found.points.tolist(), found.solved, strict=True))[::every]
    ]
    return float(np.mean(same))


def test_the_game_agrees_with_the_map_of_a_metal_bar() -> None:
    assert agreement("classic/1", "JK4Y", 0.0, 9) > 0.95


def test_every_point_of_a_map_is_legal() -> None:
    level = load_level("classic/1")
    for x, y in heat_map(level, (), "JK4Y", 15.0, REAL).points[::20].tolist():
        assert list(breaches(level, [Placement("JK4Y", x, y, 15.0)])) == []


def test_wood_is_run_whole_because_it_moves() -> None:
    level = load_level("classic/4")
    wood = next(piece for piece in level.pieces if piece.kind.wooden)
    found = heat_map(level, (), wood.id, 0.0, REAL)
    for (x, y), solved in list(zip(found.points.tolist(), found.solved, strict=True))[::60]:
        assert Game(level).play([Placement(wood.id, x, y)]).solved == solved


def test_an_unknown_piece_is_named_with_the_known_ones() -> None:
    with pytest.raises(PlacementError, match="'rock' is not in this level; its pieces: JK4Y"):
        heat_map(load_level("classic/1"), (), "rock", 0.0, REAL)
