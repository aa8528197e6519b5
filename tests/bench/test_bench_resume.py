"""A killed benchmark resumes without losing or repeating a run."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.tables import all_tables
from bubbleball.files.document import Document
from bubbleball.files.levels import write_level
from fault_runs import killed as kill_once
from levels_in_python import GAP, POWERS
from solvers_gone_wrong import FILE

KILLS = 10
SEEDS = 150


def _command(levels: Path, output: Path) -> list[str]:
    solver = f"{FILE}:Slow"
    return [
        *(sys.executable, "-m", "bubbleball", "bench", str(levels), "--solver", solver),
        *("--seeds", str(SEEDS), "--max-trials", "2", "--workers", "2", "-o", str(output)),
    ]


def _told(records: Records) -> object:
    """All that a report says apart from times, which are in columns named so."""
    return [
        (table.title, table.note, [column for column in columns if not column[0].endswith(" (s)")])
        for table in all_tables(records)
        for columns in [list(zip(table.header, *table.rows, strict=True))]
    ]


@pytest.mark.slow
def test_a_benchmark_killed_ten_times_ends_as_if_it_had_never_been(tmp_path: Path) -> None:
    levels = tmp_path / "levels"
    levels.mkdir()
    for name, level in (("gap", GAP), ("powers", POWERS)):
        write_level(levels / f"{name}.json", Document(level))
    file = tmp_path / "killed" / "records.jsonl"
    draw = random.Random(6)
    command = _command(levels, file.parent)
    assert all(kill_once(command, file, draw) == (True, 0) for _ in range(KILLS))
    partly = file.read_bytes()

    subprocess.run(command, check=True, capture_output=True)
    assert file.read_bytes().startswith(partly[: partly.rfind(b"\n") + 1])  # only appended to
    killed = read_records(file)  # refuses a run that is there twice
    assert killed.complete
    assert len(killed.runs) == 2 * SEEDS
    assert len(killed.sessions) > 2

    whole = tmp_path / "whole"
    subprocess.run(_command(levels, whole), check=True, capture_output=True)
    uninterrupted = read_records(whole / "records.jsonl")
    assert len(uninterrupted.sessions) == 1
    assert _told(killed) == _told(uninterrupted)
    assert [run.solve.without_times() for run in killed.runs] == [
        run.solve.without_times() for run in uninterrupted.runs
    ]


@pytest.mark.slow
def test_a_finished_benchmark_is_not_run_again(tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "bubbleball", "bench", "2", "--solver", "random"),
        *("--max-trials", "2", "--workers", "1", "-o", str(tmp_path)),
    ]
    subprocess.run(command, check=True, capture_output=True)
    before = (tmp_path / "records.jsonl").read_bytes()
    subprocess.run(command, check=True, capture_output=True)
    assert (tmp_path / "records.jsonl").read_bytes() == before
