"""One suite over every shipped level of every pack, and what the classic pack promises."""

from __future__ import annotations

import dataclasses
from importlib.resources import files
from itertools import combinations, pairwise

import numpy as np
import pytest

from bubbleball.certify.robust import robustness
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.files.levels import parse_level, read_level
from bubbleball.files.original.level import dump_original
from bubbleball.files.original.movable_objects import read_movables
from bubbleball.game.game import Game
from bubbleball.game.geometry import overlap
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Origin
from bubbleball.game.placing import Placer
from bubbleball.game.rules import breaches
from reference import reference

SHIPPED = packs.names()
CLASSIC = packs.pack("classic")
PIECES = [1, 2, 2, 2, 2, 2, 5, 6, 4, 2, 4, 5, 3, 10, 5, 3, 4, 3, 6, 6, 5]
MEASURED, COMPLETED = {2, 4, 5, 6, 10, 11}, {3, 9, 21}


def nameless(document: Document) -> Document:
    """As a file says it: the name comes from where the file is."""
    return dataclasses.replace(document, level=dataclasses.replace(document.level, name=""))


def number(name: str) -> int:
    return int(name.partition("/")[2])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_level_has_a_title_pieces_and_a_solution(name: str) -> None:
    document = packs.find(name)
    assert document.level.name == name
    assert document.level.title
    assert document.level.pieces
    assert document.solutions


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_is_what_our_format_writes(name: str) -> None:
    pack, _, stem = name.partition("/")
    text = (files("bubbleball") / "levels" / pack / f"{stem}.json").read_text(encoding="utf-8")
    document = parse_level(text)
    assert document == nameless(packs.find(name))
    assert dump_document(document) == text


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_level_survives_the_original_format(name: str) -> None:
    document = nameless(packs.find(name))
    assert nameless(parse_level(dump_original(document))) == document


@pytest.mark.parametrize("name", SHIPPED)
def test_doing_nothing_solves_no_shipped_level(name: str) -> None:
    assert not Game(packs.find(name).level).play().solved


@pytest.mark.parametrize("name", SHIPPED)
def test_stored_solutions_are_legal_and_win_and_repeat_to_the_bit(name: str) -> None:
    document = packs.find(name)
    for solution in document.solutions:
        assert not list(breaches(document.level, solution))
        first, second = (Game(document.level).play(solution) for _ in range(2))
        assert first.solved, first.reason
        assert first == second


@pytest.mark.parametrize("name", CLASSIC)
def test_stored_solutions_place_no_piece_in_vain(name: str) -> None:
    document = packs.find(name)
    for solution in document.solutions:
        for placement in solution:
            others = [p for p in solution if p is not placement]
            assert not Game(document.level).play(others).solved


def test_the_classic_pack_has_the_real_games_numbers_of_pieces() -> None:
    assert [number(name) for name in CLASSIC] == list(range(1, 22))
    assert [len(packs.find(name).level.pieces) for name in CLASSIC] == PIECES


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_level_says_where_it_comes_from(name: str) -> None:
    expected = (
        Origin.MEASURED
        if number(name) in MEASURED
        else Origin.COMPLETED
        if number(name) in COMPLETED
        else Origin.DESIGNED
    )
    assert packs.find(name).level.origin is expected


@pytest.mark.parametrize("name", CLASSIC)
def test_a_classic_level_forgives_a_pixel_and_a_degree(name: str) -> None:
    document = packs.find(name)
    placer, rng = Placer(document.level), np.random.default_rng(0)
    best = max(robustness(placer, each, rng, 24).solved for each in document.solutions)
    assert best >= 0.75 * 24


def test_no_two_classic_levels_have_the_same_title() -> None:
    assert len({packs.find(name).level.title for name in CLASSIC}) == len(CLASSIC)


def test_the_designed_levels_from_7_on_grow_in_difficulty() -> None:
    found = [packs.find(f"classic/{n}").difficulty or 0.0 for n in (7, *range(12, 21))]
    falls = [before - after for before, after in pairwise(found)]
    assert max(falls) <= 0.3 + 1e-9  # less than two certificates of one level may differ by
    assert found[-1] - found[0] >= 1.5


def test_the_classic_pack_uses_every_piece_and_power_up() -> None:
    levels = [packs.find(name).level for name in CLASSIC]
    pieces = {(piece.kind, piece.form) for level in levels for piece in level.pieces}
    assert {kind for kind, _ in pieces} == set(Kind) - {Kind.GROUND}
    for kind in (Kind.METAL, Kind.WOOD):
        for form in (Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE):
            assert (kind, form) in pieces
    fixed = {part.kind for level in levels for part in level.scenery if not part.loose}
    assert {Kind.METAL, Kind.WOOD, Kind.TELEPORT, Kind.SPEEDUP_RIGHT, Kind.GRAVITY_UP} <= fixed
    assert any(part.loose for level in levels for part in level.scenery)


def test_the_catapult_of_level_21_throws_the_ball() -> None:
    document = packs.find("classic/21")
    (catapult,) = (p.id for p in document.level.pieces if p.kind is Kind.CATAPULT)
    for solution in document.solutions:
        trial = Game(document.level).play(solution)
        after = [c.velocity_after for c in trial.contacts if c.part == catapult]
        fastest = trial.ball[:, 3].min()
        assert after
        assert fastest < -300  # px/s upwards, more than any power-up gives
        assert trial.ball[:, 0].max() - document.level.ball.x > 300


@pytest.mark.parametrize("stem", ["2", "10"])
def test_measured_levels_are_the_real_games(stem: str) -> None:
    movables = read_movables(reference("movableObjects.json"))
    real = read_level(reference(f"{stem}.json"), movables).level
    ours = packs.find(f"classic/{stem}").level
    assert (ours.ball, ours.flag) == (real.ball, real.flag)
    assert (ours.scenery, ours.pieces) == (real.scenery, real.pieces)


def test_classic_pieces_bear_the_real_games_ids() -> None:
    movables = read_movables(reference("movableObjects.json"))
    for name in CLASSIC:
        _, _, stem = name.partition("/")
        assert {piece.id for piece in packs.find(name).level.pieces} == set(movables[stem])


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_pieces_overlap_in_the_tray(name: str) -> None:
    pieces = packs.find(name).level.pieces
    for first, second in combinations(pieces, 2):
        assert overlap(first.shape, second.shape) < 0.01, (first.id, second.id)
