"""The JSON API. Each route checks the shape of a request and hands the work on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field

from bubbleball.errors import LevelError
from bubbleball.files.json_text import load_json
from bubbleball.files.schema import PlacementModel
from bubbleball.web.requests import (
    CertifyBody,
    CheckBody,
    FilmBody,
    LevelBody,
    OpenBody,
    PlayBody,
    SaveBody,
    SolveBody,
)
from bubbleball.web.studio import Studio


class Refusal(BaseModel):
    """Why a request was not served."""

    message: str = Field(description="For a person.")
    problems: list[dict[str, str]] = Field([], description="Each fault: `where` and `what`.")


class _StrictRequest(Request):
    """Reads JSON as the game reads its files: no NaN, no key twice, no bottomless nesting."""

    async def json(self) -> Any:
        try:
            return load_json(await self.body(), "the request")
        except LevelError as error:
            raise HTTPException(400, str(error)) from None


class _StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return strict


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "Not JSON."},
    403: {"model": Refusal, "description": "From another site."},
    408: {"model": Refusal, "description": "Took too long to arrive."},
    413: {"model": Refusal, "description": "Too large."},
    415: {"model": Refusal, "description": "Not `application/json`."},
    421: {"model": Refusal, "description": "A host that the studio does not answer to."},
    422: {"model": Refusal, "description": "Breaks a rule of the game or of its files."},
    429: {"model": Refusal, "description": "The studio is busy."},
}
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "Server-sent events."}
}

_GIF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/gif": {}}, "description": "An animated GIF."}
}
_AS_FILE = {"Content-Disposition": 'attachment; filename="report.html"'}


def _json(content: bytes) -> Response:
    return Response(content, media_type="application/json")


def _events(stream: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(stream, media_type="text/event-stream")


def _plain(placements: list[PlacementModel]) -> list[dict[str, Any]]:
    return [placement.model_dump() for placement in placements]


def routes(studio: Studio) -> APIRouter:
    """The API of one studio."""
    api = APIRouter(prefix="/api", route_class=_StrictRoute, responses=REFUSALS)
    parts = studio.limits.parts

    @api.get("/ping")
    async def ping() -> dict[str, bool]:
        """Whether the server is up."""
        return {"up": True}

    @api.get("/catalog")
    async def catalog() -> Response:
        """Facts of the game: screen, kinds of parts, physics, solvers, limits."""
        return _json(studio.catalog)

    @api.get("/packs")
    async def packs() -> Response:
        """Every shipped level with its stored solutions."""
        return _json(studio.packs)

    @api.post("/check")
    async def check(body: CheckBody) -> Response:
        """Which rules a placement breaks."""
        placements = _plain(body.placements)
        return _json(
            await studio.help("check", level=body.level, placements=placements, parts=parts)
        )

    @api.post("/inspect")
    async def inspect(body: LevelBody) -> Response:
        """What is wrong with a level, and what its designer may want to know."""
        return _json(await studio.help("inspect", level=body.level, parts=parts))

    @api.post("/play")
    async def play(body: PlayBody) -> Response:
        """Run one trial; every frame of it."""
        return _json(
            await studio.help(
                "play",
                level=body.level,
                placements=_plain(body.placements),
                physics=body.overrides(),
                parts=parts,
            )
        )

    @api.post("/open")
    async def open_file(body: OpenBody) -> Response:
        """Read a level file in our format or the original game's."""
        return _json(await studio.help("open", **body.model_dump(), parts=parts))

    @api.post("/save")
    async def save_file(body: SaveBody) -> Response:
        """Write a level as the text of a file."""
        solutions = [_plain(solution) for solution in body.solutions]
        return _json(
            await studio.help(
                "save", level=body.level, solutions=solutions, format_=body.format, parts=parts
            )
        )

    _add_long_work(api, studio)
    return api


def _add_long_work(api: APIRouter, studio: Studio) -> None:
    limits = studio.limits

    @api.post("/solve", response_class=StreamingResponse, responses=_EVENTS)
    async def solve(body: SolveBody) -> StreamingResponse:
        """Let a solver play; every thought and every trial as it happens."""
        return _events(
            studio.solve(
                min(body.time_limit, limits.solve_seconds),
                level=body.level,
                solver=body.solver,
                planner=body.planner,
                seed=body.seed,
                max_trials=min(body.max_trials, limits.trials),
                physics=body.overrides(),
            )
        )

    @api.post("/solves/{key}/stop")
    async def stop(key: str) -> dict[str, bool]:
        """End a solve where it is."""
        studio.stop(key)
        return {"stopped": True}

    @api.post("/certify", response_class=StreamingResponse, responses=_EVENTS)
    async def certify(body: CertifyBody) -> StreamingResponse:
        """Search for solutions with the game itself; progress, then a certificate."""
        seconds = min(body.seconds, limits.certify_seconds)
        return _events(studio.certify(seconds, level=body.level, seed=body.seed))

    @api.post("/film", response_class=Response, responses=_GIF)
    async def film(body: FilmBody) -> Response:
        """Trials one after another as an animated GIF."""
        trials = [_plain(placements) for placements in body.trials]
        content = await studio.film(
            level=body.level, trials=trials, physics=body.overrides(), theme=body.theme
        )
        return Response(content, media_type="image/gif")

    @api.get("/solves/{key}/report.html", response_class=HTMLResponse)
    async def report(key: str) -> Response:
        """A finished solve as one page to read and to send."""
        page = await studio.report(key)
        return Response(page, media_type="text/html", headers=_AS_FILE)
