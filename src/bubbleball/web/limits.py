"""The studio's limits; `docs/studio.md` lists the same numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from bubbleball.game.workers import cores


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor may ask for.

    body_bytes: longest request body.
    body_seconds: longest time for a request to arrive.
    parts: most parts of a level (the game itself allows more).
    placements: most placements in one request.
    requests: most requests under way at once.
    client_requests: those of one client.
    helpers: processes for short work (trials, checks, files, pictures).
    helper_queue: short requests that may wait.
    play_seconds: longest time for one trial, check or file.
    workers: processes for long work (solving, certifying).
    worker_queue: long jobs that may wait.
    trials: most trials of one solve.
    solve_seconds: longest solve.
    certify_seconds: longest certification.
    repair_seconds: longest repair of an attempt, longest map of where a piece would work.
    film_seconds: longest time for a film or a report.
    film_trials: most trials in one film.
    grace_seconds: time that a job gets beyond its limit before its process is killed.
    reply_bytes: most bytes that one job may send back.
    worker_bytes: address space of one process, where the system can limit it.
    records: finished solves kept for export.
    films: films kept for download.
    record_bytes: largest solve or film that is kept.
    """

    body_bytes: int = 1_000_000
    body_seconds: float = 10.0
    parts: int = 200
    placements: int = 200
    requests: int = 200
    client_requests: int = 100
    helpers: int = 2
    helper_queue: int = 64
    play_seconds: float = 10.0
    workers: int = field(default_factory=lambda: min(4, cores()))
    worker_queue: int = 16
    trials: int = 100
    solve_seconds: float = 300.0
    certify_seconds: float = 300.0
    repair_seconds: float = 60.0
    film_seconds: float = 120.0
    film_trials: int = 20
    grace_seconds: float = 15.0
    reply_bytes: int = 100_000_000
    worker_bytes: int = 8 << 30
    records: int = 16
    films: int = 4
    record_bytes: int = 20_000_000
