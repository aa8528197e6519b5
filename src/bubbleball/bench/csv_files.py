"""The CSV files of a benchmark: numbers that programs can read, one fact a column.

Shares run from 0 to 1, booleans are 0 and 1, and what was not measured is empty: a median of trials
that no run reached, or solved@k beyond the trials that were given.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping

from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord, track_of
from bubbleball.bench.scores import K, Score, grouped, score
from bubbleball.bench.tables import by_solver
from bubbleball.certify.certificate import Share

Row = Mapping[str, object]


def csv_files(records: Records) -> dict[str, str]:
    """Name and contents of every CSV file."""
    return {
        "summary.csv": _csv(_summary(records)),
        "solved_at.csv": _csv(_solved_at(records)),
        "levels.csv": _csv(_levels(records)),
        "runs.csv": _csv(map(_run, records.runs)),
    }


def _summary(records: Records) -> Iterable[Row]:
    for (suite, solver), runs in by_solver(records.runs).items():
        yield {
            "suite": suite,
            "track": str(track_of(runs[0])),
            "solver": solver,
            **_numbers(score(runs), records.settings.max_trials),
            "cpu_seconds": sum(run.effort.cpu_seconds for run in runs) / len(runs),
            "candidates": sum(run.effort.candidates for run in runs) / len(runs),
            "simulations": sum(run.effort.simulations for run in runs) / len(runs),
        }


def _solved_at(records: Records) -> Iterable[Row]:
    for (suite, solver), runs in by_solver(records.runs).items():
        shares = score(runs).solved_at
        for k, share in enumerate(shares[: records.settings.max_trials], start=1):
            yield {"suite": suite, "solver": solver, "k": k, "share": share}


def _levels(records: Records) -> Iterable[Row]:
    def key(run: RunRecord) -> tuple[str, ...]:
        solve = run.solve
        return run.suite, solve.level, solve.physics or "", solve.world or "", solve.solver

    for names, runs in grouped(records.runs, key).items():
        yield {
            **dict(zip(("suite", "level", "physics", "world", "solver"), names, strict=True)),
            **_numbers(score(runs), records.settings.max_trials),
        }


def _run(run: RunRecord) -> Row:
    solve, effort = run.solve, run.effort
    return {
        "run": run.number,
        "suite": run.suite,
        "level": solve.level,
        "physics": solve.physics or "",
        "world": solve.world or "",
        "track": str(track_of(run)),
        "solver": solve.solver,
        "seed": solve.seed,
        "solved": int(solve.solved),
        "trials": solve.trials,
        "plays": solve.plays,
        "regions": solve.regions,
        "outcome": solve.outcome or "",
        "reason": solve.reason,
        "error": solve.error or "",
        "seconds": solve.seconds,
        "cpu_seconds": effort.cpu_seconds,
        "candidates": effort.candidates,
        "stepped": effort.stepped,
        "simulations": effort.simulations,
        "commit": effort.commit,
        "engine": effort.engine,
    }


def _numbers(s: Score, limit: int) -> dict[str, object]:
    low, high = Share(s.solved, s.runs).interval
    measured = {f"solved_at_{k}": s.solved_at[k - 1] if k <= limit else "" for k in (1, 10, K)}
    return {
        "runs": s.runs,
        "solved": s.solved,
        "share": s.share,
        "share_low": low,
        "share_high": high,
        **measured,
        "auccess": s.auccess if limit >= K else "",
        "median_trials": s.median_trials,
        "worst_trials": s.worst_trials,
        "mean_plays": s.plays,
        "mean_regions": s.regions,
        "failed": s.failed,
        "median_seconds": s.median_seconds,
        "worst_seconds": s.worst_seconds,
    }


def _csv(rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow({name: _cell(value) for name, value in row.items()})
    return text.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if math.isinf(value) else f"{value:.6g}"
    return value
