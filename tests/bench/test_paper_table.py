"""The paper's table: its numbers, and ours beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bubbleball.bench import paper_experiments, paper_table, reproduction
from bubbleball.bench.paper_table import PAPER, PROGRAM, PROGRAM_RUNS
from bubbleball.cli import app
from bubbleball.files import packs
from reference import reference


def test_the_numbers_are_those_of_the_papers_table() -> None:
    assert [row.trials for row in PAPER.values()] == [1, 1, 1, 1, 2, 1, 5, 2, 4, 4]
    assert [row.regions for row in PAPER.values()] == [1, 1, 1, 1, 2, 1, 3, 2, 4, 1]
    written = reference("paper.tex").read_text(encoding="utf-8")
    for name, row in PAPER.items():
        assert f"{row.coarse:.3f}" in written, name
        assert f"{row.fine:.3f}" in written, name


def test_the_program_of_the_paper_solved_14_of_its_60_runs_beside_the_drop_in() -> None:
    assert set(PROGRAM) <= set(PAPER)
    assert sum(PROGRAM.values()) == 14
    assert PROGRAM_RUNS * len(PAPER) == 60


def test_every_level_of_the_paper_is_shipped_with_its_number_of_blocks() -> None:
    for name, row in PAPER.items():
        assert len(packs.find(name).level.pieces) == row.blocks, name


def test_reproduce_writes_the_table_and_a_picture_of_every_region(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (paper_table, paper_experiments, reproduction):
        monkeypatch.setattr(module, "PAPER", {"classic/2": PAPER["classic/2"]})

    def reproduce() -> Result:
        options = ["--seeds", "1", "--workers", "0", "-o", str(tmp_path)]
        return CliRunner().invoke(app, ["reproduce", *options])

    done = reproduce()
    assert done.exit_code == 0, done.output
    assert "classic/2" in done.output
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<figure>") == 2  # one region, and the trial
    assert "Local Region 1" in page
    records = (tmp_path / "records.jsonl").read_bytes()
    assert reproduce().exit_code == 0
    assert (tmp_path / "records.jsonl").read_bytes() == records  # nothing was run again
    assert len((tmp_path / "table.csv").read_text(encoding="utf-8").splitlines()) == 2
