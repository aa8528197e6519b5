"""Visitors who mean harm, or know no better: refused or queued, and the studio stays up."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bubbleball.web.limits import Limits
from web.conftest import hosted
from web.driving import level_data
from web.loops import finish

pytestmark = pytest.mark.slow

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def slow_studio() -> Iterator[httpx.Client]:
    """A studio whose solves take half a second for each trial."""
    with (
        hosted(Limits(), "web.slow_tasks") as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        yield client


def endless() -> dict[str, Any]:
    """A solve that goes on until it is stopped: the flag is out of reach."""
    level = level_data("classic/2")
    level["flag"] |= {"x": 4000, "y": 4000}
    return {"level": level, "solver": "random", "max_trials": 100, "time_limit": 300}


def is_up(http: httpx.Client) -> bool:
    """Answers a ping before any work of these tests would end by itself."""
    return http.get("/api/ping").status_code == 200


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b" ", "the request: is empty"),
        (b'{"level": "\\ud800"}', "half"),
        (b"\x00\xff\xfe", "the request: is not text in UTF-8"),
        (b"{", "the request: is not JSON"),
        (b'{"level": NaN}', "NaN"),
        (b'{"level": {}, "level": {}}', "twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"level":' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
    ],
    ids=["empty", "half a character", "binary", "cut", "nan", "twice", "deep", "deep and closed"],
)
def test_what_is_no_json_is_refused(http: httpx.Client, body: bytes, message: str) -> None:
    answer = http.post("/api/check", content=body, headers=JSON)
    assert answer.status_code == 400
    assert message in answer.json()["message"]


def test_an_oversized_body_is_refused(http: httpx.Client) -> None:
    most = Limits().body_bytes
    answer = http.post("/api/check", content=b" " * (most + 1), headers=JSON)
    assert answer.status_code == 413
    assert "1,000,000 bytes" in answer.json()["message"]

    def drip() -> Any:
        for _ in range(most // 1000 + 10):
            yield b" " * 1000

    try:
        status = http.post("/api/check", content=drip(), headers=JSON).status_code
    except httpx.WriteError:  # the studio hung up on it, which is as well
        status = 413
    assert status == 413
    assert is_up(http)


@pytest.mark.parametrize(
    "change",
    [
        {"ball": None},
        {"ball": {"x": 1e308, "y": -1e308}},
        {"ball": {"x": 10**400, "y": 0}},
        {"scenery": [{"id": "a", "kind": "wood", "x": 0, "y": 0, "width": 1e9, "height": 1}]},
        {"scenery": [{"id": f"{n}", "kind": "ground", "x": 0, "y": 0} for n in range(5000)]},
        {"pieces": [{"id": "\x00", "kind": "metal", "x": 0, "y": 0, "width": 9, "height": 9}]},
        {"title": "\u202e"},
        {"title": "x" * 100_000},
        {"surprise": {"a": [1] * 1000}},
        {"version": 2},
        {"teleports": [["a", "a"]]},
    ],
    ids=lambda change: next(iter(change)),
)
@pytest.mark.parametrize("route", ["check", "play", "inspect", "save"])
def test_malformed_and_huge_levels_are_refused(
    http: httpx.Client, route: str, change: dict[str, Any]
) -> None:
    level = level_data("classic/2") | change
    answer = http.post(f"/api/{route}", content=json.dumps({"level": level}), headers=JSON)
    if route == "inspect":
        assert answer.json()["problems"]
    else:
        assert answer.status_code == 422
        assert answer.json()["message"]


def test_a_level_of_many_parts_is_refused_before_it_is_played(http: httpx.Client) -> None:
    level = level_data("classic/2")
    level["scenery"] = [
        {"id": f"w{n}", "kind": "wood", "x": 10 * n, "y": 200, "width": 9, "height": 9}
        | {"loose": True}
        for n in range(Limits().parts + 1)
    ]
    answer = http.post("/api/play", json={"level": level})
    assert answer.status_code == 422
    assert "at most 200" in answer.json()["message"]


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/js/..%2f..%2f..%2fapp.py",
        "/js/%2e%2e/%2e%2e/app.py",
        "//etc/passwd",
        "/app.py",
        "/js/main.js%00.html",
        "/" + "a" * 10_000,
    ],
)
def test_no_path_leads_out_of_the_static_files(http: httpx.Client, path: str) -> None:
    request = http.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=path.encode())
    assert http.send(request).status_code == 404


def test_a_hundred_solves_at_once_are_queued_or_refused(slow_studio: httpx.Client) -> None:
    http = slow_studio
    limits = Limits()
    accepted = limits.workers + limits.worker_queue

    async def crowd() -> list[int]:
        pool = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=http.base_url, timeout=60, limits=pool) as client:
            requests = [
                client.send(client.build_request("POST", "/api/solve", json=endless()), stream=True)
                for _ in range(100)
            ]
            answers = await asyncio.gather(*requests)
            assert await asyncio.to_thread(is_up, http)
            for answer in answers:
                await answer.aclose()  # every client vanishes in mid-solve
            return [answer.status_code for answer in answers]

    statuses = finish(crowd())
    assert sorted(set(statuses)) == [200, 429]
    assert statuses.count(200) == accepted
    # Nobody listens any more, so the processes are free again as soon as that has been noticed.
    body = {"level": level_data("classic/2"), "solver": "random", "max_trials": 1}
    for _ in range(60):
        answer = http.post("/api/solve", json=body)
        if answer.status_code != 429:
            break
        time.sleep(0.5)
    assert '"type":"end"' in answer.text


def test_a_solve_ends_when_it_is_told_to_and_tells_what_it_has(slow_studio: httpx.Client) -> None:
    http = slow_studio
    key = ""
    sent = []
    with http.stream("POST", "/api/solve", json=endless()) as answer:
        for line in answer.iter_lines():
            if not line.startswith("data: "):
                continue
            event = json.loads(line.removeprefix("data: "))
            sent.append(event["type"])
            if event["type"] == "step" and event["number"] == 2:
                reply = http.post(f"/api/solves/{key}/stop", json={})
                assert (reply.status_code, reply.json()) == (200, {"stopped": True})
            if event["type"] == "began":
                key = event["id"]
    assert sent[-1] == "end"
    assert sent.count("step") < 100
    assert is_up(http)
