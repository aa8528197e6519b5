"""The original game's automation: read `automate.json`, play, write the log.

A program that drives the real game writes `automate.json` beside the executable, starts it and
reads the log. `run` does the executable's part.
"""

from __future__ import annotations

import math
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, ValidationError

from bubbleball.errors import FileFormatError, PlacementError, Problem
from bubbleball.files import packs
from bubbleball.files.disk import read_bytes, write_bytes
from bubbleball.files.json_text import load_json
from bubbleball.files.levels import read_level
from bubbleball.files.original.log import Setup, game_log
from bubbleball.files.schema import Id, Pose, StrictModel, Text, faults
from bubbleball.game.level import MAX_PARTS, Level
from bubbleball.game.physics import REAL, STEPS_PER_SECOND, TIME_LIMIT, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.world import World

AUTOMATE_FILE = "automate.json"
SCRIPT_NAME = "bubble-ball"


class _SetupModel(StrictModel):
    model_config = ConfigDict(extra="ignore")  # the real game may have further fields
    unique: Id
    x: Pose
    y: Pose
    r: Pose = 0.0


class _AutomateModel(StrictModel):
    model_config = ConfigDict(extra="ignore")
    classicLevelNumber: Annotated[int, Field(ge=0, le=1_000_000)]
    logFile: Annotated[Text, Field(min_length=1)]
    timeoutMillis: Annotated[float, Field(ge=0, le=1e12)] = 1000 * TIME_LIMIT
    stopWhenBallsExitScreen: bool = True
    enableScreenshots: Any = False
    objectSetup: Annotated[list[_SetupModel], Field(max_length=MAX_PARTS)] = Field(default=[])


@dataclass(frozen=True, slots=True)
class Automation:
    """The contents of an `automate.json`.

    level: number of the classic level.
    log_file: path of the log, relative to the folder.
    timeout: s of game time.
    stop_on_exit: whether a ball that leaves the screen ends the run and is logged.
    screenshots: whether pictures are requested; none are made.
    setups: the pieces to place.
    """

    level: int
    log_file: str
    timeout: float = TIME_LIMIT
    stop_on_exit: bool = True
    screenshots: bool = False
    setups: tuple[Setup, ...] = ()


@dataclass(frozen=True, slots=True)
class AutomationRun:
    """One run in place of the real game.

    trial: what happened.
    log: path of the log that was written.
    notes: sentences on what differs from the request.
    """

    trial: Trial
    log: Path
    notes: tuple[str, ...]


def parse_automation(text: str | bytes, source: str = "") -> Automation:
    """Read the text of an `automate.json`; unknown fields are ignored."""
    data = load_json(text, source, FileFormatError)
    try:
        model = _AutomateModel.model_validate(data)
    except ValidationError as error:
        raise FileFormatError(faults(error, _AutomateModel)[1], source) from None
    return Automation(
        level=model.classicLevelNumber,
        log_file=model.logFile,
        timeout=model.timeoutMillis / 1000,
        stop_on_exit=model.stopWhenBallsExitScreen,
        screenshots=model.enableScreenshots is True,
        setups=tuple(Setup(**setup.model_dump()) for setup in model.objectSetup),
    )


def run(folder: str | Path, physics: Physics = REAL) -> AutomationRun:
    """Do what the real executable does in `folder`.

    An illegal placement is an error; then no log is left, not even that of an earlier run.
    """
    folder = Path(folder)
    source = folder / AUTOMATE_FILE
    automation = parse_automation(read_bytes(source, FileFormatError), str(source))
    level_file = folder / "levels" / f"{automation.level}.json"
    log = _log_path(folder, automation.log_file, [source, level_file])
    log.unlink(missing_ok=True)
    notes = []
    if level_file.is_file():
        level = read_level(level_file).level
    else:
        level = packs.find(f"{packs.DEFAULT_PACK}/{automation.level}").level
        notes.append(f"no {level_file}: played the shipped level {level.name}")
    notes += _limits(automation)
    placements = _placements(level, automation.setups)
    steps = math.floor(min(automation.timeout, TIME_LIMIT) * STEPS_PER_SECOND + 1e-6)
    world = World(level, placements, physics)
    world.advance(steps)
    trial = world.trial()
    text = game_log(
        automation.level,
        automation.setups,
        trial,
        physics,
        steps=steps,
        log_exit=automation.stop_on_exit,
    )
    write_bytes(log, text.encode())
    return AutomationRun(trial, log, tuple(notes))


def _limits(automation: Automation) -> list[str]:
    """What is requested and not supported."""
    notes = []
    if automation.timeout > TIME_LIMIT:
        asked = f"timeoutMillis asks for {automation.timeout:g} s"
        notes.append(f"{asked}; a trial lasts at most {TIME_LIMIT:g} s")
    if automation.screenshots:
        notes.append("enableScreenshots is not supported: no pictures are taken")
    return notes


def _log_path(folder: Path, name: str, inputs: list[Path]) -> Path:
    log = folder / name
    if log.is_dir() or log.resolve() in [path.resolve() for path in inputs]:
        what = f"{name!r} is a folder or one of the files that are read; name another"
        raise FileFormatError([Problem("logFile", what)], str(folder / AUTOMATE_FILE))
    if not log.parent.is_dir():
        what = f"{name!r} lies in a folder that does not exist"
        raise FileFormatError([Problem("logFile", what)], str(folder / AUTOMATE_FILE))
    return log


def _placements(level: Level, setups: tuple[Setup, ...]) -> tuple[Placement, ...]:
    known = {piece.id: piece for piece in level.pieces}
    absent = [setup.unique for setup in setups if setup.unique not in known]
    if absent:
        ids = ", ".join(known) or "none"
        raise PlacementError(f"no piece {', '.join(map(repr, absent))}; the level's pieces: {ids}")
    placements = tuple(setup.placement(known[setup.unique]) for setup in setups)
    check_placements(level, placements)
    return placements


def install_script(folder: str | Path, *, force: bool = False) -> Path:
    """Write a script that replaces the real executable; it runs this Python."""
    path = Path(folder) / SCRIPT_NAME
    text = (
        "#!/bin/sh\n"
        f'exec {shlex.quote(sys.executable)} -m bubbleball automate "$(dirname -- "$0")"\n'
    )
    content = text.encode()
    if path.exists() and not force and path.read_bytes() != content:
        raise FileFormatError(
            [Problem("", "exists and is another file; --force replaces it")], str(path)
        )
    write_bytes(path, content)
    path.chmod(0o755)
    return path
