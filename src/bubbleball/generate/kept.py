"""Generated levels kept on disk, so that a suite is made once."""

from __future__ import annotations

import contextlib
import hashlib
from functools import cache
from pathlib import Path

from bubbleball.errors import LevelError
from bubbleball.files.disk import data_folder
from bubbleball.files.document import Document
from bubbleball.files.levels import read_level, write_level

_PACKAGES = ("game", "check", "certify", "generate")  # what a level depends on, besides its order


def kept_level(name: str) -> Document | None:
    """The level kept under a name, if it was made by the current source code."""
    path = _folder() / f"{name}.json"
    try:
        return read_level(path) if path.is_file() else None
    except (LevelError, OSError):
        return None  # damaged: it is made again


def keep_level(name: str, document: Document) -> None:
    """Keep a level if the folder can be written to."""
    with contextlib.suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        write_level(_folder() / f"{name}.json", document)


def _folder() -> Path:
    return data_folder("generated") / _code()


@cache
def _code() -> str:
    """A digest of the code that makes levels."""
    root = Path(__file__).parents[1]
    total = hashlib.sha256()
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:12]
