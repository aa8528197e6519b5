"""The page about making levels is true: its level is written, checked, certified and converted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bubbleball.certify.certificate import DECOYS, FRAGILITY, LONELINESS, PIECES, RARITY
from console_blocks import Block, Shell, check
from repository import ROOT

PAGE = ROOT / "docs" / "making-levels.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_runs_from_the_first_line_to_the_last(tmp_path: Path, shell: Shell) -> None:
    level = re.search(r"^```json\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert level
    (tmp_path / "mine.json").write_text(level[1], encoding="utf-8")
    texts = re.findall(r"^```console\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert sum(check(Block(PAGE.name, "console", text), shell) for text in texts) == 7


def test_the_weights_of_difficulty_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| (\w+) \| ([\d.]+) \|", TEXT, re.MULTILINE)
    assert {cause: float(weight) for cause, weight in rows if cause != "cause"} == {
        "rarity": RARITY,
        "fragility": FRAGILITY,
        "pieces": PIECES,
        "loneliness": LONELINESS,
        "decoys": DECOYS,
    }
    assert RARITY + FRAGILITY + PIECES + LONELINESS + DECOYS == 10
