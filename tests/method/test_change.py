"""How far apart two placements are."""

from __future__ import annotations

import math

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.placement import Placement
from bubbleball.method.change import (
    change_px,
    changes,
    turn_between,
    with_equal_pieces_swapped,
)

BRIDGE = load_level("classic/2")
BAR = BRIDGE.pieces[0]


def test_the_same_placement_is_no_change() -> None:
    placed = (Placement(BAR.id, 217, 247.5),)
    assert changes(BRIDGE, placed, placed) == ()


def test_a_move_counts_its_length_in_px() -> None:
    before, after = Placement(BAR.id, 200, 200), Placement(BAR.id, 203, 204)
    assert change_px(BRIDGE, [before], [after]) == pytest.approx(5.0)


def test_a_turn_counts_the_path_of_the_farthest_corner() -> None:
    before, after = Placement(BAR.id, 200, 200), Placement(BAR.id, 200, 200, 30)
    reach = math.hypot(BAR.width, BAR.height) / 2
    assert change_px(BRIDGE, [before], [after]) == pytest.approx(reach * math.radians(30))


def test_a_piece_from_the_tray_counts_its_distance_from_there() -> None:
    after = Placement(BAR.id, BAR.x, BAR.y + 150, BAR.angle)
    (change,) = changes(BRIDGE, [], [after])
    assert (change.before, change.after) == (None, after)
    assert change.px == pytest.approx(150.0)


def test_a_bar_turned_by_half_a_circle_looks_the_same() -> None:
    assert turn_between(BAR, 10, 190) == pytest.approx(0.0)
    assert turn_between(BAR, 0, 170) == pytest.approx(-10.0)


def test_equal_pieces_change_places_when_that_is_nearer() -> None:
    level = load_level("workshop/chain-4")
    twins = [level.piece("metal-triangle-1"), level.piece("metal-triangle-2")]
    assert twins[0]
    assert twins[1]
    assert twins[0].size_key == twins[1].size_key
    left, right = (100.0, 200.0), (300.0, 200.0)
    before = [Placement(twins[0].id, *left), Placement(twins[1].id, *right)]
    after = [Placement(twins[0].id, *right), Placement(twins[1].id, *left)]
    swapped = with_equal_pieces_swapped(level, before, after)
    assert change_px(level, before, swapped) == 0.0
