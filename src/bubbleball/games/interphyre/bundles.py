"""Interphyre's stored scenes on this machine: one archive per level, read a hundred at a time.

A bundle of Interphyre is one compressed text of 10,001 scenes that takes half a second to read. An
archive of ours has the same scenes in parts, and an index of their seeds.
"""

from __future__ import annotations

import json
import lzma
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bubbleball.errors import DataError, unknown_name
from bubbleball.files.disk import VARIABLE, data_folder, replacing

ADVICE = (
    "clone github.com/sankaranv/interphyre and run `bubbleball interphyre fetch --checkout FOLDER`"
)
_PART = 100  # scenes
_INDEX = "index.json"

Stored = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Index:
    """What an archive holds.

    seeds: of its scenes, in the order of the bundle.
    solved: those with a stored solution, in the same order.
    """

    seeds: tuple[int, ...]
    solved: tuple[int, ...]


def read_bundle(path: Path) -> list[Stored]:
    """The scenes of a bundle in a checkout."""
    try:
        content = json.loads(lzma.decompress(path.read_bytes()))
        entries: list[Stored] = content["entries"]
    except (OSError, lzma.LZMAError, ValueError, KeyError, TypeError) as fault:
        raise DataError(f"{path} is damaged: {fault}; {ADVICE}") from None
    return entries


def keep(level: str, entries: list[Stored]) -> None:
    """Write the archive of a level."""
    path = _path(level)
    path.parent.mkdir(parents=True, exist_ok=True)
    index = {
        "seeds": [entry["seed"] for entry in entries],
        "solved": [entry["seed"] for entry in entries if entry.get("solution")],
    }
    with replacing(path) as new, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_INDEX, json.dumps(index))
        for start in range(0, len(entries), _PART):
            archive.writestr(_part(start), json.dumps(entries[start : start + _PART]))
    index_of.cache_clear()
    _scenes.cache_clear()


def kept() -> list[str]:
    """The levels that have an archive."""
    folder = data_folder("interphyre")
    found = [path.stem for path in sorted(folder.glob("*.zip"))]
    if not found:
        raise DataError(f"Interphyre's data are not in {folder} (${VARIABLE} moves it); {ADVICE}")
    return found


@lru_cache(maxsize=64)
def index_of(level: str) -> Index:
    """What the archive of a level holds."""
    content = _read(level, _INDEX)
    return Index(tuple(content["seeds"]), tuple(content["solved"]))


def scene(level: str, seed: str) -> Stored:
    """A stored scene; the first one if no seed is given."""
    seeds = index_of(level).seeds
    position = 0 if not seed else next((n for n, s in enumerate(seeds) if str(s) == seed), None)
    if position is None:
        raise unknown_name(f"seed of {level}", seed, [str(known) for known in seeds[:20]])
    start = position - position % _PART
    return _scenes(level, start)[position - start]


@lru_cache(maxsize=32)
def _scenes(level: str, start: int) -> list[Stored]:
    found: list[Stored] = _read(level, _part(start))
    return found


def _read(level: str, member: str) -> Any:
    path = _path(level)
    try:
        with zipfile.ZipFile(path) as archive:
            return json.loads(archive.read(member))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as fault:
        raise DataError(f"{path} is damaged: {fault}; {ADVICE}") from None


def _path(level: str) -> Path:
    return data_folder("interphyre") / f"{level}.zip"


def _part(start: int) -> str:
    return f"{start:05d}.json"
