"""Answers of language models: their JSON Schema, and a reader that forgives their habits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bubbleball.errors import PlacementError, ReplyError, expect
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement

MAX_REPLY = 20_000  # characters, from the end, that are read
_MAX_STARTS = 400  # places at which JSON is looked for
_LISTS = ("placements", "pieces", "answer", "solution")
_NAMES = ("piece", "id", "name")
_POINTS = ("position", "centre", "center", "pose")
_ANGLES = ("angle", "rotation", "turn")
_NUMBER = re.compile(r"\s*(-?\d{1,15}(?:\.\d{1,15})?)\s*(?:px|°|deg|degrees)?\s*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered.

    placements: what to try; not yet checked against the rules.
    thought: its own words, if it gave any.
    """

    placements: tuple[Placement, ...]
    thought: str = ""


def answer_schema(level: Level) -> dict[str, Any]:
    """The JSON Schema of an answer for a level, fit for models that obey a schema."""
    expect(level, Level, "answer_schema", "load_level('2') gives one")
    number = {"type": "number"}
    pose = {
        "piece": {"type": "string", "enum": [piece.id for piece in level.pieces]},
        "x": {**number, "description": "centre in px, to the right"},
        "y": {**number, "description": "centre in px, down"},
        "angle": {**number, "description": "degrees, clockwise"},
    }
    return {
        "type": "object",
        "properties": {
            "thought": {"type": "string", "description": "why, in a few sentences"},
            "placements": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": pose,
                    "required": list(pose),
                    "additionalProperties": False,
                },
            },
        },
        "required": ["thought", "placements"],
        "additionalProperties": False,
    }


def read_reply(reply: str, level: Level) -> Answer:
    """Read the last answer in a reply; raise a ReplyError that says what is wrong with it.

    Text around the JSON, code fences, trailing commas, single quotes, numbers as text, other common
    names of the fields and a missing angle are accepted.
    """
    if not isinstance(reply, str):
        raise ReplyError(f"the reply is a {type(reply).__name__}, not text")
    text = reply[-MAX_REPLY:]
    values = list(_values(text)) or list(_values(_repaired(text)))
    if not values:
        raise ReplyError(
            'the reply holds no JSON; answer with {"thought": …, "placements": [{"piece": …, '
            '"x": …, "y": …, "angle": …}]}'
        )
    answers = [answer for value in values if (answer := _rows(value, level)) is not None]
    if not answers:
        raise ReplyError(
            f"the JSON in the reply, {json.dumps(values[-1], default=str)[:80]}, has no list "
            '"placements"'
        )
    rows, thought = answers[-1]
    placements = tuple(_placement(row, number, level) for number, row in enumerate(rows))
    return Answer(placements, thought)


def _values(text: str) -> Iterator[Any]:
    """Every JSON object or array in a text, outermost, in order."""
    decoder = json.JSONDecoder()
    at = 0
    for _ in range(_MAX_STARTS):
        start = min((p for p in (text.find("{", at), text.find("[", at)) if p >= 0), default=-1)
        if start < 0:
            return
        try:
            value, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            at = start + 1
        else:
            yield value


def _repaired(text: str) -> str:
    """A text whose only faults are trailing commas and single quotes, without them."""
    text = re.sub(r",(\s*[}\]])", r"\1", text)
    return text if '"' in text else text.replace("'", '"')


def _rows(value: object, level: Level) -> tuple[list[Any], str] | None:
    """The placements in a JSON value, and the thought beside them; None if it is no answer."""
    if isinstance(value, list):
        return (value, "") if value and _is_row(value[0]) else None
    if not isinstance(value, Mapping):
        return None
    thought = value.get("thought", "")
    for key in _LISTS:
        if isinstance(value.get(key), list):
            return value[key], thought if isinstance(thought, str) else ""
    if _is_row(value):
        return [value], ""
    ids = {piece.id for piece in level.pieces}
    if value and value.keys() <= ids:  # piece -> pose
        return [_with_name(piece, pose) for piece, pose in value.items()], ""
    return None


def _is_row(value: object) -> bool:
    if isinstance(value, list):
        return len(value) in (3, 4) and isinstance(value[0], str)
    return isinstance(value, Mapping) and any(name in value for name in _NAMES)


def _with_name(piece: str, pose: object) -> object:
    if isinstance(pose, Mapping):
        return {"piece": piece, **pose}
    return [piece, *pose] if isinstance(pose, list) else pose


def _placement(row: object, number: int, level: Level) -> Placement:
    where = f"placements[{number}]"
    if isinstance(row, list) and _is_row(row):
        row = dict(zip(("piece", "x", "y", "angle"), row, strict=False))
    if not isinstance(row, Mapping):
        raise ReplyError(f"{where} is {row!r:.60}; it must be an object with piece, x, y and angle")
    for name in _POINTS:
        point = row.get(name)
        if isinstance(point, Mapping):
            row = {**point, **row}
        elif isinstance(point, list):
            row = {**dict(zip(("x", "y", "angle"), point, strict=False)), **row}
    piece = next((row[name] for name in _NAMES if name in row), None)
    if not isinstance(piece, str):
        raise ReplyError(f"{where} names no piece; the pieces: {_pieces(level)}")
    angle = next((row[name] for name in _ANGLES if name in row), 0.0)
    pose = {"x": row.get("x"), "y": row.get("y"), "angle": angle}
    numbers = {name: _number(value, f"{where}.{name}") for name, value in pose.items()}
    try:
        return Placement(_known(piece, level), **numbers)
    except PlacementError as error:
        raise ReplyError(f"{where}: {error}") from None


def _number(value: object, where: str) -> float:
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value)):
        return float(match[1])
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ReplyError(f"{where} is {value!r:.60}; it must be a number")
    return value


def _known(piece: str, level: Level) -> str:
    """A piece's id as the level spells it, if it has it."""
    same = [p.id for p in level.pieces if p.id.casefold() == piece.strip().casefold()]
    return same[0] if len(same) == 1 else piece


def _pieces(level: Level) -> str:
    return ", ".join(piece.id for piece in level.pieces) or "none"
