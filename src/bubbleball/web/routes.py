"""The JSON API: each route checks a request and passes the work on."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from fastapi.routing import APIRoute

from bubbleball.errors import LevelError
from bubbleball.files.json_text import load_json
from bubbleball.web.contract.catalog import Catalog, OpenedLevel, PacksReply
from bubbleball.web.contract.events import CertifyEvent, FilmingEvent, RepairEvent, SolveEvent
from bubbleball.web.contract.puzzles import (
    PuzzleNamesReply,
    PuzzleReply,
    PuzzleRun,
    PuzzleSolveEvent,
    PuzzlesReply,
)
from bubbleball.web.contract.replies import (
    CheckReply,
    ErrorReply,
    HeatMapReply,
    InspectReply,
    PingReply,
    SavedFile,
    StopReply,
    TrialData,
)
from bubbleball.web.encoding import encoded
from bubbleball.web.requests import (
    CertifyBody,
    CheckBody,
    FilmBody,
    HeatMapBody,
    LevelBody,
    NoBody,
    OpenBody,
    PlayBody,
    PuzzleNameBody,
    PuzzlePlayBody,
    PuzzleSolveBody,
    SaveBody,
    SolveBody,
)
from bubbleball.web.studio import Studio


class _StrictRequest(Request):
    """Reads JSON as strictly as level files: no NaN, no key twice, no bottomless nesting."""

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


class _Json(JSONResponse):
    """JSON that is encoded already; its class is what makes FastAPI describe it as JSON."""

    def render(self, content: bytes) -> bytes:
        return content


class _Gif(Response):
    media_type = "image/gif"


class _Events(StreamingResponse):
    media_type = "text/event-stream"


Responses = dict[int | str, dict[str, Any]]
ERRORS: Responses = {
    400: {"model": ErrorReply, "description": "Not JSON."},
    403: {"model": ErrorReply, "description": "From another site."},
    404: {"model": ErrorReply, "description": "No longer kept, or never there."},
    408: {"model": ErrorReply, "description": "Took too long to arrive."},
    413: {"model": ErrorReply, "description": "Too large."},
    415: {"model": ErrorReply, "description": "Not `application/json`."},
    421: {"model": ErrorReply, "description": "A host that the studio does not answer to."},
    422: {"model": ErrorReply, "description": "Breaks a rule of the game or of its files."},
    429: {"model": ErrorReply, "description": "The studio is busy."},
}
_STREAM = "Server-sent events; hang up to stop."
_AS_FILE = {"Content-Disposition": 'attachment; filename="report.html"'}


def _sends(model: Any, description: str = "Success.") -> Responses:
    return {200: {"model": model, "description": description}}


def routes(studio: Studio) -> APIRouter:
    """The API of one studio."""
    api = APIRouter(prefix="/api", route_class=_StrictRoute, responses=ERRORS)
    _add_facts(api, studio)
    _add_trials(api, studio)
    _add_files(api, studio)
    _add_films(api, studio)
    _add_solves(api, studio)
    _add_puzzles(api, studio)
    return api


def _add_facts(api: APIRouter, studio: Studio) -> None:
    @api.get("/ping", response_class=_Json, responses=_sends(PingReply))
    async def ping() -> Response:
        """Whether the server is up."""
        return _Json(encoded(PingReply()))

    @api.get("/catalog", response_class=_Json, responses=_sends(Catalog))
    async def catalog() -> Response:
        """Facts of the game: screen, kinds of parts, physics, solvers, limits."""
        return _Json(studio.catalog)

    @api.get("/packs", response_class=_Json, responses=_sends(PacksReply))
    async def packs() -> Response:
        """Every shipped level with its stored solutions."""
        return _Json(studio.packs)


def _add_trials(api: APIRouter, studio: Studio) -> None:
    @api.post("/check", response_class=_Json, responses=_sends(CheckReply))
    async def check(body: CheckBody) -> Response:
        """Which rules a placement breaks."""
        return _Json(await studio.run("check", body))

    @api.post("/play", response_class=_Json, responses=_sends(TrialData))
    async def play(body: PlayBody) -> Response:
        """Run one trial; every frame of it."""
        return _Json(await studio.run("play", body))

    @api.post("/heat-map", response_class=_Json, responses=_sends(HeatMapReply))
    async def heat_map(body: HeatMapBody) -> Response:
        """Predict where one piece would solve the level."""
        return _Json(await studio.run("heat_map", body, studio.limits.repair_seconds))

    @api.post("/run.html", response_class=HTMLResponse)
    async def run_page(body: PlayBody) -> Response:
        """One run as one page that plays without a server."""
        return HTMLResponse(await studio.run("run_page", body), headers=_AS_FILE)


def _add_files(api: APIRouter, studio: Studio) -> None:
    @api.post("/inspect", response_class=_Json, responses=_sends(InspectReply))
    async def inspect(body: LevelBody) -> Response:
        """What is wrong with a level, and what its designer may want to know."""
        return _Json(await studio.run("inspect", body))

    @api.post("/open", response_class=_Json, responses=_sends(OpenedLevel))
    async def open_file(body: OpenBody) -> Response:
        """Read a level file in our format or the original game's."""
        return _Json(await studio.run("open", body))

    @api.post("/save", response_class=_Json, responses=_sends(SavedFile))
    async def save_file(body: SaveBody) -> Response:
        """Write a level as the text of a file."""
        return _Json(await studio.run("save", body))


def _add_films(api: APIRouter, studio: Studio) -> None:
    @api.post("/film", response_class=_Events, responses=_sends(FilmingEvent, _STREAM))
    async def film(body: FilmBody) -> Response:
        """Film trials one after another; progress, then the id of the film."""
        return _Events(studio.film(body))

    @api.get("/films/{key}.gif", response_class=_Gif)
    async def download(key: str) -> Response:
        """A film as an animated GIF."""
        return _Gif(studio.films.find(key))


def _add_solves(api: APIRouter, studio: Studio) -> None:
    @api.post("/solve", response_class=_Events, responses=_sends(SolveEvent, _STREAM))
    async def solve(body: SolveBody) -> Response:
        """Run a solver; every thought and every trial as it happens."""
        return _Events(studio.solve(body))

    @api.post("/solves/{key}/stop", response_class=_Json, responses=_sends(StopReply))
    async def stop(key: str) -> Response:
        """End a solve; its stream reports what it has found so far."""
        studio.stop(key)
        return _Json(encoded(StopReply()))

    @api.get("/solves/{key}/report.html", response_class=HTMLResponse)
    async def report(key: str) -> Response:
        """A finished solve as one page to read and to send."""
        return HTMLResponse(await studio.page("report", key), headers=_AS_FILE)

    @api.get("/solves/{key}/story.html", response_class=HTMLResponse)
    async def story(key: str) -> Response:
        """A finished solve as one page that plays without a server."""
        return HTMLResponse(await studio.page("story", key), headers=_AS_FILE)

    @api.post("/repair", response_class=_Events, responses=_sends(RepairEvent, _STREAM))
    async def repair(body: PlayBody) -> Response:
        """Change a placement as little as possible so that the ball reaches the flag."""
        return _Events(studio.repair(body))

    @api.post("/certify", response_class=_Events, responses=_sends(CertifyEvent, _STREAM))
    async def certify(body: CertifyBody) -> Response:
        """Search for solutions with the game itself; progress, then a certificate."""
        return _Events(studio.certify(body))


def _add_puzzles(api: APIRouter, studio: Studio) -> None:
    @api.get("/puzzles", response_class=_Json, responses=_sends(PuzzlesReply))
    async def puzzles() -> Response:
        """The puzzles of other games whose data are on this machine."""
        return _Json(await studio.run("puzzles", NoBody()))

    @api.post("/puzzle-names", response_class=_Json, responses=_sends(PuzzleNamesReply))
    async def names(body: PuzzleNameBody) -> Response:
        """The first puzzles of a template or level."""
        return _Json(await studio.run("puzzle-names", body))

    @api.post("/puzzle", response_class=_Json, responses=_sends(PuzzleReply))
    async def puzzle(body: PuzzleNameBody) -> Response:
        """One puzzle to play."""
        return _Json(await studio.run("puzzle", body))

    @api.post("/puzzle-play", response_class=_Json, responses=_sends(PuzzleRun))
    async def play(body: PuzzlePlayBody) -> Response:
        """Run a puzzle with balls; every second frame of it."""
        return _Json(await studio.run("puzzle-play", body))

    @api.post("/puzzle-solve", response_class=_Events, responses=_sends(PuzzleSolveEvent, _STREAM))
    async def solve(body: PuzzleSolveBody) -> Response:
        """Let the solver attempt a puzzle; every thought and every attempt as it happens."""
        return _Events(studio.solve_puzzle(body))
