"""Strict JSON: what is accepted, and how every fault is named."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import FileFormatError, LevelError
from bubbleball.files.json_text import block, brief, load_json, number, path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("{", "is not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ('{"a": 1, "a": 2}', "has the field 'a' twice in one object"),
        ("[NaN]", "has NaN, which is not a number that a file may hold"),
        ("[-Infinity]", "has -Infinity, which is not a number that a file may hold"),
        ("[" * 100_000, "is nested too deeply"),
        ('"\\ud800"', "has half a character: '\\ud800'"),
        (b"\xff", "is not text in UTF-8: byte 0xff at 0"),
        ("[1, 2, 3, 4, 5, 6]", "is 18 bytes long; at most 17 are read"),
    ],
)
def test_a_fault_is_one_error_that_names_the_source(text: str | bytes, message: str) -> None:
    most = 17 if message.startswith("is 18") else 4_000_000
    with pytest.raises(FileFormatError) as raised:
        load_json(text, "some.json", FileFormatError, most)
    assert str(raised.value) == f"some.json: {message}"


def test_a_level_error_is_raised_by_default() -> None:
    with pytest.raises(LevelError):
        load_json("", "level.json")


def test_a_byte_order_mark_and_surrogate_pairs_are_accepted() -> None:
    assert load_json(b"\xef\xbb\xbf[1]", "") == [1]
    assert load_json('"\\ud83d\\ude00"', "") == "\U0001f600"


def test_a_huge_whole_number_becomes_a_float() -> None:
    assert load_json("9" * 400, "") == math.inf
    assert load_json("12345678901234567", "") == 12345678901234567


texts = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.recursive(st.none() | st.booleans() | st.integers(-9999, 9999) | texts, st.lists))
def test_json_that_python_writes_is_read(value: object) -> None:
    for ascii_only in (True, False):
        assert load_json(json.dumps(value, ensure_ascii=ascii_only), "") == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_back_to_the_same_bits(value: float) -> None:
    assert float(json.loads(json.dumps(number(value)))).hex() == value.hex()


def test_a_list_has_one_item_per_line() -> None:
    assert block([1, "a"]) == '[\n    1,\n    "a"\n  ]'
    assert block([]) == "[]"


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "null"), (True, "true"), ("a", "'a'"), (0.1, "0.1"), ([], "a list"), ({}, "an object")],
)
def test_a_value_is_described_briefly(value: object, text: str) -> None:
    assert brief(value) == text


def test_a_path_quotes_what_is_no_name() -> None:
    assert path(("pieces", 3, "angle")) == "pieces[3].angle"
    assert path(("a b", "c")) == "['a b'].c"
