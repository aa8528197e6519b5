"""The page's files as they go out."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from bubbleball.web.pages import Pages


@pytest.fixture
def client() -> httpx.AsyncClient:
    app = Starlette(routes=[Mount("/", Pages(":root {}"))])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://studio")


def ask(client: httpx.AsyncClient, method: str, path: str, **headers: str) -> httpx.Response:
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return asyncio.run(client.request(method, path, headers=named))


def test_the_address_alone_is_the_page(client: httpx.AsyncClient) -> None:
    assert ask(client, "GET", "/").text == ask(client, "GET", "/index.html").text
    assert ask(client, "GET", "/").headers["content-type"] == "text/html; charset=utf-8"


def test_a_file_that_the_browser_has_is_not_sent_again(client: httpx.AsyncClient) -> None:
    tag = ask(client, "GET", "/js/main.js").headers["etag"]
    again = ask(client, "GET", "/js/main.js", if_none_match=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert ask(client, "GET", "/js/api.js", if_none_match=tag).status_code == 200


def test_packed_and_plain_are_the_same_file(client: httpx.AsyncClient) -> None:
    packed = ask(client, "GET", "/js/play.js", accept_encoding="gzip")
    plain = ask(client, "GET", "/js/play.js", accept_encoding="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_pages_are_for_reading(client: httpx.AsyncClient) -> None:
    assert ask(client, "POST", "/").status_code == 405
    assert ask(client, "HEAD", "/").status_code == 200
    assert ask(client, "GET", "/js").status_code == 404
