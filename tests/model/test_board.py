"""Configurations as arrays, β among them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bubbleball.game.kinds import Kind
from bubbleball.game.level import Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.model.beta import beta_vector
from bubbleball.model.board import Board, build_board
from bubbleball.model.candidate_rows import build_candidates, completes_pair
from bubbleball.model.codes import NONE, NoRow, Status
from bubbleball.model.columns import (
    CENTRE_X,
    CENTRE_Y,
    GROUND_MU,
    PARTNER,
    PLACE_X,
    STATIC,
    WOOD_MU,
)
from scenes import floor, scene

BETA = beta_vector(REAL)
PLANK = Part("plank", Kind.METAL, 75, 20, 150, 25)
BEAM = Part("beam", Kind.WOOD, 75, 20, 100, 25)
IN, OUT = Part("in", Kind.TELEPORT, 380, 20), Part("out", Kind.TELEPORT, 410, 20)
LEVEL = scene((50, 100), floor(300), pieces=[PLANK, BEAM, IN, OUT])


def test_no_two_codes_share_a_number() -> None:
    codes = [*Status, *NoRow]
    assert len({int(code) for code in codes}) == len(codes)
    assert all(code < 0 for code in NoRow), "rows count from 0"


def test_beta_mixes_friction_as_box2d_does() -> None:
    beta = beta_vector(dataclasses.replace(REAL, ball_friction=0.3, wood_friction=0.7))
    assert beta[GROUND_MU] == pytest.approx(np.sqrt(0.3 * 0.5))
    assert beta[WOOD_MU] == pytest.approx(np.sqrt(0.3 * 0.7))


def test_what_is_in_the_tray_is_not_on_the_board() -> None:
    board, names = build_board(LEVEL, [Placement("plank", 100, 200)], BETA)
    assert names == ("floor", "plank")
    assert board.shapes[1, [CENTRE_X, CENTRE_Y]].tolist() == [100.0, 200.0]
    assert len(board.buttons) == 0


def test_only_what_the_engine_cannot_move_is_static() -> None:
    placements = [Placement("plank", 100, 200), Placement("beam", 300, 200)]
    board, names = build_board(LEVEL, placements, BETA)
    assert dict(zip(names, board.shapes[:, STATIC].tolist(), strict=True)) == {
        "floor": 1.0,
        "plank": 1.0,
        "beam": 0.0,
    }


def test_a_lone_teleport_has_no_partner() -> None:
    alone, _ = build_board(LEVEL, [Placement("in", 100, 200)], BETA)
    assert alone.buttons[0, PARTNER] == NONE
    both, _ = build_board(LEVEL, [Placement("in", 100, 200), Placement("out", 300, 200)], BETA)
    assert both.buttons[:, PARTNER].tolist() == [1.0, 0.0]


def rows_for(placements: list[Placement], *parts: Part) -> tuple[Board, bool, np.ndarray]:
    poses = np.array([[[200.0, 200.0, 0.0]] * len(parts)] * 3)
    board, _, batch = build_candidates(LEVEL, placements, parts, poses, BETA)
    return board, completes_pair(board, batch), batch.buttons


def test_a_candidate_that_completes_a_pair_links_both_ends() -> None:
    board, completes, added = rows_for([Placement("in", 100, 200)], PLANK, OUT)
    assert completes
    assert board.buttons[0, PARTNER] == 1.0
    assert added[:, 0, PARTNER].tolist() == [0.0] * 3
    assert added[:, 0, PLACE_X].tolist() == [200.0] * 3


def test_a_candidate_that_brings_both_ends_completes_no_standing_pair() -> None:
    _, completes, added = rows_for([Placement("plank", 100, 200)], IN, OUT)
    assert not completes
    assert added[0, :, PARTNER].tolist() == [1.0, 0.0]
