"""The studio's server: static files and the JSON API, guarded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from bubbleball.errors import BubbleBallError, BusyError, Problem, UnknownNameError
from bubbleball.files.json_text import path
from bubbleball.web import catalog
from bubbleball.web.encoding import error_response
from bubbleball.web.guard import Guard
from bubbleball.web.pages import Pages
from bubbleball.web.routes import routes
from bubbleball.web.studio import Studio

_STREAM = "text/event-stream"
_STATUS: tuple[tuple[type[BubbleBallError], int], ...] = (
    (BusyError, 429),
    (UnknownNameError, 404),
    (BubbleBallError, 422),
)


def app_of(studio: Studio, host: str) -> FastAPI:
    """Make the ASGI application of one studio, reached at `host`."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(studio.open)
        yield
        await asyncio.to_thread(studio.close)

    app = DescribedApp(
        title="Bubble Ball studio",
        description="Levels, trials, solvers and files of the game, as JSON.",
        version="1",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's own pages load scripts from elsewhere; /api.html is ours
        redoc_url=None,
    )
    app.include_router(routes(studio))

    app.mount("/", Pages(catalog.theme_css()))
    _add_error_handlers(app)
    app.add_middleware(Guard, limits=studio.limits, host=host)
    return app


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(BubbleBallError)
    async def refused(_: Request, error: BubbleBallError) -> Response:
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
        return error_response(status, str(error), getattr(error, "problems", ()))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        problems = [Problem(path(found["loc"][1:]), found["msg"]) for found in error.errors()]
        return error_response(422, f"invalid request: {problems[0]}", problems[:100])

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> Response:
        response = error_response(error.status_code, str(error.detail))
        response.headers.update(error.headers or {})
        return response


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
