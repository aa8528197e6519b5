"""Our own level format: what is written reads back, and all faults are reported."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bubbleball
from bubbleball.errors import FileWriteError, LevelError
from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document, level_schema
from bubbleball.files.levels import parse_level, read_level, write_level
from bubbleball.game.game import Game
from bubbleball.game.kinds import Form, Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.placement import Placement
from document_strategies import documents, json_values, spoiled
from repository import ROOT, TESTS

FOLDER = TESTS / "levels"
DOCS = ROOT / "docs"
SHIPPED_SCHEMA = Path(bubbleball.__file__).parent / "levels" / "level.schema.json"

LEVEL = Level(
    Ball(35, 150),
    Flag(419, 210, 180),
    (
        Part("hill", Kind.GROUND, 75, 207.5, 150, 15, 30),
        Part("box", Kind.WOOD, 200, 90, 40, 40, loose=True),
    ),
    (Part("roof", Kind.METAL, 75, 40, 9, 9, form=Form.TRIANGLE), Part("up", Kind.SPRING, 90, 20)),
    title="Ramp",
    author="Ada",
)
DOCUMENT = Document(LEVEL, ((Placement("roof", 217, 247.25, -3),),), "ramps", 2.5)
TEXT = """\
{
  "version": 1,
  "title": "Ramp",
  "author": "Ada",
  "origin": "designed",
  "family": "ramps",
  "difficulty": 2.5,
  "ball": {"id": "ball", "x": 35, "y": 150},
  "flag": {"id": "flag", "x": 419, "y": 210, "angle": 180},
  "scenery": [
    {"id": "hill", "kind": "ground", "x": 75, "y": 207.5, "width": 150, "height": 15, "angle": 30},
    {"id": "box", "kind": "wood", "x": 200, "y": 90, "width": 40, "height": 40, "loose": true}
  ],
  "pieces": [
    {"id": "roof", "kind": "metal", "form": "triangle", "x": 75, "y": 40, "width": 9, "height": 9},
    {"id": "up", "kind": "spring", "x": 90, "y": 20}
  ],
  "solutions": [
    [{"piece": "roof", "x": 217, "y": 247.25, "angle": -3}]
  ]
}
"""


def test_a_document_is_written_with_one_part_per_line_and_whole_numbers_whole() -> None:
    assert dump_document(DOCUMENT) == TEXT
    assert parse_level(TEXT) == DOCUMENT


@given(documents())
def test_what_is_written_reads_back_and_is_written_the_same_again(document: Document) -> None:
    text = dump_document(document)
    again = parse_level(text)
    assert again == document
    assert dump_document(again) == text


@settings(max_examples=25)
@given(documents())
def test_what_is_written_fits_the_schema(document: Document) -> None:
    validator = jsonschema_rs.Draft202012Validator(level_schema())
    assert not list(validator.iter_errors(json.loads(dump_document(document))))


def test_the_schema_asks_for_the_size_of_solids_only() -> None:
    validator = jsonschema_rs.Draft202012Validator(level_schema())
    part = {"id": "a", "x": 1, "y": 1}
    data: dict[str, Any] = {"version": 1, "ball": {"x": 1, "y": 2}, "flag": {"x": 3, "y": 4}}
    assert validator.is_valid(data | {"scenery": [part | {"kind": "spring"}]})
    assert not validator.is_valid(data | {"scenery": [part | {"kind": "wood"}]})


def test_the_shipped_schema_is_the_schema() -> None:
    assert json.loads(SHIPPED_SCHEMA.read_text(encoding="utf-8")) == level_schema()


def test_a_file_is_written_whole_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "ramp.json"
    path.write_text("what was there before")
    write_level(path, DOCUMENT)
    assert read_level(path) == replace(DOCUMENT, level=replace(LEVEL, name="ramp"))
    assert [file.name for file in tmp_path.iterdir()] == ["ramp.json"]


def test_a_file_that_cannot_be_written_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(FileWriteError, match=r"absent/ramp\.json"):
        write_level(tmp_path / "absent" / "ramp.json", DOCUMENT)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("valid/*.json")), ids=lambda path: path.stem)
def test_valid_files_read_and_keep_their_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.stem.startswith("terse"):
        assert dump_document(read_level(path)) != text
    else:
        assert dump_document(read_level(path)) == text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("invalid/*.json")), ids=lambda path: path.stem)
def test_invalid_files_are_refused_with_the_message_beside_them(path: Path) -> None:
    expected = path.with_suffix(".txt").read_text(encoding="utf-8").rstrip("\n")
    with pytest.raises(LevelError) as raised:
        read_level(path)
    assert str(raised.value).replace(str(path.parent) + "/", "") == expected


def test_the_example_of_the_docs_reads_and_its_solution_solves_it() -> None:
    text = (DOCS / "level-format.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    document = parse_level(example)
    assert dump_document(document) == example
    for solution in document.solutions:
        assert Game(document.level).play(solution).solved


def test_every_field_of_the_format_is_in_the_docs() -> None:
    text = (DOCS / "level-format.md").read_text(encoding="utf-8")
    schema = level_schema()
    fields = set(schema["properties"])
    for part in schema["$defs"].values():
        fields |= set(part.get("properties", {})) | set(part.get("enum", []))
    assert not [field for field in fields if f"`{field}`" not in text]


def test_ten_thousand_parts_are_refused_with_their_number() -> None:
    part = {"id": "a", "kind": "spring", "x": 1, "y": 2}
    data = {"version": 1, "ball": {}, "flag": {}, "scenery": [part] * 10_000}
    with pytest.raises(LevelError) as raised:
        parse_level(json.dumps(data), "big.json")
    assert str(raised.value) == "big.json: scenery: has 10000 parts; a level has at most 1000"


@pytest.mark.parametrize("depth", [50, 500, 900, 2_000, 100_000])
@pytest.mark.parametrize(
    "start", ["", '{"version": 1, "ball": ', '{"version": 1, "scenery": [{"x": ']
)
def test_deep_nesting_is_refused(depth: int, start: str) -> None:
    end = "]" * depth + ("" if not start else "}]}" if "scenery" in start else "}")
    with pytest.raises(LevelError):
        parse_level(start + "[" * depth + end)


def test_a_file_over_four_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_bytes(b" " * 4_000_001)
    with pytest.raises(LevelError, match="is 4000001 bytes long; at most 4000000 are read"):
        read_level(path)


def test_thousands_of_faults_are_counted_not_listed() -> None:
    data = {"version": 1, "ball": {"x": 1, "y": 2}, "flag": {f"f{n}": n for n in range(5000)}}
    with pytest.raises(LevelError) as raised:
        parse_level(json.dumps(data))
    assert len(raised.value.problems) == 1001
    assert str(raised.value.problems[-1]) == "and 4002 more problems"


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_any_bytes_or_text_are_refused_in_our_words(text: str | bytes) -> None:
    with pytest.raises(LevelError):
        parse_level(text, "x.json")


@given(json_values.map(json.dumps))
def test_any_json_is_refused_in_our_words(text: str) -> None:
    with pytest.raises(LevelError):
        parse_level(text)


@settings(max_examples=200)
@given(spoiled(json.loads(TEXT)).map(json.dumps))
def test_a_spoiled_level_reads_or_is_refused_in_our_words(text: str) -> None:
    try:
        document = parse_level(text)
    except LevelError:
        return  # any other exception fails the test
    assert parse_level(dump_document(document)) == document


@given(st.data())
def test_faults_do_not_hide_each_other(data: st.DataObject) -> None:
    """Each of these, alone or with any of the others, is reported at its place."""
    faults: dict[str, tuple[list[Any], Any]] = {
        "title": (["title"], 3),
        "ball.x": (["ball", "x"], "35"),
        "flag.width": (["flag", "width"], 2),
        "scenery[0].angle": (["scenery", 0, "angle"], None),
        "scenery[1].id": (["scenery", 1, "id"], "hill"),
        "pieces[0].kind": (["pieces", 0, "kind"], "mettal"),
        "pieces[1].loose": (["pieces", 1, "loose"], True),
        "solutions[0][0].piece": (["solutions", 0, 0, "piece"], "rof"),
        "teleports[0]": (["teleports"], [["hill", "up"]]),
    }
    level = json.loads(TEXT)
    chosen = data.draw(st.sets(st.sampled_from(sorted(faults)), min_size=1))
    for name in chosen:
        (*steps, last), value = faults[name]
        holder = level
        for step in steps:
            holder = holder[step]
        holder[last] = value
    with pytest.raises(LevelError) as raised:
        parse_level(json.dumps(level))
    found = {problem.where for problem in raised.value.problems}
    if "pieces[0].kind" in chosen:  # it could have been a teleport
        found.add("teleports[0]") if "teleports[0]" in chosen else None
    assert found == chosen


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"difficulty": math.nan}, "difficulty"),
        ({"difficulty": 11}, "difficulty"),
        ({"family": "a\nb"}, "family"),
        ({"solutions": ((Placement("rof", 1, 2),),)}, "solutions[0][0].piece"),
    ],
)
def test_a_document_that_could_not_be_read_back_cannot_be_made(
    more: dict[str, Any], where: str
) -> None:
    with pytest.raises(LevelError) as raised:
        Document(LEVEL, **more)
    assert [problem.where for problem in raised.value.problems] == [where]
