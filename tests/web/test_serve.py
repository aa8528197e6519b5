"""`bubbleball studio` on the command line."""

from __future__ import annotations

import socket
import sys

import pytest
from click.testing import CliRunner

from bubbleball.cli.studio import studio
from bubbleball.errors import BubbleBallError
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
