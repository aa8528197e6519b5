"""The original game's `automate.json`: which level to play, where the pieces go, where to log.

A program that drives the game writes this file beside the executable, starts it and reads the log.
Nothing outside the game's folder is ever named by it.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files import packs
from bubbleball.files.disk import read_bytes
from bubbleball.files.json_text import brief, load_json, number
from bubbleball.files.levels import read_level
from bubbleball.files.original.log import Setup
from bubbleball.files.original.movable_objects import MOVABLES_FILE
from bubbleball.files.schema import Id, Pose, StrictModel, Text, validated
from bubbleball.game.level import MAX_PARTS, Level
from bubbleball.game.physics import TIME_LIMIT

AUTOMATE_FILE = "automate.json"
EXECUTABLE = "bubble-ball"
LEVELS = "levels"
LOG_FILE = "bb.log"
_NOT_A_LOG = (AUTOMATE_FILE, MOVABLES_FILE, EXECUTABLE, LEVELS)


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
    log_file: str = LOG_FILE
    timeout: float = TIME_LIMIT
    stop_on_exit: bool = True
    screenshots: bool = False
    setups: tuple[Setup, ...] = ()


def read_automation(folder: Path) -> Automation:
    """Read the `automate.json` of a game's folder."""
    source = folder / AUTOMATE_FILE
    return parse_automation(read_bytes(source, FileFormatError), str(source))


def parse_automation(text: str | bytes, source: str = "") -> Automation:
    """Read the text of an `automate.json`; unknown fields are ignored."""
    data = load_json(text, source, FileFormatError)
    model = validated(_AutomateModel, data, source)
    return Automation(
        level=model.classicLevelNumber,
        log_file=model.logFile,
        timeout=model.timeoutMillis / 1000,
        stop_on_exit=model.stopWhenBallsExitScreen,
        screenshots=model.enableScreenshots is True,
        setups=tuple(Setup(**setup.model_dump()) for setup in model.objectSetup),
    )


def dump_automation(automation: Automation) -> bytes:
    """Write an `automate.json` with every field that the real game is known to read."""
    data = {
        "classicLevelNumber": automation.level,
        "logFile": automation.log_file,
        "physicsDrawMode": "normal",
        "enableManualControl": False,
        "enableScreenshots": automation.screenshots,
        "screenshotDirectory": "./screenshots/",
        "screenshotFrameFrequency": 20,
        "timeoutMillis": round(1000 * automation.timeout),
        "stopWhenBallsExitScreen": automation.stop_on_exit,
        "objectSetup": [
            {
                "unique": setup.unique,
                "x": number(setup.x),
                "y": number(setup.y),
                "r": number(setup.r),
            }
            for setup in automation.setups
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=False).encode("utf-8-sig")


def game_level(folder: Path, level_number: int) -> tuple[Level, tuple[str, ...]]:
    """A level of a game's folder, and notes on it.

    If the folder does not have it, the shipped classic level of that number is used.
    """
    path = folder / LEVELS / f"{level_number}.json"
    if path.is_file():
        return read_level(path).level, ()
    level = packs.find(f"{packs.DEFAULT_PACK}/{level_number}").level
    return level, (f"no {path}: the shipped level {level.name} is played",)


def log_path(folder: Path, name: str) -> Path:
    """Where the log goes: a file inside the folder that is not one of the game's own."""
    try:
        problem = _log_problem(folder, name)
    except (OSError, ValueError) as fault:  # too long, a NUL character, a loop of links
        reason = fault.strerror if isinstance(fault, OSError) else None
        problem = f"{brief(name)} is no name of a file: {reason or fault}"
    if problem:
        raise FileFormatError([Problem("logFile", problem)], str(folder / AUTOMATE_FILE))
    return folder / name


def _log_problem(folder: Path, name: str) -> str | None:
    root, target = folder.resolve(), (folder / name).resolve()
    if not target.is_relative_to(root) or target == root:
        return f"{brief(name)} lies outside the game's folder; name a file inside it"
    first = os.path.normcase(target.relative_to(root).parts[0])
    if first in map(os.path.normcase, _NOT_A_LOG):
        return f"{brief(name)} is one of the game's own files; name another, such as {LOG_FILE}"
    if not target.parent.is_dir():
        return f"{brief(name)} lies in a folder that does not exist"
    if target.exists() and not target.is_file():
        return f"{brief(name)} is a folder or a device; name a file"
    return None
