"""The record file: one JSON line per finished run, only ever appended to, safe against `kill -9`.

The first line holds the settings, which never change. Every start of a benchmark adds a session
line (by which command, on what machine), every finished run adds a record. Lines are written whole,
in batches, and synced to the disk; a last line without its newline was being written when the
program died and is cut off. Nothing else is ever removed.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, Self

from bubbleball.bench.locking import lock
from bubbleball.bench.runs import RunRecord
from bubbleball.errors import BenchError, FileFormatError, Problem

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What makes two benchmarks the same.

    suites: names as given. solvers: names. seeds: of the solvers.
    max_trials: trials per run. time_limit: s of wall-clock per run.
    physics: None for each item's own.
    runs: how many runs there are. levels: digest of all levels and their physics.
    version: of this package.
    """

    suites: tuple[str, ...]
    solvers: tuple[str, ...]
    seeds: tuple[int, ...]
    max_trials: int
    time_limit: float
    physics: str | None
    runs: int
    levels: str
    version: str

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in dataclasses.asdict(self).items()
        }


@dataclass(frozen=True, slots=True)
class Records:
    """All that a record file holds.

    settings: of the benchmark. sessions: how and where it was run, in order of time.
    runs: the finished runs in their canonical order, whatever the order they were finished in.
    """

    settings: Settings
    sessions: tuple[Mapping[str, Any], ...]
    runs: tuple[RunRecord, ...]

    @property
    def complete(self) -> bool:
        """Whether every run is there."""
        return len(self.runs) == self.settings.runs


def read_records(path: Path) -> Records:
    """Read a record file; a half-written last line is ignored."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BenchError(f"no record file at {path}; run `bubbleball bench` first") from None
    return _parsed(data[: data.rfind(b"\n") + 1], path)


class RecordFile:
    """A record file open for appending; one program at a time."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Make the file, or go on with one of the same settings; any other is refused."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = FileIO(path, "a+")
        try:
            lock(self._file, path)
            self.records = self._opened(settings)
        except BaseException:
            self._file.close()
            raise

    def _opened(self, settings: Settings) -> Records:
        header = _line({"bubbleball-bench": FORMAT, "settings": settings.to_json()})
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            if not header.startswith(data):
                raise FileFormatError([Problem("line 1", _NOT_OURS)], str(self.path))
            self._file.truncate(0)
            self._write(header)
            return Records(settings, (), ())
        records = _parsed(whole, self.path)
        _same_settings(records.settings, settings, self.path)
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return records

    def append_session(self, session: Mapping[str, Any]) -> None:
        """Say who goes on from here, and where."""
        self._write(_line({"session": dict(session)}))

    def append(self, lines: Iterable[str]) -> None:
        """Add finished runs; when this returns they are on the disk."""
        self._write(b"".join(line.encode() + b"\n" for line in lines))

    def close(self) -> None:
        """Let others open it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) :]
        os.fsync(self._file.fileno())


_NOT_OURS = "this is not a record file of `bubbleball bench`; choose another folder with -o"


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _parsed(data: bytes, path: Path) -> Records:
    """Every whole line; the first fault is told with its line."""
    lines = data.split(b"\n")[:-1]
    settings = _settings(_value(lines[0], 1, path) if lines else None, path)
    sessions: list[Mapping[str, Any]] = []
    runs: dict[int, tuple[int, RunRecord]] = {}
    for number, line in enumerate(lines[1:], start=2):
        value = _value(line, number, path)
        if isinstance(value, dict) and isinstance(value.get("session"), dict):
            sessions.append(value["session"])
            continue
        try:
            record = RunRecord.from_json(value)
        except FileFormatError as error:
            raise _corrupt(number, str(error), path) from error
        if record.number >= settings.runs:
            raise _corrupt(number, f"run {record.number} of only {settings.runs}", path)
        first, _ = runs.setdefault(record.number, (number, record))
        if first != number:
            raise _corrupt(number, f"run {record.number} is already in line {first}", path)
    ordered = tuple(runs[number][1] for number in sorted(runs))
    return Records(settings, tuple(sessions), ordered)


def _value(line: bytes, number: int, path: Path) -> object:
    try:
        value: object = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        if number == 1:
            raise FileFormatError([Problem("line 1", _NOT_OURS)], str(path)) from error
        raise _corrupt(number, f"not JSON: {error}", path) from error
    return value


def _settings(header: object, path: Path) -> Settings:
    if not isinstance(header, dict) or "bubbleball-bench" not in header:
        raise FileFormatError([Problem("line 1", _NOT_OURS)], str(path))
    if header["bubbleball-bench"] != FORMAT:
        version = header["bubbleball-bench"]
        what = f"format {version!r:.20} is not known; this program reads format {FORMAT}"
        raise FileFormatError([Problem("line 1", what)], str(path))
    values = header.get("settings")
    if not isinstance(values, dict) or set(values) != set(Settings.__dataclass_fields__):
        raise FileFormatError([Problem("line 1", "the settings are damaged")], str(path))
    damaged = [name for name, kinds in _KINDS.items() if type(values[name]) not in kinds]
    if damaged:
        what = f"the setting {damaged[0]} is {values[damaged[0]]!r:.60}"
        raise FileFormatError([Problem("line 1", what)], str(path))
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return Settings(**{**values, **lists})


_KINDS: Mapping[str, tuple[type, ...]] = {
    "suites": (list,),
    "solvers": (list,),
    "seeds": (list,),
    "max_trials": (int,),
    "time_limit": (int, float),
    "physics": (str, type(None)),
    "runs": (int,),
    "levels": (str,),
    "version": (str,),
}


def _same_settings(kept: Settings, wanted: Settings, path: Path) -> None:
    differing = [
        f"{name} {was!r} there, {now!r} now"
        for name, was in kept.to_json().items()
        if was != (now := wanted.to_json()[name])
    ]
    if differing:
        raise BenchError(
            f"{path} was made with other settings: {'; '.join(differing)}. "
            "Choose another folder with -o, or delete that file to begin anew."
        )


def _corrupt(number: int, what: str, path: Path) -> FileFormatError:
    advice = f"{what}. Delete that line and start again: its run will be done anew"
    return FileFormatError([Problem(f"line {number}", advice)], str(path))
