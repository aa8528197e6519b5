"""What page and server promise each other, held against real requests and replies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from pydantic import TypeAdapter

import page_types
from bubbleball.files.schema import LevelModel
from bubbleball.web.contract.events import (
    BeganEvent,
    CertifyEvent,
    FilmingEvent,
    QueuedEvent,
    RepairEvent,
    SolveEvent,
)
from bubbleball.web.contract.puzzles import PuzzleSolveEvent
from bubbleball.web.contract.replies import ErrorReply
from bubbleball.web.encoding import encoded
from bubbleball.web.limits import Limits
from other_games import write_own_level
from web.conftest import hosted
from web.driving import level_data

LIMITS = Limits(workers=1)
REPLIES = {path: reply for path, _, reply in page_types.exchanges() if reply is not None}
STREAMS = {
    "/api/solve": SolveEvent,
    "/api/repair": RepairEvent,
    "/api/certify": CertifyEvent,
    "/api/film": FilmingEvent,
    "/api/puzzle-solve": PuzzleSolveEvent,
}
PUZZLE = {"game": "interphyre", "name": "just_a_nudge:1"}
PLACED = [{"piece": "AO6G", "x": 240.0, "y": 70.0, "angle": 0.0}]  # too high: breaks a rule


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BUBBLEBALL_DATA", str(folder))
        write_own_level()
        with hosted(LIMITS) as address, httpx.Client(base_url=address, timeout=120) as client:
            yield client


def read(text: str | bytes, kind: Any) -> Any:
    """Read a reply; fail if it has a field more or less than promised."""
    value = TypeAdapter(kind).validate_json(text, strict=True)
    assert json.loads(encoded(value)) == json.loads(text)
    return value


def read_events(text: str, kind: Any) -> list[Any]:
    return [
        read(block.removeprefix("data: "), kind)
        for block in text.split("\n\n")
        if block.startswith("data: ")
    ]


def next_event(lines: Iterator[str], kind: Any) -> Any:
    line = next(line for line in lines if line.startswith("data: "))
    return read(line.removeprefix("data: "), kind)


def test_the_pages_types_are_those_of_the_server() -> None:
    kept = page_types.TARGET.read_text(encoding="utf-8")
    assert kept == page_types.text(), "run: python scripts/page_types.py"


@pytest.mark.slow
def test_every_reply_has_the_promised_fields_and_no_others(server: httpx.Client) -> None:
    level = level_data("classic/2")
    bodies: dict[str, Any] = {
        "/api/check": {"level": level, "placements": PLACED},
        "/api/play": {"level": level_data("classic/7")},
        "/api/heat-map": {"level": level, "piece": "AO6G"},
        "/api/inspect": {"level": level | {"ball": {}}},
        "/api/open": {"name": "level.json", "text": json.dumps(level)},
        "/api/save": {"level": level},
        "/api/puzzle-names": {"game": "interphyre", "name": "just_a_nudge"},
        "/api/puzzle": PUZZLE,
        "/api/puzzle-play": PUZZLE,
    }
    checked = set()
    for path, kind in REPLIES.items():
        if path in STREAMS or "{" in path:
            continue
        body = bodies.get(path)
        reply = server.post(path, json=body) if body else server.get(path)
        assert reply.status_code == 200
        read(reply.content, kind)
        checked.add(path)
    assert checked == REPLIES.keys() - STREAMS.keys() - {"/api/solves/{key}/stop"}
    read(server.post("/api/play", json={"level": {}}).content, ErrorReply)
    read(server.post("/api/play", json={"levels": level}).content, ErrorReply)
    read(server.get("/api/ping", headers={"Origin": "https://evil.example"}).content, ErrorReply)


@pytest.mark.slow
def test_a_trial_with_every_kind_of_happening_keeps_the_promise(server: httpx.Client) -> None:
    packs = server.get("/api/packs").json()["packs"]
    seen = set()
    for shipped in packs[0]["levels"]:
        body = {"level": shipped["level"], "placements": shipped["solutions"][0]}
        trial = read(server.post("/api/play", json=body).content, REPLIES["/api/play"])
        seen |= {name for name in ("contacts", "effects", "movers") if getattr(trial, name)}
        if len(seen) == 3:
            break
    assert seen == {"contacts", "effects", "movers"}


@pytest.mark.slow
def test_every_level_has_the_fields_that_the_page_relies_on(server: httpx.Client) -> None:
    for pack in server.get("/api/packs").json()["packs"]:
        for shipped in pack["levels"]:
            level = shipped["level"]
            LevelModel.model_validate(level)
            assert level.keys() >= page_types.ALWAYS, shipped["name"]
            assert not page_types.BESIDE & level.keys(), shipped["name"]


@pytest.mark.slow
def test_every_event_has_the_promised_fields_and_every_kind_of_event_comes(
    server: httpx.Client,
) -> None:
    level = level_data("classic/1")
    seen: list[Any] = []
    more: dict[str, dict[str, Any]] = {
        "/api/solve": {"solver": "random"},
        "/api/film": {"trials": [[]]},
    }
    for path, kind in STREAMS.items():
        body = PUZZLE if "puzzle" in path else {"level": level} | more.get(path, {})
        with server.stream("POST", "/api/certify", json={"level": level, "seconds": 300}) as busy:
            lines = busy.iter_lines()  # held: letting go of it hangs up
            while next_event(lines, CertifyEvent) != BeganEvent(""):
                pass  # its process is starting
            with server.stream("POST", path, json=body) as waiting:
                assert isinstance(next_event(waiting.iter_lines(), kind), QueuedEvent)
    for solver in ("hierarchical", "nobody"):
        body = {"level": level, "solver": solver, "max_trials": 1, "time_limit": 300}
        seen += read_events(server.post("/api/solve", json=body).text, SolveEvent)
    assert {type(event) for event in seen} | {QueuedEvent} == set(get_args(SolveEvent))
    short = server.post("/api/certify", json={"level": level, "seconds": 1}).text
    certified = read_events(short, CertifyEvent)
    faulty = server.post("/api/certify", json={"level": {}}).text
    certified += read_events(faulty, CertifyEvent)
    assert {type(event) for event in certified} | {QueuedEvent} == set(get_args(CertifyEvent))
    short = server.post("/api/repair", json={"level": level}).text
    repaired = read_events(short, RepairEvent)
    repaired += read_events(server.post("/api/repair", json={"level": {}}).text, RepairEvent)
    assert {type(event) for event in repaired} | {QueuedEvent} == set(get_args(RepairEvent))
    short = server.post("/api/film", json={"level": level, "trials": [[]]}).text
    filmed = read_events(short, FilmingEvent)
    faulty = server.post("/api/film", json={"level": {}, "trials": [[]]}).text
    filmed += read_events(faulty, FilmingEvent)
    assert {type(event) for event in filmed} | {QueuedEvent} == set(get_args(FilmingEvent))
    puzzled = read_events(server.post("/api/puzzle-solve", json=PUZZLE).text, PuzzleSolveEvent)
    nowhere = server.post("/api/puzzle-solve", json=PUZZLE | {"name": "nowhere:1"}).text
    puzzled += read_events(nowhere, PuzzleSolveEvent)
    assert {type(event) for event in puzzled} | {QueuedEvent} == set(get_args(PuzzleSolveEvent))
