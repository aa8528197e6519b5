"""The record file: only appended to, safe against kills, strict about damage."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bubbleball.bench.record_file import RecordFile, read_records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.sealing import unsealed
from bubbleball.bench.settings import Settings
from bubbleball.errors import BenchError, BubbleBallError, FileFormatError
from bubbleball.play.record import SolveRecord

SETTINGS = Settings(
    suites=("classic",),
    solvers=("random", "refine"),
    seeds=(0, 1, 2),
    max_trials=10,
    time_limit=60.0,
    physics=None,
    runs=6,
    levels="0123456789abcdef",
    version="0.1.0",
)
RUNS = [
    RunRecord(number, "classic", SolveRecord("classic/2", "random", number, reason="naïve · ✓"))
    for number in range(6)
]


def _file(folder: Path, runs: list[RunRecord]) -> Path:
    path = folder / "records.jsonl"
    with RecordFile(path, SETTINGS) as file:
        file.append_session({"command": "bubbleball bench classic"})
        file.append(run.line() for run in runs)
    return path


def test_what_is_appended_is_read_back_in_canonical_order(tmp_path: Path) -> None:
    records = read_records(_file(tmp_path, RUNS[::-1]))
    assert records.settings == SETTINGS
    assert records.runs == tuple(RUNS)
    assert records.complete
    assert records.sessions == ({"command": "bubbleball bench classic"},)


def test_a_file_of_the_same_settings_is_gone_on_with(tmp_path: Path) -> None:
    path = _file(tmp_path, RUNS[:2])
    with RecordFile(path, SETTINGS) as file:
        assert file.finished == {0, 1}
        file.append(run.line() for run in RUNS[2:])
    assert read_records(path).runs == tuple(RUNS)


def test_a_file_cut_anywhere_is_gone_on_with_and_loses_only_the_last_line(
    tmp_path: Path,
) -> None:
    whole = _file(tmp_path, RUNS).read_bytes()
    path = tmp_path / "cut.jsonl"
    ends = [number for number, sign in enumerate(whole) if sign == ord("\n")]
    near_ends = {end + step for end in ends for step in (-1, 0, 1, 2) if end + step <= len(whole)}
    for length in sorted({*range(0, len(whole), 29), *near_ends}):
        path.write_bytes(whole[:length])
        with RecordFile(path, SETTINGS) as file:
            kept = file.finished
            assert kept == set(range(max(0, whole[:length].count(b"\n") - 2)))
            file.append(run.line() for run in RUNS[len(kept) :])
        assert read_records(path).runs == tuple(RUNS)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (replace(SETTINGS, seeds=(0, 1)), "seeds [0, 1, 2] there, [0, 1] now"),
        (replace(SETTINGS, physics="moon"), "physics None there, 'moon' now"),
        (replace(SETTINGS, levels="0"), "levels '0123456789abcdef' there, '0' now"),
        (replace(SETTINGS, code="0"), "code '' there, '0' now"),
    ],
)
def test_a_file_of_other_settings_is_refused(
    tmp_path: Path, changed: Settings, message: str
) -> None:
    path = _file(tmp_path, RUNS)
    before = path.read_bytes()
    with pytest.raises(BenchError) as raised:
        RecordFile(path, changed)
    assert message in str(raised.value)
    assert "Choose another folder with -o" in str(raised.value)
    assert path.read_bytes() == before


def _older(path: Path) -> None:
    """Write a file as programs did that kept neither checksums nor the code's digest."""
    lines = path.read_bytes().splitlines(keepends=True)
    text = b"".join((unsealed(line) or b"") + b"\n" for line in lines)
    text = text.replace(b',"code":""', b"")
    path.write_bytes(text.replace(b'{"bubbleball-bench":2', b'{"bubbleball-bench":1'))


def test_a_file_from_before_there_were_checksums_is_continued_as_it_was(tmp_path: Path) -> None:
    path = _file(tmp_path, RUNS[:2])
    _older(path)
    with RecordFile(path, SETTINGS) as file:
        assert file.finished == {0, 1}
        file.append_session({"command": "again"})
        file.append(run.line() for run in RUNS[2:])
    assert read_records(path).runs == tuple(RUNS)
    assert b"crc" not in path.read_bytes()


def test_no_flipped_bit_is_read_as_other_data(tmp_path: Path) -> None:
    whole = _file(tmp_path, RUNS).read_bytes()
    right = read_records(tmp_path / "records.jsonl")
    path = tmp_path / "flipped.jsonl"
    for bit in range(0, 8 * len(whole), 37):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        try:
            found = read_records(path)
        except FileFormatError:
            continue
        # The last newline is gone: the line is incomplete, and its run will be repeated.
        assert found.runs == right.runs[:-1]
        assert (found.settings, found.sessions) == (right.settings, right.sessions)


@pytest.mark.parametrize(
    "setting", [{"suites": [1]}, {"seeds": ["a"]}, {"solvers": [None]}, {"runs": -1}]
)
def test_settings_of_the_wrong_kind_are_refused(tmp_path: Path, setting: dict[str, object]) -> None:
    path = _file(tmp_path, [])
    _older(path)
    header, *rest = path.read_text(encoding="utf-8").splitlines()
    value = json.loads(header)
    value["settings"] |= setting
    path.write_text("\n".join([json.dumps(value), *rest, ""]), encoding="utf-8")
    with pytest.raises(FileFormatError, match=f"the setting {next(iter(setting))} is"):
        read_records(path)


def test_a_folder_whose_name_is_not_text_is_refused_before_it_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "\udcff"
    with pytest.raises(BenchError, match=r"the name of the folder '.*\\udcff' is not UTF-8 text"):
        RecordFile(folder / "records.jsonl", SETTINGS)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_line_is_told_by_its_number(tmp_path: Path) -> None:
    path = _file(tmp_path, RUNS)
    lines = path.read_bytes().split(b"\n")
    lines[4] = lines[4][:20]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(FileFormatError) as raised:
        RecordFile(path, SETTINGS)
    assert "line 5: the line does not fit its checksum" in str(raised.value)
    assert "Delete that line and start again" in str(raised.value)


def test_a_run_recorded_twice_is_told(tmp_path: Path) -> None:
    path = _file(tmp_path, [*RUNS, RUNS[2]])
    with pytest.raises(FileFormatError, match="line 9: run 2 is already in line 5"):
        read_records(path)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    for text in ("a letter to my aunt", "a letter\nto my aunt\n", '{"a": 1}\n', "[]\n"):
        path.write_text(text)
        with pytest.raises(FileFormatError, match="not a record file"):
            RecordFile(path, SETTINGS)
        assert path.read_text() == text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_damaged_anywhere_is_read_or_refused_but_never_breaks(
    tmp_path: Path, data: st.DataObject
) -> None:
    whole = _file(tmp_path, RUNS).read_bytes()
    (tmp_path / "records.jsonl").unlink()
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 40)))
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(whole[:start] + data.draw(st.binary(max_size=20)) + whole[end:])
    try:
        read_records(path)
        with RecordFile(path, SETTINGS) as file:
            assert file.finished <= set(range(6))
            text = str(file.path)
    except BubbleBallError as error:
        text = str(error)
    assert str(path) in text


def test_two_benchmarks_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with RecordFile(path, SETTINGS):
        code = (
            "import sys, pathlib\n"
            "from bubbleball.bench.locking import lock\n"
            "from io import FileIO\n"
            "path = pathlib.Path(sys.argv[1])\n"
            "lock(FileIO(path, 'a+'), path)\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
        )
    assert "is in use: another benchmark is writing to it" in run.stderr


def test_a_line_is_json_in_one_line_with_times_last() -> None:
    line = RUNS[0].line()
    assert "\n" not in line
    assert list(json.loads(line))[-3:] == ["seconds", "stage_seconds", "effort"]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="no record file at"):
        read_records(tmp_path / "records.jsonl")
