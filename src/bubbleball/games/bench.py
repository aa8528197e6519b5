"""Benchmarks of the other games: attempts, simulations and seconds for many tasks, resumable."""

from __future__ import annotations

import statistics
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from bubbleball.bench.effort import commit
from bubbleball.bench.scores import auccess, grouped, solved_at
from bubbleball.errors import BenchError
from bubbleball.game.workers import Workers
from bubbleball.games.play import MAX_ATTEMPTS, Attempt, solve
from bubbleball.games.records import Record, appending, read_records
from bubbleball.games.scene import Scene
from bubbleball.games.solver.belief import KNOWN, PuzzleBelief, unknown
from bubbleball.games.solver.solver import BallSolver

TRACKS = ("copy", "constants")
FindScene = Callable[[str], Scene]


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """One task to be attempted.

    task, track, seed: as in its record.
    max_attempts: limit of attempts.
    """

    task: str
    track: str
    seed: int
    max_attempts: int = MAX_ATTEMPTS


_Each = Callable[[Callable[[PuzzleJob], Record], Sequence[PuzzleJob]], Iterator[Record]]


@dataclass(frozen=True, slots=True)
class Summary:
    """A group of records.

    tasks: their number.
    auccess: from 0 to 1.
    first: share solved at the first attempt.
    third: share solved within three attempts.
    simulations, seconds: mean per task.
    median_simulations: per task.
    """

    tasks: int
    auccess: float
    first: float
    third: float
    simulations: float
    median_simulations: float
    seconds: float


def belief_of(task: str, track: str, seed: int) -> PuzzleBelief:
    """The solver's first belief; in the track `constants` it depends on task and seed."""
    draw = np.random.default_rng([zlib.crc32(task.encode()), seed])
    return KNOWN if track == "copy" else unknown(draw)


def attempt(find_scene: FindScene, job: PuzzleJob) -> Record:
    """Let the solver attempt a task."""
    scene = find_scene(job.task)
    began = time.process_time()
    solver = BallSolver(scene, belief=belief_of(job.task, job.track, job.seed), seed=job.seed)
    steps = solve(solver, max_attempts=job.max_attempts)
    made = [step for step in steps if isinstance(step, Attempt)]
    last = made[-1] if made else None
    return Record(
        task=job.task,
        track=job.track,
        seed=job.seed,
        attempts=last.number if last is not None and last.trial.solved else 0,
        made=len(made),
        simulations=solver.simulations,
        seconds=round(time.process_time() - began, 3),
        commit=commit(),
    )


def carry_out(
    jobs: Sequence[PuzzleJob],
    find_scene: FindScene,
    path: Path,
    workers: int = 1,
    elsewhere: _Each | None = None,
) -> Iterator[Record]:
    """Run the jobs that the file does not have yet; yield each record once it is on disk.

    elsewhere: does the work for each of many, such as on a cluster, instead of workers here.
    """
    for job in jobs:
        if job.track not in TRACKS:
            raise BenchError(f"no track named {job.track!r}; known: {', '.join(TRACKS)}")
    with appending(path) as add:
        known = {record.key for record in read_records(path)}
        missing = [job for job in jobs if (job.task, job.track, job.seed) not in known]
        work = partial(attempt, find_scene)
        done = elsewhere(work, missing) if elsewhere else _results(missing, work, workers)
        for record in done:
            add(record)
            yield record


def _results(
    jobs: Sequence[PuzzleJob], work: Callable[[PuzzleJob], Record], workers: int
) -> Iterator[Record]:
    with Workers(max(1, min(workers, len(jobs)))) as crew:
        yield from crew.map(work, jobs)


def summary(records: Sequence[Record]) -> Summary:
    """Scores and costs of at least one record."""
    needed = [record.attempts or float("inf") for record in records]
    shares = solved_at(needed)
    simulations = [record.simulations for record in records]
    return Summary(
        tasks=len(records),
        auccess=auccess(shares),
        first=shares[0],
        third=shares[2],
        simulations=statistics.fmean(simulations),
        median_simulations=statistics.median(simulations),
        seconds=statistics.fmean(record.seconds for record in records),
    )


def over_folds(records: Iterable[Record], tests: Iterable[Sequence[str]]) -> tuple[float, float]:
    """Mean and standard deviation over folds of the AUCCESS on those of their tests recorded."""
    by_task = grouped(records, lambda record: record.task)
    scores = [
        summary(found).auccess
        for test in tests
        if (found := [record for task in test for record in by_task.get(task, ())])
    ]
    return statistics.fmean(scores), statistics.pstdev(scores)
