"""The page about making levels is true: its level is written, checked, certified and converted."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from test_docs import EXIT_CODE, Block, commands, pattern

from bubbleball.certify.report import DECOYS, FRAGILITY, LONELINESS, PIECES, RARITY
from bubbleball.cli import main
from repository import ROOT

PAGE = ROOT / "docs" / "making-levels.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_runs_from_the_first_line_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    level = re.search(r"^```json\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert level
    (tmp_path / "mine.json").write_text(level[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    ran = 0
    for match in re.finditer(r"^```console\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE):
        for command, shown in commands(Block(PAGE.name, "console", match[1])):
            expected = EXIT_CODE.search(command)
            monkeypatch.setattr(sys, "argv", EXIT_CODE.sub("", command).split())
            with pytest.raises(SystemExit) as stop:
                main()
            captured = capsys.readouterr()
            printed = captured.out + captured.err
            assert stop.value.code == (int(expected[1]) if expected else 0), f"{command}\n{printed}"
            assert pattern(shown).fullmatch(printed), f"{command}\n{printed}"
            ran += 1
    assert ran == 7


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
