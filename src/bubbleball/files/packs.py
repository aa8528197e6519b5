"""The shipped levels by name, and any level file by path in either format."""

from __future__ import annotations

import dataclasses
import difflib
import re
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bubbleball.errors import LevelError, UnknownNameError
from bubbleball.files.disk import read_bytes
from bubbleball.files.json_text import load_json
from bubbleball.files.level_file import Document, document_from_data
from bubbleball.files.original.level import original_from_data
from bubbleball.files.original.movable_objects import Movables, movables_beside
from bubbleball.game.level import MAX_TEXT, Level

DEFAULT_PACK = "classic"  # whose levels need no pack in front of their name


def packs() -> tuple[str, ...]:
    """Names of the shipped packs, the classic one first."""
    found = {folder.name for folder in _shelf().iterdir() if folder.is_dir() and _stems(folder)}
    return tuple(sorted(found, key=lambda name: (name != DEFAULT_PACK, name)))


def pack(name: str) -> tuple[str, ...]:
    """Names of the levels of one pack, such as `classic/2`, in natural order."""
    if name not in packs():
        raise _unknown("pack", name, packs())
    return tuple(f"{name}/{stem}" for stem in sorted(_stems(_shelf() / name), key=_natural))


def names() -> tuple[str, ...]:
    """Names of all shipped levels."""
    return tuple(level for name in packs() for level in pack(name))


def find(name_or_path: str) -> Document:
    """A level by shipped name (`classic/2`, or `2` for the classic one) or by path.

    Shipped names go first; write `./2` for a file of that name. The level is named after the pack
    and file, or after the file alone.
    """
    name = _shipped_name(name_or_path)
    return _shipped(name) if name else read_level(_file(name_or_path))


def load_level(name_or_path: str) -> Level:
    """The level alone, for whoever need not see its solutions."""
    return find(name_or_path).level


def read_level(path: str | Path, movables: Movables | None = None) -> Document:
    """A level file in our format or the original game's, told apart by content.

    movables: for an original file; without it a `movableObjects.json` beside the file or one folder
        up is used, in which the file's stem is looked up.
    """
    source = str(path)
    data = load_json(read_bytes(path, LevelError), source)
    if isinstance(data, list):
        known = movables_beside(path) if movables is None else movables
        document = original_from_data(data, known, source)
    else:
        document = document_from_data(data, source)
    stem = Path(path).stem
    return _named(document, stem if stem.isprintable() and len(stem) <= MAX_TEXT else "")


def is_original(name_or_path: str) -> bool:
    """Whether a level found by that name comes from a file in the original game's format."""
    if _shipped_name(name_or_path):
        return False
    path = _file(name_or_path)
    return isinstance(load_json(read_bytes(path, LevelError), str(path)), list)


def _shipped_name(name: str) -> str | None:
    shipped = names()
    return next((full for full in (name, f"{DEFAULT_PACK}/{name}") if full in shipped), None)


def _file(name: str) -> Path:
    path = Path(name)
    try:
        there = path.exists()
    except (OSError, ValueError):  # a name too long, or with a null byte
        there = False
    if there:
        return path
    if path.suffix == ".json":
        raise UnknownNameError(f"no level file {name!r}; shipped levels: {_summary()}")
    raise _unknown("level", name, names())


@lru_cache(maxsize=1024)
def _shipped(name: str) -> Document:
    group, _, stem = name.partition("/")
    file = _shelf() / group / f"{stem}.json"
    return _named(document_from_data(load_json(file.read_bytes(), name), name), name)


def _named(document: Document, name: str) -> Document:
    return dataclasses.replace(document, level=dataclasses.replace(document.level, name=name))


def _shelf() -> Traversable:
    return files("bubbleball") / "levels"


def _stems(folder: Traversable) -> list[str]:
    suffix = ".json"
    return [
        file.name.removesuffix(suffix) for file in folder.iterdir() if file.name.endswith(suffix)
    ]


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Sort key that puts 2 before 10."""
    return [
        (not part.isdigit(), int(part) if part.isdigit() else 0, part)
        for part in re.split(r"([0-9]+)", name)
        if part
    ]


def _summary() -> str:
    return ", ".join(f"{name}/… ({len(pack(name))})" for name in packs()) or "none"


def _unknown(what: str, name: str, known: tuple[str, ...]) -> UnknownNameError:
    shown = name if len(name) <= 60 else f"{name[:60]}…"
    near = difflib.get_close_matches(name[:60], known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ";"
    return UnknownNameError(f"no {what} named {shown!r}{hint} shipped levels: {_summary()}")
