"""The original game's `movableObjects.json`: which objects of each level the player may move."""

from __future__ import annotations

from pathlib import Path

from bubbleball.errors import FileFormatError, Problem
from bubbleball.files.disk import read_bytes
from bubbleball.files.json_text import brief, is_id, load_json

MOVABLES_FILE = "movableObjects.json"


def movables_beside(path: str | Path) -> dict[str, tuple[str, ...]] | None:
    """The `movableObjects.json` in the folder of a level file or in the one above, if any."""
    folder = Path(path).resolve().parent
    for place in (folder, folder.parent):
        if (place / MOVABLES_FILE).is_file():
            return read_movables(place / MOVABLES_FILE)
    return None


def read_movables(path: str | Path) -> dict[str, tuple[str, ...]]:
    """Read a `movableObjects.json`: level -> ids of its movable objects, in order."""
    return parse_movables(read_bytes(path, FileFormatError), str(path))


def parse_movables(text: str | bytes, source: str = "") -> dict[str, tuple[str, ...]]:
    """Read the text of a `movableObjects.json`."""
    data = load_json(text, source, FileFormatError)
    if not isinstance(data, dict):
        what = f"movable objects are an object of level to list of ids, not {brief(data)}"
        raise FileFormatError([Problem("", what)], source)
    problems = [
        Problem(brief(level), f"{brief(ids)} is not a list of ids")
        for level, ids in data.items()
        if not (isinstance(ids, list) and all(map(is_id, ids)))
    ]
    if problems:
        raise FileFormatError(problems, source)
    return {level: tuple(map(str, ids)) for level, ids in data.items()}
