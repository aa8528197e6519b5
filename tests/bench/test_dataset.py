"""Data sets: every row can be played again, and a stopped one goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bubbleball.bench.dataset import DatasetPlan, make_dataset, plays
from bubbleball.bench.dataset_replay import replay_dataset
from bubbleball.errors import BenchError
from bubbleball.files.document import placements_from
from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.physics import parse_physics

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

LEVELS = (load_level("classic/1"), load_level("classic/2"))
PLAN = DatasetPlan(LEVELS, 50, seed=3, shard=20)


def test_every_row_plays_to_the_stored_outcome_again(tmp_path: Path) -> None:
    paths = make_dataset(PLAN, tmp_path)
    rows = [row for path in paths for row in parquet.read_table(path).to_pylist()]
    assert [row["row"] for row in rows] == list(range(50))
    games = {level.name: Game(level) for level in LEVELS}
    for row in rows:
        trial = games[row["level"]].play(placements_from(row["placements"]))
        assert (trial.outcome, trial.reason) == (row["outcome"], row["explanation"])
        assert np.array_equal(trial.ball[::6].astype(np.float32).ravel(), row["path"])
        assert [c["part"] for c in row["contacts"]] == [c.part for c in trial.contacts]
    levels = (tmp_path / "levels.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(levels) == 2
    assert all(json.loads(line) for line in levels)
    assert "| `placements` |" in (tmp_path / "README.md").read_text(encoding="utf-8")


SHORT = Level(  # the ball falls past the flag within a second
    Ball(240, 230),
    Flag(330, 300),
    (Part("floor", Kind.GROUND, 330, 318, 100, 10),),
    (Part("a", Kind.METAL, 60, 40, 80, 15), Part("b", Kind.METAL, 160, 40, 80, 15)),
    name="short",
)


@pytest.mark.slow
def test_ten_thousand_rows_play_to_the_stored_trials_again(tmp_path: Path) -> None:
    paths = make_dataset(DatasetPlan((SHORT,), 10_000, shard=5_000), tmp_path)
    assert replay_dataset(tmp_path) == 10_000
    solved = [parquet.read_table(path, columns=["solved"])["solved"] for path in paths]
    assert 100 < sum(column.to_pylist().count(True) for column in solved) < 1000


def test_a_row_that_was_changed_is_found(tmp_path: Path) -> None:
    paths = make_dataset(PLAN, tmp_path)
    assert replay_dataset(tmp_path) == 50
    table = parquet.read_table(paths[1])
    rows = table.to_pylist()
    rows[4]["closest_approach"] += 1.0
    parquet.write_table(type(table).from_pylist(rows, schema=table.schema), paths[1])
    with pytest.raises(BenchError, match=r"1 of 50 rows .* such as row 24;"):
        replay_dataset(tmp_path)


def test_a_folder_without_a_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="is not a data set"):
        replay_dataset(tmp_path)


def test_the_physics_of_a_data_set_is_replayed_too(tmp_path: Path) -> None:
    make_dataset(replace(PLAN, rows=20, physics=parse_physics("moon,restitution=0.9")), tmp_path)
    assert replay_dataset(tmp_path) == 20


def test_a_data_set_goes_on_where_it_stopped_and_is_the_same(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    first, second = make_dataset(PLAN, whole), make_dataset(PLAN, broken)
    second[1].unlink()
    kept = second[0].stat().st_mtime_ns
    make_dataset(PLAN, broken)
    assert second[0].stat().st_mtime_ns == kept
    for one, other in zip(first, second, strict=True):
        assert parquet.read_table(one).equals(parquet.read_table(other))


@pytest.mark.slow
def test_a_cluster_writes_the_same_shards(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is of the extra 'cluster'")
    command = [sys.executable, "-m", "bubbleball", "dataset", "1", "--rows", "50", "--shard", "20"]
    for name, options in {"here": ("--workers", "1"), "dask": ("--cluster", "local")}.items():
        done = subprocess.run([*command, "-o", str(tmp_path / name), *options], check=False)
        assert done.returncode == 0
    here, dask = (sorted((tmp_path / name).glob("*.parquet")) for name in ("here", "dask"))
    assert [file.read_bytes() for file in here] == [file.read_bytes() for file in dask]
    assert len(here) == 3


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    make_dataset(PLAN, tmp_path)
    with pytest.raises(BenchError, match="other settings"):
        make_dataset(replace(PLAN, seed=4), tmp_path)


def test_a_mixed_data_set_alternates_and_says_who_placed() -> None:
    plan = DatasetPlan(LEVELS, 8, solver="refine", mixed=True)
    sources = [row["source"] for row in plays(plan, range(8))]
    assert sources == ["refine", "refine", "random", "random"] * 2
