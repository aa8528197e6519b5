"""The same answers, to the last byte, whatever the machine around the program is like."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from surroundings import Answers, bound_by_permissions, command, probe

from bubbleball.files import packs
from import_graph import SOURCE

pytestmark = pytest.mark.slow

ENVIRONMENTS: dict[str, dict[str, str | None]] = {
    "the C locale": {"LC_ALL": "C", "LANG": None},
    "a UTF-8 locale": {"LC_ALL": "C.UTF-8"},
    "a locale that is not installed": {"LC_ALL": "xx_XX.UTF-8"},
    "no locale and an ASCII terminal": {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    },
    "another time zone": {"TZ": "Asia/Kathmandu"},
    "no home": {"HOME": None},
    "a home that does not exist": {"HOME": "/nonexistent"},
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "no bytecode": {"PYTHONDONTWRITEBYTECODE": "1"},
    "a terminal that cannot do anything": {"TERM": "dumb", "NO_COLOR": "1"},
    "forced colours": {"FORCE_COLOR": "1", "TERM": "xterm-256color"},
}


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    answers = probe(tmp_path_factory.mktemp("usual") / "files")
    assert answers.printed.count("exit code 0") == 10, answers.printed
    assert len(answers.files) == 5
    return answers


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environment_changes_nothing(name: str, usual: Answers, tmp_path: Path) -> None:
    assert probe(tmp_path / "files", ENVIRONMENTS[name]) == usual


def test_the_umask_decides_who_may_read_the_files_and_nothing_else(
    usual: Answers, tmp_path: Path
) -> None:
    answers = probe(tmp_path / "files", before=lambda: os.umask(0o077))
    assert (answers.printed, answers.files) == (usual.printed, usual.files)
    assert set(answers.modes.values()) == {0o600}


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be taken away here")
def test_one_core_is_enough(usual: Answers, tmp_path: Path) -> None:
    one = {min(os.sched_getaffinity(0))}
    assert probe(tmp_path / "files", before=lambda: os.sched_setaffinity(0, one)) == usual


def test_nothing_is_written_where_the_program_is_started(usual: Answers, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    here.chmod(0o555)
    answers = probe(tmp_path / "files", cwd=here, prefix=bound_by_permissions())
    assert answers == usual
    assert not [*here.iterdir()]


def test_a_read_only_installation_needs_no_home(usual: Answers, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(SOURCE, site / "bubbleball", ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(site.rglob("*"))
    for path in (site, *before):
        path.chmod(path.stat().st_mode & 0o555)
    answers = probe(
        tmp_path / "files",
        {"PYTHONPATH": str(site), "HOME": "/nonexistent"},
        options=("--nothing-compiled",),
        prefix=bound_by_permissions(),
    )
    assert answers.files == usual.files
    assert answers.printed.count("exit code 0") == 9, answers.printed
    assert sorted(site.rglob("*")) == before


@pytest.mark.parametrize("columns", ["40", "200"])
def test_a_table_shows_every_level_whole_at_any_width(columns: str) -> None:
    lines = command("levels", {"COLUMNS": columns}).stdout.decode("utf-8").splitlines()
    assert set(packs.names()) <= {line.split(" ")[0] for line in lines}
    assert max(map(len, lines)) <= int(columns)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("line", ["levels", "play 2 --solution", "solve 2 --solver random"])
def test_a_closed_stream_is_no_error(line: str, stream: str) -> None:
    number = {"stdout": 1, "stderr": 2}[stream]
    result = command(line, {}, before=lambda: os.close(number))
    assert b"Traceback" not in result.stdout + result.stderr
    assert result.returncode in (0, 1)  # 1: the solver `random` may not solve the level
