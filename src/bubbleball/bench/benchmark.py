"""Run a benchmark: runs may finish in any order, are recorded, and can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from bubbleball.bench.executors import Executor
from bubbleball.bench.record_file import RecordFile, Records, read_records
from bubbleball.bench.runs import Plan

RECORDS = "records.jsonl"  # in the folder of a benchmark


def carry_out(
    plan: Plan,
    folder: Path,
    executor: Executor,
    session: Mapping[str, Any],
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> Records:
    """Execute the runs that the folder's record file lacks, and read all records.

    watch: called with the runs recorded, including those of earlier sessions, and all runs.
    """
    path = folder / RECORDS
    with RecordFile(path, plan.settings) as file:
        missing = [run for run in plan.runs if run.number not in file.finished]
        done, total = len(file.finished), len(plan.runs)
        watch(done, total)
        if missing:
            file.append_session(session)
            with closing(executor.execute(missing, plan.settings.time_limit)) as batches:
                for lines in batches:
                    file.append(lines)
                    done += len(lines)
                    watch(done, total)
    return read_records(path)
