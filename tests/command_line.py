"""The command line without a process of its own, which is much cheaper."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from bubbleball.cli import main


class Result(NamedTuple):
    """What a call gave: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


Cli = Callable[..., Result]


def command_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """A function that calls `bubbleball` with the words it is given."""

    def call(*args: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["bubbleball", *args])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Result(stop.value.code, captured.out, captured.err)

    return call
