"""The table of attempts that the studio writes (`attempts.csv`), replayed as trials.

A trial is repeatable to the last bit, so placements and physics are enough to record it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from bubbleball.errors import BubbleBallError, FileFormatError, Problem
from bubbleball.files import packs
from bubbleball.files.document import placements_from
from bubbleball.files.json_text import load_json
from bubbleball.game.game import Game
from bubbleball.game.physics import parse_physics
from bubbleball.game.trial import Trial

COLUMNS = ("level", "placements", "physics")  # what a trial needs; the table has more
MOST = 200  # attempts that are replayed, the latest ones
FIRST = b'"level",'  # what such a table begins with


def is_attempt_table(text: bytes) -> bool:
    """Whether a file looks like the studio's table."""
    return text.removeprefix(b"\xef\xbb\xbf").startswith(FIRST)


def read_attempts(text: bytes, source: str) -> tuple[Trial, ...]:
    """Replay the attempts at shipped levels; the visitor's own levels are not in the table."""
    try:
        rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as fault:
        raise FileFormatError([Problem("", f"is not a table in UTF-8: {fault}")], source) from None
    known = packs.names()
    shipped = [(line, row) for line, row in enumerate(rows, start=2) if row["level"] in known]
    if not shipped:
        what = "has no attempt at a shipped level; own levels cannot be played from it"
        raise FileFormatError([Problem("", what)], source)
    return tuple(_trials(shipped[-MOST:], source))


def _trials(rows: list[tuple[int, dict[str, str]]], source: str) -> Iterator[Trial]:
    for line, row in rows:
        try:
            yield _trial(row)
        except (BubbleBallError, KeyError, TypeError, ValueError) as fault:
            what = f"cannot be played again: {fault}"
            raise FileFormatError([Problem(f"line {line}", what)], source) from None


def _trial(row: Mapping[str, Any]) -> Trial:
    level, placements, physics = (row[column] or "" for column in COLUMNS)
    values: Any = load_json(physics, "physics", FileFormatError)
    poses: Any = load_json(placements, "placements", FileFormatError)
    world = ",".join(f"{key}={value}" for key, value in dict(values).items())
    game = Game(packs.find(level).level, parse_physics(world or "real"))
    return game.play(placements_from(poses))
