"""Reports of a benchmark: tables, page, CSV files and the command."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.report import html, markdown, write_reports
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.settings import Settings
from bubbleball.bench.suites import digest, load_suite
from bubbleball.bench.tables import level_table, summary_table
from bubbleball.cli.bench import bench
from bubbleball.cli.options import parse_seeds
from bubbleball.errors import BenchError
from bubbleball.files.levels import write_level
from bubbleball.files.packs import find
from bubbleball.method.explanation import MethodStage
from bubbleball.play.record import SolveRecord
from command_line import command_line
from results_page import PAGE, PUBLISHED, published, results
from solvers_gone_wrong import FILE


def _solve(level: str, solver: str, seed: int, trials: int) -> SolveRecord:
    return SolveRecord(
        level,
        solver,
        seed,
        solved=trials > 0,
        trials=trials or 20,
        plays=(trials or 20) + 1,
        regions=2,
        error="ValueError: <b>bad</b> | worse" if trials == 0 else None,
        seconds=1.5,
        stage_seconds={MethodStage.COARSE: 0.5, MethodStage.FINE: 0.25},
    )


RECORDS = Records(
    Settings(("classic",), ("random", "<x>&"), (4, 9), 20, 60.0, None, 8, "abcd", "0.1.0"),
    (
        {
            "command": "bubbleball bench classic --seeds 4,9",
            "started": "2030-01-01T00:00:00+00:00",
            "executor": "processes",
            "workers": 2,
            "machine": {"processor": "a fast one", "cores": 2, "system": "Linux"},
            "versions": {"python": "3.12.1", "box2d": "2.3.10"},
        },
    ),
    tuple(
        RunRecord(number, "classic", _solve(level, solver, seed, trials))
        for number, (level, solver, seed, trials) in enumerate(
            [
                ("classic/2", "random", 4, 1),
                ("classic/2", "random", 9, 3),
                ("classic/2", "<x>&", 4, 0),
                ("classic/2", "<x>&", 9, 12),
                ("classic/4", "random", 4, 0),
                ("classic/4", "random", 9, 0),
                ("classic/4", "<x>&", 4, 1),
                ("classic/4", "<x>&", 9, 1),
            ]
        )
    ),
)
STATED = ("--seeds 4,9", "a fast one", "box2d 2.3.10", "python 3.12.1", "seeds 4, 9", "0.1.0")


def test_the_summary_says_how_each_solver_did() -> None:
    table = summary_table(RECORDS)
    first = dict(zip(table.header, table.rows[0], strict=True))
    assert first["solver"] == "random"
    assert first["track"] == "undeclared"  # records made before solvers declared what they use
    assert first["solved"] == "50.0 % (15.0–85.0)"  # Wilson: 2 of 4
    assert (first["solved@1"], first["solved@10"]) == ("25.0 %", "50.0 %")
    assert (first["solved@100"], first["AUCCESS"]) == ("–", "–")  # only 20 trials were given
    assert (first["median trials"], first["worst trials"]) == (">20", ">20")
    assert first["failed"] == "2"


def test_the_levels_say_seconds_per_region() -> None:
    table = level_table(RECORDS)
    first = dict(zip(table.header, table.rows[0], strict=True))
    assert (first["CG (s)"], first["FG (s)"]) == ("0.250", "0.125")
    assert first["solved"] == "2 of 2"


@pytest.mark.parametrize("form", [markdown, html])
def test_a_report_states_versions_machine_seeds_and_command(form: object) -> None:
    assert callable(form)
    text = form(RECORDS)
    assert [fact for fact in STATED if fact not in text] == []


def test_the_page_needs_nothing_from_elsewhere_and_is_well_formed() -> None:
    page = html(RECORDS)
    for word in ("<script", "<link", "src=", "url(http", "@import"):
        assert word not in page
    assert "<x>" not in page
    assert "<b>bad" not in page
    plots = [part.split("</svg>")[0] + "</svg>" for part in page.split("<figure>")[1:]]
    assert len(plots) == 3
    for plot in plots:
        ET.fromstring(plot)


def test_a_markdown_table_keeps_its_columns_whatever_the_cells_hold() -> None:
    lines = markdown(RECORDS).splitlines()
    rows = [line for line in lines if "worse" in line]
    assert len(rows) == 3
    assert all(line.replace("\\|", "").count("|") == 7 for line in rows)


def test_the_csv_files_hold_every_run_and_every_k(tmp_path: Path) -> None:
    write_reports(RECORDS, tmp_path)
    with (tmp_path / "runs.csv").open(newline="") as file:
        runs = list(csv.DictReader(file))
    assert [run["trials"] for run in runs] == ["1", "3", "20", "12", "20", "20", "1", "1"]
    with (tmp_path / "solved_at.csv").open(newline="") as file:
        curve = [float(row["share"]) for row in csv.DictReader(file) if row["solver"] == "random"]
    assert len(curve) == 20
    assert (curve[0], curve[1], curve[2], curve[19]) == (0.25, 0.25, 0.5, 0.5)


_NAMES = {"suite", "track", "level", "physics", "world", "solver", "outcome", "reason", "error"}


@pytest.mark.parametrize("name", ["summary.csv", "solved_at.csv", "levels.csv", "runs.csv"])
def test_every_other_cell_of_the_csv_files_is_a_number_or_empty(name: str, tmp_path: Path) -> None:
    write_reports(RECORDS, tmp_path)
    with (tmp_path / name).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        numbers = [value for key, value in row.items() if key not in {*_NAMES, "commit", "engine"}]
        assert all(value == "" or float(value) >= 0 for value in numbers)


def test_the_command_runs_reports_and_lists_failures(tmp_path: Path) -> None:
    options = ["--workers", "0", "--max-trials", "2", "--seeds", "2", "-o", str(tmp_path)]
    solvers = ["--solver", "random", "--solver", f"{FILE}:Illegal"]
    done = CliRunner().invoke(bench, ["2", *solvers, *options], catch_exceptions=False)
    assert done.exit_code == 0
    assert "2 of 4 runs" not in done.stdout
    assert "piece 'rock' is not in this level" in done.stdout
    assert read_records(tmp_path / "records.jsonl").complete
    for name in ("report.md", "report.html", "summary.csv", "levels.csv", "runs.csv"):
        assert str(tmp_path / name) in done.stdout
        assert (tmp_path / name).stat().st_size > 0


def test_the_summary_names_every_suite_as_it_is(tmp_path: Path) -> None:
    """What looks like markup or an emoji is part of a name."""
    folder = tmp_path / "structure:chipmunk:[red]"
    folder.mkdir()
    write_level(folder / "2.json", find("classic/2"))
    options = ["--solver", "random", "--workers", "0", "--max-trials", "1", "-o", str(tmp_path)]
    done = CliRunner().invoke(bench, [str(folder), *options], catch_exceptions=False)
    assert "structure:chipmunk:[red]: 1 run of each solver" in done.stdout.replace("\n", "")


def test_the_default_folder_changes_with_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    common = ["2", "--solver", "random", "--workers", "0", "--max-trials", "1"]
    for more in ([], ["--seeds", "2"], []):
        CliRunner().invoke(bench, [*common, *more], catch_exceptions=False)
    assert len(list((tmp_path / "bench").iterdir())) == 2


@pytest.mark.parametrize(
    ("text", "seeds"), [("3", (0, 1, 2)), ("3-5", (3, 4, 5)), ("7,2", (7, 2)), ("7,", (7,))]
)
def test_seeds_are_a_number_a_range_or_a_list(text: str, seeds: tuple[int, ...]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "5-3", "1-2-3", "1.5", "1,x", "9" * 30, "²"])
def test_seeds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BenchError, match="seeds"):
        parse_seeds(text)


def test_the_page_of_results_sets_the_solver_beside_the_paper() -> None:
    settings = replace(RECORDS.settings, solvers=("hierarchical",))
    runs = tuple(
        RunRecord(run.number, run.suite, replace(run.solve, solver="hierarchical"))
        for run in RECORDS.runs
    )
    page = results([Records(settings, RECORDS.sessions, runs)])
    assert "## hierarchical on classic\n" in page
    assert page.index("| suite | track | solver |") < page.index("## ")
    assert "### hierarchical beside the paper" in page
    row = next(line for line in page.splitlines() if line.startswith("| classic/4 |"))
    assert "| 3.345 |" in row
    assert row.endswith("| 2.425 |")
    assert [fact for fact in STATED if fact not in page] == []


def test_records_of_two_commits_do_not_get_onto_one_page() -> None:
    first, *others = RECORDS.runs
    mixed = (replace(first, effort=replace(first.effort, commit="abc")), *others)
    with pytest.raises(BenchError, match="several commits or engines: unknown"):
        results([Records(RECORDS.settings, (), mixed)])


def test_the_page_of_results_is_that_of_the_published_records() -> None:
    if not PUBLISHED.is_dir():
        pytest.skip("no records are published yet: run `make measure`")
    assert PAGE.read_text(encoding="utf-8") == results(published()), "run `make measure`"


def test_the_published_records_are_of_the_levels_of_today() -> None:
    pytest.importorskip("pymunk", reason="the suite structure:chipmunk needs it")
    for records in published():
        given = records.settings
        items = [item for suite in given.suites for item in load_suite(suite, given.physics)]
        assert digest(items) == given.levels, f"{given.suites} have changed: run `make measure`"


def test_an_unfinished_benchmark_does_not_get_onto_the_page_of_results() -> None:
    with pytest.raises(BenchError, match="has 1 of 8 runs; start its command again"):
        results([Records(RECORDS.settings, (), RECORDS.runs[:1])])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["clasic"], "no suite named 'clasic'; did you mean 'classic'?"),
        (["2", "--solver", "randm"], "no solver named 'randm'; did you mean 'random'?"),
        (["2", "--seeds", "x"], "seeds 'x' are not N, A-B or A,B,… of whole numbers from 0"),
        (["2", "--physics", "mooon"], "did you mean 'moon'?"),
        (["2", "--solver", "random", "-o", "damaged"], "line 1: this is not a record file"),
    ],
)
def test_wrong_input_is_one_message_and_exit_code_two(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "records.jsonl").write_text("damaged\n")
    monkeypatch.chdir(tmp_path)
    printed = command_line(monkeypatch, capsys)("bench", *words)
    assert printed.code == 2
    assert message in printed.err
    assert printed.out == ""
