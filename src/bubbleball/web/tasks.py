"""The work that runs in the studio's worker processes. Each task ends in calls of the game."""

from __future__ import annotations

import pickle
import time
from pathlib import PurePosixPath
from typing import Any

from bubbleball.certify import certify
from bubbleball.certify.search import Findings
from bubbleball.check.warnings import warnings
from bubbleball.errors import LevelError, Problem, unknown_name
from bubbleball.files.document import Document, LevelFormat, placements_from
from bubbleball.files.level_file import document_from_data
from bubbleball.files.levels import dump_level, parse_level
from bubbleball.files.original.movable_objects import parse_movables
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics
from bubbleball.game.placement import breaches
from bubbleball.method.explanation import Thought
from bubbleball.play.loop import Step
from bubbleball.play.recorded_solve import SolveTask, solve_and_record
from bubbleball.render import gif_of_trials
from bubbleball.report import report_page
from bubbleball.solvers import SOLVERS
from bubbleball.web import encoding, responses
from bubbleball.web.process_pool import Desk


def _level(data: dict[str, Any], parts: int) -> Level:
    level = document_from_data(data, "level").level
    if len(level.parts) > parts:
        what = f"{len(level.parts)} parts; the studio plays levels of at most {parts}"
        raise LevelError([Problem("", what)], "level")
    return level


def check(desk: Desk, *, level: dict[str, Any], placements: list[Any], parts: int) -> None:
    """Which rules a placement breaks."""
    found = breaches(_level(level, parts), placements_from(placements))
    desk.send(encoding.encoded({"breaches": [responses.breach_data(breach) for breach in found]}))


def inspect(desk: Desk, *, level: dict[str, Any], parts: int) -> None:
    """What is wrong with a level, and what its designer should look at.

    A faulty level is an answer here, not an error.
    """
    try:
        sound = _level(level, parts)
    except LevelError as error:
        problems = [{"where": p.where, "what": p.what} for p in error.problems]
        desk.send(encoding.encoded({"problems": problems, "warnings": []}))
        return
    desk.send(encoding.encoded({"problems": [], "warnings": [str(one) for one in warnings(sound)]}))


def play(
    desk: Desk,
    *,
    level: dict[str, Any],
    placements: list[Any],
    physics: dict[str, float],
    parts: int,
) -> None:
    """One trial."""
    game = Game(_level(level, parts), Physics(**physics))
    desk.send(encoding.encoded(responses.trial_data(game.play(placements_from(placements)))))


def open_file(desk: Desk, *, name: str, text: str, movables: str | None, parts: int) -> None:
    """A level file in either format."""
    known = {} if movables is None else parse_movables(movables, "movableObjects.json")
    document = parse_level(text, name, movables=known.get(PurePosixPath(name).stem))
    answer = encoding.document_data(document)
    _level(answer["level"], parts)
    desk.send(encoding.encoded(answer))


def save_file(
    desk: Desk, *, level: dict[str, Any], solutions: list[Any], format_: str, parts: int
) -> None:
    """A level as the text of a file."""
    document = Document(_level(level, parts), tuple(map(placements_from, solutions)))
    text = dump_level(document, LevelFormat.ORIGINAL if format_ == "original" else LevelFormat.OURS)
    stem = "".join(c if c.isascii() and c.isalnum() else "-" for c in document.level.title)
    stem = PurePosixPath(stem.strip("-").lower()[:60] or "level").name
    desk.send(encoding.encoded({"name": f"{stem}.json", "text": text}))


def film(
    desk: Desk,
    *,
    level: dict[str, Any],
    trials: list[list[Any]],
    physics: dict[str, float],
    theme: str,
    parts: int,
) -> None:
    """Trials as an animated GIF, played anew: the same placements give the same frames."""
    game = Game(_level(level, parts), Physics(**physics))
    played = [game.play(placements_from(placements)) for placements in trials]
    shown = [(game.level, trial.placements, trial, None) for trial in played]
    desk.send(gif_of_trials(shown, theme=theme))


def run_solver(
    desk: Desk,
    *,
    key: str,
    level: dict[str, Any],
    solver: str,
    planner: str | None,
    seed: int,
    max_trials: int,
    time_limit: float,
    physics: dict[str, float],
    parts: int,
) -> None:
    """A solver at work, thought by thought; the solver is not told the game's physics."""
    if solver not in SOLVERS:  # names of files and modules are for the command line only
        raise unknown_name("solver", solver, SOLVERS)
    puzzle = _level(level, parts)
    task = SolveTask(
        puzzle,
        solver,
        seed,
        physics=Physics(**physics),
        max_trials=max_trials,
        time_limit=time_limit,
        options={} if planner is None else {"planner": planner},
    )

    def show(event: Thought | Step) -> None:
        data = (
            responses.step_data(event) if isinstance(event, Step) else responses.thought_data(event)
        )
        desk.send(encoding.event(data))

    desk.send(encoding.event({"type": "began", "id": key}))
    done = solve_and_record(task, show, stopped=lambda: desk.stopped, explain=lambda raised: None)
    desk.send(encoding.RECORD + pickle.dumps((puzzle, done.events, done.record)))
    desk.send(encoding.event({"type": "end", "id": key, "record": done.record.to_json()}))


class _StoppedError(Exception):
    """Ends a search from inside its progress."""


def run_certify(
    desk: Desk, *, level: dict[str, Any], seconds: float, seed: int, parts: int
) -> None:
    """A search for solutions with the game itself, in this one process."""
    puzzle = _level(level, parts)
    began = time.monotonic()
    desk.send(encoding.event({"type": "began", "id": ""}))

    def progress(found: Findings) -> None:
        if desk.stopped:
            raise _StoppedError
        share = min(1.0, (time.monotonic() - began) / seconds)
        desk.send(encoding.event(responses.progress_data(found, share)))

    try:
        certificate = certify(puzzle, seconds=seconds, seed=seed, workers=1, progress=progress)
    except _StoppedError:
        return
    desk.send(encoding.event(responses.certificate_data(certificate)))


def report(desk: Desk, *, record: bytes, parts: int) -> None:
    """A finished solve as one page; `parts` has been looked at when it was solved."""
    puzzle, seen, told = pickle.loads(record)
    desk.send(report_page(puzzle, told, seen).encode())


TASKS = {
    "check": check,
    "inspect": inspect,
    "play": play,
    "open": open_file,
    "save": save_file,
    "film": film,
    "report": report,
    "solve": run_solver,
    "certify": run_certify,
}
