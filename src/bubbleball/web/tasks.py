"""The tasks of the studio's worker processes; the rules and the playing are the library's."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from bubbleball.certify.findings import Findings
from bubbleball.certify.judge import certify
from bubbleball.check.warnings import warnings
from bubbleball.errors import LevelError, PictureError, Problem, unknown_name
from bubbleball.files.document import Document, LevelFormat
from bubbleball.files.level_file import document_from_data
from bubbleball.files.levels import dump_level, parse_level
from bubbleball.files.original.movable_objects import parse_movables
from bubbleball.files.schema import PlacementModel
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.rules import breaches
from bubbleball.method.explanation import Thought
from bubbleball.method.heat_map import heat_map
from bubbleball.play.coach import repair
from bubbleball.play.recorded_solve import RecordedSolve, SolveTask, solve_and_record
from bubbleball.play.step import Step
from bubbleball.render import gif_of_trials
from bubbleball.report.labels import count
from bubbleball.report.page import report_page
from bubbleball.solvers import SOLVERS
from bubbleball.web import requests, responses
from bubbleball.web.contract.events import BeganEvent, EndEvent, FilmEvent, ProgressEvent
from bubbleball.web.contract.replies import (
    CheckReply,
    HeatMapReply,
    InspectReply,
    SavedFile,
    WarningData,
)
from bubbleball.web.encoding import encoded, event
from bubbleball.web.limits import Limits
from bubbleball.web.offline import offline_page, story_data
from bubbleball.web.puzzle_tasks import PUZZLE_TASKS
from bubbleball.web.worker import Channel


def _level(data: dict[str, Any], limits: Limits) -> Level:
    level = document_from_data(data, "level").level
    if len(level.parts) > limits.parts:
        what = f"{len(level.parts)} parts; the studio plays levels of at most {limits.parts}"
        raise LevelError([Problem("", what)], "level")
    return level


def _game(body: requests.PlayBody | requests.FilmBody, limits: Limits) -> Game:
    return Game(_level(body.level, limits), body.game_physics())


def _placements(models: Iterable[PlacementModel]) -> tuple[Placement, ...]:
    return tuple(model.placement() for model in models)


class _StoppedError(Exception):
    """Ends a task from inside its progress."""


def check(channel: Channel, body: requests.CheckBody, limits: Limits) -> None:
    """Which rules a placement breaks."""
    found = breaches(_level(body.level, limits), _placements(body.placements))
    channel.send(encoded(CheckReply(tuple(map(responses.breach_data, found)))))


def inspect(channel: Channel, body: requests.LevelBody, limits: Limits) -> None:
    """What is wrong with a level, and what its designer should look at.

    A faulty level is a reply here, not an error.
    """
    try:
        level = _level(body.level, limits)
    except LevelError as error:
        channel.send(encoded(InspectReply(error.problems, ())))
        return
    found = tuple(WarningData(str(advice), advice.parts) for advice in warnings(level))
    channel.send(encoded(InspectReply((), found)))


def play(channel: Channel, body: requests.PlayBody, limits: Limits) -> None:
    """One trial."""
    game = _game(body, limits)
    channel.send(encoded(responses.trial_data(game.play(_placements(body.placements)))))


def draw_heat_map(channel: Channel, body: requests.HeatMapBody, limits: Limits) -> None:
    """Where one piece would solve the level, by the models."""
    level, physics = _level(body.level, limits), body.game_physics()
    found = heat_map(level, _placements(body.placements), body.piece, body.angle, physics)
    points = [(x, y) for x, y in found.points.tolist()]
    channel.send(encoded(HeatMapReply(found.step, points, found.solved.tolist())))


def open_file(channel: Channel, body: requests.OpenBody, limits: Limits) -> None:
    """A level file in either format."""
    known = {} if body.movables is None else parse_movables(body.movables, "movableObjects.json")
    movables = known.get(PurePosixPath(body.name).stem)
    opened = responses.opened_level(parse_level(body.text, body.name, movables=movables))
    _level(opened.level, limits)
    channel.send(encoded(opened))


def save_file(channel: Channel, body: requests.SaveBody, limits: Limits) -> None:
    """A level as the text of a file."""
    document = Document(_level(body.level, limits), tuple(map(_placements, body.solutions)))
    original = body.format == "original"
    text = dump_level(document, LevelFormat.ORIGINAL if original else LevelFormat.OURS)
    words = "".join(c if c.isascii() and c.isalnum() else "-" for c in document.level.title)
    stem = words.strip("-").lower()[:60] or "level"
    channel.send(encoded(SavedFile(f"{stem}.json", text)))


def film(channel: Channel, body: requests.FilmBody, limits: Limits, key: str) -> None:
    """Trials as an animated GIF, played again: the same placements give the same frames."""
    channel.send(event(BeganEvent("")))
    game = _game(body, limits)
    played = [game.play(_placements(placements)) for placements in body.trials]
    shown = [(game.level, trial.placements, trial, None) for trial in played]
    percent = -1

    def watch(share: float) -> None:
        nonlocal percent
        if channel.stopped:
            raise _StoppedError
        if int(100 * share) > percent:
            percent = int(100 * share)
            channel.send(event(ProgressEvent(share, f"{percent} % of the film")))

    try:
        content = gif_of_trials(shown, theme=body.theme, watch=watch)
    except _StoppedError:
        return
    if len(content) > limits.record_bytes:
        most = f"{limits.record_bytes:,} bytes; film fewer trials"
        raise PictureError(f"the film has {len(content):,} bytes, and the studio keeps {most}")
    channel.keep(content)
    channel.send(event(FilmEvent(key)))


def run_solver(channel: Channel, body: requests.SolveBody, limits: Limits, key: str) -> None:
    """A solver at work, thought by thought; it does not see the game's physics."""
    if body.solver not in SOLVERS:  # names of files and modules are for the command line only
        raise unknown_name("solver", body.solver, SOLVERS)
    task = SolveTask(
        _level(body.level, limits),
        body.solver,
        body.seed,
        physics=body.game_physics(),
        max_trials=min(body.max_trials, limits.trials),
        time_limit=min(body.time_limit, limits.solve_seconds),
        options={} if body.planner is None else {"planner": body.planner},
    )

    def show(happening: Thought | Step) -> None:
        channel.send(event(responses.solve_event(happening)))

    channel.send(event(BeganEvent(key)))
    done = solve_and_record(task, show, stopped=lambda: channel.stopped, explain=_unexplained)
    channel.keep(pickle.dumps(done))
    channel.send(event(EndEvent(key, done.record)))


def _unexplained(_: BaseException) -> None:
    """Let an exception end the task: an error of the caller is sent, a bug ends the process."""


def run_certify(channel: Channel, body: requests.CertifyBody, limits: Limits) -> None:
    """A search for solutions with the game itself, in this one process."""
    level = _level(body.level, limits)
    seconds = min(body.seconds, limits.certify_seconds)
    began = time.monotonic()
    channel.send(event(BeganEvent("")))

    def progress(found: Findings) -> None:
        if channel.stopped:
            raise _StoppedError
        share = min(1.0, (time.monotonic() - began) / seconds)
        channel.send(event(responses.progress_event(found, share)))

    try:
        certificate = certify(level, seconds=seconds, seed=body.seed, workers=1, progress=progress)
    except _StoppedError:
        return
    channel.send(event(responses.certificate_event(certificate)))


def run_repair(channel: Channel, body: requests.PlayBody, limits: Limits) -> None:
    """The smallest change of a placement that reaches the flag; an illegal one is moved first."""
    game = _game(body, limits)
    ends = time.monotonic() + limits.repair_seconds
    channel.send(event(BeganEvent("")))
    attempt = game.play(nearest_legal(Placer(game.level), _placements(body.placements)))

    def stopped() -> bool:
        return channel.stopped or time.monotonic() > ends

    found = repair(game, attempt, stopped=stopped)
    if not channel.stopped:
        channel.send(event(responses.repaired_event(game.level, found)))


def report(channel: Channel, finished: bytes) -> None:
    """A finished solve as one page; `finished` is what `run_solver` gave the server to keep."""
    done: RecordedSolve = pickle.loads(finished)
    channel.send(report_page(done.level, done.record, done.events).encode())


def story(channel: Channel, finished: bytes) -> None:
    """A finished solve as a page that plays without a server."""
    done: RecordedSolve = pickle.loads(finished)
    solved = "Solved" if done.record.solved else "Not solved"
    text = f"{solved} by the solver {done.record.solver} in {count(done.record.trials, 'trial')}."
    channel.send(offline_page(story_data(done.level, done.events, text)).encode())


def run_page(channel: Channel, body: requests.PlayBody, limits: Limits) -> None:
    """One run as a page that plays without a server."""
    game = _game(body, limits)
    trial = game.play(_placements(body.placements))
    step = Step(1, trial.placements, trial, 0.0)
    text = "A run that reaches the flag." if trial.solved else "A run that misses the flag."
    channel.send(offline_page(story_data(game.level, [step], text, game.physics)).encode())


TASKS = {
    "check": check,
    "inspect": inspect,
    "play": play,
    "heat_map": draw_heat_map,
    "open": open_file,
    "save": save_file,
    "film": film,
    "report": report,
    "story": story,
    "run_page": run_page,
    "solve": run_solver,
    "repair": run_repair,
    "certify": run_certify,
    **PUZZLE_TASKS,
}
