"""Another program's game as an opponent: the drop-in as a real process, and misbehaving ones."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bubbleball.errors import GameError, PlacementError
from bubbleball.files.original.automation import parse_automation
from bubbleball.files.original.drop_in import install_script
from bubbleball.files.original.log import Setup, game_log
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.physics import PRESETS, REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome
from bubbleball.game.world import simulate
from bubbleball.model.belief import Belief
from bubbleball.play.executable import ExecutableGame
from bubbleball.play.recorded_solve import SolveTask, solve_and_record

LEVEL = load_level("classic/2")
PLACED = Placement("AO6G", 217.0, 247.5)


def good_log(number: int = 2) -> str:
    trial = Game(LEVEL).play([PLACED])
    return game_log(number, [Setup("AO6G", 142, 235, 0)], trial, REAL, steps=600)


def game(folder: Path, script: str, **more: float) -> tuple[ExecutableGame, list[str]]:
    """A game whose executable is a shell script, and the notes that it will give."""
    path = folder / "bubble-ball"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    notes: list[str] = []
    found = ExecutableGame(folder, 2, note=notes.append, **more)  # type: ignore[arg-type]  # numbers only
    notes.clear()  # that the level is the shipped one
    return found, notes


def test_the_drop_in_as_a_process_plays_what_our_game_plays_in_whole_numbers(
    tmp_path: Path,
) -> None:
    install_script(tmp_path)
    opponent = ExecutableGame(tmp_path, 2)
    trial = opponent.play([Placement("AO6G", 217.3, 247.2, 0.4)])
    ours = Game(LEVEL).play([PLACED])
    assert trial.placements == (PLACED,)  # what was played, not what was asked for
    assert (trial.outcome, trial.steps, opponent.trials) == (ours.outcome, ours.steps, 1)
    assert abs(trial.ball - ours.ball).max() <= 0.5
    assert [(c.part, c.frame) for c in trial.contacts] == [(c.part, c.frame) for c in ours.contacts]
    written = (tmp_path / "automate.json").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf")
    assert parse_automation(written).setups == (Setup("AO6G", 142, 235, 0),)


@pytest.mark.slow
def test_a_solver_beats_a_drop_in_whose_physics_was_changed_behind_its_back(
    tmp_path: Path,
) -> None:
    install_script(tmp_path, options=["--physics", "moon"])
    opponent = ExecutableGame(tmp_path, 2)
    done = solve_and_record(SolveTask(opponent.level, against=opponent))
    assert done.record.solved
    assert isinstance(done.belief, Belief)
    assert done.belief.mean.gravity == pytest.approx(PRESETS["moon"].gravity, rel=0.05)


def test_a_placement_that_breaks_a_rule_is_refused_before_anything_is_started(
    tmp_path: Path,
) -> None:
    opponent, _ = game(tmp_path, "exit 9")
    for placement in (Placement("AO6G", 217, 40), Placement("none", 100, 200)):
        with pytest.raises(PlacementError):
            opponent.play([placement])
    assert opponent.trials == 0
    assert not (tmp_path / "automate.json").exists()


def test_rounding_does_not_break_a_rule_where_a_neighbour_keeps_it(tmp_path: Path) -> None:
    level = load_level("classic/5")
    placed = Placer(level).lowered(Placement("GF7I", 120.4, 150.3), [])
    trial = simulate(level, (), REAL)
    (tmp_path / "good").write_text(game_log(5, [], trial, REAL, steps=600))
    opponent = ExecutableGame(tmp_path, 5, command=["cp", "good", "bb.log"])
    for step in range(10):
        opponent.play([Placement("GF7I", placed.x, placed.y - 0.1 * step, 0.1 * step)])
    assert opponent.trials == 10


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 3", "ended with exit code 3: bb.log: was not written"),
        ("echo no display >&2; exit 1", r"exit code 1 \(no display\)"),
        ("kill -9 $$", "killed by signal 9"),
        ("exit 0", "exit code 0: bb.log: was not written"),
        ("exec sleep 60", "did not end within 0 s: bb.log: was not written"),
        (": > bb.log", "has no whole frame: no trace of the ball 'YT6C'"),
        ("cp utf16 bb.log", "is not text in UTF-8: byte 0xff at 0"),
        ("echo hello > bb.log; cat good >> bb.log", "line 1: 'hello' is not a time in ms"),
        ("cp other bb.log", "levelLoad: is of level 3, not 2"),
        ("sed s/YT6C/XXXX/ good > bb.log", "the level has no 'XXXX'"),
        ("sed 's/YT6C.0/YT6C\tnan/' good > bb.log", "is not a motion in px and degrees"),
        ("grep -v YT6C good > bb.log", "comes before the first of the ball 'YT6C'"),
        ("mkdir -p bb.log", "logFile: 'bb.log' is a folder"),
        (
            "rm -f bb.log; yes 1 > bb.log",
            "is 64000001 bytes long|line 1: '1' is not a time|did not",
        ),
    ],
)
def test_a_misbehaving_game_is_a_clear_error(tmp_path: Path, script: str, message: str) -> None:
    (tmp_path / "good").write_text(good_log())
    (tmp_path / "other").write_text(good_log(3))
    (tmp_path / "utf16").write_text(good_log(), encoding="utf-16")
    opponent, _ = game(tmp_path, script, patience=0.3)
    with pytest.raises((GameError, PlacementError), match=message):
        opponent.play([PLACED])


def test_a_game_that_is_not_there_or_not_a_program_is_named(tmp_path: Path) -> None:
    opponent = ExecutableGame(tmp_path, 2)
    with pytest.raises(GameError, match=r"cannot start './bubble-ball' in .*: No such file"):
        opponent.play()
    (tmp_path / "bubble-ball").write_text("text")
    with pytest.raises(GameError, match="Permission denied; put the game's executable there"):
        opponent.play()
    other = ExecutableGame(tmp_path, 2, command=["sh", "-c", "exit 4"])
    with pytest.raises(GameError, match="exit code 4"):
        other.play()


@pytest.mark.parametrize(
    ("script", "note"),
    [
        ("head -c 9012 good > bb.log", "frames; its log breaks off"),
        ("head -n 200 good > bb.log; exec sleep 60", "did not end within 0 s, after 64 frames"),
        ("head -n 200 good > bb.log; kill -11 $$", "killed by signal 11, after 64 frames"),
    ],
)
def test_half_a_log_is_a_failed_trial_after_a_second_attempt(
    tmp_path: Path, script: str, note: str
) -> None:
    (tmp_path / "good").write_text(good_log())
    opponent, notes = game(tmp_path, f"echo run >> runs; {script}", patience=0.3)
    trial = opponent.play([PLACED])
    assert trial.outcome is Outcome.TIMED_OUT
    *_, fault, last = notes
    assert f"after {trial.steps} frames" in fault
    assert note in fault
    assert last == "what was logged counts as a trial that did not reach the flag"
    assert (tmp_path / "runs").read_text() == "run\nrun\n"


def test_one_bad_run_is_repeated_and_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(good_log())
    opponent, notes = game(tmp_path, "test -e seen && cp good bb.log; touch seen")
    assert opponent.play([PLACED]).solved
    assert len(notes) == 1


def test_unknown_events_and_the_lines_after_the_end_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(good_log().replace("levelStart", "levelStart\n9\tfanfare\t1"))
    opponent, notes = game(tmp_path, "cp good bb.log")
    assert opponent.play([PLACED]).solved
    assert notes == ["unknown events are ignored: fanfare"]


def test_a_game_that_stays_open_is_stopped_when_its_log_ends_with_all_that_it_started(
    tmp_path: Path,
) -> None:
    (tmp_path / "good").write_text(good_log())
    script = "trap '' TERM; sleep 300 & echo $! > child; cp good bb.log; sleep 300"
    opponent, notes = game(tmp_path, script)
    assert opponent.play([PLACED]).solved
    assert notes == []
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not _alive(child):
            return
        time.sleep(0.05)
    pytest.fail(f"process {child} is still there")


def _alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        os.kill(pid, 0)
        return b" Z " not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
