"""`solve` on the command line: what it refuses before it begins, and what it keeps at the end."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bubbleball.cli import BAD_INPUT, NOT_SOLVED, STOPPED
from bubbleball.files.levels import write_level
from bubbleball.files.packs import find
from command_line import Cli, command_line

SOLVERS = """
from bubbleball.solvers.random import RandomLegal

class Bare:
    def __init__(self, level, *, seed=0):
        pass

class NoSeed(RandomLegal):
    def __init__(self, level):
        super().__init__(level)

class AskRaises(RandomLegal):
    def ask(self):
        return 1 / 0

class Answers42(RandomLegal):
    def ask(self):
        return 42

class ThinksNone(RandomLegal):
    def think(self):
        return None

class Mumbles(RandomLegal):
    def think(self):
        yield "hm"

class GivesUp(RandomLegal):
    def think(self):
        return []

    def ask(self):
        return None

class Exits(RandomLegal):
    def ask(self):
        raise SystemExit(0)

class Chatty(RandomLegal):
    def ask(self):
        print("thinking aloud")
        return super().ask()

class Calls(GivesUp):
    def ask(self):
        import os
        os.system("echo a child aloud")

class Searches(RandomLegal):
    steps = 30

    def think(self):
        from bubbleball.method.explanation import MethodStage, Thought

        yield Thought(MethodStage.GUIDE, "guided")
        for number in range(self.steps):
            yield Thought(MethodStage.FINE, f"step {number}.")
        yield Thought(MethodStage.CHOOSE, "chosen")

class ThirdIsStopped(RandomLegal):
    made = 0

    def __init__(self, level, *, seed=0):
        super().__init__(level, seed=seed)
        type(self).made += 1

    def tell(self, trial):
        if self.made == 3:
            raise KeyboardInterrupt
        super().tell(trial)
"""


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Calls the command line in a folder that has `own.py`: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(SOLVERS, encoding="utf-8")

    return command_line(monkeypatch, capsys)


def test_a_solver_that_takes_no_planner_says_so_in_one_line(cli: Cli) -> None:
    code, out, err = cli("solve", "2", "--solver", "random", "--planner", "prm")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "'random'" in err
    assert "'planner'" in err


@pytest.mark.parametrize(
    ("solver", "complaint"),
    [
        ("Bare", "has no think()"),
        ("NoSeed", "'seed'"),
        ("AskRaises", "ZeroDivisionError: division by zero (own.py, line 14)"),
        ("Answers42", "ask() gave 42"),
        ("ThinksNone", "think() gave None"),
        ("Exits", "SystemExit: 0"),
        ("Mumbles", "think() gave 'hm'"),
    ],
)
def test_a_solver_that_breaks_the_rules_is_named_in_one_line(
    cli: Cli, solver: str, complaint: str
) -> None:
    code, _, err = cli("solve", "2", "--solver", f"own.py:{solver}")
    assert (code, err.count("\n")) == (BAD_INPUT, 1)
    assert complaint in err


def test_a_bad_level_shows_before_any_is_solved(cli: Cli) -> None:
    code, out, err = cli("solve", "2", "none.json", "--solver", "own.py:GivesUp", "-o", "all.json")
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert "none.json" in err


def test_why_a_solve_failed_is_said_once(cli: Cli) -> None:
    reason = "The solver gives up"
    code, out, _ = cli("solve", "2", "--solver", "own.py:GivesUp")
    assert (code, out.count(reason)) == (NOT_SOLVED, 1)
    code, out, _ = cli("-q", "solve", "2", "--solver", "own.py:GivesUp")
    assert (code, out.count(reason)) == (NOT_SOLVED, 1)


def test_a_long_search_prints_its_first_steps_and_the_last_one(cli: Cli) -> None:
    command = ("solve", "12", "--solver", "own.py:Searches", "--max-trials", "2")
    _, out, _ = cli(*command)
    # Twice the first six and the last: each trial has a search of its own.
    assert [out.count(f"step {n}.") for n in (0, 5, 6, 28, 29)] == [2, 2, 0, 0, 2]
    assert out.count("23 more steps of the search; --steps prints all.") == 2
    assert out.index("step 29.") < out.index("chosen")
    _, whole, _ = cli(*command, "--steps")
    assert [whole.count(f"step {n}.") for n in range(30)] == [2] * 30
    assert "more steps" not in whole


@pytest.mark.parametrize("world", [(), ("--world", "drag=0.7,shaky")])
def test_the_command_printed_after_a_solve_plays_the_same_trial(
    cli: Cli, world: tuple[str, ...]
) -> None:
    code, out, _ = cli("solve", "2", *world)
    *_, printed = out.splitlines()
    assert (code, printed[:7]) == (0, "again: ")
    reason = next(line for line in out.splitlines() if "SOLVED" in line).split("SOLVED  ")[1]
    code, played, _ = cli(*shlex.split(printed.removeprefix("again: bubbleball ")))
    assert code == 0
    assert f"solved: {reason}" in played


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1", "soon"])
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "2", "--time-limit"),
        ("bench", "2", "--time-limit"),
        ("certify", "2", "--time-limit"),
    ],
    ids=lambda command: command[0],
)
def test_a_time_is_a_positive_number(cli: Cli, command: tuple[str, ...], seconds: str) -> None:
    code, out, err = cli(*command, seconds)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert command[-1] in err


def test_a_closed_standard_output_is_no_error() -> None:
    script = f"exec '{sys.executable}' -m bubbleball levels >&-"
    done = subprocess.run(["sh", "-c", script], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["-o", "film.avi"], "film.avi"),
        (["-o", "none/p.json"], "there is no folder"),
        (["-o", "folder.json"], "it is a folder"),
        (["-o", "fine.json", "-o", "none/p.html"], "there is no folder"),
        (["--carry", "--belief", "none/b.json"], "there is no folder"),
        (["--carry", "--belief", "binary.json"], "binary.json: is not text in UTF-8"),
        (["--planner", "prn"], "did you mean 'prm'?"),
        (["--carry", "--solver", "random"], "learns nothing"),
    ],
)
def test_what_cannot_be_done_at_the_end_is_refused_before_anything_is_played(
    cli: Cli, options: list[str], complaint: str
) -> None:
    Path("folder.json").mkdir()
    Path("binary.json").write_bytes(bytes(range(256)))
    code, out, err = cli("solve", "2", *options)
    assert (code, out, err.count("\n")) == (BAD_INPUT, "", 1)
    assert complaint in err
    assert not Path("fine.json").exists()


def test_several_outputs_are_all_written(cli: Cli) -> None:
    outputs = ["a.json", "b.svg", "c.json"]
    named = [word for output in outputs for word in ("-o", output)]
    _, out, _ = cli("solve", "2", "--solver", "random", "--max-trials", "1", *named)
    assert out.splitlines()[-3:] == [f"wrote {output}" for output in outputs]
    assert all(Path(output).stat().st_size for output in outputs)


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_in_the_third_level_of_a_pack_keeps_the_others(cli: Cli, as_json: bool) -> None:
    call = ["solve", "classic", "--solver", "own.py:ThirdIsStopped", "--max-trials", "1"]
    code, out, err = cli(*call, "-o", "kept.json", *["--json"] * as_json)
    assert (code, err) == (STOPPED, "bubbleball: stopped\n")
    kept = json.loads(Path("kept.json").read_text(encoding="utf-8"))
    assert [record["error"] for record in kept] == [None, None, "stopped by Ctrl-C"]
    if as_json:
        assert json.loads(out) == kept


def test_the_json_of_a_solve_says_why_the_solver_gave_up(cli: Cli) -> None:
    code, out, _ = cli("solve", "2", "--solver", "own.py:GivesUp", "--json")
    assert code == NOT_SOLVED
    assert json.loads(out)["ended"] == "The solver gives up."


def test_what_a_solver_prints_does_not_get_into_the_json(cli: Cli) -> None:
    code, out, err = cli("solve", "2", "--solver", "own.py:Chatty", "--json")
    assert code in (0, NOT_SOLVED)
    assert json.loads(out)["solver"] == "own.py:Chatty"
    assert "thinking aloud" in err


@pytest.mark.usefixtures("cli")
def test_nor_does_what_the_processes_of_a_solver_print() -> None:
    command = [sys.executable, "-m", "bubbleball", "solve", "2", "--solver", "own.py:Calls"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["solver"] == "own.py:Calls"
    assert "a child aloud" in done.stderr


def test_several_levels_and_folders_are_solved_in_one_table(cli: Cli, tmp_path: Path) -> None:
    write_level(tmp_path / "mine.json", find("3"))
    code, out, _ = cli("solve", "2", str(tmp_path), "--solver", "random", "--max-trials", "1")
    assert code in (0, NOT_SOLVED)
    assert [line.split()[0] for line in out.splitlines()[:2]] == ["classic/2", "mine"]
    assert "of 2 solved" in out


def test_debug_shows_where_an_own_solver_broke(cli: Cli) -> None:
    _, _, err = cli("solve", "2", "--solver", "own.py:AskRaises", "--debug", "--quiet")
    assert "return 1 / 0" in err
    assert "ZeroDivisionError" in err
