"""One run of the real game, packed for a report: the request, the log, the level, and a comparison.

Anyone who owns the real game can correct our physics with it; nothing else leaves the folder.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bubbleball.errors import FileFormatError
from bubbleball.files.disk import read_bytes
from bubbleball.files.original.automation import (
    AUTOMATE_FILE,
    LEVELS,
    game_level,
    log_path,
    read_automation,
)
from bubbleball.files.original.log import MAX_LOG_BYTES, parse_log
from bubbleball.files.original.log_trial import LoggedRun, trial_from_log
from bubbleball.files.original.movable_objects import MOVABLES_FILE, read_movables
from bubbleball.game.physics import REAL, SECONDS_PER_STEP
from bubbleball.game.world import simulate

APART = 1.0  # px; beyond the rounding of both
_TIME = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes
_ABOUT = "about.txt"


@dataclass(frozen=True, slots=True)
class PackedRun:
    """A run, packed.

    content: of the zip file.
    names: of the files in it.
    about: lines on the run, and on how far our own game is from it.
    """

    content: bytes
    names: tuple[str, ...]
    about: tuple[str, ...]


def pack_run(folder: str | Path) -> PackedRun:
    """Pack the last run in a game's folder, as its `automate.json` names it."""
    folder = Path(folder)
    automation = read_automation(folder)
    log = log_path(folder, automation.log_file)
    level, notes = game_level(folder, automation.level)
    text = read_bytes(log, FileFormatError, MAX_LOG_BYTES)
    run = trial_from_log(parse_log(text, str(log)), level, str(log), automation.level)
    about = (*_about(automation.level, run), *notes)
    files = {
        _ABOUT: "".join(f"{line}\n" for line in about).encode(),
        AUTOMATE_FILE: read_bytes(folder / AUTOMATE_FILE, FileFormatError),
        "run.log": text,
    }
    level_file, movables = f"{LEVELS}/{automation.level}.json", folder / MOVABLES_FILE
    if (folder / level_file).is_file():
        files[level_file] = read_bytes(folder / level_file, FileFormatError)
    if movables.is_file():
        number = str(automation.level)
        files[MOVABLES_FILE] = json.dumps(
            {number: read_movables(movables).get(number, ())}
        ).encode()
    return PackedRun(_zipped(files), tuple(files), about)


def _about(number: int, run: LoggedRun) -> list[str]:
    trial = run.trial
    lines = [f"level {number}: {trial.steps} frames, {len(trial.contacts)} contacts with solids"]
    lines.append(trial.reason)
    ours = simulate(trial.level, trial.placements, REAL)
    frames = min(len(ours.ball), len(trial.ball))
    apart = np.abs(ours.ball[:frames, :2] - trial.ball[:frames, :2]).max(axis=1)
    lines.append(f"our game: {ours.reason}; at most {apart.max():.2f} px from it in common frames")
    if apart.max() > APART:
        first = int((apart > APART).argmax())
        lines.append(f"the two part at frame {first}, {first * SECONDS_PER_STEP:.2f} s")
    return [*lines, *run.notes]


def _zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()
