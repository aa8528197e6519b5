"""One page of results from record files: `python scripts/results_page.py FOLDER… -o FILE`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from bubbleball.bench.benchmark import RECORDS
from bubbleball.bench.paper_table import PAPER
from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.report import markdown_table, provenance_lines
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import Table, failure_table, stage_table, summary_table, trials_text
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.files.disk import write_bytes
from bubbleball.method.explanation import MethodStage

_INTRODUCTION = """# Results

Made from record files by `python scripts/results_page.py`; do not edit.
[benchmark.md](benchmark.md) says what the numbers mean and how to repeat them.

Under the real physics the solvers `hierarchical` and `paper` start from the game's own constants,
and `hierarchical` owns an exact copy of the engine: its first trial replays a run that it has
already made. Those tables measure the search. The suite `unknown-physics` measures learning: its
constants differ, and no solver is told them.
"""


@click.command()
@click.argument(
    "folders",
    metavar="FOLDER...",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The page to write.",
)
def main(*, folders: tuple[Path, ...], output: Path) -> None:
    """Write the results of several benchmarks, one folder each, to one page."""
    try:
        text = results([read_records(folder / RECORDS) for folder in folders])
    except BubbleBallError as error:
        raise click.ClickException(str(error)) from error
    write_bytes(output, text.encode())


def results(benchmarks: Sequence[Records]) -> str:
    """The page for several benchmarks; unfinished ones are refused."""
    parts = [_INTRODUCTION]
    for records in benchmarks:
        settings = records.settings
        if not records.complete:
            raise BenchError(
                f"the benchmark of {', '.join(settings.suites)} has {len(records.runs)} of "
                f"{settings.runs} runs; start its command again to finish it"
            )
        parts += [f"## {_title(settings.suites)}\n", *_section(records)]
    return "\n".join(parts)


def _title(suites: Sequence[str]) -> str:
    """The suites of one benchmark; if there are many, the first and the number of others."""
    more = f" and {len(suites) - 1} more" if len(suites) > 3 else ""
    return suites[0] + more if more else ", ".join(suites)


def _section(records: Records) -> list[str]:
    summary = summary_table(records)
    parts = [f"{summary.note}\n", markdown_table(summary)]
    tables = [stage_table(records), failure_table(records)]
    tables[1:1] = [
        compared_with_paper(records, solver)
        for solver in records.settings.solvers
        if solver in ("paper", "hierarchical")
    ]
    for table in tables:
        if table.rows:
            parts += [f"### {table.title}\n", f"{table.note}\n", markdown_table(table)]
    parts.append("### How it was made\n")
    return [*parts, *(f"- {line}" for line in provenance_lines(records)), ""]


def compared_with_paper(records: Records, solver: str) -> Table:
    """Classic levels under the real physics, beside the numbers of the paper."""
    groups = grouped(
        (
            run
            for run in records.runs
            if run.solve.solver == solver
            and run.solve.physics is None
            and run.solve.level.startswith("classic/")
        ),
        lambda run: run.solve.level,
    )
    limit = records.settings.max_trials
    rows = []
    for level, runs in groups.items():
        s = score([run.solve for run in runs])
        paper = PAPER.get(level)
        theirs = ("–",) * 4
        if paper is not None:
            theirs = (f"{paper.coarse:g}", f"{paper.fine:g}", f"{paper.trials}", f"{paper.regions}")
        seconds = (
            f"{s.stage_seconds.get(stage, 0.0) / s.regions:.3f}" if s.regions else "–"
            for stage in (MethodStage.COARSE, MethodStage.FINE)
        )
        rows.append(
            (
                level,
                f"{s.solved} of {s.runs}",
                f"{trials_text(s.median_trials, limit)} ({trials_text(s.worst_trials, limit)})",
                f"{s.regions:.1f}",
                *seconds,
                f"{s.median_seconds:.2f}",
                theirs[2],
                theirs[3],
                theirs[0],
                theirs[1],
            )
        )
    return Table(
        f"{solver} beside the paper",
        "Trials are median (worst) over the seeds; CG and FG are mean seconds per Local Region of "
        "coarse and fine gridding. A dash: the paper did not solve the level. Only levels 2 and 10 "
        "are exact copies of the real game's; see the levels' own origin.",
        (
            "level", "solved", "trials", "regions", "CG (s)", "FG (s)", "median (s)",
            "paper: trials", "regions", "CG (s)", "FG (s)",
        ),
        tuple(rows),
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
