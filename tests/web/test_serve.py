"""`bubbleball studio` on the command line."""

from __future__ import annotations

import socket
import sys

import httpx
import pytest
from click.testing import CliRunner
from uvicorn.protocols.http.h11_impl import H11Protocol

from bubbleball.cli.studio import studio
from bubbleball.errors import BubbleBallError
from bubbleball.web.connections import PatientProtocol
from bubbleball.web.serve import serve


def test_a_port_that_is_taken_is_told_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            BubbleBallError, match=f"cannot listen on 127.0.0.1 port {port}: .*--port"
        ):
            serve("127.0.0.1", port, lambda url: None)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(BubbleBallError, match=r"pip install 'bubbleball\[web\]'"):
        serve("127.0.0.1", 0, lambda url: None)


def test_the_help_tells_that_it_listens_on_this_machine_only() -> None:
    output = CliRunner().invoke(studio, ["--help"]).output
    assert "listens on this machine only" in output
    assert "[default: 127.0.0.1]" in output


@pytest.mark.slow
def test_idle_connections_lock_nobody_out(studio: str) -> None:
    host, port = studio.removeprefix("http://").split(":")
    idle = []
    try:
        for number in range(400):
            connection = socket.create_connection((host, int(port)), timeout=60)
            if number % 2:
                connection.sendall(b"GET /api/ping HTTP/1.1\r\nHost: 127")  # and no more
            idle.append(connection)
        assert httpx.get(f"{studio}/api/ping", timeout=60).status_code == 200
    finally:
        for connection in idle:
            connection.close()


def test_an_upgrade_brings_no_advice_to_install_packages() -> None:
    silenced = "_unsupported_upgrade_warning"  # of uvicorn, which advises to install packages
    assert callable(getattr(H11Protocol, silenced))
    assert getattr(PatientProtocol, silenced) is not getattr(H11Protocol, silenced)


def test_an_upgrade_is_answered_as_a_plain_request(studio: str) -> None:
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    answer = httpx.get(f"{studio}/api/ping", headers=upgrade, timeout=60)
    assert answer.status_code == 200
    assert answer.headers["x-frame-options"] == "DENY"
