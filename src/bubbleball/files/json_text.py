"""Strict JSON: untrusted text is read within limits, and every fault becomes one clear error."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bubbleball.errors import ArgumentError, FileErrorType, LevelError, Problem

MAX_BYTES = 4_000_000  # of a document

Place = tuple[str | int, ...]  # keys and indices from the root of a document

_LONGEST_INTEGER = 17  # digits; longer integers are read as floats
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def load_json(
    text: str | bytes, source: str, error: FileErrorType = LevelError, max_bytes: int = MAX_BYTES
) -> object:
    """Parse JSON; every fault raises `error`, which names `source`.

    A byte order mark is allowed. Not allowed: more than `max_bytes`, an encoding other than UTF-8,
    NaN and Infinity, a repeated key in one object, nesting too deep for the parser.
    """
    if not isinstance(text, str | bytes):
        raise ArgumentError(f"{text!r:.60} ({type(text).__name__}) is not the text of a file")
    try:
        return _load(text, max_bytes)
    except RecursionError:
        what = "is nested too deeply"
    except UnicodeEncodeError as fault:
        what = f"has half a character: {fault.object[fault.start]!r}"
    except UnicodeDecodeError as fault:
        what = f"is not text in UTF-8: byte {fault.object[fault.start]:#04x} at {fault.start}"
    except json.JSONDecodeError as fault:
        what = f"is not JSON: {fault.msg} at line {fault.lineno}, column {fault.colno}"
    except ValueError as fault:
        what = str(fault)
    raise error([Problem("", what)], source)


def _load(text: str | bytes, max_bytes: int) -> object:
    if len(text) > max_bytes:
        raise ValueError(f"is {len(text)} bytes long; at most {max_bytes} are read")
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ValueError("is empty")
    value: object = json.loads(
        text,
        object_pairs_hook=_no_key_twice,
        parse_constant=_no_constant,
        parse_int=lambda digits: int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits),
    )
    if _HALF_CHARACTER.search(text):
        line(value).encode()  # a lone surrogate cannot be encoded; a pair has become a character
    return value


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"has the field {brief(twice)} twice in one object")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"has {name}, which is not a number that a file may hold")


def brief(value: object) -> str:
    """Describe any value briefly, for a message.

    >>> brief([1, 2]), brief({}), brief("x" * 100)
    ('a list', 'an object', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'…")
    """
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:40]!r}…"
    return f"{value:.10g}" if isinstance(value, int | float) else repr(value)[:40]


def number(value: float) -> int | float:
    """The number as a file shows it: whole ones without a decimal point, negative zero kept.

    >>> number(3.0), number(2.5), number(-0.0)
    (3, 2.5, -0.0)
    """
    return int(value) if value == int(value) and repr(value) != "-0.0" else value


def line(value: object) -> str:
    """A JSON value on one line."""
    return json.dumps(value, ensure_ascii=False)


def block(items: Iterable[object]) -> str:
    """A JSON list with one item per line, as the value of a field of a document."""
    lines = ",\n".join(f"    {line(item)}" for item in items)
    return f"[\n{lines}\n  ]" if lines else "[]"


def json_object(fields: Mapping[str, str]) -> str:
    """A JSON object with one field per line, from the text of every field's value."""
    body = ",\n".join(f"  {line(name)}: {text}" for name, text in fields.items())
    return f"{{\n{body}\n}}\n"


def is_id(value: object) -> bool:
    """Whether a value can be an id in the original game: text, or a whole number taken as text.

    >>> [is_id(value) for value in ("3A6H", 7, True, None)]
    [True, True, False, False]
    """
    return isinstance(value, str | int) and not isinstance(value, bool)


def path(place: Sequence[str | int]) -> str:
    """A place in a JSON document, as people write it.

    >>> path(("pieces", 3, "angle"))
    'pieces[3].angle'
    """
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier() and len(step) <= 40:
            text += f".{step}" if text else step
        else:
            text += f"[{brief(step)}]"
    return text
