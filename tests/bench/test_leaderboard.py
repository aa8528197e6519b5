"""The leaderboard: nothing that an entry claims is believed."""

from __future__ import annotations

import json
import lzma
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bubbleball.bench.leaderboard import leaderboard_table, read_leaderboard, replay
from bubbleball.bench.record_file import read_records
from bubbleball.bench.report import markdown_table
from bubbleball.bench.sealing import sealed, unsealed
from bubbleball.cli.bench import bench
from bubbleball.errors import FileFormatError
from bubbleball.files.marked_part import with_part
from command_line import Cli, command_line
from publish_results import board_text, entries
from repository import ROOT
from results_page import OURSELVES, PUBLISHED
from results_page import board as listed

OURS = ROOT / "docs" / "leaderboard.json"
PAGE = ROOT / "docs" / "leaderboard.md"


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return command_line(monkeypatch, capsys)


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The records of one run that is solved."""
    folder = tmp_path_factory.mktemp("benchmark")
    options = ["--solver", "copysearch", "--max-trials", "2", "--workers", "0"]
    assert CliRunner().invoke(bench, ["2", *options, "-o", str(folder)]).exit_code == 0
    return folder / "records.jsonl"


@pytest.fixture
def board(tmp_path: Path, benchmark: Path) -> Path:
    """A leaderboard of one entry with one run."""
    shutil.copy(benchmark, tmp_path)
    records = [
        unsealed(line) for line in (tmp_path / "records.jsonl").read_bytes().splitlines(True)
    ]
    commit = json.loads(records[-1] or b"")["effort"]["commit"]
    entry = {"solver": "copysearch", "by": "a test", "track": "copy", "suite": "2"}
    return write(tmp_path, {**entry, "records": "records.jsonl", "commit": commit})


def write(folder: Path, entry: dict[str, Any]) -> Path:
    path = folder / "board.json"
    path.write_text(json.dumps({"entries": [entry]}), encoding="utf-8")
    return path


def changed(board: Path, **values: str) -> Path:
    [entry] = json.loads(board.read_text(encoding="utf-8"))["entries"]
    return write(board.parent, {**entry, **values})


def forged(board: Path, **values: object) -> None:
    """Change fields of the last record, checksum and all."""
    file = board.parent / "records.jsonl"
    *lines, last = file.read_bytes().splitlines(keepends=True)
    record = {**json.loads(unsealed(last) or b""), **values}
    file.write_bytes(b"".join([*lines, sealed(json.dumps(record))]))


@pytest.mark.slow
def test_every_solved_run_of_our_entries_is_replayed_and_the_page_is_theirs() -> None:
    scored = read_leaderboard(OURS)
    assert replay(scored) == sum(run.solve.solved for one in scored if one.plan for run in one.runs)
    table = leaderboard_table(scored, linked=True)
    page = PAGE.read_text(encoding="utf-8")
    part = f"{table.note}\n\n{markdown_table(table)}"
    assert with_part(page, "leaderboard", part) == page, "run `bubbleball leaderboard --write`"


def test_an_entry_is_scored_from_its_records(board: Path) -> None:
    scored = read_leaderboard(board)
    assert replay(scored) == 1
    [row] = leaderboard_table(scored).rows
    assert row[:3] == ("2", "copy", "copysearch")
    assert row[3].startswith("100.0 %")


def test_packed_records_are_read_too(board: Path) -> None:
    file = board.parent / "records.jsonl"
    file.with_suffix(".jsonl.xz").write_bytes(lzma.compress(file.read_bytes()))
    assert len(read_leaderboard(changed(board, records="records.jsonl.xz"))) == 1


def test_a_solution_that_does_not_reach_the_flag_is_refused(board: Path) -> None:
    forged(board, placements=[{"piece": "AO6G", "x": 100.0, "y": 150.0, "angle": 0.0}])
    with pytest.raises(FileFormatError, match=r"run 0, classic/2, seed 0: .*do not reach the flag"):
        replay(read_leaderboard(board))


def test_an_entry_of_levels_that_have_changed_is_said_to_be_so_and_not_replayed(
    board: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bubbleball.bench.leaderboard.digest", lambda items: "another")
    scored = read_leaderboard(board)
    assert replay(scored) == 0
    assert "1 entry" in cli("leaderboard", str(board)).err


def test_a_run_of_another_level_is_refused(board: Path) -> None:
    forged(board, level="classic/1")
    with pytest.raises(FileFormatError, match="the record of another run"):
        replay(read_leaderboard(board))


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("track", "model-free", "the records say copy"),
        ("commit", "0" * 12, "the records say"),
        ("solver", "random", "0 runs of random on 2"),
        ("suite", "classic", "0 runs of copysearch on classic"),
        ("records", "../records.jsonl", "does not lie beside the leaderboard"),
        ("records", "none.jsonl", "no record file"),
        ("colour", "red", "an entry has by, code, commit"),
    ],
)
def test_a_claim_that_the_records_do_not_bear_out_is_refused(
    board: Path, field: str, value: str, what: str
) -> None:
    with pytest.raises(FileFormatError, match=rf"entries\[0\].*{what}"):
        read_leaderboard(changed(board, **{field: value}))


def test_the_command_writes_the_table_into_a_page(board: Path, cli: Cli) -> None:
    page = board.parent / "page.md"
    page.write_text("<!-- leaderboard: begin -->\n<!-- leaderboard: end -->\n", encoding="utf-8")
    code, out, err = cli("leaderboard", str(board), "--write", str(page))
    assert code == 0
    assert "1 solved runs of 1 entries reach the flag" in err
    assert "copysearch" in out
    assert "[records](records.jsonl)" in page.read_text(encoding="utf-8")
    assert cli("leaderboard", str(changed(board, track="structure"))).code == 2


def test_our_entries_are_those_that_publishing_our_records_would_write() -> None:
    ours = [entry for entry in listed() if entry["by"] == OURSELVES]
    names = dict.fromkeys(Path(entry["records"]).name for entry in ours)
    records = {name.partition(".")[0]: read_records(PUBLISHED / name) for name in names}
    made = entries(records)
    assert sorted(map(str, made)) == sorted(map(str, ours))
    assert json.loads(board_text(made))["entries"] == made
