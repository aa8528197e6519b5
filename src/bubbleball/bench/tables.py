"""The tables of a benchmark as text, for the terminal, Markdown, CSV and HTML."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord, track_of
from bubbleball.bench.scores import K, Score, grouped, score
from bubbleball.certify.certificate import Share
from bubbleball.method.explanation import MethodStage


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a title.

    title: what it shows.
    note: how to read it.
    header: names of the columns.
    rows: one cell per column.
    """

    title: str
    note: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def all_tables(records: Records) -> tuple[Table, ...]:
    """All tables that have rows."""
    found = (
        summary_table(records),
        stage_table(records),
        level_table(records),
        failure_table(records),
    )
    return tuple(table for table in found if table.rows)


def summary_table(records: Records) -> Table:
    """One row per suite and solver."""
    limit = records.settings.max_trials
    rows = []
    for (suite, solver), runs in by_solver(records.runs).items():
        s = score(runs)
        rows.append(
            (
                suite,
                track_of(runs[0]),
                solver,
                str(s.runs),
                share_text(s.solved, s.runs),
                *(solved_at_text(s, k, limit) for k in (1, 10, 100)),
                f"{s.auccess:.3f}" if limit >= K else "–",
                trials_text(s.median_trials, limit),
                trials_text(s.worst_trials, limit),
                f"{s.plays:.1f}",
                f"{s.regions:.1f}",
                str(s.failed),
                f"{s.median_seconds:.2f}",
                f"{s.worst_seconds:.2f}",
            )
        )
    return Table(
        "Summary",
        f"Every run has {limit} trials. Tracks: what the solver knows of the world, see "
        "benchmark.md. solved: with Wilson's 95 % interval. solved@k: share of runs solved within "
        "k trials, if there were that many. AUCCESS: mean of solved@k for k = 1 to 100, weighted "
        "by log(k + 1) − log(k). An unsolved run "
        f"counts as more than {limit} trials. Plays include the empty run.",
        (
            "suite", "track", "solver", "runs", "solved", "solved@1", "solved@10", "solved@100",
            "AUCCESS", "median trials", "worst trials", "mean plays", "mean regions", "failed",
            "median (s)", "worst (s)",
        ),
        tuple(rows),
    )  # fmt: skip


def stage_table(records: Records) -> Table:
    """Mean seconds of each stage of the method, one row per suite and solver."""
    scores = {key: score(runs) for key, runs in by_solver(records.runs).items()}
    stages = [
        stage for stage in MethodStage if any(stage in s.stage_seconds for s in scores.values())
    ]
    return Table(
        "Seconds per stage",
        "Mean wall-clock of each stage of the method per run; coarse and fine are the coarse "
        "and the fine gridding (CG and FG).",
        ("suite", "solver", *(f"{stage.value} (s)" for stage in stages)),
        tuple(
            (*key, *(f"{s.stage_seconds.get(stage, 0.0):.3f}" for stage in stages))
            for key, s in scores.items()
        )
        if stages
        else (),
    )


def level_table(records: Records) -> Table:
    """One row per level, physics and solver."""
    groups = grouped(
        records.runs,
        lambda run: (run.suite, run.solve.level, run.solve.physics or "real", run.solve.solver),
    )
    rows = tuple(
        (*key, *_level_cells(score(runs), records.settings.max_trials))
        for key, runs in groups.items()
    )
    return Table(
        "Levels",
        "Over all seeds. CG and FG: mean seconds of coarse and fine gridding per Local Region.",
        (
            "suite", "level", "physics", "solver", "solved", "median trials", "worst trials",
            "mean plays", "mean regions", "CG (s)", "FG (s)", "median (s)",
        ),
        rows,
    )  # fmt: skip


def failure_table(records: Records) -> Table:
    """All runs that ended with an error."""
    return Table(
        "Failed runs",
        "Runs in which the solver raised an error, ran too long or took its process down.",
        ("suite", "level", "physics", "solver", "seed", "error"),
        tuple(
            (
                run.suite,
                run.solve.level,
                run.solve.physics or "real",
                run.solve.solver,
                str(run.solve.seed),
                run.solve.error,
            )
            for run in records.runs
            if run.solve.error is not None
        ),
    )


def share_text(solved: int, runs: int) -> str:
    """A share in per cent with Wilson's 95 % interval."""
    low, high = Share(solved, runs).interval
    return f"{100 * solved / runs:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def solved_at_text(s: Score, k: int, limit: int) -> str:
    """The share solved within k trials, if that many were given."""
    return f"{100 * s.solved_at[k - 1]:.1f} %" if k <= limit else "–"


def trials_text(trials: float, limit: int) -> str:
    """A number of trials, or `>limit` if there were not enough."""
    return f">{limit}" if math.isinf(trials) else f"{trials:.0f}"


def _level_cells(s: Score, limit: int) -> tuple[str, ...]:
    per_region = (s.stage_seconds.get(stage) for stage in (MethodStage.COARSE, MethodStage.FINE))
    return (
        f"{s.solved} of {s.runs}",
        trials_text(s.median_trials, limit),
        trials_text(s.worst_trials, limit),
        f"{s.plays:.1f}",
        f"{s.regions:.1f}",
        *("–" if t is None or s.regions == 0 else f"{t / s.regions:.3f}" for t in per_region),
        f"{s.median_seconds:.2f}",
    )


def by_solver(runs: Sequence[RunRecord]) -> dict[tuple[str, str], list[RunRecord]]:
    """Runs by suite and solver."""
    return grouped(runs, lambda run: (run.suite, run.solve.solver))
