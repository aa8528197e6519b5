"""The original game's level files: the real ones, ours in their form, and broken ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from bubbleball.cli import app
from bubbleball.errors import BubbleBallError, FileFormatError, LevelError
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.files.levels import parse_level, read_level
from bubbleball.files.original.level import dump_original
from bubbleball.files.original.movable_objects import parse_movables, read_movables
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from document_strategies import documents, json_values, spoiled
from reference import reference

BALL = ["ball", 20, 135, 30, 30, 0, "YT6C", ""]
FLAG = ["flag", 400, 185, 38, 50, 0, "TGI9", ""]
PLANK = ["metalrect150x25", 0, 8, 150, 25, 0, "AO6G", ""]
BOX = ["woodrect40x40", 200, 100, 40, 40, 15, "BOX1", ""]


def level_text(*rows: list[Any], **more: object) -> str:
    return json.dumps([{"objects": [BALL, FLAG, *rows], **more}])


def read(*rows: list[Any], movables: Any = None, **more: object) -> Level:
    return parse_level(level_text(*rows, **more), "levels/2.json", movables=movables).level


def refusal(*rows: list[Any], movables: Any = None, **more: object) -> str:
    with pytest.raises(LevelError) as raised:
        read(*rows, movables=movables, **more)
    return str(raised.value).removeprefix("levels/2.json: ")


@pytest.mark.parametrize("name", ["2.json", "10.json"])
def test_a_real_level_file_is_written_back_byte_for_byte(name: str) -> None:
    text = reference(name).read_bytes()
    document = parse_level(text)
    assert dump_original(document).encode() == text
    assert dump_original(document, plain=True).encode() == text
    assert dump_original(parse_level(dump_document(document))).encode() == text


def test_a_real_level_is_the_same_with_and_without_movables_and_byte_order_mark() -> None:
    text = reference("2.json").read_bytes()
    movables = read_movables(reference("movableObjects.json"))
    assert movables["2"] == ("AO6G", "C5NY")
    plain = parse_level(text)
    assert parse_level(b"\xef\xbb\xbf" + text) == plain
    assert parse_level(text, movables=movables["2"]) == plain
    named = replace(plain.level, name="2")
    assert read_level(reference("2.json")) == replace(plain, level=named)
    assert read_level(reference("2.json"), movables) == replace(plain, level=named)


def test_corners_become_centres() -> None:
    level = read(PLANK, BOX)
    assert level.ball == Ball(35, 150, "YT6C")
    assert level.flag == Flag(419, 210, 0, 38, 50, "TGI9")
    assert level.pieces == (Part("AO6G", Kind.METAL, 75, 20.5, 150, 25),)
    assert level.scenery == (Part("BOX1", Kind.WOOD, 220, 120, 40, 40, 15),)


@pytest.mark.parametrize(
    ("name", "kind", "form"),
    [
        ("metalrect30x25", Kind.METAL, Form.RECTANGLE),
        ("metalrtri75x75", Kind.METAL, Form.TRIANGLE),
        ("metalcirc50x50", Kind.METAL, Form.CIRCLE),
        ("woodrect175x25", Kind.WOOD, Form.RECTANGLE),
        ("woodrtri75x75", Kind.WOOD, Form.TRIANGLE),
        ("woodcirc12.5x12.5", Kind.WOOD, Form.CIRCLE),
        ("catapult125x25", Kind.CATAPULT, Form.BEAM),
        ("ground", Kind.GROUND, Form.RECTANGLE),
        ("speedupu", Kind.SPEEDUP_UP, Form.CIRCLE),
        ("speedupd", Kind.SPEEDUP_DOWN, Form.CIRCLE),
        ("speedupl", Kind.SPEEDUP_LEFT, Form.CIRCLE),
        ("speedupr", Kind.SPEEDUP_RIGHT, Form.CIRCLE),
        ("slowdown", Kind.SLOWDOWN, Form.CIRCLE),
        ("gravity", Kind.GRAVITY_UP, Form.CIRCLE),
        ("gravitydown", Kind.GRAVITY_DOWN, Form.CIRCLE),
        ("spring", Kind.SPRING, Form.CIRCLE),
        ("teleport", Kind.TELEPORT, Form.CIRCLE),
    ],
)
def test_every_type_string_is_known(name: str, kind: Kind, form: Form) -> None:
    digits = name.lstrip("abcdefghijklmnopqrstuvwyz")
    width, height = map(float, digits.split("x")) if digits else (25.0, 25.0)
    level = read([name, 100, 200, width, height, 0, "A", ""])
    assert level.scenery == (
        Part("A", kind, 100 + width / 2, 200 + height / 2, width, height, 0, form),
    )
    assert f'["{name}",100,200,' in dump_original(Document(level))


def test_what_lies_in_the_tray_is_movable_but_ground_never() -> None:
    rows = [
        ["woodrect40x40", 0, 79.9, 40, 40, 0, "in", ""],
        ["woodrect40x40", 0, 80, 40, 40, 0, "out", ""],
        ["gravity", 0, 0, 25, 25, 0, "up", ""],
        ["ground", 0, 0, 25, 25, 0, "roof", ""],
    ]
    level = read(*rows)
    assert [piece.id for piece in level.pieces] == ["in", "up"]
    assert [part.id for part in level.scenery] == ["out", "roof"]


def test_the_list_of_movables_decides_which_and_in_which_order() -> None:
    level = read(PLANK, BOX, movables=["BOX1", "AO6G"])
    assert [piece.id for piece in level.pieces] == ["BOX1", "AO6G"]
    assert read(PLANK, BOX, movables=[]).pieces == ()


def test_listed_movables_that_the_level_has_not_are_named() -> None:
    assert refusal(PLANK, movables=["AO6G", "C5NY", "YT6C"]) == (
        "movable objects: no object has the id 'C5NY', 'YT6C'; known: AO6G"
    )
    assert refusal(PLANK, movables=["AO6G", "AO6G"]) == "movable objects: an id is listed twice"


@pytest.mark.parametrize("folder", [".", ".."])
def test_movables_are_found_beside_the_file_or_one_folder_up(tmp_path: Path, folder: str) -> None:
    path = tmp_path / "levels" / "7.json"
    path.parent.mkdir()
    path.write_text(level_text(PLANK, BOX))
    (path.parent / folder / "movableObjects.json").write_text('\ufeff{"7": ["BOX1"]}', "utf-8")
    assert [piece.id for piece in read_level(path).level.pieces] == ["BOX1"]
    other = {"1": ["X"], "7": ["AO6G"]}
    assert [piece.id for piece in read_level(path, other).level.pieces] == ["AO6G"]


def test_a_level_that_the_movables_do_not_list_has_its_tray(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(level_text(PLANK, BOX))
    assert [piece.id for piece in read_level(path, {"1": ["X"]}).level.pieces] == ["AO6G"]


def test_movables_are_not_looked_at_for_a_level_in_our_format(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(dump_document(parse_level(level_text(PLANK, BOX))))
    (tmp_path / "movableObjects.json").write_text("not JSON")
    assert [piece.id for piece in read_level(path).level.pieces] == ["AO6G"]


def test_teleports_pair_in_the_order_of_the_file() -> None:
    rows = [["teleport", 50 * n, 70 if n % 2 else 90, 25, 25, 0, f"T{n}", ""] for n in range(5)]
    level = read(*rows)
    assert level.teleports == (("T0", "T1"), ("T2", "T3"))
    assert [part.id for part in level.scenery] == ["T0", "T2", "T4"]
    again = parse_level(dump_original(Document(level)))
    assert again.level == level
    bare = parse_level(dump_original(Document(level), plain=True)).level
    assert bare.teleports == level.teleports
    assert set(bare.parts) == set(level.parts)


@given(documents())
def test_a_level_survives_both_formats_and_the_way_across(document: Document) -> None:
    original = parse_level(dump_original(document))
    assert original == document
    assert parse_level(dump_document(original)) == document
    assert dump_original(parse_level(dump_document(document))) == dump_original(document)


def test_our_own_key_is_there_only_when_there_is_something_to_keep() -> None:
    level = read(PLANK, BOX)
    assert "bubbleball" not in dump_original(Document(level))
    titled = dump_original(Document(replace(level, title="Box")))
    assert json.loads(titled)[0]["bubbleball"] == {"title": "Box"}
    solved = dump_original(Document(level, ((Placement("AO6G", 1, 2),),)))
    assert json.loads(solved)[0]["bubbleball"] == {
        "solutions": [[{"piece": "AO6G", "x": 1, "y": 2, "angle": 0}]]
    }
    swapped = read(PLANK, BOX, movables=["BOX1"])
    assert json.loads(dump_original(Document(swapped)))[0]["bubbleball"] == {"pieces": ["BOX1"]}


def test_a_plain_file_drops_what_is_said_about_a_level() -> None:
    level = read(PLANK, BOX)
    titled = Document(replace(level, title="Box"), ((Placement("AO6G", 1, 2),),), "f", 3.0)
    assert dump_original(titled, plain=True) == dump_original(Document(level))


def test_a_plain_file_that_would_change_the_scene_is_refused_with_every_reason() -> None:
    rows = [["teleport", 50 * n, 90, 25, 25, 0, f"T{n}", ""] for n in range(2)]
    level = read(PLANK, BOX, *rows, movables=["BOX1"])
    level = replace(
        level, teleports=(), scenery=(*level.scenery, Part("L", Kind.WOOD, 9, 200, loose=True))
    )
    with pytest.raises(LevelError) as raised:
        dump_original(Document(level), plain=True)
    assert [problem.where for problem in raised.value.problems] == [
        "L",
        "AO6G",
        "BOX1",
        "teleports",
    ]


def test_unknown_types_are_named_with_the_known_ones() -> None:
    text = refusal(["steelrect150x25", 0, 8, 150, 25, 0, "A", ""])
    assert text.startswith(
        "objects[2].type: 'steelrect150x25' is not known; did you mean 'metalrectWxH'? known: "
    )
    assert "woodcircWxH, catapultWxH, ground, speedupu" in text


@pytest.mark.parametrize(
    "name", ["woodrect", "woodrect10x", "woodrect１x１", "ballx", "Ground", ""]
)
def test_strings_that_only_look_like_types_are_unknown(name: str) -> None:
    assert "is not known" in refusal([name, 0, 8, 1, 1, 0, "A", ""])


def test_sizes_must_agree_with_the_type() -> None:
    assert refusal(["woodrect40x40", 0, 90, 41, 40, 0, "A", ""]) == (
        "objects[2].w: 41 does not agree with the type 'woodrect40x40': 40"
    )
    ball = ["ball", 0, 90, 30, 31, 0, "A", ""]
    assert "objects[2].h: 31 does not agree with the type 'ball': 30" in refusal(ball)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "[1]", "[{}]", "[{}, {}]", '[{"objects": {}}]', '[{"objects": []}]'],
)
def test_other_outlines_are_refused(text: str) -> None:
    with pytest.raises(LevelError):
        parse_level(text)


@pytest.mark.parametrize("last", [[], [""], ["x"], [None], [7], [{"a": []}]])
def test_the_last_column_and_other_keys_change_nothing(last: list[Any]) -> None:
    assert read([*PLANK[:7], *last], name="x", gravity=[3]) == read(PLANK)


def test_a_row_of_another_length_is_refused() -> None:
    for row in (PLANK[:6], [*PLANK, ""]):
        assert refusal(row).startswith(f"objects[2]: has {len(row)} entries; an object is [type, ")


def test_numbers_as_ids_are_text_in_rows_and_in_the_list_of_movables() -> None:
    rows = [[*PLANK[:6], 7, ""], [*BOX[:6], 8, ""]]
    listed = parse_movables('{"2": [8, "7"]}')["2"]
    assert [piece.id for piece in read(*rows, movables=listed).pieces] == ["8", "7"]
    again = [*BOX[:6], "7", ""]
    assert "objects[3].id: id '7' is taken by objects[2]" in refusal(rows[0], again)
    for wrong in (True, None, 1.5, ["A"]):
        assert "objects[2].id: " in refusal([*PLANK[:6], wrong, ""])


def test_of_the_power_ups_only_the_spring_turns() -> None:
    names = ("speedupr", "slowdown", "gravity", "teleport", "spring")
    level = read(*([name, 100, 100, 25, 25, 45, name, ""] for name in names))
    assert [part.angle for part in level.scenery] == [0, 0, 0, 0, 45]


def test_ten_thousand_objects_are_refused_with_their_number() -> None:
    assert refusal(*[BOX] * 9_998).startswith(
        "objects: has 10000 objects; a level has at most 1000"
    )


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"1": "A"}', '{"1": [true]}', "\x00", '{"1":1,"1":2}']
)
def test_a_broken_list_of_movables_is_refused(text: str) -> None:
    with pytest.raises(FileFormatError):
        parse_movables(text, "movableObjects.json")


FULL = json.loads(
    level_text(
        PLANK,
        BOX,
        ["teleport", 0, 90, 25, 25, 0, "T1", ""],
        ["teleport", 90, 9, 25, 25, 0, "T2", ""],
        bubbleball={
            "title": "x",
            "loose": ["BOX1"],
            "pieces": ["AO6G"],
            "teleports": [["T2", "T1"]],
        },
    )
)


@settings(max_examples=200)
@given(
    st.one_of(spoiled(FULL), json_values).map(json.dumps),
    st.sampled_from([None, ["AO6G"], ["BOX1", "AO6G"], ["T1"]]),
)
def test_a_spoiled_level_reads_or_is_refused_in_our_words(text: str, movables: Any) -> None:
    try:
        document = parse_level(text, "2.json", movables=movables)
    except LevelError:
        return  # any other exception fails the test
    assert parse_level(dump_original(document)) == document


def test_convert_goes_there_and_back(tmp_path: Path) -> None:
    runner = CliRunner()
    theirs, ours = str(tmp_path / "5.json"), str(tmp_path / "ours.json")
    assert runner.invoke(app, ["convert", "5", theirs]).exit_code == 0
    assert runner.invoke(app, ["convert", theirs, ours]).exit_code == 0
    shown = runner.invoke(app, ["convert", "5", "-", "--to", "ours"])
    assert Path(ours).read_text(encoding="utf-8") == shown.output
    (tmp_path / "list.json").write_text('{"5": []}')
    bare = ["convert", theirs, "-", "--movables", str(tmp_path / "list.json")]
    assert isinstance(runner.invoke(app, bare).exception, BubbleBallError)  # solutions need pieces
    assert runner.invoke(app, ["convert", "5", "-", "--to", "ours", "--plain"]).exit_code == 2
