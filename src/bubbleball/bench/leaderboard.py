"""The leaderboard: entries that anyone can add, each backed by records that are replayed here.

An entry names a solver, a suite and a file of records. Nothing in it is trusted: the score is
computed from the records, the levels must be those of this version, and the placements of every run
recorded as solved are replayed in the game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbleball.bench.record_file import Records, read_records
from bubbleball.bench.runs import Run, RunRecord, all_runs, track_of
from bubbleball.bench.scores import K, Score, score
from bubbleball.bench.suites import digest, load_suite
from bubbleball.bench.tables import Table, share_text, solved_at_text, trials_text
from bubbleball.bench.verifying import differences, verified
from bubbleball.errors import BubbleBallError, FileFormatError, Problem
from bubbleball.files.json_text import load_json

_SHOWN = 3  # faults of an entry that an error names


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """One line of the leaderboard.

    solver: its name in the records.
    by: who made it.
    track, suite: of its runs.
    records: file beside the leaderboard, `.jsonl` or `.jsonl.xz`.
    commit: of this project's code that the runs were made with, as in the records.
    code: where the solver's code is; empty for one that is shipped.
    """

    solver: str
    by: str
    track: str
    suite: str
    records: str
    commit: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry with the runs that back it.

    entry: as it stands in the file.
    runs: its records.
    max_trials: that each run was given.
    levels: digest of all levels of its benchmark.
    plan: all runs of its benchmark; None if the levels have changed since.
    """

    entry: BoardEntry
    runs: tuple[RunRecord, ...]
    max_trials: int
    levels: str
    plan: tuple[Run, ...] | None


def read_leaderboard(path: Path) -> list[Scored]:
    """Read the entries with their runs; all faults are reported together."""
    value = load_json(path.read_bytes(), str(path), FileFormatError)
    listed = value.get("entries") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        raise FileFormatError([Problem("entries", "a list of entries is wanted")], str(path))
    files: dict[str, tuple[Records, tuple[Run, ...] | None]] = {}
    found, faults = [], []
    for number, given in enumerate(listed):
        try:
            found.append(_scored(_entry(given), path.parent, files))
        except BubbleBallError as error:
            faults.append(Problem(f"entries[{number}]", str(error)))
    if faults:
        raise FileFormatError(faults, str(path))
    return found


def replay(
    scored: Sequence[Scored], watch: Callable[[BoardEntry, int], None] = lambda e, n: None
) -> int:
    """Replay every run recorded as solved; returns their number.

    Entries of levels that have changed since cannot be played, and are left out.

    watch: called with each entry and the number of its runs that were replayed.
    """
    faults, total = [], 0
    for number, one in enumerate(scored):
        if one.plan is not None:
            wrong = list(_unproven(one, one.plan))
            faults += [Problem(f"entries[{number}]", what) for what in wrong[:_SHOWN]]
            replayed = sum(run.solve.solved for run in one.runs)
            total += replayed
            watch(one.entry, replayed)
    if faults:
        raise FileFormatError(faults, "leaderboard")
    return total


def leaderboard_table(scored: Sequence[Scored], *, linked: bool = False) -> Table:
    """The entries by suite and track, the best first.

    linked: whether files of records are Markdown links.
    """
    rows = []
    order = list(dict.fromkeys((one.entry.suite, one.entry.track) for one in scored))

    def rank(rated: tuple[Scored, Score]) -> tuple[float, ...]:
        one, s = rated
        return order.index((one.entry.suite, one.entry.track)), -s.solved_at[0], -s.share

    rated = [(one, score(one.runs)) for one in scored]
    for one, s in sorted(rated, key=rank):
        entry, limit = one.entry, one.max_trials
        seeds = len({run.solve.seed for run in one.runs})
        rows.append(
            (
                *(entry.suite, entry.track, entry.solver),
                share_text(s.solved, s.runs),
                *(solved_at_text(s, k, limit) for k in (1, 10)),
                f"{s.auccess:.3f}" if limit >= K else "–",
                trials_text(s.median_trials, limit),
                *(str(s.runs), str(seeds), str(limit)),
                f"{sum(run.effort.cpu_seconds for run in one.runs) / s.runs:.2f}",
                *(one.levels, entry.by, entry.commit),
                f"[records]({entry.records})" if linked else entry.records,
            )
        )
    return Table(
        "Leaderboard",
        "Tracks are not compared with each other. solved: within the trials that were given, with "
        "Wilson's 95 % interval. AUCCESS needs 100 trials. Processor seconds are means per run. "
        "levels: a digest; entries with different ones are not of the same levels.",
        (
            "suite", "track", "solver", "solved", "solved@1", "solved@10", "AUCCESS",
            "median trials", "runs", "seeds", "trials given", "processor (s)",
            "levels", "by", "commit", "records",
        ),
        tuple(rows),
    )  # fmt: skip


def _entry(given: object) -> BoardEntry:
    fields = {field.name for field in dataclasses.fields(BoardEntry)}
    if not isinstance(given, dict) or not fields - {"code"} <= given.keys() <= fields:
        raise FileFormatError([Problem("", f"an entry has {', '.join(sorted(fields))}")])
    for name, value in given.items():
        if not isinstance(value, str):
            raise FileFormatError([Problem(name, f"{value!r:.60} is not text")])
    return BoardEntry(**given)


def _scored(
    entry: BoardEntry, folder: Path, files: dict[str, tuple[Records, tuple[Run, ...] | None]]
) -> Scored:
    """The entry with its runs; raises if they do not support it."""
    place = Path(entry.records)
    if place.is_absolute() or ".." in place.parts:
        what = f"{entry.records!r} does not lie beside the leaderboard; put the records there"
        raise FileFormatError([Problem("records", what)])
    if entry.records not in files:
        read = read_records(folder / place)
        files[entry.records] = read, _planned_runs(read)
    records, plan = files[entry.records]
    runs = tuple(
        run for run in records.runs if (run.suite, run.solve.solver) == (entry.suite, entry.solver)
    )
    solvers, seeds = records.settings.solvers, records.settings.seeds
    if not runs or not records.complete:
        what = f"{len(runs)} runs of {entry.solver} on {entry.suite}"
        hint = "every run of the benchmark must be recorded"
        known = f"solvers {', '.join(solvers)}, {len(seeds)} seeds"
        raise FileFormatError([Problem("records", f"{what} ({known}); {hint}")])
    for name, claimed, true in (
        ("track", entry.track, {str(track_of(run)) for run in runs}),
        ("commit", entry.commit, {run.effort.commit for run in runs}),
    ):
        if true != {claimed}:
            listed = ", ".join(sorted(value or "unknown" for value in true))
            raise FileFormatError([Problem(name, f"{claimed!r}; the records say {listed}")])
    return Scored(entry, runs, records.settings.max_trials, records.settings.levels, plan)


def _planned_runs(records: Records) -> tuple[Run, ...] | None:
    """Every run of the benchmark, with the levels of this version; None if they have changed."""
    given = records.settings
    items = [item for suite in given.suites for item in load_suite(suite, given.physics)]
    if digest(items) != given.levels:
        return None
    return all_runs(items, given.solvers, given.seeds, given.max_trials)


def _unproven(one: Scored, plan: Sequence[Run]) -> Iterator[str]:
    """What is wrong with the records of an entry, as far as the game can say."""
    for record in one.runs:
        run = plan[record.number]
        name = f"run {record.number}, {record.solve.level}, seed {record.solve.seed}"
        if wrong := differences(run, record):
            yield f"{name}: it is the record of another run ({', '.join(wrong)})"
        elif not 0 <= record.solve.trials <= one.max_trials:
            yield f"{name}: {record.solve.trials} trials of at most {one.max_trials}"
        elif (error := verified(run, record).solve.error) != record.solve.error:
            yield f"{name}: {error}"
