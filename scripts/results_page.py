"""The page of results: `make results` runs the benchmarks, keeps their records and writes the page.

python scripts/results_page.py run          every benchmark of PLAN, then the page
python scripts/results_page.py run --sample the same with one seed, few trials, few levels
python scripts/results_page.py page         docs/results.md from docs/records
"""

from __future__ import annotations

import lzma
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from bubbleball.bench.benchmark import RECORDS
from bubbleball.bench.paper_table import paper_table
from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.report import markdown_table, provenance_lines
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import (
    Table,
    failure_table,
    share_text,
    stage_table,
    summary_table,
    trials_text,
)
from bubbleball.bench.tracks import track_of
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.files.disk import write_bytes


@dataclass(frozen=True, slots=True)
class Planned:
    """One benchmark of the page.

    suites, solvers: as `bubbleball bench` takes them.
    seeds: how many.
    trials: most per run.
    """

    suites: tuple[str, ...]
    solvers: tuple[str, ...]
    seeds: int = 5
    trials: int = 100

    @property
    def options(self) -> list[str]:
        """The words of the command after `bench`, without the folder."""
        solvers = [word for solver in self.solvers for word in ("--solver", solver)]
        counts = ["--seeds", str(self.seeds), "--max-trials", str(self.trials)]
        return [*self.suites, *solvers, *counts]


ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "docs" / "records"  # a compressed record file per benchmark
PAGE = ROOT / "docs" / "results.md"
PLAN = {
    "classic": Planned(("classic",), ("hierarchical",)),
    "workshop": Planned(("workshop",), ("hierarchical",), seeds=1),
    "expert": Planned(("expert",), ("hierarchical",)),
    "unknown-physics": Planned(("unknown-physics",), ("hierarchical",), seeds=3),
    "structure": Planned(
        tuple(f"structure:{name}" for name in ("drag", "air", "wind", "spin", "bounce")),
        ("hierarchical",),
        seeds=1,
        trials=10,
    ),
    "structure-noise": Planned(
        tuple(f"structure:{name}" for name in ("shaky", "imprecise", "whole", "fast-clock")),
        ("hierarchical",),
        seeds=1,
        trials=10,
    ),
    "structure-mixed": Planned(
        tuple(f"structure:{name}" for name in ("chipmunk", "random:1", "random:2", "random:3")),
        ("hierarchical",),
        seeds=1,
        trials=10,
    ),
    "baselines": Planned(("classic",), ("random", "refine", "cmaes")),
    "refine": Planned(("workshop", "expert", "unknown-physics"), ("refine",)),
    # Each trial of `copysearch` costs 2,000 runs of its copy of the engine.
    "copysearch": Planned(("classic", "expert"), ("copysearch",), seeds=1, trials=1),
}
SAMPLE = {"sample": Planned(("classic/1", "classic/2"), ("hierarchical", "random"), 1, 3)}
_INTRODUCTION = """# Results

Made by `python scripts/results_page.py page` from the records in [records](records); do not edit.
All runs are of commit {commit}, engine {engine}. `make results` makes them again: it runs the
commands at the ends of the sections.
[benchmark.md](benchmark.md) says what the numbers mean.

On the track *copy* a solver has a model with the game's own constants, and `hierarchical` owns an
exact copy of the engine: its first trial replays a run that it has already made. That track
measures the search. `copysearch` is the baseline there: plain random search in a private copy of
the engine, up to 2,000 runs before each trial. The tracks *constants* and *structure* measure
learning: no solver is given the constants or the world.
"""


@click.group()
def main() -> None:
    """Make the page of results."""


@main.command()
@click.option("--sample", is_flag=True, help="Two levels, one seed, three trials.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("out", "results"))
def run(*, sample: bool, output: Path) -> None:
    """Run every benchmark, publish the records, and write the page; a sample is only printed.

    A benchmark whose runs are recorded is not repeated. A relative folder is one of the checkout.
    """
    plan = SAMPLE if sample else PLAN
    for name, planned in plan.items():
        words = [*planned.options, "-o", str(output / name)]
        subprocess.run([sys.executable, "-m", "bubbleball", "bench", *words], check=True, cwd=ROOT)
    folders = {name: ROOT / output / name / RECORDS for name in plan}
    text = results([read_records(file) for file in folders.values()])
    if sample:
        click.echo(text)
        return
    PUBLISHED.mkdir(exist_ok=True)
    for name, file in folders.items():
        write_bytes(PUBLISHED / f"{name}.jsonl.xz", lzma.compress(file.read_bytes()))
    write_bytes(PAGE, text.encode())


@main.command()
def page() -> None:
    """Write docs/results.md from the published records."""
    try:
        write_bytes(PAGE, results(published()).encode())
    except BubbleBallError as error:
        raise click.ClickException(str(error)) from error


def published() -> list[Records]:
    """The records beside the page, in the order of PLAN."""
    files = [PUBLISHED / f"{name}.jsonl.xz" for name in PLAN]
    found = [read_records(file) for file in files if file.exists()]
    if not found:
        raise BenchError(f"no records in {PUBLISHED}; run `make results`")
    return found


def results(benchmarks: Sequence[Records]) -> str:
    """The page for several benchmarks of one commit; unfinished ones are refused."""
    for records in benchmarks:
        settings = records.settings
        if not records.complete:
            raise BenchError(
                f"the benchmark of {', '.join(settings.suites)} has {len(records.runs)} of "
                f"{settings.runs} runs; start its command again to finish it"
            )
    made = sorted({(run.effort.commit, run.effort.engine) for r in benchmarks for run in r.runs})
    if len(made) > 1:
        each = ", ".join(f"{commit or 'unknown'} ({engine})" for commit, engine in made)
        raise BenchError(f"the records are of several commits or engines: {each}")
    commit, engine = made[0]
    table = overview(benchmarks)
    parts = [_INTRODUCTION.format(commit=commit or "unknown", engine=engine or "unknown")]
    parts += [f"{table.note}\n", markdown_table(table)]
    for records in benchmarks:
        settings = records.settings
        parts += [f"## {', '.join(settings.solvers)} on {_suites_text(settings.suites)}\n"]
        parts += _section(records)
    return "\n".join(parts)


def overview(benchmarks: Sequence[Records]) -> Table:
    """One row per suite, track and solver of all benchmarks, the suites in their first order."""
    rows: dict[str, list[tuple[str, ...]]] = {}
    for records in benchmarks:
        limit, seeds = records.settings.max_trials, len(records.settings.seeds)
        groups = grouped(
            records.runs, lambda run: (run.suite, str(track_of(run)), run.solve.solver)
        )
        for key, runs in groups.items():
            s = score([run.solve for run in runs])
            efforts = [run.effort for run in runs]
            row = (
                *key,
                share_text(s.solved, s.runs),
                share_text(sum(run.solve.solved and run.solve.trials == 1 for run in runs), s.runs),
                f"{s.auccess:.3f}" if limit >= len(s.solved_at) else "–",
                trials_text(s.median_trials, limit),
                trials_text(s.worst_trials, limit),
                *(str(s.runs), str(seeds), str(limit)),
                f"{sum(e.candidates for e in efforts) / s.runs:,.0f}",
                f"{sum(e.simulations for e in efforts) / s.runs:,.0f}",
                f"{sum(e.cpu_seconds for e in efforts) / s.runs:.2f}",
            )
            rows.setdefault(key[0], []).append(row)
    return Table(
        "All results",
        "Shares with Wilson's 95 % intervals. Candidates, simulations (worlds of the engine that "
        "the solver ran) and processor seconds are means per run. A dash: fewer than 100 trials "
        "were given.",
        (
            "suite", "track", "solver", "solved", "first trial", "AUCCESS", "median trials",
            "worst trials", "runs", "seeds", "trials given", "candidates", "simulations",
            "processor (s)",
        ),
        tuple(row for of_suite in rows.values() for row in of_suite),
    )  # fmt: skip


def _suites_text(suites: Sequence[str]) -> str:
    """The names of suites; a family that all belong to is named once."""
    families = {suite.partition(":")[0] for suite in suites}
    if len(suites) == 1 or len(families) > 1:
        return ", ".join(suites)
    return f"{families.pop()}: {', '.join(suite.partition(':')[2] for suite in suites)}"


def _section(records: Records) -> list[str]:
    summary = summary_table(records)
    parts = [f"{summary.note}\n", markdown_table(summary)]
    tables = [stage_table(records), failure_table(records)]
    tables[1:1] = [
        beside_the_paper(records, solver)
        for solver in records.settings.solvers
        if solver in ("paper", "hierarchical")
    ]
    for table in tables:
        if table.rows:
            parts += [f"### {table.title}\n", f"{table.note}\n", markdown_table(table)]
    parts.append("### How it was made\n")
    return [*parts, *(f"- {line}" for line in provenance_lines(records)), ""]


def beside_the_paper(records: Records, solver: str) -> Table:
    """The paper's table beside the runs of one solver under the real physics."""
    runs = tuple(
        run
        for run in records.runs
        if run.solve.solver == solver and run.solve.physics is None and run.solve.world is None
    )
    return replace(paper_table(replace(records, runs=runs)), title=f"{solver} beside the paper")


if __name__ == "__main__":
    sys.exit(main())
