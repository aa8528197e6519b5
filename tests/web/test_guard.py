"""What every request must pass."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from bubbleball.web.guard import Guard
from bubbleball.web.limits import Limits
from web.loops import finish

LIMITS = Limits(body_bytes=1000)


async def _application(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"served"})


def ask(
    host: str = "127.0.0.1:8480",
    *,
    bound: str = "127.0.0.1",
    method: str = "GET",
    path: str = "/api/ping",
    body: list[bytes] | None = None,
    limits: Limits = LIMITS,
    scheme: str = "http",
    **headers: str,
) -> tuple[int, dict[str, str]]:
    """Status and headers of the answer; a body of None never arrives."""
    chunks: Iterator[bytes] = iter(body or [])
    left = len(body or [])
    sent: list[Message] = []

    async def receive() -> Message:
        nonlocal left
        if body is None and method != "GET":
            await asyncio.sleep(3600)
        left -= 1
        return {"type": "http.request", "body": next(chunks, b""), "more_body": left > 0}

    async def send(message: Message) -> None:
        sent.append(message)

    named = {"host": host} | {key.replace("_", "-"): value for key, value in headers.items()}
    scope: Scope = {
        "type": "http",
        "method": method,
        "scheme": scheme,
        "path": path,
        "headers": [(key.encode(), value.encode()) for key, value in named.items()],
    }
    finish(Guard(_application, limits, bound)(scope, receive, send))
    answered = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return int(sent[0]["status"]), answered


@pytest.mark.parametrize("host", ["127.0.0.1:1", "localhost:8480", "LOCALHOST", "[::1]:8480"])
def test_the_studio_answers_to_this_machine(host: str) -> None:
    assert ask(host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "[::1", "a b"]
)
def test_a_name_that_somebody_points_at_this_machine_is_refused(host: str) -> None:
    assert ask(host)[0] == 421


def test_on_all_addresses_literal_ones_are_known_and_names_are_not() -> None:
    assert ask("192.168.1.5:8480", bound="0.0.0.0")[0] == 200
    assert ask("192.168.1.5:8480")[0] == 421
    assert ask("evil.example", bound="0.0.0.0")[0] == 421


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8480"]
)
def test_another_origin_is_refused(origin: str) -> None:
    assert ask(origin=origin)[0] == 403
    assert ask(origin="http://127.0.0.1:8480")[0] == 200


def test_an_https_page_of_the_same_host_is_another_site_unless_a_proxy_speaks_https() -> None:
    assert ask("127.0.0.1", origin="https://127.0.0.1")[0] == 403
    assert ask("127.0.0.1", origin="https://127.0.0.1", scheme="https")[0] == 200
    assert ask("127.0.0.1", origin="http://127.0.0.1", scheme="https")[0] == 403


def test_a_page_elsewhere_may_link_to_the_studio_but_not_use_it() -> None:
    assert ask(path="/", sec_fetch_site="cross-site")[0] == 200
    assert ask(path="/api/packs", sec_fetch_site="cross-site")[0] == 403
    assert ask(path="/api/packs", sec_fetch_site="same-origin")[0] == 200


def test_a_form_cannot_post() -> None:
    form = "application/x-www-form-urlencoded"
    assert ask(method="POST", body=[b"{}"], content_type=form)[0] == 415
    assert ask(method="POST", body=[b"{}"], content_type="text/plain")[0] == 415
    assert (
        ask(method="POST", body=[b"{}"], content_type="application/json; charset=utf-8")[0] == 200
    )


def test_a_body_is_bounded_whatever_its_header_says() -> None:
    json = "application/json"
    assert ask(method="POST", body=[b"x"], content_type=json, content_length="1001")[0] == 413
    assert ask(method="POST", body=[b"x"], content_type=json, content_length="9" * 5000)[0] == 413
    assert ask(method="POST", body=[b"x" * 501] * 2, content_type=json)[0] == 413
    assert ask(method="POST", body=[b"x" * 500] * 2, content_type=json)[0] == 200


def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    limits = Limits(body_seconds=0.05)
    assert ask(method="POST", content_type="application/json", limits=limits)[0] == 408


def test_every_answer_forbids_inline_and_foreign_script() -> None:
    for status, headers in (ask(), ask("evil.example")):
        assert status in (200, 421)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


@pytest.mark.slow
def test_the_whole_studio_stands_behind_the_guard(studio: str) -> None:
    for path in ("/", "/api/ping", "/js/main.js", "/theme.css", "/nothing", "/openapi.json"):
        answer = httpx.get(studio + path, headers={"Host": "evil.example"})
        assert answer.status_code == 421
        assert "'self'" in httpx.get(studio + path).headers["content-security-policy"]


@pytest.mark.parametrize(
    "origin", ["http://[", "null", "chrome-extension://127.0.0.1:8480", "http://evil.example"]
)
def test_an_origin_that_is_not_ours_is_refused_and_never_breaks(origin: str) -> None:
    status, headers = ask(origin=origin)
    assert status == 403
    assert headers["x-frame-options"] == "DENY"


def test_the_case_of_a_header_opens_no_door() -> None:
    assert ask(sec_fetch_site="Cross-Site")[0] == 403


def test_work_is_cancelled_when_the_client_hangs_up() -> None:
    ended = []

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.append(scope["path"])

    async def receive() -> Message:
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        pytest.fail("nobody listens")

    headers = [(b"host", b"127.0.0.1")]
    scope: Scope = {"type": "http", "method": "GET", "path": "/api/x", "headers": headers}
    finish(Guard(slow, LIMITS, "127.0.0.1")(scope, receive, send))
    assert ended == ["/api/x"]
