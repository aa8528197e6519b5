"""Experiments with the paper's method beyond the paper's own table.

one-region: the paper to the letter, one Local Region a trial. worlds: physics changed behind the
solver's back, with and without H-3. others: the classic levels that the paper does not report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bubbleball.bench.paper_table import PAPER, paper_table
from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import Table, trials_text
from bubbleball.files import packs
from bubbleball.method.failure import Reason
from bubbleball.play.step import MAX_TRIALS

WORLDS = (
    "restitution=0.2",
    "restitution=0.65",
    "gravity=6.5",
    "gravity=14",
    "gravity=13,restitution=0.6",
)
DEFAULT = "paper"
WITHOUT_LEARNING = "bubbleball.solvers.paper:WithoutLearning"
ONE_REGION = "bubbleball.solvers.paper:OneRegion"


@dataclass(frozen=True, slots=True)
class Case:
    """One benchmark of an experiment.

    folder: subfolder for its records; empty for the main folder itself.
    levels, solvers: what is played by whom. physics: of the game; None for the real one.
    """

    folder: str
    levels: tuple[str, ...]
    solvers: tuple[str, ...]
    physics: str | None = None


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    cases: the benchmarks to run.
    table: their records, in the same order, as one table.
    """

    cases: Callable[[], tuple[Case, ...]]
    table: Callable[[Sequence[Records]], Table]


def other_levels() -> tuple[str, ...]:
    """The classic levels that the paper's table leaves out."""
    return tuple(name for name in packs.pack("classic") if name not in PAPER)


def one_region_table(done: Sequence[Records]) -> Table:
    """Trials with one Local Region a trial beside those of the default."""
    (records,) = done
    rows = []
    for level, runs in grouped(records.runs, lambda run: run.solve.level).items():
        cells = [_median(runs, solver, records) for solver in (DEFAULT, ONE_REGION)]
        rows.append((level, str(PAPER[level].trials), *cells))
    return Table(
        "One Local Region a trial",
        "Trials: the median over the seeds, with the worst in brackets.",
        ("level", "paper", "default", "one region a trial"),
        tuple(rows),
    )


def worlds_table(done: Sequence[Records]) -> Table:
    """Trials in worlds with changed physics, one row with H-3 and one without for each."""
    rows = []
    for records in done:
        for solver in (DEFAULT, WITHOUT_LEARNING):
            runs = [run for run in records.runs if run.solve.solver == solver]
            levels = grouped(runs, lambda run: run.solve.level)
            s = score(runs)
            rows.append(
                (
                    records.settings.physics or "real",
                    "on" if solver == DEFAULT else "off",
                    *(_trials(levels[level]) for level in PAPER if level in levels),
                    f"{s.solved} of {s.runs}",
                )
            )
    levels_done = {run.solve.level for records in done for run in records.runs}
    names = tuple(level.rpartition("/")[2] for level in PAPER if level in levels_done)
    return Table(
        "Learning at work",
        f"Trials of each seed, level by level; – is not solved in {MAX_TRIALS}. The physics is "
        "changed behind the solver's back. H-3 off: β stays what it was.",
        ("world", "H-3", *names, "solved"),
        tuple(rows),
    )


def others_table(done: Sequence[Records]) -> Table:
    """Levels that the paper does not report, with the reasons for all failed trials."""
    (records,) = done
    rows = []
    for level, runs in grouped(records.runs, lambda run: run.solve.level).items():
        s = score(runs)
        why = Counter(reason for run in runs for reason in _reasons(run))
        reasons = [f"{reason} ({n})" for reason, n in why.most_common()]
        reasons += {run.solve.ended: "" for run in runs if _gave_up(run)}
        rows.append((level, f"{s.solved} of {s.runs}", _trials(runs), "; ".join(reasons) or "–"))
    return Table(
        "The other classic levels",
        f"Trials of each seed; – is not solved in {MAX_TRIALS}. The reasons are the paper's, with "
        "the number of trials that failed for each.",
        ("level", "solved", "trials", "why trials failed"),
        tuple(rows),
    )


def _gave_up(run: RunRecord) -> bool:
    return not run.solve.solved and run.solve.trials < MAX_TRIALS


def _reasons(run: RunRecord) -> Iterator[Reason]:
    """Why each failed trial of a run failed."""
    for note in run.solve.notes:
        yield from (reason for reason in Reason if f"failed: {reason}" in note)


def _trials(runs: Sequence[RunRecord]) -> str:
    return " ".join(str(run.solve.trials) if run.solve.solved else "–" for run in runs)


def _median(runs: Sequence[RunRecord], solver: str, records: Records) -> str:
    s = score([run for run in runs if run.solve.solver == solver])
    limit = records.settings.max_trials
    return f"{trials_text(s.median_trials, limit)} ({trials_text(s.worst_trials, limit)})"


def _worlds() -> tuple[Case, ...]:
    solvers = (DEFAULT, WITHOUT_LEARNING)
    return tuple(Case(f"worlds/{world}", tuple(PAPER), solvers, world) for world in WORLDS)


EXPERIMENTS = {
    "paper": Experiment(
        lambda: (Case("", tuple(PAPER), (DEFAULT,)),), lambda done: paper_table(*done)
    ),
    "one-region": Experiment(
        lambda: (Case("one-region", tuple(PAPER), (DEFAULT, ONE_REGION)),), one_region_table
    ),
    "worlds": Experiment(_worlds, worlds_table),
    "others": Experiment(lambda: (Case("others", other_levels(), (DEFAULT,)),), others_table),
}
