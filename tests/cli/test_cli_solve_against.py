"""`solve --game` and `--watch`: what they print, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bubbleball.cli import app
from bubbleball.errors import GameError
from bubbleball.files.original.log import Setup, game_log
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement

LEVEL = load_level("classic/2")
TRIAL = Game(LEVEL).play([Placement("AO6G", 217, 247.5)])
LOG = game_log(2, [Setup("AO6G", 142, 235, 0)], TRIAL, REAL, steps=600)


def solve(*options: str) -> tuple[int, str, BaseException | None]:
    done = CliRunner().invoke(app, ["solve", *options])
    return done.exit_code, done.output, done.exception


def test_a_game_that_always_wins_is_solved_and_what_it_played_is_printed(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(LOG)
    command = ["--game", str(tmp_path), "--command", "cp good bb.log"]
    code, output, _ = solve("2", "--solver", "random", *command)
    assert code == 0
    assert "SOLVED  the ball touched the flag" in output
    assert "AO6G: x 217, y 247.5, angle 0" in output  # what the log says was placed


def test_a_game_that_fails_is_an_error_of_the_game_and_not_of_the_solver(tmp_path: Path) -> None:
    _, output, raised = solve("2", "--game", str(tmp_path), "--command", "sh -c 'exit 5'")
    assert isinstance(raised, GameError)
    assert str(raised).endswith("the game ended with exit code 5: bb.log: was not written")
    assert "the shipped level classic/2 is played" in output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["2", "--command", "x"], "--command and --wait go with --game"),
        (["2", "--game", ".", "--physics", "moon"], "--game has its own physics"),
        (["foo", "--game", "."], "with --game LEVEL is a number, or all, not 'foo'; there: none"),
        (["all", "--game", "."], "with --game LEVEL is a number, or all, not 'all'; there: none"),
        (["2", "--watch", "absent"], "absent"),
    ],
)
def test_wrong_options_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, output, raised = solve(*options)
    assert code != 0
    assert message in output + str(raised)


def test_a_demonstration_that_solves_the_level_is_tried_first(tmp_path: Path) -> None:
    (tmp_path / "shown.log").write_text(LOG)
    code, output, _ = solve("2", "--watch", str(tmp_path / "shown.log"))
    assert code == 0
    assert "Watched 1 demonstration." in output
    assert "AO6G: x 217, y 247.5, angle 0" in output
