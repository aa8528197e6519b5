"""Benchmarks on a Dask cluster: the same records, whatever fails."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from bubbleball.bench.dask_executor import Dask
from bubbleball.bench.record_file import read_records
from bubbleball.bench.runs import RunRecord
from solvers_gone_wrong import FILE, MARKS

pytest.importorskip("distributed", reason="Dask is of the extra 'cluster'")


def _bench(output: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: Dask leaves threads and loops behind in the one it ran in."""
    command = [sys.executable, "-m", "bubbleball", "bench", "classic", "-o", str(output)]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=False)


def _lines(output: Path) -> list[str]:
    return [
        RunRecord(run.number, run.suite, run.solve.without_times()).line()
        for run in read_records(output / "records.jsonl").runs
    ]


@pytest.mark.slow
def test_in_process_processes_and_dask_give_the_same_records(tmp_path: Path) -> None:
    what = ("--solver", "random", "--solver", "refine", "--seeds", "2", "--max-trials", "5")
    ways = {"here": ("--workers", "0"), "two": ("--workers", "2")}
    dask = {"dask": ("--cluster", "local", "--workers", "2")}
    for name, options in {**ways, **dask}.items():
        done = _bench(tmp_path / name, *what, *options)
        assert done.returncode == 0, done.stderr
    here = _lines(tmp_path / "here")
    assert len(here) >= 28
    for name in ("two", "dask"):
        assert _lines(tmp_path / name) == here
    (session,) = read_records(tmp_path / "dask" / "records.jsonl").sessions
    assert (session["executor"], session["workers"]) == ("dask", 2)


@pytest.mark.slow
def test_on_dask_too_a_bad_solver_costs_failed_records_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv(MARKS, str(marks))
    solvers = [f"{FILE}:{name}" for name in ("Raises", "Loops", "Dies", "DiesOnce")]
    options = [option for solver in solvers for option in ("--solver", solver)]
    limits = ("--seeds", "2", "--max-trials", "3", "--time-limit", "2")
    command = [sys.executable, "-m", "bubbleball", "bench", "2", "-o", str(tmp_path / "out")]
    done = subprocess.run(
        [*command, *options, *limits, "--cluster", "local", "--workers", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    errors = [run.solve.error for run in read_records(tmp_path / "out" / "records.jsonl").runs]
    assert errors == [
        *["ZeroDivisionError: three is too many (solvers_gone_wrong.py, line 31)"] * 2,
        *[None, "stopped: it ran longer than 2 s"],
        *[None, "its worker process died twice (SIGKILL)"],
        *[None, None],
    ]
    assert len(os.listdir(marks)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:PORT", "cannot reach a Dask scheduler at 'tcp://127.0.0.1:PORT'"),
        ("nonsense", "cannot reach a Dask scheduler at 'nonsense'"),
    ],
)
def test_a_scheduler_that_cannot_be_reached_is_told(
    tmp_path: Path, address: str, message: str
) -> None:
    with socket.socket() as taken:  # bound but not listening: nobody answers there
        taken.bind(("127.0.0.1", 0))
        port = str(taken.getsockname()[1])
        done = _bench(tmp_path, "--solver", "random", "--cluster", address.replace("PORT", port))
    assert done.returncode == 2
    assert message.replace("PORT", port) in done.stderr
    assert "Traceback" not in done.stderr
    assert "start one with `dask scheduler`" in done.stderr


_LOSE_A_WORKER = """
import json, os, signal, sys
from bubbleball.bench.dask_executor import Dask
from bubbleball.bench.runs import all_runs
from bubbleball.bench.suites import load_suite

if __name__ == "__main__":
    cluster = Dask("local", 2)
    first, _ = cluster._client.run(os.getpid).values()
    runs = all_runs(load_suite("2"), [sys.argv[1]], range(40), 10)
    seen = []
    for lines in cluster.execute(runs, 60.0):
        if not seen:
            os.kill(first, signal.SIGKILL)
        seen += [json.loads(line) for line in lines]
    cluster.close()
    print(json.dumps([[line["run"], line["error"]] for line in seen]))
"""


@pytest.mark.slow
def test_the_batches_of_a_dask_worker_that_is_lost_are_done_by_others(tmp_path: Path) -> None:
    script = tmp_path / "lose_a_worker.py"
    script.write_text(_LOSE_A_WORKER)
    done = subprocess.run(
        [sys.executable, str(script), f"{FILE}:Slow"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sorted(json.loads(done.stdout)) == [[number, None] for number in range(40)]


def test_a_scheduler_that_dies_is_one_line_without_the_tracebacks_of_dask() -> None:
    cluster = object.__new__(Dask)
    cluster._address = "tcp://host:8786"
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [logger.level for logger in loggers]
    try:
        error = cluster._gone(CancelledError())
        assert not any(logger.isEnabledFor(logging.ERROR) for logger in loggers)
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
    assert str(error).startswith("the Dask scheduler at tcp://host:8786 is gone (CancelledError);")
    assert "\n" not in str(error)
