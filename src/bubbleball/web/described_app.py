"""The description of the API (OpenAPI), where FastAPI's own says what is not sent."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

_STREAM = "text/event-stream"


class DescribedApp(FastAPI):
    """An application whose description holds for every answer."""

    def openapi(self) -> dict[str, Any]:
        """The description: errors are JSON whatever a route sends, events carry JSON as text."""
        if self.openapi_schema is None:
            for operations in super().openapi()["paths"].values():
                for operation in operations.values():
                    for status, response in operation["responses"].items():
                        response["content"] = _content(status, response["content"])
        return super().openapi()


def _content(status: str, content: dict[str, Any]) -> dict[str, Any]:
    (described,) = content.values()
    if status != "200":
        return {"application/json": {"schema": _typed(described["schema"])}}
    if _STREAM in content:
        return {_STREAM: {"schema": _event(_typed(described["schema"]))}}
    return content


def _typed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without the type `string` that FastAPI adds to answers that are not its JSON."""
    return {name: value for name, value in schema.items() if name != "type"}


def _event(data: dict[str, Any]) -> dict[str, Any]:
    """One server-sent event, as OpenAPI 3.2 describes it."""
    text = {"type": "string", "contentMediaType": "application/json", "contentSchema": data}
    return {"type": "object", "properties": {"data": text}, "required": ["data"]}
