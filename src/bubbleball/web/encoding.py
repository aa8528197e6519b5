"""What the page is told: JSON in plain ASCII, server-sent events, level files."""

from __future__ import annotations

import json
from typing import Any

from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document

RECORD = b"record:"  # what follows is kept by the server for export, not sent to the page


def encoded(value: object) -> bytes:
    """JSON in plain ASCII, so that odd characters in titles cannot break an answer."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()


def event(value: dict[str, Any]) -> bytes:
    """One server-sent event."""
    return b"data: " + encoded(value) + b"\n\n"


def document_data(document: Document) -> dict[str, Any]:
    """A level as in its file, with what is no part of the puzzle beside it."""
    data = json.loads(dump_document(document))
    solutions = data.pop("solutions", [])
    family, difficulty = data.pop("family", None), data.pop("difficulty", None)
    return {"level": data, "solutions": solutions, "family": family, "difficulty": difficulty}
