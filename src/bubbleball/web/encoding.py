"""Values as they go to the page: JSON in plain ASCII, server-sent events, error responses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from starlette.responses import Response

from bubbleball.errors import Problem
from bubbleball.web.contract.events import CertifyEvent, FilmingEvent, RepairEvent, SolveEvent
from bubbleball.web.contract.puzzles import PuzzleSolveEvent
from bubbleball.web.contract.replies import ErrorReply


def encoded(value: object) -> bytes:
    """Encode as JSON in plain ASCII, so that odd characters in titles cannot break a response."""
    return json.dumps(value, default=_fields, allow_nan=False, separators=(",", ":")).encode()


def event(
    value: SolveEvent | CertifyEvent | RepairEvent | FilmingEvent | PuzzleSolveEvent,
) -> bytes:
    """Encode as one server-sent event."""
    return b"data: " + encoded(value) + b"\n\n"


def error_response(status: int, message: str, problems: Iterable[Problem] = ()) -> Response:
    """Answer that a request is refused."""
    content = encoded(ErrorReply(message, tuple(problems)))
    return Response(content, status, media_type="application/json")


def _fields(value: Any) -> dict[str, object]:
    """The fields of a dataclass, not copied: frames are long lists."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}
