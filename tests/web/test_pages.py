"""The page's files as they go out."""

from __future__ import annotations

import httpx
import pytest

pytestmark = pytest.mark.slow  # the studio has to start


def test_the_address_alone_is_the_page(http: httpx.Client) -> None:
    assert http.get("/").text == http.get("/index.html").text
    assert http.get("/").headers["content-type"] == "text/html; charset=utf-8"


def test_a_file_that_the_browser_has_is_not_sent_again(http: httpx.Client) -> None:
    tag = {"If-None-Match": http.get("/js/main.js").headers["etag"]}
    again = http.get("/js/main.js", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert http.get("/js/server/api.js", headers=tag).status_code == 200


def test_packed_and_plain_are_the_same_file(http: httpx.Client) -> None:
    packed = http.get("/js/views/play.js", headers={"Accept-Encoding": "gzip"})
    plain = http.get("/js/views/play.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


def test_pages_are_for_reading(http: httpx.Client) -> None:
    assert http.post("/", json={}).status_code == 405
    assert http.head("/").status_code == 200
    assert http.get("/js").status_code == 404
