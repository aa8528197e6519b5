"""The shipped levels by name, and any level file by path."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bubbleball.errors import ArgumentError, UnknownNameError, expect, unknown_name
from bubbleball.files.document import Document
from bubbleball.files.levels import parse_level, read_level
from bubbleball.files.original.movable_objects import MOVABLES_FILE
from bubbleball.game.level import Level

DEFAULT_PACK = "classic"  # whose levels can be named without the pack


def packs() -> tuple[str, ...]:
    """Names of the shipped packs, the classic one first."""
    return tuple(_shelf())


def pack(name: str) -> tuple[str, ...]:
    """Names of the levels of one pack, such as `classic/2`, in natural order."""
    expect(name, str, "pack", f"packs: {', '.join(packs())}")
    if name not in _shelf():
        raise _unknown("pack", name, packs())
    return _shelf()[name]


def names() -> tuple[str, ...]:
    """Names of all shipped levels."""
    return tuple(level for levels in _shelf().values() for level in levels)


def expand(name: str) -> tuple[str, ...]:
    """The levels of a pack, the level files of a folder, or else the name itself."""
    if name in _shelf():
        return _shelf()[name]
    is_level = name in names() or f"{DEFAULT_PACK}/{name}" in names()
    # Unlike Path.is_dir, os.path.isdir is False for a name that is too long.
    return level_files(name) if not is_level and os.path.isdir(Path(name)) else (name,)


def level_files(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """The paths of the level files in a folder, in natural order; there must be one."""
    found = [path for path in Path(folder).glob("*.json") if path.name != MOVABLES_FILE]
    if not found:
        raise UnknownNameError(f"the folder {os.fspath(folder)!r} has no level files (*.json)")
    return tuple(map(str, sorted(found, key=lambda path: _natural(path.name))))


def find(
    name_or_path: str | int | os.PathLike[str],
    movables: Mapping[str, Sequence[str]] | None = None,
) -> Document:
    """Find a level by shipped name (`classic/2`, or `2` for the classic one) or by path.

    A `Path` always means a file.

    A shipped name takes precedence; write `./2` for a file of that name. The level is named after
    the pack and file, or after the file alone.

    movables: for a file in the original format, as in `read_level`.
    """
    if isinstance(name_or_path, os.PathLike):
        return read_level(_file(os.fspath(name_or_path)), movables)
    if isinstance(name_or_path, bool) or not isinstance(name_or_path, str | int):
        hint = "; it has its level as .level" if isinstance(name_or_path, Document) else ""
        raise ArgumentError(
            f"a level is named by text, such as 'classic/2', or a path, not "
            f"{name_or_path!r:.60}{hint}"
        )
    wanted = str(name_or_path)
    if wanted in _shelf():
        one = _shelf()[wanted][0]
        raise UnknownNameError(f"{wanted!r} is a pack of levels; name one of them, such as {one}")
    for name in (wanted, f"{DEFAULT_PACK}/{wanted}"):
        if name in names():
            return _shipped(name)
    return read_level(_file(wanted), movables)


def load_level(name_or_path: str | int | os.PathLike[str]) -> Level:
    """Find a level, without its solutions."""
    return find(name_or_path).level


def _file(name: str) -> Path:
    path = Path(name)
    if name and os.path.exists(path):  # unlike Path.exists, False for a name that is too long
        return path
    if path.suffix == ".json":
        raise UnknownNameError(f"no level file {name!r}; shipped levels: {_summary()}")
    raise _unknown("level", name, (*packs(), *names()))


@lru_cache(maxsize=1024)
def _shipped(name: str) -> Document:
    group, _, stem = name.partition("/")
    return parse_level((_folder() / group / f"{stem}.json").read_bytes(), name, name=name)


@cache
def _shelf() -> dict[str, tuple[str, ...]]:
    """Pack -> names of its levels; the folders are listed once."""
    found = {folder.name: _stems(folder) for folder in _folder().iterdir() if folder.is_dir()}
    return {
        name: tuple(f"{name}/{stem}" for stem in sorted(found[name], key=_natural))
        for name in sorted(found, key=lambda name: (name != DEFAULT_PACK, name))
        if found[name]
    }


def _folder() -> Traversable:
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
    return ", ".join(f"{name}/… ({len(levels)})" for name, levels in _shelf().items()) or "none"


def _unknown(what: str, name: str, known: tuple[str, ...]) -> UnknownNameError:
    return unknown_name(what, name, known, listing=f"shipped levels: {_summary()}")
