"""A packed run: what it holds, and that it holds no more."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from bubbleball.cli import app
from bubbleball.errors import FileFormatError
from bubbleball.files.levels import write_level
from bubbleball.files.original.drop_in import run
from bubbleball.files.original.run_pack import pack_run
from bubbleball.files.packs import find
from bubbleball.game.physics import PRESETS
from reference import reference


def folder(path: Path) -> Path:
    (path / "levels").mkdir()
    write_level(path / "levels" / "2.json", find("classic/2"))
    (path / "movableObjects.json").write_text('{"1": ["X"], "2": ["AO6G", "C5NY"]}')
    (path / "secret").write_text("secret")
    setup = {"classicLevelNumber": 2, "logFile": "bb.log", "objectSetup": []}
    (path / "automate.json").write_text(json.dumps(setup))
    return path


def test_a_pack_holds_the_run_and_nothing_else_of_the_folder(tmp_path: Path) -> None:
    run(folder(tmp_path))
    packed = pack_run(tmp_path)
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    wanted = ["about.txt", "automate.json", "run.log", "levels/2.json", "movableObjects.json"]
    assert [*files] == list(packed.names) == wanted
    assert files["run.log"] == (tmp_path / "bb.log").read_bytes()
    assert json.loads(files["movableObjects.json"]) == {"2": ["AO6G", "C5NY"]}
    assert pack_run(tmp_path).content == packed.content


def test_a_pack_says_where_the_run_parts_from_our_game(tmp_path: Path) -> None:
    run(folder(tmp_path), PRESETS["moon"])
    apart = [line for line in pack_run(tmp_path).about if "part at frame" in line]
    # Fallen distances differ by (9.8 - 1.62) / 2 * 30 * t², which is 1 px after 0.09 s.
    (line,) = apart
    assert 5 <= int(line.split()[5].rstrip(",")) <= 7


def test_the_real_log_differs_from_our_game_by_its_rounding_only(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "bb.log").write_bytes(reference("bb.log").read_bytes())
    about = pack_run(tmp_path).about
    assert any("at most 0.50 px" in line for line in about)
    assert not any("part at frame" in line for line in about)


def test_a_folder_without_a_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match="cannot be read"):
        pack_run(folder(tmp_path))
    done = CliRunner().invoke(app, ["pack-run", str(tmp_path), "-o", str(tmp_path / "no" / "x")])
    assert "there is no folder" in str(done.exception)
