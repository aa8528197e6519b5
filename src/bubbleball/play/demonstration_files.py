"""Demonstrations from files: trials of a person or of another program, for a solver to watch.

A file is a recorded trial, as `play -o FILE.trial.json` writes it, a log of the real game, or the
studio's table of attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bubbleball.errors import BubbleBallError, FileFormatError
from bubbleball.files import packs
from bubbleball.files.disk import read_bytes
from bubbleball.files.levels import read_level
from bubbleball.files.original.automation import LEVELS
from bubbleball.files.original.log import LogLine, parse_log
from bubbleball.files.original.log_frames import LogEvent
from bubbleball.files.original.log_trial import trial_from_log
from bubbleball.files.trial_file import MAX_TRIAL_BYTES, parse_trial
from bubbleball.game.level import Level
from bubbleball.game.trial import Trial
from bubbleball.play.attempt_table import is_attempt_table, read_attempts


def read_demonstrations(paths: Iterable[str | Path], level: Level) -> tuple[Trial, ...]:
    """Read the trials in some files; a file that cannot be read is a FileFormatError.

    level: the level to be solved, which a log may have recorded.
    """
    return tuple(trial for path in paths for trial in _read(Path(path), level))


def _read(path: Path, level: Level) -> tuple[Trial, ...]:
    text = read_bytes(path, FileFormatError, MAX_TRIAL_BYTES)
    if is_attempt_table(text):
        return read_attempts(text, str(path))
    return (_one_trial(path, text, level),)


def _one_trial(path: Path, text: bytes, level: Level) -> Trial:
    if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        return parse_trial(text, str(path)).trial
    lines = parse_log(text, str(path))
    fault: BubbleBallError | None = None
    for one in _levels(path, lines, level):
        try:
            return trial_from_log(lines, one, str(path)).trial
        except FileFormatError as error:
            fault = fault or error
    assert fault is not None, "at least the level to be solved is tried"
    raise fault


def _levels(path: Path, lines: Iterable[LogLine], level: Level) -> Iterator[Level]:
    """Levels that a log may have recorded: its number beside it, the one to solve, the shipped."""
    loaded = [line.values[0] for line in lines if line.event == LogEvent.LOAD and line.values]
    number = loaded[0] if loaded and loaded[0].isdigit() else None
    for folder in (path.parent / LEVELS, path.parent):
        if number is not None and (folder / f"{number}.json").is_file():
            yield read_level(folder / f"{number}.json").level
    yield level
    shipped = f"{packs.DEFAULT_PACK}/{number}"
    if shipped in packs.names():
        yield packs.find(shipped).level
