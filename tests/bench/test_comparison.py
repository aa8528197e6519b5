"""Paired comparisons, efforts and tracks of runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bubbleball.bench.comparison import compare_records
from bubbleball.bench.effort import RunEffort, commit
from bubbleball.bench.playing import play_run
from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import Item, Run, RunRecord, Track, track_of
from bubbleball.bench.settings import Settings
from bubbleball.cli.bench import bench
from bubbleball.cli.compare import compare
from bubbleball.errors import BenchError
from bubbleball.files.packs import load_level
from bubbleball.game.engine import ENGINE
from bubbleball.play.record import SolveRecord
from bubbleball.solvers import SOLVERS, USES, uses_of
from repository import ROOT


def records(solver: str, trials: dict[str, list[int]]) -> Records:
    """Level -> trials of each seed; 0 for unsolved."""
    runs = [
        RunRecord(0, "s", SolveRecord(level, solver, seed, solved=used > 0, trials=used or 10))
        for level, each in trials.items()
        for seed, used in enumerate(each)
    ]
    numbered = tuple(replace(run, number=number) for number, run in enumerate(runs))
    settings = Settings(("s",), (solver,), (0, 1), 10, 60.0, None, len(runs), "x", "0")
    return Records(settings, (), numbered)


A = records("a", {"1": [1, 1], "2": [0, 0], "3": [3, 0]})
B = records("b", {"1": [1, 1], "2": [1, 2], "3": [1, 1], "4": [1, 1]})


def test_runs_are_paired_by_level_and_seed_and_others_left_out() -> None:
    result = compare_records(A, B, ("a", "b"))
    assert [(pair.level, pair.a, pair.b) for pair in result.levels] == [
        ("1", 2, 2),
        ("2", 0, 2),
        ("3", 1, 2),
    ]
    solved = result.differences[0]
    assert (solved.a, solved.b) == (3 / 6, 1.0)
    assert solved.low <= 0.5 <= solved.high
    assert solved.low >= 0.0  # a level that B loses does not exist


def test_a_solver_does_not_differ_from_itself() -> None:
    for difference in compare_records(A, A, ("a", "a")).differences:
        assert difference.a == difference.b
        assert difference.low == difference.high == 0.0


def test_swapping_the_sides_mirrors_the_interval() -> None:
    one = compare_records(A, B, ("a", "b")).differences[0]
    other = compare_records(B, A, ("b", "a")).differences[0]
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(BenchError, match="no run of the solver 'c'"):
        compare_records(A, B, ("c", "b"))
    with pytest.raises(BenchError, match="no run of one has a counterpart"):
        compare_records(A, records("b", {"9": [1]}), ("a", "b"))


def test_the_command_compares_two_solvers_of_one_folder(tmp_path: Path) -> None:
    folder = str(tmp_path)
    options = ["1", "--solver", "random", "--solver", "refine", "--max-trials", "3"]
    CliRunner().invoke(bench, [*options, "--workers", "0", "-o", folder], catch_exceptions=False)
    pair = [f"{folder}:random", f"{folder}:refine"]
    shown = CliRunner().invoke(compare, pair, catch_exceptions=False).output
    assert "A: random (track model-free)" in shown
    data = json.loads(CliRunner().invoke(compare, [*pair, "--json"]).output)
    assert data["tracks"] == ["model-free", "model-free"]
    refused = CliRunner().invoke(compare, [folder, folder])
    assert isinstance(refused.exception, BenchError)
    assert "has several solvers" in str(refused.exception)


def test_published_records_are_compared_as_they_are_and_other_tracks_are_said_to_differ() -> None:
    published = ROOT / "docs" / "records"
    pair = [str(published / "classic.jsonl.xz"), f"{published / 'baselines.jsonl.xz'}:refine"]
    shown = CliRunner().invoke(compare, pair, catch_exceptions=False).output
    assert "A: hierarchical (track copy)\nB: refine (track model-free)\nThe tracks differ" in shown


def test_a_run_says_what_it_cost_and_what_made_it() -> None:
    run = Run(0, Item("s", load_level("classic/1")), "hierarchical", 0, 1)
    effort = play_run(run).effort
    assert (effort.commit, effort.engine, effort.uses) == (commit(), ENGINE, "engine")
    assert effort.cpu_seconds > 0
    assert effort.candidates > effort.stepped > effort.simulations > 0
    plain = play_run(replace(run, solver="random")).effort
    assert (plain.uses, plain.candidates, plain.stepped) == ("trials", 0, 0)
    assert plain.simulations == 0


def test_an_effort_survives_its_line_and_older_records_lack_it() -> None:
    effort = RunEffort("abc", "box2d 2.3.10", "models", 1.5, 7, 4, 2)
    run = RunRecord(0, "s", SolveRecord("1", "x", 0), effort)
    assert RunRecord.from_json(json.loads(run.line())) == run
    old = json.loads(run.line())
    del old["effort"]
    assert RunRecord.from_json(old).effort == RunEffort()


@pytest.mark.parametrize("name", SOLVERS)
def test_every_shipped_solver_declares_what_it_uses(name: str) -> None:
    assert uses_of(name) in USES


@pytest.mark.parametrize(
    ("uses", "physics", "world", "track"),
    [
        ("engine", None, None, Track.COPY),
        ("models", "moon", None, Track.CONSTANTS),
        ("engine", None, "drag=1", Track.STRUCTURE),
        ("trials", None, "drag=1", Track.MODEL_FREE),
        ("", None, None, Track.UNDECLARED),
    ],
)
def test_the_track_follows_the_declaration_and_the_world(
    uses: str, physics: str | None, world: str | None, track: Track
) -> None:
    solve = SolveRecord("1", "x", 0, physics, world)
    assert track_of(RunRecord(0, "s", solve, RunEffort(uses=uses))) is track
