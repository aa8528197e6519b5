"""The option --workers: no command starts more processes than there are cores."""

from __future__ import annotations

import click
import pytest

from bubbleball.cli.bench import bench
from bubbleball.cli.certify import certify
from bubbleball.cli.generate import generate
from bubbleball.game.workers import cores


@pytest.mark.parametrize(("command", "words"), [(certify, ["1"]), (bench, ["1"]), (generate, [])])
def test_more_workers_than_cores_are_taken_as_all_cores(
    command: click.Command, words: list[str]
) -> None:
    def workers(*more: str) -> object:
        return command.make_context("x", [*words, *more]).params["workers"]

    assert workers("--workers", "100000000") == cores()
    assert workers("--workers", "1") == 1
    assert workers() is None
    assert "at most one for each core" in " ".join(command.get_help(click.Context(command)).split())
