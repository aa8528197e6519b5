"""Benchmarks of the other games: folds, expectations, records that resume."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from bubbleball.bench.effort import commit
from bubbleball.bench.scores import auccess
from bubbleball.errors import BenchError, FileFormatError, UnknownNameError
from bubbleball.games.bench import PuzzleJob, carry_out, over_folds, summary
from bubbleball.games.phyre.folds import baselines, chance_auccess, fold, uniform_share
from bubbleball.games.phyre.tasks import names
from bubbleball.games.records import Record, read_records
from bubbleball.games.scene import Scene
from other_games import phyre_task, two_balls, write_own_level


def scene_of(name: str) -> Scene:
    return two_balls(apart=float(name))


def test_a_benchmark_resumes_and_does_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    jobs = [PuzzleJob(name, "copy", 0, max_attempts=3) for name in ("20", "30")]
    first = next(carry_out(jobs, scene_of, path))
    with path.open("ab") as file:
        file.write(b'{"task": "half')
    assert [record.task for record in carry_out(jobs, scene_of, path)] == ["30"]
    assert [record.task for record in read_records(path)] == ["20", "30"]
    assert read_records(path)[0] == first
    assert first.attempts == 1
    assert first.simulations > 0
    assert first.commit == commit()


def test_both_tracks_and_processes_give_the_same_records(tmp_path: Path) -> None:
    jobs = [
        PuzzleJob(name, track, 1, 2) for name in ("20", "30") for track in ("copy", "constants")
    ]
    alone = list(carry_out(jobs, scene_of, tmp_path / "one"))
    together = list(carry_out(jobs, scene_of, tmp_path / "two", workers=2))
    assert [(r.key, r.attempts, r.simulations) for r in alone] == [
        (r.key, r.attempts, r.simulations) for r in together
    ]


@pytest.mark.slow
def test_a_cluster_gives_the_same_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is of the extra 'cluster'")
    monkeypatch.setenv("BUBBLEBALL_DATA", str(tmp_path))
    write_own_level()
    command = [sys.executable, "-m", "bubbleball", "interphyre", "bench", "--track", "constants"]
    for name, options in {"here": (), "dask": ("--cluster", "local")}.items():
        output = str(tmp_path / name)
        done = subprocess.run([*command, "-o", output, *options], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
    here, dask = (read_records(tmp_path / name) for name in ("here", "dask"))
    assert [dataclasses.replace(record, seconds=0.0) for record in dask] == [
        dataclasses.replace(record, seconds=0.0) for record in here
    ]
    assert len(here) == 1


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="no track named 'cheat'"):
        list(carry_out([PuzzleJob("20", "cheat", 0)], scene_of, tmp_path / "records"))
    (tmp_path / "broken").write_bytes(b"{}\n")
    with pytest.raises(FileFormatError, match="line 1: not a record"):
        read_records(tmp_path / "broken")


def record(task: str, attempts: int) -> Record:
    return Record(task, "copy", 0, attempts, max(attempts, 1), 10, 0.5)


def test_auccess_is_one_at_the_first_attempt_and_less_later() -> None:
    assert summary([record("a", 1)]).auccess == 1.0
    assert summary([record("a", 2)]).auccess == pytest.approx(0.85, abs=0.005)
    assert summary([record("a", 10)]).auccess == pytest.approx(0.50, abs=0.01)
    assert summary([record("a", 0)]).auccess == 0.0


def test_folds_average_over_the_tasks_that_were_recorded() -> None:
    records = [record("a", 1), record("b", 0)]
    assert over_folds(records, [("a",), ("b", "c"), ("c",)]) == (0.5, 0.5)


def test_chance_is_the_expectation_of_independent_attempts() -> None:
    assert chance_auccess([1.0, 0.0]) == pytest.approx(0.5)
    assert chance_auccess([0.5]) == pytest.approx(auccess([1 - 0.5**k for k in range(1, 101)]))
    assert uniform_share([0.5], 2) == 0.75


@pytest.mark.parametrize("tier", ["ball", "two_balls"])
def test_folds_have_phyres_sizes_and_share_nothing(tier: str) -> None:
    phyre_task("00000:000")
    for setup in ("within", "cross"):
        one = fold(setup, tier, 3)
        assert (len(one.train), len(one.dev), len(one.test)) == (1600, 400, 500)
        assert sorted((*one.train, *one.dev, *one.test)) == list(names(tier))
    assert {name[:5] for name in fold("cross", "ball", 0).test} == {
        *("00003", "00004", "00014", "00015", "00019")
    }
    with pytest.raises(UnknownNameError, match="no setup named 'with'; did you mean 'within'"):
        fold("with", tier, 0)


def test_baselines_score_what_phyres_counts_say() -> None:
    phyre_task("00000:000")
    scores = baselines("ball")
    assert [100 * score for score in scores["random actions"]] == pytest.approx(
        [16.15, 15.67], abs=0.1
    )
    few, many = (
        scores["uniform search, 200 simulations"],
        scores["uniform search, 4000 simulations"],
    )
    assert all(0.5 < a < b < 1.0 for a, b in zip(few, many, strict=True))
