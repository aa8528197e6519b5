"""Documents and placements as values and as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import LevelError
from bubbleball.files.document import Document, LevelFormat, placements_data, placements_from
from bubbleball.game.placement import MAX_POSE, Placement
from levels_in_python import GAP

poses = st.floats(-MAX_POSE, MAX_POSE)


@given(st.lists(st.builds(Placement, st.text(), poses, poses, poses)))
def test_placements_survive_json_to_the_last_bit(placements: list[Placement]) -> None:
    again = placements_from(json.loads(json.dumps(placements_data(placements))))
    assert repr(again) == repr(tuple(placements))  # repr tells 0.0 from -0.0


def test_the_format_of_its_file_does_not_make_a_document_another() -> None:
    assert Document(GAP) == Document(GAP, format=LevelFormat.ORIGINAL)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"difficulty": 11.0}, "difficulty: 11 is out of range; allowed: 0 to 10"),
        ({"family": "a\nb"}, "family: 'a\\nb' has characters that cannot be printed"),
        ({"family": "x" * 201}, "family: is 201 characters long; at most 200"),
        (
            {"solutions": ((Placement("rock", 1, 1),),)},
            "solutions[0][0].piece: no piece has the id 'rock'",
        ),
        (
            {"solutions": ((Placement("log", 1, 1), Placement("log", 2, 2)),)},
            "solutions[0][1].piece: piece 'log' is placed twice",
        ),
    ],
)
def test_a_document_that_contradicts_itself_is_refused(
    fields: dict[str, object], message: str
) -> None:
    with pytest.raises(LevelError) as raised:
        Document(GAP, **fields)  # type: ignore[arg-type]  # wrong on purpose
    assert str(raised.value) == f"test/gap: {message}"
