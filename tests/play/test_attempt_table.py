"""The studio's table of attempts as demonstrations: each row is the trial that was seen."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.errors import FileFormatError
from bubbleball.files.document import placements_data
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.play.attempt_table import read_attempts
from bubbleball.play.demonstration_files import read_demonstrations

LEVEL = load_level("classic/2")
PLACED = [Placement("AO6G", 217, 247.5)]
HEAD = ["level", "time", "solved", "placements", "physics"]


def table(*rows: tuple[str, str, str]) -> bytes:
    """A table as the page writes it: every field in quotes."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, quoting=csv.QUOTE_ALL)
    writer.writerow(HEAD)
    for level, placements, physics in rows:
        writer.writerow([level, "2026-01-02T03:04:05.000Z", "true", placements, physics])
    return written.getvalue().encode()


def test_each_attempt_is_the_trial_that_the_visitor_saw(tmp_path: Path) -> None:
    placed = json.dumps(placements_data(PLACED))
    rows = ("classic/2", placed, "{}"), ("classic/2", placed, '{"gravity": 5.5}')
    (tmp_path / "attempts.csv").write_bytes(table(*rows, ("mine.1a2b", placed, "{}")))
    real, moved = read_demonstrations([tmp_path / "attempts.csv"], LEVEL)
    assert real == Game(LEVEL).play(PLACED)
    assert moved == Game(LEVEL, Physics(gravity=5.5)).play(PLACED)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (("mine.1a2b", "[]", "{}"), "no attempt at a shipped level"),
        (("classic/2", '[{"piece": "ZZZZ", "x": 1, "y": 2, "angle": 0}]', "{}"), "line 2: .*ZZZZ"),
        (("classic/2", '[{"piece": "AO6G"}]', "{}"), "line 2: "),
        (("classic/2", "[]", '{"gravity": "x"}'), "line 2: .*gravity"),
        (("classic/2", "{", "{}"), "line 2: "),
    ],
)
def test_a_faulty_row_is_named(row: tuple[str, str, str], fault: str) -> None:
    with pytest.raises(FileFormatError, match=f"x.csv: .*{fault}"):
        read_attempts(table(row), "x.csv")


@given(st.binary(max_size=80), st.text(max_size=40), st.text(max_size=20))
def test_nonsense_is_refused_in_words(raw: bytes, placements: str, physics: str) -> None:
    for text in (b'"level",' + raw, table(("classic/2", placements, physics))):
        try:
            trials = read_attempts(text, "x.csv")
        except FileFormatError:
            continue
        assert all(trial.level == LEVEL for trial in trials)
