"""Level files in our format or the original game's; only this module distinguishes the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bubbleball.errors import LevelError, expect
from bubbleball.files.disk import path_given, read_bytes, write_bytes
from bubbleball.files.document import Document, LevelFormat
from bubbleball.files.json_text import load_json
from bubbleball.files.level_file import document_from_data, dump_document
from bubbleball.files.original.level import dump_original, original_from_data
from bubbleball.files.original.movable_objects import movables_beside
from bubbleball.game.level import MAX_TEXT


def parse_level(
    text: str | bytes, source: str = "", *, name: str = "", movables: Sequence[str] | None = None
) -> Document:
    """Read the text of a level file; all faults are reported together in one LevelError.

    source: names the text in errors.
    name: of the level.
    movables: ids of the movable objects of an original level, in their order; None: not known, so
        that the objects in the tray are movable.
    """
    data = load_json(text, source)
    if isinstance(data, list):
        return original_from_data(data, movables, source, name)
    return document_from_data(data, source, name)


def read_level(path: str | Path, movables: Mapping[str, Sequence[str]] | None = None) -> Document:
    """Read a level file; the level is named after the file.

    movables: the contents of a `movableObjects.json`, in which an original level is looked up by
        the stem of its file; by default the one in the file's folder or in the folder above.
    """
    path = path_given(path)
    source = str(path)
    name = path.stem if path.stem.isprintable() and len(path.stem) <= MAX_TEXT else ""
    data = load_json(read_bytes(path, LevelError), source)
    if isinstance(data, list):
        known = movables_beside(path) if movables is None else movables
        return original_from_data(data, (known or {}).get(path.stem), source, name)
    return document_from_data(data, source, name)


def dump_level(document: Document, form: LevelFormat = LevelFormat.OURS) -> str:
    """The text of a level file."""
    expect(document, Document, "a level file", "Document(level, solutions) gives one")
    return dump_document(document) if form is LevelFormat.OURS else dump_original(document)


def write_level(path: str | Path, document: Document, form: LevelFormat = LevelFormat.OURS) -> None:
    """Write a level file, whole or not at all."""
    write_bytes(path, dump_level(document, form).encode())
