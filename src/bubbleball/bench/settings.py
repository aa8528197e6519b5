"""The settings of a benchmark, and the first line of a record file, which holds them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bubbleball.errors import BenchError, FileFormatError, Problem

FORMAT = 2
UNSEALED = 1  # the format before lines had checksums; still read and continued
MAX_TRIALS = 100  # per run, by default; the largest k of AUCCESS
TIME_LIMIT = 600.0  # s of wall-clock per run, by default
NO_LIMIT = 0.0  # as a time limit: none, for a player that is not a program of ours
NOT_OURS = "this is not a record file of `bubbleball bench`; choose another folder with -o"


@dataclass(frozen=True, slots=True)
class Settings:
    """What identifies a benchmark: two with equal settings are the same.

    suites: names as given.
    solvers: names.
    seeds: of the solvers.
    max_trials: trials per run.
    time_limit: s of wall-clock per run; 0 for none.
    physics: None for each item's own.
    runs: number of runs.
    levels: digest of all levels and their physics.
    version: of this package.
    code: digest of the files of solvers from outside this package; empty without any.
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
    code: str = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in dataclasses.asdict(self).items()
        }


def header_of(settings: Settings) -> dict[str, Any]:
    """The first line of a record file, as JSON values."""
    return {"bubbleball-bench": FORMAT, "settings": settings.to_json()}


def format_of(header: object) -> object:
    """The format that the first line of a record file names; None if it names none."""
    return header.get("bubbleball-bench") if isinstance(header, dict) else None


def settings_of(header: object, path: Path) -> Settings:
    """Read the first line of a record file from its JSON value."""
    if not isinstance(header, dict) or "bubbleball-bench" not in header:
        raise FileFormatError([Problem("line 1", NOT_OURS)], str(path))
    if format_of(header) not in (FORMAT, UNSEALED):
        version = header["bubbleball-bench"]
        what = f"format {version!r:.20} is not known; this program reads format {FORMAT}"
        raise FileFormatError([Problem("line 1", what)], str(path))
    values = header.get("settings")
    if isinstance(values, dict):
        values = {"code": "", **values}  # older files lack it
    if not isinstance(values, dict) or set(values) != set(Settings.__dataclass_fields__):
        raise FileFormatError([Problem("line 1", "the settings are damaged")], str(path))
    damaged = [name for name, kinds in _KINDS.items() if type(values[name]) not in kinds]
    damaged = damaged or [
        name
        for name, kind in (("suites", str), ("solvers", str), ("seeds", int))
        if any(type(value) is not kind for value in values[name])
    ]
    if not damaged and values["runs"] < 0:
        damaged = ["runs"]
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
    "code": (str,),
}


def check_same(kept: Settings, wanted: Settings, path: Path) -> None:
    """Refuse to continue a file that has other settings."""
    differing = [
        f"{name} {was!r:.80} there, {now!r:.80} now"
        for name, was in kept.to_json().items()
        if was != (now := wanted.to_json()[name])
    ]
    if differing:
        raise BenchError(
            f"{path} was made with other settings: {'; '.join(differing)}. "
            "Choose another folder with -o, or delete that file to start again."
        )
