"""The command line: what it prints, what it refuses and how, and its exit codes."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bubbleball.cli
from bubbleball.cli import COMMANDS
from bubbleball.cli.interrupts import quiet_while_importing
from bubbleball.cli.options import parse_place
from bubbleball.files import packs
from bubbleball.files.document import Document
from bubbleball.files.levels import write_level
from bubbleball.files.trial_file import read_trial
from bubbleball.game.kinds import Kind
from bubbleball.game.physics import PHYSICS_KEYS, PRESETS
from bubbleball.game.placement import MAX_POSE, Placement
from command_line import Cli, Result, command_line
from repository import ROOT

BRIDGE = "AO6G:217,247.5"  # solves level 2


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return command_line(monkeypatch, capsys)


def test_help_names_every_command(cli: Cli) -> None:
    result = cli("--help")
    assert result.code == 0
    for command, (_, text) in COMMANDS.items():
        assert command in result.out
        assert text in " ".join(result.out.split())


@pytest.mark.parametrize("command", ["levels", "show", "check", "play", "physics"])
def test_every_command_has_help(cli: Cli, command: str) -> None:
    result = cli(command, "--help")
    assert result.code == 0
    assert f"Usage: bubbleball {command}" in result.out


@pytest.mark.parametrize("words", [[], ["play"], ["phyre", "solve"]])
def test_help_is_a_word_too(cli: Cli, words: list[str]) -> None:
    assert cli("help", *words) == cli(*words, "--help")


def test_levels_lists_every_shipped_level(cli: Cli) -> None:
    result = cli("levels")
    assert result.code == 0
    for name in packs.names():
        assert name in result.out


def test_levels_as_json_tells_id_title_pieces_and_origin(cli: Cli) -> None:
    listed = json.loads(cli("levels", "--json").out)
    assert [entry["id"] for entry in listed] == list(packs.names())
    two = next(entry for entry in listed if entry["id"] == "classic/2")
    assert two["title"] == packs.find("2").level.title
    assert two["origin"] == "measured"
    assert two["pack"] == "classic"
    assert {"family", "difficulty", "author", "solutions"} <= two.keys()
    assert two["pieces"] == [
        {"id": name, "kind": "metal", "form": "rectangle", "width": 150.0, "height": 25.0}
        for name in ("AO6G", "C5NY")
    ]


def test_levels_of_one_pack(cli: Cli) -> None:
    listed = json.loads(cli("levels", "classic", "--json").out)
    assert {entry["pack"] for entry in listed} == {"classic"}
    assert cli("levels", "clasic").err.startswith(
        "bubbleball: no level named 'clasic'; did you mean 'classic'?"
    )


def test_show_describes_a_level_in_words(cli: Cli) -> None:
    result = cli("show", "2")
    assert result.code == 0
    for word in ("classic/2", "B6OH", "ground", "150 × 15", "30°", "AO6G", "metal", "35, 150"):
        assert word in result.out


@pytest.mark.parametrize(
    ("suffix", "start"), [(".svg", b"<svg"), (".png", b"\x89PNG"), (".gif", b"GIF8")]
)
def test_show_draws_into_a_file(cli: Cli, tmp_path: Path, suffix: str, start: bytes) -> None:
    file = tmp_path / f"level{suffix}"
    result = cli("show", "2", "-o", str(file), "--theme", "dark")
    assert (result.code, result.out) == (0, f"wrote {file}\n")
    assert start in file.read_bytes()[:200]


def test_play_tells_the_outcome_and_the_contacts(cli: Cli) -> None:
    result = cli("play", "2", "--place", BRIDGE)
    assert result.code == 0
    assert "solved: the ball touched the flag at (392, 220) after 2.80 s" in result.out
    assert "metal AO6G" in result.out


def test_play_without_placing_is_an_ordinary_trial_that_fails(cli: Cli) -> None:
    result = cli("play", "2")
    assert result.code == 1
    assert "not solved: the ball left the screen" in result.out


@pytest.mark.parametrize("option", [["--solution"], ["--solution", "1"], ["--solution=2"]])
def test_play_a_stored_solution(cli: Cli, option: list[str]) -> None:
    assert cli("play", "2", *option).code == 0


def test_an_option_may_follow_a_bare_solution(cli: Cli) -> None:
    assert json.loads(cli("play", "2", "--solution", "--json").out)["solved"]


def test_play_as_json_tells_everything(cli: Cli) -> None:
    result = cli("play", "2", "--place", BRIDGE, "--physics", "real,restitution=0.4", "--json")
    trial = json.loads(result.out)
    assert trial["outcome"] == "reached-flag"
    assert trial["solved"] is True
    assert trial["steps"] == 168
    assert trial["placements"] == [{"piece": "AO6G", "x": 217.0, "y": 247.5, "angle": 0.0}]
    assert trial["physics"]["gravity"] == 9.8
    assert [contact["part"] for contact in trial["contacts"]][:3] == ["B6OH", "B6OH", "AO6G"]
    assert trial["effects"] == []


def test_play_in_another_world(cli: Cli) -> None:
    there = json.loads(cli("play", "2", "--physics", "moon,restitution=0.6", "--json").out)
    assert there["physics"]["gravity"] == 1.62
    assert there["physics"]["restitution"] == 0.6


def test_play_writes_pictures_and_the_trial(cli: Cli, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.svg", "b.png", "c.trial.json")]
    options = [text for file in files for text in ("-o", str(file))]
    result = cli("play", "2", "--place", BRIDGE, *options)
    assert result.code == 0
    assert all(f"wrote {file}" in result.out for file in files)
    assert "<svg" in files[0].read_text()[:200]
    assert files[1].read_bytes().startswith(b"\x89PNG")
    recording = read_trial(files[2])
    assert recording.trial.solved
    assert recording.physics == PRESETS["real"]


def test_check_praises_a_level_that_is_in_order(cli: Cli) -> None:
    result = cli("check", "2")
    assert result.code == 0
    assert "classic/2 is in order" in result.out


def test_check_praises_no_level_that_it_warns_of(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    level = packs.find("2").level
    far = dataclasses.replace(level, flag=dataclasses.replace(level.flag, x=900))
    write_level(file, Document(far))
    result = cli("check", str(file))
    assert result.code == 0
    assert result.out.splitlines() == [
        "warning: The flag at (900, 210) is off the screen.",
        "warning: The flag is off the screen, where the ball cannot go.",
        "mine can be read and played, with 2 warnings",
    ]


def test_check_warns_where_doing_nothing_wins(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    level = packs.find("2").level
    under = dataclasses.replace(level.flag, x=level.ball.x, y=level.ball.y + 45)
    write_level(file, Document(dataclasses.replace(level, flag=under, scenery=())))
    lines = cli("check", str(file)).out.splitlines()
    assert lines[-2:] == [
        "warning: Doing nothing wins: the ball reaches the flag with no piece placed.",
        "mine can be read and played, with 1 warning",
    ]


def test_check_tells_every_breach_with_piece_rule_and_amount(cli: Cli) -> None:
    result = cli("check", "2", "--place", "AO6G:35,150", "--place", "C5NY:400,210", "--json")
    assert result.code == 2
    found = json.loads(result.out)["problems"]
    assert [(each["piece"], each["amount"]) for each in found] == [
        ("AO6G", 20.0),  # 40 px off the screen, 20 too many
        ("AO6G", 27.5),
        ("C5NY", 37.5),
    ]
    assert all(each["rule"] and each["text"] for each in found)
    words = cli("check", "2", "--place", "AO6G:35,150")
    assert words.code == 2
    assert "piece 'AO6G' covers the ball's start by 27.50 px" in words.err


def test_check_tells_a_stored_solution_that_fails(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    document = packs.find("2")
    failing = (Placement("AO6G", 400, 300),)
    write_level(file, dataclasses.replace(document, solutions=(failing,)))
    result = cli("check", str(file))
    assert result.code == 2
    assert "solution 1: does not reach the flag: the ball left the screen" in result.err


def test_check_reports_all_problems_of_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(
        '{"version": 1, "ball": {"x": "here", "y": 1}, "flag": {"x": 1, "y": 1e99}, '
        '"scenery": [{"id": "a", "kind": "rock", "x": 1, "y": 1, "width": 5, "height": 5}]}'
    )
    result = cli("check", str(file))
    assert result.code == 2
    for word in (str(file), "ball.x", "flag.y", "scenery[0].kind"):
        assert word in result.err


def test_physics_lists_presets_and_keys(cli: Cli) -> None:
    words = cli("physics").out
    assert all(name in words for name in [*PRESETS, *PHYSICS_KEYS])
    data = json.loads(cli("physics", "--json").out)
    assert list(data["presets"]) == list(PRESETS)
    assert data["presets"]["moon"]["gravity"] == 1.62
    gravity = data["keys"]["gravity"]
    assert (gravity["real"], gravity["low"], gravity["high"]) == (9.8, 0.0, 100.0)
    assert (gravity["unit"], gravity["meaning"].split(";")[0]) == ("m/s²", "acceleration")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["plya", "2"], "no command named 'plya'; did you mean 'play'?"),
        (["help", "plya"], "no command named 'plya'; did you mean 'play'?"),
        (["play", "classc/2"], "no level named 'classc/2'; did you mean 'classic/2'?"),
        (["play", "nowhere.json"], "no level file 'nowhere.json'"),
        (["play", "2", "--plce", "x"], "No such option '--plce'. Did you mean '--place'"),
        (["play", "2", "--physics", "mon"], "did you mean 'moon'?"),
        (["play", "2", "--physics", "gravty=1"], "did you mean 'gravity'?"),
        (["play", "2", "--physics", "gravity=nan"], "out of range (0 to 100)"),
        (["play", "2", "--place", "AO6G"], "'AO6G' is not ID:x,y or ID:x,y,angle"),
        (["play", "2", "--place", "AO6G:1,2,3,4"], "is not ID:x,y or ID:x,y,angle"),
        (["play", "2", "--place", ":1,2"], "is not ID:x,y or ID:x,y,angle"),
        (["play", "2", "--place", "AO6G:nan,2"], "x = nan is not finite"),
        (["play", "2", "--place", "AO6:217,247"], "its pieces: AO6G, C5NY"),
        (["play", "2", "--place", "AO6G:0,0"], "reaches 92.50 px into the tray"),
        (["play", "--solution", "2"], "before --solution, which takes a number itself; see"),
        (["play", "2", "--solution", "99"], "no solution 99: classic/2 has 2 stored solutions"),
        (["play", "2", "--solution", "--place", BRIDGE], "exclude each other"),
        (["play", "2", "-o", "trial.bmp"], "'.bmp'; known: .svg, .png, .gif, .mp4"),
        (["play", "2", "-o", "/no/such/place/x.svg"], "/no/such/place/x.svg"),
        (["play", "2", "-o", "/no/such/place/x.trial.json"], "/no/such/place/x.trial.json"),
        (["show", "2", "-o", "/no/such/place/x.png"], "/no/such/place/x.png"),
        (["show", "2", "-o", "x.mp4"], "the name ends in '.mp4'; known: .svg, .png, .gif"),
        (["play", "2", "-o", "x.json"], "known: .svg, .png, .gif, .mp4, .trial.json"),
        (["show"], "Missing argument 'LEVEL|PACK|FOLDER...'"),
        (["show", "/proc/self/fd"], "the folder '/proc/self/fd' has no level files"),
        (["check", "2", "3", "--solution"], "--place and --solution go with one level"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_two(
    cli: Cli, args: list[str], message: str
) -> None:
    result = cli(*args)
    assert result.code == 2
    assert message in result.err
    assert result.err.startswith("bubbleball: ")
    assert result.err.count("\n") == 1


def test_ctrl_c_is_exit_code_130(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(packs, "find", interrupted)
    result = cli("play", "2")
    assert result.code == 130
    assert result.err.strip().splitlines()[-1] == "bubbleball: stopped"


def test_ctrl_c_while_a_command_is_imported_is_quiet_even_where_errors_are_swallowed(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "interrupted.py").write_text(
        "import signal\n"
        "try:\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "except KeyboardInterrupt:\n"  # as some compiled modules do
        "    raise ImportError from None\n"
    )
    monkeypatch.setattr(bubbleball.cli, "__path__", [str(tmp_path)])
    monkeypatch.setitem(COMMANDS, "play", ("interrupted", "Stops itself."))
    before = signal.getsignal(signal.SIGINT)
    assert cli("play", "2") == Result(130, "", "")
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_outside_of_an_import_can_be_handled_by_the_command() -> None:
    with quiet_while_importing(130), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("args", [["levels"], ["levels", "--json"], ["physics"], ["--help"]])
def test_a_reader_that_has_gone_is_no_error(args: list[str]) -> None:
    command = [sys.executable, "-m", "bubbleball", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_survives_a_terminal_that_cannot_show_every_letter(
    encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "omega.json"
    file.write_text(
        '{"version": 1, "title": "Ω", "ball": {"x": 1, "y": 90}, "flag": {"x": 1, "y": 1}}', "utf-8"
    )
    result = subprocess.run(
        [sys.executable, "-m", "bubbleball", "show", str(file)],
        capture_output=True,
        env={"PYTHONIOENCODING": encoding},
        check=True,
    )
    assert b"omega" in result.stdout


numbers = st.floats(-MAX_POSE, MAX_POSE)


@given(st.text(min_size=1), numbers, numbers, st.none() | numbers)
def test_an_id_of_any_letters_can_be_placed(
    piece: str, x: float, y: float, angle: float | None
) -> None:
    text = f"{piece}:{x},{y}" + ("" if angle is None else f",{angle}")
    assert parse_place(text) == Placement(piece, x, y, angle or 0.0)


@given(st.text())
def test_any_other_text_is_refused_politely(text: str) -> None:
    try:
        placement = parse_place(text)
    except click.BadParameter:
        return
    assert text.startswith(f"{placement.piece}:")


def test_every_kind_has_a_name_that_is_a_word() -> None:
    assert all(kind.replace("-", "").isalpha() for kind in Kind)


def test_several_levels_and_folders_are_listed_checked_and_drawn(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("2", "10"):
        write_level(folder / f"{name}.json", packs.find(name))
    listed = json.loads(cli("levels", str(folder), "classic/3", "--json").out)
    assert [entry["id"] for entry in listed] == ["2", "10", "classic/3"]
    checked = cli("check", str(folder), "3")
    assert checked.code == 0
    assert [line.split()[0] for line in checked.out.splitlines() if "warning:" not in line] == [
        "2",
        "10",
        "classic/3",
    ]
    assert cli("show", str(folder), "-o", str(tmp_path / "drawn")).code == 0
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["10.svg", "2.svg"]


def test_one_broken_file_does_not_hide_the_findings_of_the_others(cli: Cli, tmp_path: Path) -> None:
    write_level(tmp_path / "a.json", packs.find("2"))
    (tmp_path / "b.json").write_text("{}")
    write_level(tmp_path / "c.json", packs.find("3"))
    result = cli("check", str(tmp_path))
    assert result.code == 2
    assert "b.json: 3 problems" in result.err
    assert [line.split()[0] for line in result.out.splitlines()] == ["a", "c"]
    found = json.loads(cli("check", str(tmp_path), "--json").out)
    assert [bool(entry["problems"]) for entry in found] == [False, True, False]


def test_a_table_in_a_pipe_is_not_wrapped(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert len(cli("levels").out.splitlines()) == len(packs.names()) + 1


def test_a_level_that_chance_solves_is_warned_of(cli: Cli, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "making-levels.md").read_text(encoding="utf-8")
    file = tmp_path / "mine.json"
    file.write_text(page.partition("```json\n")[2].partition("```")[0], encoding="utf-8")
    assert "of 40 random placements reach the flag" in cli("check", str(file)).out
    assert "random" not in cli("check", "2").out


def test_quiet_prints_results_only_and_debug_a_traceback(cli: Cli, tmp_path: Path) -> None:
    picture = str(tmp_path / "x.svg")
    assert cli("show", "2", "-o", picture, "--quiet").out == ""
    assert "Traceback" not in cli("play", "2", "--place", "nobody:1,2").err
    assert "Traceback" in cli("play", "2", "--place", "nobody:1,2", "--debug").err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("bubbleball so", "solve"),
        ("bubbleball show classic/2", "classic/21"),
        ("bubbleball solve cl", "classic"),
        ("bubbleball solve 2 --solver hi", "hierarchical"),
        ("bubbleball play 2 --physics mo", "moon"),
    ],
)
def test_the_shell_completes_commands_levels_solvers_and_physics(words: str, expected: str) -> None:
    environment = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "bubbleball"],
        env={**os.environ, **environment, "_BUBBLEBALL_COMPLETE": "bash_complete"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"plain,{expected}" in done.stdout.splitlines()


def test_quiet_and_debug_may_stand_before_the_command(cli: Cli, tmp_path: Path) -> None:
    assert cli("-q", "show", "2", "-o", tmp_path / "level.svg").out == ""
    assert cli("show", "2", "-o", tmp_path / "level.svg").out != ""
    assert "Traceback" in cli("--debug", "show", "nowhere").err
    assert "Traceback" not in cli("show", "nowhere").err


def test_several_levels_are_not_drawn_into_one_file(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "all.svg"
    result = cli("show", "1", "2", "-o", picture)
    assert result.code == 2
    assert "is one file; several levels are drawn into a folder" in result.err
    assert not picture.exists()


@pytest.mark.parametrize("option", ["--trial", "--seed"])
def test_the_number_and_seed_of_a_trial_need_a_world_in_which_trials_differ(
    cli: Cli, option: str
) -> None:
    result = cli("play", "2", option, "2")
    assert result.code == 2
    assert f"{option} goes with --world" in result.err


@pytest.mark.parametrize("suite", ["generated:rocks:1:1", "generated:hill:many:1"])
def test_a_wrong_suite_is_refused_before_any_progress_is_shown(cli: Cli, suite: str) -> None:
    result = cli("bench", suite)
    assert result.code == 2
    assert result.err.startswith("bubbleball: ")


@pytest.mark.parametrize("command", [["levels"], ["worlds"], ["suites"], ["generate", "--list"]])
def test_a_listing_whose_reader_stops_early_is_no_failure(command: list[str]) -> None:
    script = '"$@" | head -n 1 >&2; exit ${PIPESTATUS[0]}'
    words = ["bash", "-c", script, "bash", sys.executable, "-m", "bubbleball", *command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("wanted", "threads"), [(None, "1"), ("3", "3")])
def test_a_command_starts_one_thread_of_numpy_unless_the_user_wants_more(
    monkeypatch: pytest.MonkeyPatch, wanted: str | None, threads: str
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if wanted is not None:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", wanted)
    code = (
        "import atexit, os, bubbleball.cli; "
        "atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; bubbleball.cli.main()", "check", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == threads
