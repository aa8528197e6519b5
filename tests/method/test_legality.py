"""The fast sweep over batches against the rules of placing."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.placement import Placement, breaches
from bubbleball.game.placing import Placer
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.legality import fitting, is_legal, legal


@pytest.mark.parametrize("name", ["classic/2", "classic/6", "classic/10", "classic/20"])
def test_the_sweep_and_the_rules_agree_up_to_its_margin(name: str) -> None:
    """What the sweep calls legal keeps the rules; it refuses hardly anything that they allow."""
    level = load_level(name)
    rng = np.random.default_rng(1)
    wrongly_refused = allowed = 0
    for part in level.pieces:
        poses = rng.uniform((0, 80, 0), (480, 320, 360), (200, 3))
        if part.kind.upright:
            poses[:, 2] = 0.0
        batch = PoseBatch((part,), poses[:, None])
        mask = legal(level, (), batch)
        for row in range(len(batch)):
            keeps = not list(breaches(level, batch.placements(row)))
            assert keeps or not mask[row]
            allowed += keeps
            wrongly_refused += keeps and not mask[row]
    assert allowed > 50
    assert wrongly_refused <= 0.01 * allowed


def test_the_sweep_sees_what_is_placed_already() -> None:
    level = load_level("classic/6")
    placer, rng = Placer(level), np.random.default_rng(2)
    first, second = level.pieces[:2]
    base = placer.pose(first, (), rng)
    assert base is not None
    same_place = PoseBatch((second,), np.array([[[base.x, base.y, base.angle]]]))
    assert not legal(level, (base,), same_place)[0]


def test_fitting_keeps_the_legal_candidates_in_order() -> None:
    level = load_level("classic/2")
    part = level.pieces[0]
    poses = np.array([[[240.0, 120.0, 0.0]], [[240.0, 20.0, 0.0]], [[300.0, 130.0, 5.0]]])
    batch = PoseBatch((part,), poses)
    assert legal(level, (), batch).tolist() == [True, False, True]  # the second is in the tray
    assert np.array_equal(fitting(level, (), batch).poses, poses[[0, 2]])


def test_an_empty_batch_is_legal() -> None:
    level = load_level("classic/2")
    assert legal(level, (), PoseBatch(level.pieces[:1], np.zeros((0, 1, 3)))).tolist() == []


def test_is_legal_asks_the_rules_themselves() -> None:
    level = load_level("classic/2")
    piece = level.pieces[0].id
    assert is_legal(level, ())
    assert not is_legal(level, [Placement(piece, level.ball.x, level.ball.y)])
