"""Run a benchmark: runs may finish in any order, are recorded, and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bubbleball.bench.executors import Executor
from bubbleball.bench.record_file import RecordFile, Records, read_records
from bubbleball.bench.runs import Plan

RECORDS = "records.jsonl"  # in the folder of a benchmark


@dataclass(frozen=True, slots=True)
class BenchProgress:
    """Progress of a benchmark.

    done: runs recorded, including those of earlier sessions.
    total: all runs.
    """

    done: int
    total: int


def carry_out(
    plan: Plan,
    folder: Path,
    executor: Executor,
    session: Mapping[str, Any],
    watch: Callable[[BenchProgress], None] = lambda progress: None,
) -> Records:
    """Execute the runs that the folder's record file lacks, and read all records."""
    path = folder / RECORDS
    with RecordFile(path, plan.settings) as file:
        missing = [run for run in plan.runs if run.number not in file.finished]
        done, total = len(file.finished), len(plan.runs)
        watch(BenchProgress(done, total))
        if missing:
            file.append_session(session)
            with closing(executor.execute(missing, plan.settings.time_limit)) as batches:
                for lines in batches:
                    file.append(lines)
                    done += len(lines)
                    watch(BenchProgress(done, total))
    return read_records(path)
