"""Placements drawn, lowered or repaired keep the rules."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.geometry import bounds, moved
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.rules import breaches, check_placements
from levels_in_python import GAP, POWERS

LEVEL = Level(
    ball=Ball(100, 120),
    flag=Flag(400, 275),
    scenery=(
        Part("floor", Kind.GROUND, 240, 310, 480, 20),
        Part("ledge", Kind.GROUND, 120, 200, 150, 15, 30),
        Part("log", Kind.WOOD, 300, 150, 40, 40, form=Form.CIRCLE),
        Part("up", Kind.SPEEDUP_UP, 330, 250),
    ),
    pieces=(
        Part("bar", Kind.METAL, 80, 20, 150, 25),
        Part("plank", Kind.WOOD, 250, 20, 100, 25),
        Part("wedge", Kind.WOOD, 350, 40, 75, 75, form=Form.TRIANGLE),
        Part("throw", Kind.CATAPULT, 80, 60, 125, 25),
        Part("hop", Kind.SPRING, 420, 20),
        Part("right", Kind.SPEEDUP_RIGHT, 460, 20),
    ),
)
PLACER = Placer(LEVEL)
coordinates = st.floats(-2000, 2000)
seeds = st.integers(0, 2**32 - 1)
poses = st.builds(
    Placement,
    st.sampled_from([piece.id for piece in LEVEL.pieces]),
    st.floats(-60, 540),
    st.floats(40, 380),
    st.one_of(st.just(0.0), st.floats(-400, 400)),
)


@given(seeds)
def test_every_draw_is_legal(seed: int) -> None:
    placements = PLACER.draw(np.random.default_rng(seed))
    assert placements
    assert not list(breaches(LEVEL, placements))


@given(st.lists(poses, max_size=6, unique_by=lambda placement: placement.piece))
def test_the_fast_check_agrees_with_the_rules(placements: list[Placement]) -> None:
    assert PLACER.legal(placements) == (not list(breaches(LEVEL, placements)))


def test_a_power_up_must_stand_upright_in_the_fast_check_too() -> None:
    assert not PLACER.legal([Placement("right", 240, 200, 5)])
    assert PLACER.legal([Placement("right", 240, 200, 720)])


@given(seeds)
def test_a_lowered_piece_is_legal_and_rests_on_something(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wedge = LEVEL.pieces[2]
    start = PLACER.pose(wedge, (), rng)
    assert start is not None
    low = PLACER.lowered(start, ())
    assert not list(breaches(LEVEL, [low]))
    assert (low.x, low.angle) == (start.x, start.angle)
    assert low.y >= start.y
    assert list(breaches(LEVEL, [Placement(low.piece, low.x, low.y + 0.1, low.angle)]))


def test_the_same_seed_draws_the_same_placements() -> None:
    first, second = (PLACER.draw(np.random.default_rng(5)) for _ in range(2))
    assert first == second


def test_each_number_of_pieces_is_equally_likely() -> None:
    rng = np.random.default_rng(0)
    counts = np.bincount([len(PLACER.draw(rng)) for _ in range(3000)], minlength=7)[1:]
    assert np.all(np.abs(counts - 500) < 5 * np.sqrt(500))


def test_a_disc_lies_anywhere_with_the_same_chance() -> None:
    disc = Part("disc", Kind.METAL, 20, 20, 30, 30, form=Form.CIRCLE)
    level = Level(Ball(-100, 0), Flag(1000, 0), pieces=(disc,))
    placer, rng = Placer(level), np.random.default_rng(1)
    points = np.array([(p.x, p.y) for p in (placer.draw(rng)[0] for _ in range(2000))])
    # Centres are uniform over x in -5..485 and y in 95..325.
    for values, low, high in ((points[:, 0], -5, 485), (points[:, 1], 95, 325)):
        shares = np.sort((values - low) / (high - low))
        steps = np.arange(1, 2001) / 2000
        assert np.max(np.abs(shares - steps)) < 1.95 / np.sqrt(2000)  # Kolmogorov, p = 0.001


def test_a_piece_without_any_place_stays_in_the_tray() -> None:
    tower = Part("tower", Kind.METAL, 20, 20, 400, 400)
    rock = Part("rock", Kind.METAL, 60, 20, 30, 30)
    level = Level(Ball(100, 120), Flag(400, 275), pieces=(tower, rock))
    rng = np.random.default_rng(2)
    drawn = [Placer(level).draw(rng) for _ in range(12)]
    assert {placement.piece for placements in drawn for placement in placements} == {"rock"}
    assert () in drawn


def test_a_level_without_pieces_has_only_the_empty_placement() -> None:
    assert Placer(Level(Ball(1, 1), Flag(9, 9))).draw(np.random.default_rng(0)) == ()


@given(seeds)
def test_pieces_stay_inside_the_play_area(seed: int) -> None:
    for placement in PLACER.draw(np.random.default_rng(seed)):
        piece = LEVEL.piece(placement.piece)
        assert piece is not None
        shape = moved(piece.outline, placement.x, placement.y, placement.angle)
        left, top, right, bottom = bounds(shape)
        assert left >= -20
        assert top >= 80
        assert right <= 500
        assert bottom <= 340


@given(st.lists(st.tuples(coordinates, coordinates, coordinates), min_size=2, max_size=2))
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
