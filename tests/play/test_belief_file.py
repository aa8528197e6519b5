"""Belief files: read back exactly, and refused in our words when they are anything else."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import FileFormatError
from bubbleball.model.belief import Belief, Scatter
from bubbleball.play.belief_file import dump_belief, parse_belief
from document_strategies import json_values, spoiled

BELIEF = Belief.prior().updated("gravity", 4.9, 0.01, 30).updated("spring", 250.0, 2.0, 3)
DATA: dict[str, Any] = json.loads(dump_belief(BELIEF))


def test_a_belief_reads_back_as_it_was_written() -> None:
    assert parse_belief(dump_belief(BELIEF)) == BELIEF


def test_what_no_constant_expresses_is_kept() -> None:
    windy = BELIEF.with_terms({"push_x": (-2.0, 0.1, 40), "drag": (0.3, 0.05, 20)})
    windy = dataclasses.replace(windy, doubt=0.5, scatter=Scatter(1.5, 0.0))
    assert parse_belief(dump_belief(windy)) == windy


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 99}, "version: 99"),
        ({"residual": {"magic": DATA["belief"]["spring"]}}, "residual.magic: 250 is out of range"),
        ({"doubt": -1}, "doubt: -1 is too small"),
        ({"scatter": {"shift": -1, "turn": 0}}, "scatter.shift: -1 is too small"),
        ({"belief": {}}, "belief.gravity: is missing"),
        ({"belief": DATA["belief"] | {"mass": DATA["belief"]["spring"]}}, "constant 'mass'"),
        (
            {"belief": DATA["belief"] | {"gravity": {"mean": 999, "sd": 1, "evidence": 1}}},
            "mean 999, sd 1 are out of range; mean 0 to 100",
        ),
    ],
)
def test_what_is_wrong_in_a_belief_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(FileFormatError, match=message):
        parse_belief(json.dumps(DATA | change), "b.json")


@pytest.mark.parametrize("number", ["1e999", "1" + 400 * "0", "NaN", "true", '"1"'])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    for field in ("mean", "sd", "evidence"):
        row = {"mean": 9.8, "sd": 1.0, "evidence": 1} | {field: "HERE"}
        text = json.dumps(DATA | {"belief": DATA["belief"] | {"gravity": row}})
        with pytest.raises(FileFormatError):
            parse_belief(text.replace('"HERE"', number))


@given(st.one_of(spoiled(DATA), json_values).map(json.dumps))
def test_a_spoiled_belief_reads_or_is_refused_in_our_words(text: str) -> None:
    try:
        belief = parse_belief(text)
    except FileFormatError:
        return  # any other exception fails the test
    assert set(dict(belief.sd)) == set(DATA["belief"])
