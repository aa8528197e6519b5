"""Reading PHYRE's wheel: what is refused, and in which words."""

from __future__ import annotations

import pickle
import struct
import sys
import zipfile
from pathlib import Path

import pytest

from bubbleball.errors import DataError, UnknownNameError
from bubbleball.games.phyre import tasks
from bubbleball.games.phyre.thrift import read
from bubbleball.games.phyre.wheel import _Unpickler
from other_games import phyre_task


def test_a_struct_is_read_by_field_numbers() -> None:
    inner = b"\x04\x00\x01" + struct.pack(">d", 1.5) + b"\x00"
    text = b"\x0b\x00\x02" + struct.pack(">i", 2) + b"hi"
    numbers = b"\x0f\x00\x03\x08" + struct.pack(">iii", 2, 7, -1)
    content = b"\x0c\x00\x01" + inner + text + numbers + b"\x00"
    assert read(content, "it") == {1: {1: 1.5}, 2: "hi", 3: [7, -1]}


BACKWARDS = b"\x0b\x00\x01" + struct.pack(">i", -7)  # a text that ends where its field began
NESTED = b"\x0c\x00\x01" * 5000


@pytest.mark.parametrize(
    "content", [b"", b"\x08\x00\x01\x00", b"\x63\x00\x01\x00", BACKWARDS, NESTED]
)
def test_damaged_thrift_is_refused_with_its_source(content: bytes) -> None:
    with pytest.raises(DataError, match=r"tasks\.bin is damaged"):
        read(content, "tasks.bin")


def test_a_missing_wheel_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file .* run `pip download phyre"):
        tasks.fetch(tmp_path / "phyre.whl")


def test_where_python_has_no_pip_the_one_on_the_path_downloads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("shutil.which", lambda _: sys.executable)  # a pip that knows no `download`
    with pytest.raises(DataError, match=r"cannot download PHYRE: .*can't open file .*download"):
        tasks.fetch()


def test_a_file_that_is_no_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / "phyre.whl").write_bytes(b"not a zip")
    with pytest.raises(DataError, match="is not a wheel"):
        tasks.fetch(tmp_path / "phyre.whl")


def test_another_wheel_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "other.whl", "w") as wheel:
        wheel.writestr("other/__init__.py", "")
    with pytest.raises(DataError, match=r"is not PHYRE 0\.2\.2: no phyre/data/"):
        tasks.fetch(tmp_path / "other.whl")


def test_no_code_runs_while_counts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "evil"
    path.write_bytes(pickle.dumps(Path))
    with path.open("rb") as file, pytest.raises(pickle.UnpicklingError, match="not expected"):
        _Unpickler(file).load()


def test_without_data_a_task_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    tasks._index.cache_clear()
    with pytest.raises(DataError, match="run `bubbleball phyre fetch`"):
        tasks.find("00000:000")


def test_an_unknown_task_is_named_with_its_neighbours() -> None:
    tasks._index.cache_clear()
    phyre_task("00000:000")
    with pytest.raises(UnknownNameError, match="no task named '00000:9999'"):
        tasks.find("00000:9999")


def test_a_task_has_walls_first_and_a_chance_from_phyres_counts() -> None:
    task = phyre_task("00000:000")
    assert [body.name for body in task.scene.bodies[:4]] == [
        *("bottom wall", "left wall", "top wall", "right wall")
    ]
    assert task.chance == pytest.approx((164 + 3) / (164 + 3 + 17657))
    assert task.goal == "Make sure the green ball is touching the blue ball."
