"""Generated levels: fair, certified, repeatable, whatever the family and the number of workers."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import GenerateError, UnknownNameError
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.files.levels import parse_level
from bubbleball.files.original.level import dump_original
from bubbleball.game.game import Game
from bubbleball.game.geometry import Disc, bounds
from bubbleball.game.kinds import TRAY_HEIGHT, Form, Kind
from bubbleball.game.level import Origin, Part
from bubbleball.game.placement import Placement
from bubbleball.generate import finishing, generator
from bubbleball.generate.dress import in_tray
from bubbleball.generate.generator import FAMILIES, WORKSHOP, generate, generate_many, orders
from bubbleball.generate.sketch import Sketch, Unfit
from bubbleball.generate.stream import Stream

SEED = 11


@pytest.mark.slow
@pytest.mark.parametrize("family", WORKSHOP)
def test_a_level_of_the_family_is_legal_not_trivial_and_solved_by_its_solution(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most in ("RANDOM", "RARE"):
        monkeypatch.setattr(finishing, most, 100)  # the difficulty may be rough here
    document = generate(family, SEED, 0)
    game = Game(document.level)
    (solution,) = document.solutions
    assert game.play(solution).solved
    assert not game.play().solved
    for left_out in solution:
        assert not game.play([at for at in solution if at is not left_out]).solved
    spare = len(document.level.pieces) - len(solution)
    assert (spare > 0) == (family == "decoy")
    _says_what_it_is(document, family)
    _is_the_same_in_both_formats(document)


def _says_what_it_is(document: Document, family: str) -> None:
    assert document.family == family
    assert document.level.origin is Origin.GENERATED
    assert document.level.title
    assert document.difficulty is not None
    assert 0 <= document.difficulty <= 10


def _is_the_same_in_both_formats(document: Document) -> None:
    assert parse_level(dump_document(document)) == document
    again = parse_level(dump_original(document))
    assert set(again.level.parts) == set(document.level.parts)
    assert (again.level.ball, again.level.flag) == (document.level.ball, document.level.flag)
    assert again.solutions == document.solutions


@pytest.mark.slow
def test_levels_are_the_same_bytes_with_one_worker_and_with_two() -> None:
    few = orders(("deflect", "spring", "circles"), 4, SEED)
    alone = {order: _text(result) for order, result in generate_many(few, 1)}
    assert alone == {order: _text(result) for order, result in generate_many(few, 2)}
    assert len(set(alone.values())) == 4


def _text(result: Document | GenerateError) -> str:
    assert isinstance(result, Document)
    return dump_document(result)


def test_another_index_or_seed_is_another_level() -> None:
    levels = [generate("deflect", seed, index).level for seed, index in ((0, 0), (0, 1), (1, 0))]
    assert len({dataclasses.replace(level, title="") for level in levels}) == 3


@pytest.mark.slow
def test_a_level_is_as_hard_as_was_asked_for() -> None:
    any_level = generate("spring", 0, 0)
    assert any_level.difficulty is not None
    harder = generate("spring", 0, 0, (any_level.difficulty + 0.1, 10.0))
    assert harder.difficulty is not None
    assert harder.difficulty > any_level.difficulty


def test_a_family_that_cannot_deliver_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "ATTEMPTS", 2)
    with pytest.raises(GenerateError) as raised:
        generate("deflect", 3, 4, (7.0, 10.0))
    said = str(raised.value)
    assert said.startswith(
        "family 'deflect' made no level of difficulty 7..10 for seed 3, index 4 in 2 attempts; "
        "most often: "
    )
    assert said.endswith("Ask for a wider difficulty or another seed")


def test_a_difficulty_beyond_the_bound_of_a_family_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(generator, "Sketch", None)  # no sketch is made
    with pytest.raises(GenerateError, match=r"cannot reach .* harder than 7\.1\. .* trestle"):
        generate("bridge", 0, 0, (9.9, 10.0))


def test_no_shipped_level_of_an_ordinary_family_is_beyond_the_bound() -> None:
    ordinary = [one for one in map(packs.find, packs.names()) if one.family in WORKSHOP]
    assert ordinary
    assert max(one.difficulty or 0 for one in ordinary) < finishing.most_difficult()


def test_an_unknown_family_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no family named 'bridges'; did you mean 'bridge'"):
        generate("bridges", 0, 0)


@given(st.integers(1, 60), st.integers(0, 9))
def test_families_take_turns_and_a_longer_run_begins_like_a_shorter_one(
    count: int, seed: int
) -> None:
    wanted = orders(tuple(FAMILIES), count, seed)
    assert len(set(wanted)) == count
    counts = [sum(order.family == family for order in wanted) for family in FAMILIES]
    assert max(counts) - min(counts) <= 1
    assert orders(tuple(FAMILIES), count + 5, seed)[:count] == wanted


def test_every_word_of_a_stream_matters() -> None:
    streams = [Stream.of(*words).between(0, 1) for words in ((1, "a", 2), (1, "a", 3), (1, "b", 2))]
    assert len(set(streams)) == 3
    assert Stream.of(1, "a", 2).between(0, 1) == streams[0]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_mirrored_sketch_is_the_mirror_image(family: str) -> None:
    sketch = _some_sketch(family)
    image = sketch.mirrored()
    assert image.mirrored().level() == sketch.level()
    for part, other in zip(sketch.scenery, image.scenery, strict=True):
        assert _corners(other) == _corners(part, mirrored=True)


def _some_sketch(family: str) -> Sketch:
    for attempt in range(200):
        sketch = Sketch()
        try:
            FAMILIES[family](sketch, Stream.of("sketch", family, attempt))
        except Unfit:
            continue
        return sketch
    raise AssertionError(f"{family} draws nothing")


def _corners(part: Part, *, mirrored: bool = False) -> list[tuple[float, float]]:
    shape = part.shape
    points = [(shape.x, shape.y)] if isinstance(shape, Disc) else list(shape.corners)
    return sorted((round(480 - x if mirrored else x, 6), round(y, 6)) for x, y in points)


@given(st.floats(-180, 180), st.sampled_from([Form.RECTANGLE, Form.TRIANGLE, Form.CIRCLE]))
def test_a_mirrored_piece_is_the_mirror_image_at_any_angle(angle: float, form: Form) -> None:
    sketch = Sketch()
    piece = sketch.piece(Kind.METAL, 75.0, 75.0, form)
    sketch.put(piece, 123.25, 200.5, angle)
    image = sketch.mirrored()
    (mine,), (other,) = sketch.shapes(), image.shapes()
    left, top, right, bottom = bounds(mine)
    assert bounds(other) == pytest.approx((480 - right, top, 480 - left, bottom), abs=1e-3)


def test_wood_that_slides_away_is_not_taken_for_settled() -> None:
    sketch = Sketch()
    sketch.drop(40, 100)
    sketch.ground(0, 200, 300, 20, 40)
    plank = sketch.piece(Kind.WOOD, 100.0, 25.0)
    sketch.put(plank, 240, 130, 40)
    with pytest.raises(Unfit, match=r"slides away|come to rest"):
        sketch.settle()


def test_settled_wood_stays_where_it_is() -> None:
    sketch = Sketch()
    sketch.ground(100, 250, 200, 20)
    block = sketch.piece(Kind.WOOD, 50.0, 50.0)
    sketch.put(block, 200, 222)
    sketch.settle()
    rest = sketch.solution[block]
    assert rest.y == pytest.approx(225, abs=0.5)
    sketch.settle()
    assert sketch.solution[block].y == pytest.approx(rest.y, abs=0.02)


SIZES = st.sampled_from([(150.0, 25.0), (200.0, 25.0), (75.0, 75.0), (50.0, 50.0), (25.0, 25.0)])


@given(st.lists(SIZES, min_size=1, max_size=10))
def test_the_tray_holds_its_pieces(sizes: list[tuple[float, float]]) -> None:
    pieces = [Part(f"p{n}", Kind.METAL, 0, 0, w, h) for n, (w, h) in enumerate(sizes)]
    laid = in_tray(pieces)
    assert [piece.id for piece in laid] == [piece.id for piece in pieces]
    for piece in laid:
        left, top, right, bottom = bounds(piece.shape)
        assert left >= 0
        assert top >= 0
        assert right <= 480
        assert bottom <= TRAY_HEIGHT
        assert left == round(left)
        assert top == round(top)


def test_a_ball_that_meets_a_face_touches_it_there() -> None:
    sketch = Sketch()
    sketch.drop(200, 100)
    for form, size in (
        (Form.RECTANGLE, (150.0, 25.0)),
        (Form.TRIANGLE, (75.0, 75.0)),
        (Form.CIRCLE, (50.0, 50.0)),
    ):
        sketch.pieces, sketch.solution = [], {}
        piece = sketch.piece(Kind.METAL, *size, form)
        sketch.meet(piece, (200, 220), 20)
        contact = sketch.run().contacts[0]
        assert contact.part == piece
        assert contact.normal == pytest.approx((0.342, -0.94), abs=0.02)
        assert sketch.run().ball[contact.frame, 1] == pytest.approx(220, abs=6)


def test_placements_of_a_sketch_are_kept_to_a_hundredth_of_a_pixel() -> None:
    sketch = Sketch()
    piece = sketch.piece(Kind.SLOWDOWN)
    sketch.put(piece, 100.123456, 200.98765)
    assert sketch.solution[piece] == Placement(piece, 100.12, 200.99)
