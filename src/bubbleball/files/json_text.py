"""JSON from strangers: limits first, one clear complaint instead of a traceback."""

from __future__ import annotations

import json
import re
import secrets
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bubbleball.errors import FileFormatError, LevelError, Problem

MAX_BYTES = 4_000_000  # of a level file
_LONGEST_INTEGER = 17  # digits that a float holds exactly, nearly; longer ones are read as floats
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")

ErrorType = type[LevelError] | type[FileFormatError]


def load_json(
    text: str | bytes, source: str, error: ErrorType = LevelError, max_bytes: int = MAX_BYTES
) -> object:
    """The value that a JSON text stands for; every fault becomes `error`.

    A byte order mark is allowed. Not allowed: more than `max_bytes`, other encodings than UTF-8,
    NaN and Infinity, a key twice in one object, nesting too deep for the parser.
    """
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
    """A value for a message: never long, whatever it is.

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
    """The number as a file shows it: whole ones without a decimal point."""
    return int(value) if value == int(value) else value


def line(value: object) -> str:
    """A JSON value on one line."""
    return json.dumps(value, ensure_ascii=False)


def block(items: Iterable[object], indent: str = "  ") -> str:
    """A JSON list with one item per line."""
    lines = ",\n".join(f"{indent}  {line(item)}" for item in items)
    return f"[\n{lines}\n{indent}]" if lines else "[]"


def read_bytes(path: str | Path, error: ErrorType, max_bytes: int = MAX_BYTES) -> bytes:
    """A file's bytes; too large, absent or unreadable becomes `error`."""
    path = Path(path)
    try:
        if path.is_dir():
            raise error([Problem("", "is a folder, not a file")], str(path))
        size = path.stat().st_size
        if size > max_bytes:
            raise error(
                [Problem("", f"is {size} bytes long; at most {max_bytes} are read")], str(path)
            )
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else None
        raise error([Problem("", f"cannot be read: {reason or fault}")], str(path)) from None


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path = Path(path).resolve()  # through a link, not over it
    temporary = path.with_name(f".{path.name[:50]}.{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
        if path.exists():
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(path)) from None
    finally:
        temporary.unlink(missing_ok=True)


def is_id(value: object) -> bool:
    """Whether a value names an object of the original game: text, or a whole number read as text.

    >>> [is_id(value) for value in ("3A6H", 7, True, None)]
    [True, True, False, False]
    """
    return isinstance(value, str | int) and not isinstance(value, bool)
