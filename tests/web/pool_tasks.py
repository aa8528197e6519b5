"""Tasks for a pool under test: each does one thing that real work might do."""

from __future__ import annotations

import os
import time

from bubbleball.errors import LevelError, Problem
from bubbleball.web.worker import Channel


def echo(channel: Channel, *, words: list[str]) -> None:
    for word in words:
        channel.send(word.encode())


def keep(channel: Channel) -> None:
    channel.send(b"before")
    channel.keep(b"kept")
    channel.send(b"after")


def process(channel: Channel) -> None:
    channel.send(str(os.getpid()).encode())


def wait_for_stop(channel: Channel, *, heeding: bool) -> None:
    channel.send(str(os.getpid()).encode())
    while not (heeding and channel.stopped):
        time.sleep(0.01)
    channel.send(b"stopped")


def die(_: Channel) -> None:
    os._exit(3)


def refuse(_: Channel) -> None:
    raise LevelError([Problem("ball.x", "is missing")], "a test")


def use_all_memory(channel: Channel) -> None:
    hoard = []
    while True:
        hoard.append(bytes(10_000_000))


def send_forever(channel: Channel) -> None:
    while True:
        channel.send(bytes(1000))


TASKS = {
    "echo": echo,
    "keep": keep,
    "process": process,
    "wait_for_stop": wait_for_stop,
    "die": die,
    "refuse": refuse,
    "use_all_memory": use_all_memory,
    "send_forever": send_forever,
}
