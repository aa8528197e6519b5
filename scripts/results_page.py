"""The page of results, from the records of its benchmarks.

`scripts/measure.py` runs them, and `scripts/publish_results.py` keeps their records.

python scripts/results_page.py page             docs/results.md from docs/records
python scripts/results_page.py overview FILE…   one table of any record files
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from bubbleball.bench.paper_table import paper_table
from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.report import markdown_table, provenance_lines
from bubbleball.bench.runs import RunRecord, track_of
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import (
    Table,
    failure_table,
    share_text,
    stage_table,
    summary_table,
    trials_text,
)
from bubbleball.errors import BenchError, BubbleBallError
from bubbleball.files.disk import write_bytes
from bubbleball.files.marked_part import write_part


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
README = ROOT / "README.md"
BOARD = ROOT / "docs" / "leaderboard.json"
OURSELVES = "bubbleball"  # who made an entry of the leaderboard
WORLDS = tuple(
    f"structure:{name}"
    for name in (
        *("drag", "air", "wind", "spin", "bounce", "shaky", "imprecise", "whole"),
        *("fast-clock", "chipmunk", "random:1", "random:2", "random:3"),
    )
)
PLAN = {
    "classic": Planned(("classic",), ("hierarchical",), seeds=20),
    "workshop": Planned(("workshop",), ("hierarchical",)),
    "expert": Planned(("expert",), ("hierarchical",)),
    "unknown-physics": Planned(("unknown-physics",), ("hierarchical",)),
    "structure-1": Planned(WORLDS[:4], ("hierarchical",), seeds=3, trials=10),
    "structure-2": Planned(WORLDS[4:9], ("hierarchical",), seeds=3, trials=10),
    "structure-3": Planned(WORLDS[9:], ("hierarchical",), seeds=3, trials=10),
    "baselines": Planned(("classic",), ("random", "refine", "cmaes")),
    "refine": Planned(("workshop", "expert", "unknown-physics"), ("refine",)),
    # Each trial of `copysearch` costs 2,000 runs of its copy of the engine.
    "copysearch": Planned(("classic",), ("copysearch",), trials=1),
    "copysearch-packs": Planned(("workshop", "expert"), ("copysearch",), seeds=1, trials=1),
    "paper": Planned(("classic",), ("paper",), trials=10),
    "paper-expert": Planned(("expert",), ("paper",), seeds=1, trials=10),
    "refine-structure": Planned(WORLDS, ("refine",), seeds=1),
    "copysearch-structure": Planned(WORLDS, ("copysearch",), seeds=1, trials=1),
    "paper-structure": Planned(WORLDS, ("paper",), seeds=1, trials=10),
}
_INTRODUCTION = """# Results

Made by `python scripts/results_page.py page` from the records in [records](records); do not edit.
All runs are of commit {commit}, engine {engine}. `make measure` makes them again; the command of
each is at the end of its section.
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
def page() -> None:
    """Write docs/results.md and the results of README from the published records."""
    with said_plainly():
        write_bytes(PAGE, results(published()).encode())
        write_part(README, "results", readme_part(published()))


@main.command("overview")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
def print_overview(*, files: tuple[Path, ...]) -> None:
    """Print one table of all runs of record files."""
    with said_plainly():
        found = overview([read_records(file) for file in files])
    click.echo(f"{found.note}\n\n{markdown_table(found)}")


@contextmanager
def said_plainly() -> Iterator[None]:
    """Print an error of ours as a sentence."""
    try:
        yield
    except BubbleBallError as error:
        raise click.ClickException(str(error)) from error


def published() -> list[Records]:
    """The records beside the page, in the order of PLAN."""
    ours = {Path(entry["records"]).name for entry in board() if entry["by"] == OURSELVES}
    order = [f"{name}.jsonl.xz" for name in PLAN]
    names = sorted(ours, key=lambda name: (order.index(name) if name in order else 99, name))
    found = [read_records(PUBLISHED / name) for name in names]
    if not found:
        raise BenchError(f"no records in {PUBLISHED}; run `make measure`")
    return found


def board() -> list[dict[str, str]]:
    """The entries of the leaderboard; ours name our records, others may stand beside them."""
    entries: list[dict[str, str]] = json.loads(BOARD.read_text(encoding="utf-8"))["entries"]
    return entries


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
            s = score(runs)
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


def readme_part(benchmarks: Sequence[Records]) -> str:
    """What README says of the default solver."""
    runs = [r for records in benchmarks for r in records.runs if r.solve.solver == "hierarchical"]
    classic = [run for run in runs if run.suite == "classic"]
    constants = [run for run in runs if run.suite == "unknown-physics"]
    worlds = [run for run in runs if run.solve.world is not None]
    limit = max(r.settings.max_trials for r in benchmarks if r.runs and r.runs[0] in worlds)
    levels, seeds = ({getattr(run.solve, of) for run in classic} for of in ("level", "seed"))
    text = (
        "**Results** ([docs/results.md](docs/results.md), all of one commit). Where only the "
        "constants of the world differ and nobody gives the solver the numbers, `hierarchical` "
        f"learns them from its trials: it solves {_solved(constants)} runs, "
        f"{_first(constants)} on the first trial, at most "
        f"{max(run.solve.trials for run in constants)} trials each. Where the world "
        "differs in ways that no constant expresses (drag, wind, a turning ball, a bounce "
        "that falls with speed, noise, whole numbers, another clock, another engine, and "
        "mixtures), it solves "
        f"{_solved(worlds)} runs in at most {limit} trials, {_first(worlds)} on the first "
        "([docs/foreign-worlds.md](docs/foreign-worlds.md)). With the real physics it solves the "
        f"{len(levels)} classic levels with {len(seeds)} seeds each, {_solved(classic)} runs, "
        f"{_first(classic)} on the first trial; that is so by construction, for the solver owns "
        "an exact copy of the engine, and its first trial replays a run that it has already made."
    )
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _solved(runs: Sequence[RunRecord]) -> str:
    return f"{sum(run.solve.solved for run in runs)} of {len(runs)}"


def _first(runs: Sequence[RunRecord]) -> str:
    share = sum(run.solve.solved and run.solve.trials == 1 for run in runs) / len(runs)
    return "all" if share == 1 else f"{100 * share:.1f} %"


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
