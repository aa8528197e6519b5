"""Demonstrations from files: recordings and logs, of this level or another."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball.errors import FileFormatError
from bubbleball.files.levels import write_level
from bubbleball.files.original.log import Setup, game_log
from bubbleball.files.packs import find, load_level
from bubbleball.files.trial_file import write_trial
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.play.demonstration_files import read_demonstrations
from reference import reference

LEVEL = load_level("classic/2")
TRIAL = Game(LEVEL).play([Placement("AO6G", 217, 247.5)])
LOG = game_log(2, [Setup("AO6G", 142, 235, 0)], TRIAL, REAL, steps=600)


def test_recordings_and_logs_are_told_apart_by_what_they_hold(tmp_path: Path) -> None:
    write_trial(tmp_path / "one", TRIAL, REAL)
    (tmp_path / "two").write_text(LOG)
    one, two = read_demonstrations([tmp_path / "one", tmp_path / "two"], LEVEL)
    assert one == TRIAL
    assert (two.steps, two.placements, two.level) == (TRIAL.steps, TRIAL.placements, LEVEL)


def test_a_log_is_of_the_level_beside_it_or_of_the_shipped_one_of_its_number(
    tmp_path: Path,
) -> None:
    (tmp_path / "bb.log").write_text(LOG)
    other = load_level("classic/5")
    (found,) = read_demonstrations([tmp_path / "bb.log"], other)
    assert found.level == LEVEL
    (tmp_path / "levels").mkdir()
    document = find("classic/2")
    write_level(tmp_path / "levels" / "2.json", document)
    (found,) = read_demonstrations([tmp_path / "bb.log"], other)
    assert found.level.name != LEVEL.name
    assert found.level.pieces == LEVEL.pieces


def test_the_real_log_is_a_demonstration() -> None:
    (found,) = read_demonstrations([reference("bb.log")], load_level("classic/5"))
    assert (found.steps, found.solved) == (168, True)


@pytest.mark.parametrize("text", ["", "{", "[]", "hello", "1\ttrace\tZZZZ\t0\t0\t0\t0\t0\t0"])
def test_a_file_that_is_neither_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(FileFormatError, match="x: "):
        read_demonstrations([tmp_path / "x"], LEVEL)
