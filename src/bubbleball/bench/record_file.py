"""The record file: one JSON line per finished run, only appended to, and safe against `kill -9`.

Every line ends in a checksum, so that damage is noticed and not read as another result. The first
line contains the settings, which do not change. Every start of a benchmark adds a session
line (the command and the machine), every finished run a record. Lines are written whole, in
batches, and synced to the disk; an incomplete last line was being written when the program died,
and is removed. Nothing else is ever removed.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any, Self

from bubbleball.bench.locking import lock
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.sealing import sealed, unsealed
from bubbleball.bench.settings import (
    FORMAT,
    NOT_OURS,
    Settings,
    check_same,
    format_of,
    header_of,
    settings_of,
)
from bubbleball.errors import BenchError, FileFormatError, Problem


@dataclass(frozen=True, slots=True)
class Records:
    """The contents of a record file.

    settings: of the benchmark.
    sessions: how and where it was run, in order of time.
    runs: the finished runs, in canonical order rather than in the order of finishing.
    """

    settings: Settings
    sessions: tuple[Mapping[str, Any], ...]
    runs: tuple[RunRecord, ...]

    @property
    def complete(self) -> bool:
        """Whether every run is recorded."""
        return len(self.runs) == self.settings.runs


def read_records(path: Path) -> Records:
    """Read a record file, or one packed as `.xz`; an incomplete last line is ignored."""
    runs: dict[int, RunRecord] = {}
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            contents = _read(file, path, lambda run: runs.setdefault(run.number, run))
    except lzma.LZMAError as error:
        raise FileFormatError([Problem("", f"cannot be unpacked: {error}")], str(path)) from error
    except FileNotFoundError:
        raise BenchError(f"no record file at {path}; run `bubbleball bench` first") from None
    if contents is None:
        raise FileFormatError([Problem("line 1", NOT_OURS)], str(path))
    ordered = tuple(runs[number] for number in sorted(runs))
    return Records(contents.settings, tuple(contents.sessions), ordered)


class RecordFile:
    """A record file open for appending; one program at a time.

    finished: numbers of the runs that were recorded when it was opened.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        """Create the file, or continue one with the same settings; any other is refused."""
        if not is_text(str(path)):
            raise BenchError(f"the name of the folder {str(path.parent)!r} is not UTF-8 text")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._line: Callable[[str], bytes] = sealed
        self._file = FileIO(path, "a+")
        try:
            lock(self._file, path)
            self.finished = self._opened(settings)
        except BaseException:
            self._file.close()
            raise

    def _opened(self, settings: Settings) -> frozenset[int]:
        header = sealed(_text(header_of(settings)))
        with open(self._file.fileno(), "rb", closefd=False) as reader:
            reader.seek(0)
            contents = _read(reader, self.path)
            reader.seek(0)
            start = reader.read(len(header)) if contents is None else b""
        if contents is None:
            if not header.startswith(start):
                raise FileFormatError([Problem("line 1", NOT_OURS)], str(self.path))
            self._file.truncate(0)
            self._write(header)
            return frozenset()
        self._line = sealed if contents.seals else _unsealed
        check_same(contents.settings, settings, self.path)
        self._file.truncate(contents.length)
        return frozenset(contents.lines)

    def append_session(self, session: Mapping[str, Any]) -> None:
        """Note the command and the machine of the records that follow."""
        self._write(self._line(_text({"session": dict(session)})))

    def append(self, lines: Iterable[str]) -> None:
        """Add finished runs; they are on the disk when this returns."""
        self._write(b"".join(map(self._line, lines)))

    def close(self) -> None:
        """Close and unlock it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def is_text(name: str) -> bool:
    """Whether a name can be written as UTF-8; a file name may contain any bytes."""
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _unsealed(line: str) -> bytes:
    return line.encode(errors="replace") + b"\n"


@dataclass(slots=True)
class _Contents:
    """What was found in a file.

    settings: of its first line.
    seals: whether lines end in a checksum; those of older files do not.
    length: bytes up to the end of the last complete line.
    sessions: in order.
    lines: run -> number of its line.
    """

    settings: Settings
    seals: bool
    length: int
    sessions: list[Mapping[str, Any]] = field(default_factory=list)
    lines: dict[int, int] = field(default_factory=dict)


def _read(
    file: Iterable[bytes], path: Path, keep: Callable[[RunRecord], object] = lambda run: None
) -> _Contents | None:
    """Read the complete lines; the first fault raises, with its line. None if there are none."""
    contents, seals = None, True
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):
            break
        body = unsealed(line)
        if number == 1:
            seals = format_of(_value(line, number, path)) == FORMAT
            if seals and body is None:
                what = "the settings do not fit their checksum; choose another folder with -o"
                raise FileFormatError([Problem("line 1", what)], str(path))
        if seals and body is None:
            raise _corrupt(number, "the line does not fit its checksum", path)
        value = _value(body if seals and body is not None else line, number, path)
        if contents is None:
            contents = _Contents(settings_of(value, path), seals, 0)
        elif isinstance(value, dict) and isinstance(value.get("session"), dict):
            contents.sessions.append(value["session"])
        else:
            keep(_run(value, number, contents, path))
        contents.length += len(line)
    return contents


def _run(value: object, number: int, contents: _Contents, path: Path) -> RunRecord:
    try:
        record = RunRecord.from_json(value)
    except FileFormatError as error:
        raise _corrupt(number, str(error), path) from error
    if record.number >= contents.settings.runs:
        raise _corrupt(number, f"run {record.number} of only {contents.settings.runs}", path)
    first = contents.lines.setdefault(record.number, number)
    if first != number:
        raise _corrupt(number, f"run {record.number} is already in line {first}", path)
    return record


def _value(line: bytes, number: int, path: Path) -> object:
    try:
        value: object = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        if number == 1:
            raise FileFormatError([Problem("line 1", NOT_OURS)], str(path)) from error
        raise _corrupt(number, f"not JSON: {error}", path) from error
    return value


def _corrupt(number: int, what: str, path: Path) -> FileFormatError:
    advice = f"{what}. Delete that line and start again: its run will be repeated"
    return FileFormatError([Problem(f"line {number}", advice)], str(path))
