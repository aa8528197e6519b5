"""The drop-in: a program written for the real game works unchanged."""

from __future__ import annotations

import json
import math
import os
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.cli import app
from bubbleball.errors import BubbleBallError, FileFormatError, PlacementError
from bubbleball.files.original import automation, drop_in
from bubbleball.files.original.log import LogLine, Setup, game_log, parse_log
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome
from bubbleball.game.world import simulate
from document_strategies import json_values, spoiled
from reference import reference

SETUP = {
    "classicLevelNumber": 2,
    "logFile": "bb.log",
    "timeoutMillis": 10000,
    "stopWhenBallsExitScreen": True,
    "objectSetup": [{"unique": "AO6G", "x": 142, "y": 235, "r": 0}],
    "physicsDrawMode": "normal",
    "enableManualControl": False,
    "enableScreenshots": False,
    "screenshotDirectory": "shots",
    "screenshotFrameFrequency": 1,
}
# A ball over a floor, a far flag, one plank and one power-up in the tray.
ROWS: list[list[Any]] = [
    ["ball", 100, 100, 30, 30, 0, "BALL", ""],
    ["flag", 440, 90, 38, 50, 0, "FLAG", ""],
    ["ground", 0, 300, 480, 20, 0, "FLOOR", ""],
    ["woodrect100x25", 0, 8, 100, 25, 0, "PLANK", ""],
    ["speedupr", 200, 8, 25, 25, 0, "PUSH", ""],
]


def folder_with(folder: Path, rows: list[list[Any]] | None = None, **changes: object) -> Path:
    """The real game's folder, with level 2 of ours in it and an `automate.json`."""
    (folder / "levels").mkdir(exist_ok=True)
    level = json.dumps([{"objects": rows or ROWS}])
    (folder / "levels" / "2.json").write_text(level, encoding="utf-8-sig")
    setup = SETUP | {"objectSetup": []} | changes
    (folder / "automate.json").write_text(json.dumps(setup), encoding="utf-8-sig")
    return folder


def lines(folder: Path) -> tuple[LogLine, ...]:
    return parse_log((folder / "bb.log").read_bytes())


def events(folder: Path) -> list[tuple[str, ...]]:
    return [(line.event, *line.values) for line in lines(folder) if line.event != "trace"]


def traces(folder: Path, part: str) -> list[tuple[int, ...]]:
    found = [line.values for line in lines(folder) if line.event == "trace"]
    return [tuple(map(int, values[1:])) for values in found if values[0] == part]


def test_the_drop_in_writes_the_real_log_frame_for_frame(tmp_path: Path) -> None:
    """Acts as a program for the real game: writes its file, starts `./bubble-ball`, reads."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "2.json").write_bytes(reference("2.json").read_bytes())
    movables = reference("movableObjects.json").read_bytes()
    (tmp_path / "movableObjects.json").write_bytes(movables)
    (tmp_path / "automate.json").write_text(json.dumps(SETUP), encoding="utf-8-sig")
    (tmp_path / "bb.log").write_text("the log of an earlier run")
    drop_in.install_script(tmp_path)

    done = subprocess.run(["./bubble-ball"], cwd=tmp_path, capture_output=True, check=True)

    assert (done.stdout, done.stderr) == (b"", b"")
    real = reference("bb.log").read_text().split("\n")
    ours = (tmp_path / "bb.log").read_text().split("\n")
    assert [line.partition("\t")[2] for line in ours] == [line.partition("\t")[2] for line in real]
    times = [line.millis for line in lines(tmp_path)]
    assert times == sorted(times)


def test_frames_are_a_sixtieth_apart_and_collisions_just_before_their_traces(
    tmp_path: Path,
) -> None:
    drop_in.run(folder_with(tmp_path))
    log = lines(tmp_path)
    ball = [line.millis for line in log if line.event == "trace" and line.values[0] == "BALL"]
    assert all(math.isclose(b - a, 1000 / 60, abs_tol=0.002) for a, b in pairwise(ball))
    starts = [n for n, line in enumerate(log) if line.event == "collisionStart"]
    assert starts
    assert all(log[n + 1].event == "trace" for n in starts)
    assert all(0 < log[n + 1].millis - log[n].millis < 10 for n in starts)


def test_the_same_input_gives_the_same_log(tmp_path: Path) -> None:
    folder_with(tmp_path)
    drop_in.run(tmp_path)
    first = (tmp_path / "bb.log").read_bytes()
    drop_in.run(tmp_path)
    assert (tmp_path / "bb.log").read_bytes() == first
    assert not first.endswith(b"\n")


def test_unplaced_pieces_are_traced_in_the_tray_and_wood_where_it_goes(tmp_path: Path) -> None:
    setup = [{"unique": "PLANK", "x": 300, "y": 200, "r": 90}]
    drop_in.run(folder_with(tmp_path, objectSetup=setup))
    assert set(traces(tmp_path, "PUSH")) == {(0, 0, 0, 200, 8, 0)}
    plank = traces(tmp_path, "PLANK")
    assert plank[0] == (0, 5, 0, 300, 200, 90)
    assert plank[9][:2] == (0, 49)  # ten steps of 4.9 px/s
    # It lands on end: the centre of its box comes to 50 px and the skins (0.45 px) above the floor.
    assert plank[60] == (0, 0, 0, 300, round(300 - 50.45 - 12.5), 90)


def test_the_order_of_traces_is_that_of_the_list_of_movables(tmp_path: Path) -> None:
    folder_with(tmp_path)
    (tmp_path / "movableObjects.json").write_text('{"2": ["PUSH", "PLANK"]}')
    drop_in.run(tmp_path)
    order = [line.values[0] for line in lines(tmp_path) if line.event == "trace"]
    assert order[:4] == ["BALL", "PUSH", "PLANK", "BALL"]


def test_a_ball_at_rest_is_traced_until_the_time_is_over(tmp_path: Path) -> None:
    run = drop_in.run(folder_with(tmp_path))
    assert run.trial.outcome is Outcome.CAME_TO_REST
    ball = traces(tmp_path, "BALL")
    assert len(ball) == 600
    assert ball[-1] == ball[run.trial.steps - 1] == (0, 0, 0, 100, 270, 0)
    assert events(tmp_path)[-1] == ("collisionStart", "FLOOR", "BALL")


@pytest.mark.parametrize(("millis", "frames"), [(0, 0), (1, 0), (500, 30), (999, 59), (1000, 60)])
def test_a_shorter_time_is_kept(tmp_path: Path, millis: int, frames: int) -> None:
    drop_in.run(folder_with(tmp_path, timeoutMillis=millis))
    assert len(traces(tmp_path, "BALL")) == frames


def test_a_longer_time_is_cut_to_ten_seconds_with_a_note(tmp_path: Path) -> None:
    run = drop_in.run(folder_with(tmp_path, timeoutMillis=60000))
    assert run.notes == ("timeoutMillis asks for 60 s; a trial lasts at most 10 s",)
    assert len(traces(tmp_path, "BALL")) == 600


@pytest.mark.parametrize("stop", [True, False])
def test_a_ball_that_leaves_the_screen_is_told_if_asked_for(tmp_path: Path, stop: bool) -> None:
    rows = [row for row in ROWS if row[0] != "ground"]
    run = drop_in.run(folder_with(tmp_path, rows, stopWhenBallsExitScreen=stop))
    assert run.trial.outcome is Outcome.LEFT_SCREEN
    end = ("ballsExitedScreen",) if stop else ("levelStart",)
    assert events(tmp_path)[-1] == end


def test_entering_a_power_up_is_told_as_a_collision_one_frame_later(tmp_path: Path) -> None:
    setup = [{"unique": "PUSH", "x": 102.5, "y": 200, "r": 0}]
    run = drop_in.run(folder_with(tmp_path, objectSetup=setup))
    (effect,) = run.trial.effects
    log = lines(tmp_path)
    at = next(
        n for n, line in enumerate(log) if line.values[:1] == ("PUSH",) and "coll" in line.event
    )
    assert log[at].event == "collisionStart"
    traced = [line for line in log[:at] if line.event == "trace" and line.values[0] == "BALL"]
    assert len(traced) == effect.frame
    assert ("objectSetup", "PUSH", "102.5", "200", "0") in events(tmp_path)
    assert ("collisionEnd", "PUSH", "BALL") in events(tmp_path)


def test_the_log_of_a_solved_level_ends_with_flag_goal_and_the_open_contacts() -> None:
    level = Level(
        Ball(100, 265, "B"),
        Flag(130, 275, id="F"),
        (Part("FLOOR", Kind.GROUND, 100, 290, 200, 20), Part("S", Kind.SPEEDUP_RIGHT, 90, 250)),
    )
    trial = simulate(level, (), REAL)
    log = parse_log(game_log(1, [], trial, REAL, steps=600))
    assert [(line.event, *line.values) for line in log[-5:]] == [
        ("collisionStart", "F", "B"),
        ("levelComplete",),
        ("collisionEnd", "F", "B"),
        ("collisionEnd", "FLOOR", "B"),
        ("collisionEnd", "S", "B"),
    ]
    assert log[-6].event == "trace"
    assert log[-5].millis - log[-6].millis == pytest.approx(1000 / 60, abs=0.01)


def test_a_level_that_the_folder_has_not_is_the_shipped_one_with_a_note(tmp_path: Path) -> None:
    setup = SETUP | {"objectSetup": []}
    (tmp_path / "automate.json").write_text(json.dumps(setup))
    run = drop_in.run(tmp_path)
    assert run.trial.level.name == "classic/2"
    assert "the shipped level classic/2 is played" in run.notes[0]
    (tmp_path / "automate.json").write_text(json.dumps(setup | {"classicLevelNumber": 999}))
    with pytest.raises(BubbleBallError, match="no level named 'classic/999'"):
        drop_in.run(tmp_path)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ([{"unique": "PLANK", "x": 0, "y": 40}], "piece 'PLANK' reaches 40.00 px into the tray"),
        ([{"unique": "NONE", "x": 0, "y": 90}], "no piece 'NONE'; the level's pieces: PLANK, PUSH"),
        ([{"unique": "PUSH", "x": 0, "y": 90}] * 2, "piece 'PUSH' is placed twice"),
    ],
)
def test_a_strict_drop_in_refuses_an_illegal_placement_and_leaves_no_log(
    tmp_path: Path, setup: list[dict[str, object]], message: str
) -> None:
    folder_with(tmp_path, objectSetup=setup)
    (tmp_path / "bb.log").write_text("the log of an earlier run")
    with pytest.raises(PlacementError, match=message):
        drop_in.run(tmp_path, strict=True)
    assert not (tmp_path / "bb.log").exists()
    refused = CliRunner().invoke(app, ["automate", str(tmp_path), "--strict"])
    assert isinstance(refused.exception, PlacementError)


def test_a_piece_in_the_tray_takes_no_part(tmp_path: Path) -> None:
    """How the authors' program records its empty run: the first movable at (0, 0, 0)."""
    run = drop_in.run(folder_with(tmp_path, objectSetup=[{"unique": "PLANK", "x": 0, "y": 0}]))
    assert run.trial.placements == ()
    assert run.notes == ()
    assert ("objectSetup", "PLANK", "0", "0", "0") in events(tmp_path)
    assert set(traces(tmp_path, "PLANK")) == {(0, 0, 0, 0, 0, 0)}


@pytest.mark.parametrize(
    ("setup", "note"),
    [
        ([("PLANK", 0, 60, 0)], "piece 'PLANK' reaches 20.00 px into the tray"),
        ([("PLANK", 0, 290, 0)], "piece 'PLANK' overlaps ground 'FLOOR' by 15.00 px"),
        ([("PLANK", 80, 110, 20)], "piece 'PLANK' covers the ball's start"),
        ([("PLANK", 400, 100, 0)], "piece 'PLANK' covers the flag"),
        ([("PLANK", 900, 90, 0)], "stands 520.00 px off the screen"),
        ([("PUSH", 200, 200, 45)], "is turned by 45.00 degrees"),
        ([("NONE", 1, 100, 0)], "no piece 'NONE', so it is left out"),
        ([("PUSH", 1, 90, 0), ("PUSH", 200, 200, 0)], "'PUSH' is placed 2 times; the last one"),
    ],
)
def test_a_breach_is_played_as_asked_with_a_note(
    tmp_path: Path, setup: list[tuple[str, float, float, float]], note: str
) -> None:
    asked = [dict(zip(("unique", "x", "y", "r"), one, strict=True)) for one in setup]
    folder_with(tmp_path, objectSetup=asked)
    done = CliRunner().invoke(app, ["automate", str(tmp_path)])
    assert done.exit_code == 0
    assert note in done.stderr
    unique, x, y, _ = setup[-1]
    if unique == "PUSH":
        assert set(traces(tmp_path, unique)) == {(0, 0, 0, x, y, setup[-1][3])}
    assert len(traces(tmp_path, "BALL")) > 30


def test_a_program_that_breaks_every_rule_gets_a_whole_log_after_each_of_fifty_calls(
    tmp_path: Path,
) -> None:
    """First the tray, then overlaps, pieces over the ball and the flag, and off the screen."""
    rng = np.random.default_rng(15)
    for call in range(50):
        x, y, r = rng.integers(-200, 700), rng.integers(0, 450), rng.integers(-360, 720)
        tray = {"unique": "PLANK", "x": 0, "y": 0, "r": 0}
        wild = [
            {"unique": name, "x": int(x + 20 * number), "y": int(y), "r": int(r)}
            for number, name in enumerate(("PLANK", "PUSH"))
        ]
        run = drop_in.run(folder_with(tmp_path, objectSetup=wild if call else [tray]))
        log = lines(tmp_path)
        assert [line.event for line in log[:2]] == ["levelLoad", "objectSetup"]
        assert sum(line.event == "trace" for line in log) % 3 == 0
        ball = traces(tmp_path, "BALL")
        over = {"levelComplete", "ballsExitedScreen"} & {line.event for line in log}
        assert len(ball) == run.trial.steps if over else len(ball) == 600


@pytest.mark.parametrize("name", ["../p2", "/tmp/p2", "out/p2", "lo\0g", "x" * 300, "a/../../p2"])
@pytest.mark.parametrize("legal", [True, False])
def test_nothing_outside_the_folder_is_written_or_removed(
    tmp_path: Path, name: str, legal: bool
) -> None:
    folder, precious = tmp_path / "game", tmp_path / "p2"
    (folder / "a").mkdir(parents=True)
    (folder / "out").symlink_to(tmp_path)
    precious.write_text("precious")
    setup = [] if legal else [{"unique": "zzz", "x": 1, "y": 2}]
    folder_with(folder, logFile=name, objectSetup=setup)
    for strict in (True, False):
        with pytest.raises(FileFormatError, match="logFile"):
            drop_in.run(folder, strict=strict)
    assert precious.read_text() == "precious"
    assert sorted(path.name for path in folder.iterdir()) == ["a", "automate.json", "levels", "out"]


def test_an_earlier_log_stays_when_the_level_cannot_be_read(tmp_path: Path) -> None:
    folder_with(tmp_path)
    (tmp_path / "levels" / "2.json").write_text("{")
    (tmp_path / "bb.log").write_text("1\tlevelStart")
    with pytest.raises(BubbleBallError, match="is not JSON"):
        drop_in.run(tmp_path)
    assert (tmp_path / "bb.log").read_text() == "1\tlevelStart"


@pytest.mark.parametrize(
    "name",
    [
        *("automate.json", "levels", "levels/2.json", "absent/bb.log", "./levels/../automate.json"),
        *(".", "movableObjects.json", "bubble-ball"),
    ],
)
def test_a_log_that_would_hit_the_input_is_refused(tmp_path: Path, name: str) -> None:
    folder_with(tmp_path, logFile=name)
    with pytest.raises(FileFormatError, match="logFile"):
        drop_in.run(tmp_path)
    assert (tmp_path / "automate.json").exists()
    assert (tmp_path / "levels" / "2.json").exists()


def test_what_is_wrong_in_automate_json_is_told_all_at_once() -> None:
    with pytest.raises(FileFormatError) as raised:
        automation.parse_automation(
            '{"classicLevelNumber": "2", "objectSetup": [{"x": 1}]}', "automate.json"
        )
    assert str(raised.value).split("\n  ") == [
        "automate.json: 4 problems",
        "classicLevelNumber: '2' is not a whole number",
        "logFile: is missing; it must be given",
        "objectSetup[0].unique: is missing; it must be given",
        "objectSetup[0].y: is missing; it must be given",
    ]


def test_automate_json_is_written_with_a_mark_and_whole_numbers_and_reads_back() -> None:
    asked = automation.Automation(2, setups=(Setup("A", 142, 235, -30),), stop_on_exit=False)
    text = automation.dump_automation(asked)
    assert text.startswith(b"\xef\xbb\xbf")
    assert json.loads(text.decode("utf-8-sig"))["objectSetup"] == [
        {"unique": "A", "x": 142, "y": 235, "r": -30}
    ]
    assert b"." not in text.partition(b'"objectSetup"')[2]
    assert automation.parse_automation(text) == asked


def test_setups_name_the_top_left_corner() -> None:
    piece = Part("A", Kind.METAL, 75, 20, 150, 25)
    assert Setup.of(Placement("A", 217.4, 247.6, 29.5), piece) == Setup("A", 142, 235, 30)
    assert Setup("A", 142, 235, 30).placement(piece) == Placement("A", 217, 247.5, 30)


@given(st.one_of(spoiled(SETUP), json_values).map(json.dumps))
def test_a_spoiled_automate_json_reads_or_is_refused_in_our_words(text: str) -> None:
    try:
        automation.parse_automation(text)
    except FileFormatError:
        return  # any other exception fails the test
    assert "classicLevelNumber" in text


@given(st.one_of(st.text(max_size=50), st.binary(max_size=50), st.just("1\tx\ty\n2\tz")))
def test_any_text_is_a_log_or_refused_in_our_words(text: str | bytes) -> None:
    try:
        found = parse_log(text)
    except FileFormatError:
        return  # any other exception fails the test
    assert all(math.isfinite(line.millis) for line in found)


def test_the_script_is_executable_and_two_lines_long(tmp_path: Path) -> None:
    path = drop_in.install_script(tmp_path)
    assert os.access(path, os.X_OK)
    text = path.read_text()
    assert text.startswith("#!/bin/sh\nexec ")
    assert text.count("\n") == 2
    assert drop_in.install_script(tmp_path) == path


def test_another_file_is_only_replaced_by_force(tmp_path: Path) -> None:
    (tmp_path / "bubble-ball").write_text("the real game")
    runner = CliRunner()
    refused = runner.invoke(app, ["install-dropin", str(tmp_path)])
    assert isinstance(refused.exception, FileFormatError)
    assert (tmp_path / "bubble-ball").read_text() == "the real game"
    assert runner.invoke(app, ["install-dropin", str(tmp_path), "--force"]).exit_code == 0
    assert (tmp_path / "bubble-ball").read_text().startswith("#!/bin/sh")
