"""Replies are read as models write them, and what cannot be read is explained."""

from __future__ import annotations

import json
from contextlib import suppress

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import ReplyError
from bubbleball.game.placement import Placement
from bubbleball.solvers.language.replies import MAX_REPLY, answer_schema, read_reply
from levels_in_python import GAP

PLANK = (Placement("plank", 217, 247.5, -10),)
PLAIN = '{"thought": "why", "placements": [{"piece": "plank", "x": 217, "y": 247.5, "angle": -10}]}'


@pytest.mark.parametrize(
    "reply",
    [
        PLAIN,
        f"I think so.\n```json\n{PLAIN}\n```\nDone.",
        f'First {{"placements": [{{"piece": "log", "x": 1, "y": 2}}]}}, no: {PLAIN}',
        PLAIN.replace('"', "'"),
        PLAIN.replace("}]}", "},]}"),
        '[{"id": "PLANK", "x": "217", "y": "247.5 px", "rotation": "-10°"}]',
        '[["plank", 217, 247.5, -10]]',
        '{"plank": {"x": 217, "y": 247.5, "angle": -10}}',
        '{"plank": [217, 247.5, -10]}',
        '{"piece": "plank", "position": [217, 247.5], "angle": -10}',
        '{"pieces": [{"name": "plank", "centre": {"x": 217, "y": 247.5}, "turn": -10}]}',
        "{broken " * 50 + PLAIN,
    ],
)
def test_an_answer_is_found_however_it_is_dressed(reply: str) -> None:
    assert read_reply(reply, GAP).placements == PLANK


def test_a_missing_angle_is_0_and_an_empty_list_places_nothing() -> None:
    assert read_reply('[["plank", 1, 2]]', GAP).placements == (Placement("plank", 1, 2, 0),)
    assert read_reply('{"placements": []}', GAP).placements == ()
    assert read_reply(PLAIN, GAP).thought == "why"


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ("no idea", "the reply holds no JSON"),
        ("", "the reply holds no JSON"),
        ('{"answer": 42}', 'has no list "placements"'),
        ('{"placements": [3]}', r"placements\[0\] is 3; it must be an object"),
        ('{"placements": [{"x": 1, "y": 2}]}', r"names no piece; the pieces: plank, log"),
        ('{"placements": [{"piece": "plank", "x": 1}]}', r"placements\[0\].y is None"),
        ('[{"piece": "plank", "x": true, "y": 2}]', r"x is True; it must be a number"),
        ('[{"piece": "plank", "x": NaN, "y": 2}]', r"x = \S+ is (not finite|out of range)"),
        ('[{"piece": "plank", "x": 1e999, "y": 2}]', r"x = \S+ is (not finite|out of range)"),
        (
            f'[{{"piece": "plank", "x": {"9" * 400}, "y": 2}}]',
            r"x = \S+ is (not finite|out of range)",
        ),
        ("[" * 100_000, "the reply holds no JSON"),
    ],
)
def test_what_cannot_be_read_is_explained(reply: str, message: str) -> None:
    with pytest.raises(ReplyError, match=message):
        read_reply(reply, GAP)


def test_a_reply_that_is_not_text_is_refused() -> None:
    with pytest.raises(ReplyError, match="the reply is a NoneType, not text"):
        read_reply(None, GAP)  # type: ignore[arg-type]  # the point


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["placements", "piece", "x", "y", "angle", "plank", "position"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.one_of(st.text(), _JSON.map(json.dumps), _JSON.map(lambda value: f"so {value!r}")))
def test_any_reply_is_read_or_explained(reply: str) -> None:
    placements: tuple[Placement, ...] = ()
    with suppress(ReplyError):
        placements = read_reply(reply, GAP).placements
    assert all(isinstance(each, Placement) for each in placements)


def test_only_the_end_of_an_endless_reply_is_read() -> None:
    assert read_reply("{" * 10 * MAX_REPLY + " " * MAX_REPLY + PLAIN, GAP).placements == PLANK


def test_the_schema_accepts_what_the_prompt_shows_and_names_the_pieces() -> None:
    check = jsonschema_rs.validator_for(answer_schema(GAP))
    assert check.is_valid(json.loads(PLAIN))
    assert not check.is_valid(json.loads(PLAIN.replace("plank", "rock")))
    assert not check.is_valid({"placements": []})
